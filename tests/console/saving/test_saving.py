"""The match is saved beside the keys: a move is told once it is saved, and no key waits for a disk."""

import errno
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move, without_position
from support.faults.refusing_disk import refusing_disk

from playroom.console.console import CLOSE_SECONDS
from playroom.console.menus.main import MainMenu
from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatch
from playroom.rules.event import Played
from playroom.table.record import Record
from playroom.voice.voice import Voice

OPENED = "You open: 6-6. Ends 6 and 6."
SLOW = "The disk is slow: the match waits until it is saved."
AGAIN = "The match is saved again."


@pytest.fixture
def console(home: Path) -> Console:
    """A table whose first move is the listener's, and whose bots take a minute to move."""
    console = Console("play", "--seed", "1", "--pace", "10", "--players", "3", home=home)
    console.hear()
    return console


def moves_saved(console: Console) -> int:
    """How many events of the round are saved."""
    return len(console.match.rounds[-1].log)


def test_a_move_is_announced_once_it_is_saved(console: Console) -> None:
    before = moves_saved(console)
    console.background.seconds = 0.2

    console.press(*keys_of_a_move(console.match))
    assert OPENED not in console.heard()
    assert moves_saved(console) == before
    console.wait(0.2)

    assert console.heard() == [OPENED]
    assert moves_saved(console) > before


def test_a_key_does_not_wait_for_the_disk(console: Console) -> None:
    console.background.seconds = 0.2
    console.press(*keys_of_a_move(console.match))
    console.heard()

    console.press("c")

    assert console.heard() == ["Ends 6 and 6."]


def test_on_a_slow_disk_a_move_is_announced_before_it_is_saved(console: Console) -> None:
    before = moves_saved(console)
    console.background.seconds = 4.0
    console.press(*keys_of_a_move(console.match))
    console.heard()

    console.wait(0.5)
    assert console.heard() == [OPENED]
    console.wait(3)
    assert moves_saved(console) == before
    console.wait(1)

    assert moves_saved(console) > before
    assert console.heard() == []


def test_a_match_waits_for_a_disk_that_is_five_seconds_behind(home: Path) -> None:
    console = Console("play", "--seed", "1", "--pace", "0", "--players", "3", home=home)
    console.hear()
    console.background.seconds, console.background.thinking = 7.0, 3.0

    console.press(*keys_of_a_move(console.match))
    console.wait(4)
    told = console.heard()
    console.wait(2)
    warned = console.heard()
    console.wait(7)
    waited = console.heard()
    console.background.seconds = 0.0
    console.wait(3)

    assert told[-2] == OPENED
    assert told[-1].startswith("Ben: ")
    assert warned == [SLOW]
    assert waited == []
    saved, *later = console.heard()
    assert saved.startswith(AGAIN)
    assert "Cleo: " in " ".join([saved, *later])


def test_a_slow_disk_that_catches_up_before_its_announcement_is_not_announced(home: Path) -> None:
    console = Console("play", "--seed", "1", "--pace", "0", "--players", "3", home=home, speed=1)
    console.rest()
    console.forget()
    console.background.seconds = 5.5

    console.press(*keys_of_a_move(console.match))
    console.wait(5.4)
    console.background.seconds = 0.0
    console.rest()

    told = " ".join(console.heard())
    assert "You open" in told
    assert SLOW not in told
    assert AGAIN not in told


def test_of_the_changes_during_a_save_only_the_newest_state_is_saved(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[int] = []

    def save(match: SavedMatch, record: Record, notes: MatchNotes) -> None:
        saved.append(len(record.match.rounds[-1].log))
        original(match, record, notes)

    original = SavedMatch.save
    console = Console("play", "--seed", "1", "--pace", "0", "--players", "4", home=home)
    console.hear()
    monkeypatch.setattr(SavedMatch, "save", save)
    console.background.seconds = 1.0

    console.press(*keys_of_a_move(console.match))
    console.wait(10)

    assert len(saved) == 2
    assert moves_saved(console) == saved[-1]
    assert console.match.turn == 0


def test_a_save_that_failed_is_tried_again_without_a_key(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = moves_saved(console)
    with refusing_disk(monkeypatch, errno.ENOSPC):
        console.press(*keys_of_a_move(console.match))
        console.wait(4)
        told = console.heard()
        assert moves_saved(console) == before

    console.wait(5)

    assert told[-2] == OPENED
    assert told[-1].startswith("The match cannot be saved: the disk is full.")
    assert console.heard() == [AGAIN]
    assert moves_saved(console) > before


@pytest.mark.parametrize(
    ("key", "question"),
    [("q", "Leave the match? It is not saved."), ("ctrl-c", "Leave the playroom? The match is not saved.")],
)
def test_the_question_to_leave_says_that_the_match_is_not_saved(
    console: Console, monkeypatch: pytest.MonkeyPatch, key: str, question: str
) -> None:
    with refusing_disk(monkeypatch, errno.ENOSPC):
        console.press(*keys_of_a_move(console.match))
        console.wait(1)
        console.heard()
        refused = console.answer(key)
    console.press("n")
    console.wait(6)
    console.heard()

    assert refused.startswith(question)
    assert "saved, and you can continue it later" in console.answer(key)


def test_a_table_that_is_left_at_once_has_been_saved(console: Console) -> None:
    before = moves_saved(console)
    console.background.seconds = 2.0

    console.press(*keys_of_a_move(console.match), "q", "y")

    assert moves_saved(console) > before
    assert without_position(console.heard()[-1]) == "The playroom. Continue the match of Playroom dominos"
    assert console.hear() == []


def test_a_visit_that_ends_at_once_has_been_saved(console: Console) -> None:
    before = moves_saved(console)
    console.background.seconds = 2.0

    console.press(*keys_of_a_move(console.match), "ctrl-c", "y")

    assert not console.is_open
    assert moves_saved(console) > before


def test_a_move_that_is_saved_late_leaves_the_answer_to_a_later_key(home: Path) -> None:
    console = Console("play", "block", "--seed", "1", "--players", "4", home=home, speed=15)
    console.rest()
    console.forget()
    console.background.seconds = 0.2

    console.press(*keys_of_a_move(console.match), "ctrl-c")
    console.wait(0.3)
    console.rest()

    question, move, *_ = [said.text for said in console.new() if not said.was_cut]
    assert question.startswith("Leave the playroom?")
    assert move.startswith("You open: ")


@pytest.mark.long
def test_a_finished_match_is_archived_before_the_menu_is_spoken(home: Path) -> None:
    console = Console("play", "block", "--single-round", "true", "--seed", "5", "--pace", "0", home=home)
    console.hear()
    while console.saved.exists():
        console.play()

    assert without_position(console.hear("q")) == ["The playroom. New match"]
    assert [*console.folders.matches.glob("past/*")]


def test_two_draws_on_a_slow_disk_are_each_announced_as_the_table_was_then(home: Path) -> None:
    table = ("play", "draw", "--players", "2", "--seed", "2", "--pace", "0")
    console = Console(*table, home=home, settings={"table_line": True})
    console.hear()
    while keys_of_a_move(console.match) != ["space"]:
        console.play()
    console.forget()
    console.background.seconds = 0.2

    console.press("space", "space")
    console.wait(1)

    assert console.heard() == ["You draw 4-4.", "You draw 4-3.", "4-3 does not fit. Draw again."]
    assert console.read() == [
        "You draw 4-4.",
        "L6 R6|22 00 31 54 40 42 55 44|me8 Be6|b13",
        "You draw 4-3.",
        "L6 R6|22 00 31 54 40 42 55 44 43|me9 Be6|b12",
        "4-3 does not fit. Draw again.",
    ]


def test_a_crash_saves_the_state_that_is_pending(console: Console) -> None:
    before = moves_saved(console)
    console.background.seconds = 4.0
    console.press(*keys_of_a_move(console.match))

    is_saved = console.save_pending()

    assert is_saved
    assert moves_saved(console) > before


def test_a_crash_saves_the_state_that_waits_behind_another(home: Path) -> None:
    console = Console("play", "--seed", "1", "--pace", "0", "--players", "3", home=home)
    console.hear()
    console.background.seconds = 4.0
    console.press(*keys_of_a_move(console.match))
    console.wait(3)
    told = " ".join(console.heard())

    assert console.save_pending()

    assert all(begins in told for begins in ("You open", "Ben: ", "Cleo: "))
    assert sum(isinstance(event, Played) for event in console.match.rounds[-1].log) == 3


def test_a_crash_without_a_match_under_way_has_saved_none(home: Path) -> None:
    assert not Console(home=home).save_pending()


def test_a_crash_on_a_full_disk_has_not_saved_the_match(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    with refusing_disk(monkeypatch, errno.ENOSPC):
        console.press(*keys_of_a_move(console.match))

        assert not console.save_pending()


def test_the_last_words_have_the_time_that_the_writes_have_left(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    closing: list[float] = []
    monkeypatch.setattr(Voice, "close", lambda _voice, seconds: closing.append(seconds))
    monkeypatch.setattr(MainMenu, "close", lambda _menu: console.clock.advance(0.5))

    console.close()

    assert closing == [pytest.approx(CLOSE_SECONDS - 0.5)]
