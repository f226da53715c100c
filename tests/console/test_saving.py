"""The match is saved beside the keys: a move is told once it is saved, and no key waits for a disk."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hand_held import Console, keys_of_a_move

OPENED = "You open: 6-6. Ends 6 and 6."
SLOW = "The match cannot be saved: the disk is slow. It goes on, and will be saved as soon as possible."
AGAIN = "The match is saved again."


@pytest.fixture
def console(home: Path) -> Console:
    """A table whose first move is the listener's, and whose bots take a minute to move."""
    console = Console("play", "--seed", "1", "--pace", "10", "--players", "3", home=home)
    console.hear()
    return console


@contextmanager
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A disk on which no file can be written."""

    def refuse(_file: Path, _text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("playroom.home.saved_match.write_atomically", refuse)
        yield


def moves_saved(console: Console) -> int:
    """How many events of the round are saved."""
    return len(console.match.rounds[-1].log)


def test_a_move_is_told_once_it_is_saved(console: Console) -> None:
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


def test_on_a_slow_disk_a_move_is_told_and_then_that_it_is_not_saved_yet(console: Console) -> None:
    console.background.seconds = 2.0
    console.press(*keys_of_a_move(console.match))
    console.heard()

    console.wait(0.5)
    assert console.heard() == [OPENED, SLOW]
    before = moves_saved(console)
    console.wait(2)

    assert moves_saved(console) > before
    assert console.heard() == [AGAIN]


def test_a_save_that_failed_is_tried_again_without_a_key(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = moves_saved(console)
    with full_disk(monkeypatch):
        console.press(*keys_of_a_move(console.match))
        console.wait(0.2)
        told = console.heard()
        assert moves_saved(console) == before

    console.wait(5)

    assert told[-2] == OPENED
    assert told[-1].startswith("The match cannot be saved: the disk is full.")
    assert console.heard() == [AGAIN]
    assert moves_saved(console) > before


def test_a_table_that_is_left_at_once_has_been_saved(console: Console) -> None:
    before = moves_saved(console)
    console.background.seconds = 2.0

    console.press(*keys_of_a_move(console.match), "q", "y")

    assert moves_saved(console) > before
    assert console.heard()[-1] == "The playroom. Continue the match, 1 of 7"
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


def test_a_match_that_is_over_is_archived_before_the_menu_is_told(home: Path) -> None:
    console = Console("play", "block", "--single-round", "true", "--seed", "5", "--pace", "0", home=home)
    console.hear()
    while console.saved.exists():
        console.play()

    assert console.hear("q") == ["The playroom. New match, 1 of 6"]
    assert [*console.folders.matches.glob("past/*")]


def test_two_draws_on_a_slow_disk_are_each_told_as_the_table_was_then(home: Path) -> None:
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
