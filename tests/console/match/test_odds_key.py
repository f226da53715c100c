"""The key for odds: what it says at the table and in a replay, and where there are none."""

from pathlib import Path

import pytest
from support.console.hand_held import Console

SEED = ("play", "draw", "--seed", "29", "--players", "3", "--pace", "0", "--single-round", "true")


def begun(home: Path) -> Console:
    """A match after three moves of the listener."""
    console = Console(*SEED, home=home)
    console.rest()
    for _ in range(3):
        console.play()
    console.forget()
    return console


@pytest.mark.long
def test_each_press_says_more_of_what_is_likely(home: Path) -> None:
    console = begun(home)

    players, ends, tiles, again = (console.hear("%")[0] for _ in range(4))

    assert "Can play: " in players
    assert "blocks with" in ends
    assert "boneyard" in tiles
    assert again == players


@pytest.mark.long
def test_the_same_position_has_the_same_odds(home: Path) -> None:
    console = begun(home)

    told = console.hear("%")
    console.hear("c")

    assert console.hear("%") == told


def test_there_are_no_odds_once_a_round_is_over(home: Path) -> None:
    console = begun(home)
    while console.saved.exists():
        console.play()
    console.forget()

    assert console.hear("%") == ["The match is over."]


@pytest.mark.long
def test_a_replay_of_a_finished_match_says_what_was_true(home: Path) -> None:
    console = begun(home)
    while console.saved.exists():
        console.play()
    console.hear("m", *["down"] * 5, "enter", *["right"] * 8)
    console.forget()

    assert "In truth: " in console.hear("%")[0]
    console.hear("%")
    assert ", in truth " in console.hear("%")[0]


def test_the_deal_of_the_day_has_no_odds_while_it_counts(home: Path) -> None:
    console = Console(home=home)
    console.hear("d", "enter", "enter")
    console.forget()

    assert console.hear("%") == ["No odds at this table."]
