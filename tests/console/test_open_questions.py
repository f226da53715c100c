"""While a question is open, the table answers, and the question stays; only what differs is asked about."""

from collections.abc import Callable
from pathlib import Path

import pytest
from arrange import table
from hand_held import Console
from test_listening import TABLE, opened
from written import move

from playroom.rules.legal import only_play, plays, position
from playroom.rules.match import Match
from playroom.rules.tile import Tile, tile
from playroom.sound.cue import Cue

QUERIES = "cvwseti"


def ways(match: Match, held: Tile) -> int:
    return len(tuple(plays(position(match), held)))


def until(console: Console, is_wanted: Callable[[Match, Tile], bool]) -> None:
    """Play until the hand has such a tile, and put the focus on it."""
    for _ in range(60):
        now = console.match.round
        for index, held in enumerate(now.hands[0] if now else ()):
            if is_wanted(console.match, held):
                console.hear("home", *["right"] * index)
                return
        console.play()
    raise LookupError("no hand has such a tile")


def which_end(home: Path) -> Console:
    """A console that asks at which of two ends a tile goes."""
    console = opened(home, *TABLE)
    until(console, lambda match, held: ways(match, held) > 1 and not only_play(position(match), held))
    assert "Left on" in console.hear("enter")[-1]
    return console


@pytest.mark.parametrize("key", QUERIES)
def test_a_query_is_answered_and_the_question_which_end_stays(home: Path, key: str) -> None:
    console = which_end(home)
    before = console.match
    (asked,) = console.hear("x")

    answered = console.hear(key)

    assert answered
    assert asked not in answered
    assert console.hear("x") == [asked]
    assert console.match == before
    assert console.hear("left")[0].startswith("You: ")


@pytest.mark.parametrize("key", [*QUERIES, "V"])
def test_a_query_is_answered_and_yes_or_no_stays(home: Path, key: str) -> None:
    console = opened(home, *TABLE)
    plain = console.hear(key)
    asked = console.hear("q")

    assert console.hear(key) == plain
    assert console.hear("x") == asked


def test_the_layout_is_played_while_a_question_is_open(home: Path) -> None:
    console = which_end(home)
    console.forget()

    told = console.hear("V")

    assert told == []
    assert Cue.END_NOTE in {each.placed.cue for each in console.new_cues()}


def test_a_query_is_answered_in_a_list_of_ends(home: Path) -> None:
    console = opened(home, "play", "mexican-train", "--seed", "3", "--pace", "0")
    until(console, lambda match, held: ways(match, held) > 1)
    title = console.hear("enter")[-1]

    scores = console.hear("s")
    again = console.hear("down", "up")[-1]

    assert scores[0].startswith("You")
    assert again in title


def test_a_query_is_no_answer_in_a_question_that_is_not_about_the_table(home: Path) -> None:
    console = opened(home)
    asked = console.hear("escape")

    assert console.hear("c") == asked


def test_a_tile_that_fits_two_ends_alike_is_played_without_a_question(home: Path) -> None:
    console = opened(home, *TABLE)
    until(console, lambda match, held: ways(match, held) > 1 and bool(only_play(position(match), held)))

    assert console.hear("enter")[0].startswith("You: ")


@pytest.mark.parametrize(
    ("game", "hands", "chain", "held", "played"),
    [
        ("dominos", "6-3, 1-1", "6-6", "6-3", "6-3 right"),
        ("dominos", "6-3, 1-1", "6-1 1-6", "6-3", "6-3 right"),
        ("dominos", "6-3, 1-1", "6-6 6-1 1-6", "6-3", "6-3 right"),
        ("all-fives", "6-3, 1-1", "6-6 6-1 1-6", "6-3", None),
        ("all-fives", "6-3, 1-1", "6-1 1-6", "6-3", "6-3 right"),
        ("all-fives", "0-3, 1-1", "0-0 0-1 1-0", "0-3", None),
        ("dominos", "6-3, 1-1", "6-3", "6-3", None),
        ("dominos", "6-3, 1-1", "6-1", "6-3", "6-3 left"),
        ("dominos", "6-3, 1-1", "5-1", "6-3", None),
        ("mexican-train", "9-8 2-2, 9-3 6-0", "", "9-8", None),
    ],
)
def test_the_only_play_of_a_tile(game: str, hands: str, chain: str, held: str, played: str | None) -> None:
    at = position(table(game, hands, chain))

    assert only_play(at, tile(held)) == (move(played) if played else None)
