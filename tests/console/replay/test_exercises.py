"""Retry my mistakes: how they are found, tried and left."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import Console, without_position
from support.console.replays import NAME, opened, played
from support.games.random_matches import VARIANTS

from playroom.advice import hints
from playroom.advice.findings import Mistake
from playroom.console.play.table import TablePlace
from playroom.console.replay.exercises import MOST, ExerciseList
from playroom.console.replay.replay_table import own_decisions
from playroom.rules.legal import legal_moves
from playroom.rules.move import Move, Play
from playroom.rules.view import View
from playroom.table.record import Record
from playroom.table.setup import first_setup, new_record
from playroom.table.timeline import Timeline

Values = Callable[[View], Mapping[Move, float]]


@cache
def block() -> Record:
    setup = first_setup(VARIANTS["block"])
    return played(new_record(VARIANTS["block"], setup, ("Ada", "Ben", "Cleo", "Dan")), Random(5)).record


@cache
def decisions() -> tuple[tuple[View, Move], ...]:
    """The choices of the first seat in the match."""
    return tuple((seen, move) for _, seen, move in own_decisions(Timeline(block().match), 0))


@cache
def chosen_moves() -> Mapping[tuple[int, int], tuple[int, Move]]:
    """The number of each choice and the move that was made, by round and events."""
    return {(seen.round_number, len(seen.log)): (at, move) for at, (seen, move) in enumerate(decisions())}


def each_as_good(view: View) -> Mapping[Move, float]:
    return dict.fromkeys(legal_moves(view.position), 0.5)


def each_a_mistake(view: View) -> Mapping[Move, float]:
    """Values by which each choice cost something, the later ones more, and the last legal move is best."""
    at, chosen = chosen_moves()[view.round_number, len(view.log)]
    moves = legal_moves(view.position)
    best = next(move for move in reversed(moves) if move != chosen)
    return {move: 0.9 if move == best else 0.4 for move in moves} | {chosen: 0.2 - at / 1000}


@pytest.fixture
def think(monkeypatch: pytest.MonkeyPatch) -> Callable[[Values], None]:
    """Let moves be worth this."""
    return lambda values: monkeypatch.setattr(hints, "move_values", values)


def retrying(home: Path) -> Console:
    console = opened(block(), 0, home)
    console.rest()
    console.forget()
    return console


def keys_of(move: Move, view: View) -> list[str]:
    """The keys that try a play."""
    assert isinstance(move, Play)
    return ["home", *["right"] * view.hand.index(move.tile), "g" if str(move.end) == "left" else "d"]


@pytest.mark.long
def test_a_match_without_mistakes_says_so(tmp_path: Path, think: Callable[[Values], None]) -> None:
    think(each_as_good)
    console = retrying(tmp_path)

    told = console.hear("x")

    assert told[-1].startswith("No mistakes found: no other move was clearly better")
    assert isinstance(console.place, ExerciseList)


@pytest.mark.long
def test_what_cost_most_comes_first_and_not_more_than_a_few(
    tmp_path: Path, think: Callable[[Values], None]
) -> None:
    think(each_a_mistake)
    console = retrying(tmp_path)
    latest_first = decisions()[::-1][:MOST]

    for number, (seen, _) in enumerate(latest_first, 1):
        told = console.hear("x")[-1] if number == 1 else console.hear("escape", "m", "end", "up")[-1]
        if number > 1:
            told = " ".join(console.hear("escape", "q", "down", "enter"))
        assert f"Mistake {number} of {MOST}." in told
        assert f"round {seen.round_number}" in told


@pytest.mark.long
def test_a_better_move_is_found_and_leads_on(tmp_path: Path, think: Callable[[Values], None]) -> None:
    think(each_a_mistake)
    console = retrying(tmp_path)
    console.hear("x")
    seen, chosen = decisions()[-1]
    values = each_a_mistake(seen)
    best = max(values, key=lambda each: values[each])

    same = console.hear(*keys_of(chosen, seen))
    right = console.hear(*keys_of(best, seen))

    assert same[-1].startswith("That is what you chose. Try again")
    assert right[-1].startswith("Yes, that is better.")
    assert "Next mistake" in without_position(right[-1])
    assert "Mistake 2 of 5." in console.hear("enter")[-1]


@pytest.mark.long
def test_nothing_is_played_and_no_file_is_changed(tmp_path: Path, think: Callable[[Values], None]) -> None:
    think(each_a_mistake)
    console = retrying(tmp_path)
    before = (tmp_path / NAME).read_bytes()
    console.hear("x")
    hand = console.answer("w")

    for key in ("home", "enter", "right", "enter", "space", "p", "k", "o", "u", ";"):
        console.hear(key)
        if not isinstance(console.place, TablePlace):
            console.hear("escape")

    assert console.answer("w") == hand
    assert (tmp_path / NAME).read_bytes() == before
    assert not console.saved.exists()


@pytest.mark.long
def test_the_search_is_given_up_by_leaving(tmp_path: Path, think: Callable[[Values], None]) -> None:
    think(each_a_mistake)
    console = retrying(tmp_path)
    console.background.thinking = 1.0
    console.press("x")
    console.wait(2.5)
    console.forget()

    assert console.answer("down").startswith("Back")
    assert console.answer("up").startswith("Looking for mistakes, 2 of 35 choices looked at")
    console.press("escape")
    console.rest()

    assert [text for text in console.heard() if "Mistake" in text] == []


def test_a_search_that_ends_below_another_list_waits(tmp_path: Path, think: Callable[[Values], None]) -> None:
    think(each_a_mistake)
    console = retrying(tmp_path)
    console.background.thinking = 1.0
    console.press("x", "f1")
    console.rest()
    place = console.place
    console.forget()

    assert not isinstance(place, TablePlace)
    assert console.hear("escape")[-1].startswith("Retry my mistakes. Round ")
    assert "Mistake 1 of 5." in console.hear("home", "enter")[-1]


def test_the_values_of_advice_find_mistakes_and_judge_them() -> None:
    seen, chosen = decisions()[0]
    values = each_a_mistake(seen)
    found = Mistake(seen, chosen, values)

    judged = {move: hints.judged(found, move) for move in values}

    assert [move for move, each in judged.items() if each.is_solved] == [max(values, key=lambda e: values[e])]
    assert judged[chosen].messages[0].entry == "exercises.same"


def test_a_gain_within_the_noise_is_neither_better_nor_told_as_a_higher_rate() -> None:
    seen, chosen = decisions()[0]
    others = [move for move in each_a_mistake(seen) if move != chosen]
    values = {chosen: 0.44, others[0]: 0.46, **dict.fromkeys(others[1:], 0.51)}

    judged = hints.judged(Mistake(seen, chosen, values), others[0])

    assert not judged.is_solved
    assert [each.entry for each in judged.messages] == ["exercises.no_better", "exercises.as_often"]
