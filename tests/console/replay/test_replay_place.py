"""The place where a match is gone through again: its steps, its questions, its branches."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import Console
from support.console.replays import NAME, opened, played
from support.games.random_matches import VARIANTS

from playroom.console.play.table import TablePlace
from playroom.home.match_notes import BranchPoint
from playroom.rules.event import Passed, Scored
from playroom.table.record import Record
from playroom.table.setup import first_setup, new_record
from playroom.table.timeline import Timeline


@cache
def block(seed: int = 5) -> Record:
    """A match of block for four that is over."""
    setup = first_setup(VARIANTS["block"])
    return played(new_record(VARIANTS["block"], setup, ("Ada", "Ben", "Cleo", "Dan")), Random(seed)).record


@cache
def unfinished(rounds: int = 1) -> Record:
    """The same match in the middle of a round."""
    setup = first_setup(VARIANTS["block"])
    record = new_record(VARIANTS["block"], setup, ("Ada", "Ben", "Cleo", "Dan"))
    return played(
        record,
        Random(5),
        lambda table: len(table.match.rounds) == rounds and len(table.match.rounds[-1].log) > 8,
    ).record


@pytest.fixture
def console(tmp_path: Path) -> Console:
    console = opened(block(), 0, tmp_path)
    console.rest()
    console.forget()
    return console


@pytest.mark.long
def test_it_begins_with_the_game_and_the_first_deal(tmp_path: Path) -> None:
    (first,) = opened(block(), 0, tmp_path).heard()

    assert first.startswith("Replay. Block to 100, high is good. You against Ben, Cleo and Dan. Round 1 of ")
    assert "New round, 6 tiles each." in first


@pytest.mark.sample(1)
@pytest.mark.parametrize("seat", ["2", "Ben"])
def test_a_finished_match_is_heard_from_the_seat_that_the_command_line_names(
    tmp_path: Path, seat: str
) -> None:
    record = block()
    hand = next(iter(record.match.rounds[0].log)).hands[1]  # type: ignore[union-attr] # a round begins with a deal
    opened(record, 0, tmp_path)

    console = Console("replay", "--listen", str(tmp_path / NAME), "--seat", seat, home=tmp_path)
    console.hear()

    assert all(str(tile) in console.hear("w")[0] for tile in hand)


def test_arrows_go_by_move_and_by_round(console: Console) -> None:
    first = console.answer("home")
    second = console.answer("right")

    assert console.answer("left") == first
    assert second != first
    assert console.answer("left") == "This is the beginning of the match."
    assert console.answer("down").startswith("Round 2 of ")
    console.answer("right")
    assert console.answer("up").startswith("New round")
    assert console.answer("up").startswith("Round 1 of ")
    assert console.answer("up") == "This is the beginning of the match."
    assert "Totals: " in console.answer("end")
    assert console.answer("right") == "This is the end of the match."
    assert console.answer("down") == "This is the end of the match."


@pytest.mark.sample(1)
@pytest.mark.parametrize(("key", "kind"), [("p", Passed), ("z", Scored)])
def test_every_pass_and_score_is_found_in_order_both_ways(console: Console, key: str, kind: type) -> None:
    timeline = Timeline(block().match)
    steps = range(len(timeline.steps))
    wanted = sum(any(isinstance(event, kind) for event in timeline.events(at)) for at in steps)

    onward = [console.answer(key) for _ in range(wanted)]
    end = console.answer(key)
    back = [console.answer(key.upper()) for _ in range(wanted - 1)]

    assert end in ("No pass after this.", "No points after this.")
    assert [text.split(". ", 1)[-1] for text in back] != []
    assert console.answer(key.upper()) in ("No pass before this.", "No points before this.")
    assert len(set(onward)) > 1


def test_the_coach_finds_the_turning_point(console: Console) -> None:
    told = console.hear("k")

    assert "The coach sees all hands." in told[-1]
    assert told[-1].endswith("Your turn.")


def test_the_coach_waits_for_the_end_of_a_round(tmp_path: Path) -> None:
    console = opened(unfinished(), 0, tmp_path)

    assert console.hear("k")[-1] == "The coach speaks after the round."
    console.press("end")
    console.forget()
    assert console.answer("right") == "The match went no further."


@pytest.mark.long
def test_a_hint_that_is_thought_about_is_dropped_at_the_next_step(console: Console) -> None:
    console.background.thinking = 1.0
    console.answer("down")
    while "Your turn" not in console.answer("right") or " one of " not in console.answer("t"):
        pass

    console.press("i")
    console.wait(0.5)
    assert console.heard() == ["Thinking."]
    step = console.answer("right")
    console.rest()

    assert console.heard() == []
    assert step


@pytest.mark.long
def test_what_is_best_is_said_with_its_reason(console: Console) -> None:
    while "Your turn" not in console.answer("right"):
        pass

    assert console.hear("i")[0].startswith("Hint: ")
    console.answer("right")
    assert console.hear("i")[0].startswith(("Your last move: ", "Hint: "))


@pytest.mark.sample(1)
@pytest.mark.parametrize("key", ["c", "v", "w", "t", "s", "e", "f", "b"])
def test_questions_are_answered_as_the_match_stood(console: Console, key: str) -> None:
    console.answer("right")
    before = console.answer(key)
    for other in ("right", "down", "end", "home"):
        console.answer(other)
    console.answer("right")

    assert console.answer(key) == before


def test_questions_are_answered_while_one_is_asked_whether_to_branch(console: Console) -> None:
    console.answer("right")
    ends = console.answer("c")

    console.press("enter")
    console.forget()

    assert console.answer("c") == ends


def test_a_branch_is_a_practice_match_and_leaves_the_original_untouched(tmp_path: Path) -> None:
    record = block()
    console = opened(record, 0, tmp_path)
    original = tmp_path / NAME
    before = {file: file.read_bytes() for file in tmp_path.glob("match.*")}
    console.press("down", "right", "right")
    console.rest()

    console.press("enter", "y")
    console.rest()
    assert isinstance(console.place, TablePlace)
    assert "Practice match." in console.heard()
    while not console.saved.exists():
        console.play() if console.saved.exists() else console.press("right", "enter", "space", "p")
        console.rest()

    timeline = Timeline(record.match)
    notes = console.saved.notes()
    at = timeline.first(1) + 2
    assert {file: file.read_bytes() for file in tmp_path.glob("match.*")} == before
    assert notes.practice
    assert notes.branched_from == BranchPoint(original.name, timeline.count(at))
    assert set(notes.bots) == {1, 2, 3}
    assert notes.own == (0,)
    played_on = console.match.rounds[1].log
    assert (
        tuple(played_on)[: timeline.steps[at].end]
        == tuple(record.match.rounds[1].log)[: timeline.steps[at].end]
    )


def test_one_comes_back_from_a_branch_to_the_same_step(console: Console) -> None:
    console.press("down", "right", "enter", "y")
    console.rest()
    console.forget()

    console.press("q", "y")
    console.rest()

    assert any(text.startswith("Replay. ") for text in console.heard())
    assert console.answer("left").startswith("New round")


def test_nothing_branches_from_the_end(console: Console) -> None:
    console.answer("end")

    assert console.answer("enter").startswith("The match is over here.")


def test_all_that_the_keys_do_is_in_the_menu(console: Console) -> None:
    console.press("m")
    console.forget()
    console.press("end", "up", "enter")

    assert console.hear()


def test_a_replay_is_left_for_the_menu(console: Console) -> None:
    assert console.hear("q")[0].startswith("The playroom.")


def test_a_match_in_which_nothing_was_dealt_is_not_opened(tmp_path: Path) -> None:
    record = new_record(VARIANTS["block"], first_setup(VARIANTS["block"]), ("Ada", "Ben", "Cleo", "Dan"))

    console = opened(record, 0, tmp_path)

    assert console.heard() == ["Nothing has been dealt in this match yet."]


def test_a_match_that_was_just_played_is_gone_through(tmp_path: Path) -> None:
    console = Console(
        *(
            "play",
            "block",
            "--seed",
            "1",
            "--players",
            "2",
            "--pace",
            "0",
            "--target",
            "5",
            "--bots",
            "novice",
        ),
        home=tmp_path,
    )
    console.rest()
    while console.saved.exists():
        console.play()
    console.forget()

    console.press("m")
    console.rest()
    lines: list[str] = []
    while not lines or lines[-1] not in lines[:-1]:
        lines += console.hear("down")
    assert any(line.startswith("Go through this match again") for line in lines)
    assert any(line.startswith("Retry my mistakes") for line in lines)
    console.press("g", "enter")
    told = console.hear()
    assert told[-1].startswith("Replay. Block")

    console.press("right", "enter", "y")
    console.rest()

    assert isinstance(console.place, TablePlace)


def test_the_history_of_a_replay_is_what_was_answered(console: Console) -> None:
    step = console.hear("right")[-1]

    opened = console.hear("h")[0]

    assert opened.startswith("History. Answers, ")
    assert console.hear("up") == [step]


def test_escape_says_how_a_replay_is_left(console: Console) -> None:
    assert console.hear("escape") == ["Nothing is being said. Q leaves the replay."]
