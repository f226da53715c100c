"""One tip after a round, of what the player has never used."""

from pathlib import Path

import pytest
from support.console.hand_held import Console
from support.console.opened import kept

from playroom.console.play.table import TablePlace
from playroom.console.play.tips import USES
from playroom.narration.preferences import MOST_TOLD, Tip

TABLE = ("play", "block", "--seed", "7", "--players", "2", "--pace", "0")
WAY_ON = "Enter deals the next round."


def at_table(console: Console) -> TablePlace:
    """The place of a console at the table."""
    assert isinstance(console.place, TablePlace)
    return console.place


def used_up(home: Path) -> set[str]:
    """The tips that are never said again."""
    told = kept(home)["tips_told"]
    assert isinstance(told, dict)
    return {name for name, times in told.items() if times == MOST_TOLD}


def round_played(home: Path, *before: str, **settings: object) -> tuple[Console, str]:
    """A console after a round, before which these keys were pressed, and the last words."""
    console = Console(*TABLE, home=home, settings={"tips": True, **settings})
    console.hear(*before)
    told: list[str] = []
    while console.match.round:
        told = console.play()
    return console, told[-1]


@pytest.mark.long
def test_a_tip_follows_the_way_on_and_tells_how_to_end_all_tips(home: Path) -> None:
    console, last = round_played(home)

    assert last == f"{WAY_ON} Did you know: Z goes to the next tile that fits. Star: no more tips."
    assert console.answer("*") == "Tips after a round: off."
    assert kept(home)["tips"] is False
    assert console.answer("*") == "Tips after a round: on."


@pytest.mark.long
def test_what_was_used_is_no_tip_any_more(home: Path) -> None:
    _, last = round_played(home, "z", "f", "f")

    assert "Shift X says what the tile in focus would do." in last
    assert {"playable", "facts"} <= used_up(home)


@pytest.mark.long
def test_a_command_that_was_given_once_may_have_a_tip_for_twice(home: Path) -> None:
    _, last = round_played(home, "z", "f", "c", "f")

    assert "F twice says how many tiles of each number are on the table." in last


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        ("one-hand-left", "E goes to the next tile that fits. Shift D: no more tips."),
        ("one-hand-right", "I goes to the next tile that fits. F11: no more tips."),
    ],
)
def test_a_tip_names_the_keys_of_the_profile(home: Path, profile: str, words: str) -> None:
    place = at_table(Console(*TABLE, home=home, settings={"tips": True, "keys": profile}))

    tip = place.tips.next()

    assert tip
    assert words in place.room.speech.words(tip)


@pytest.mark.parametrize(
    "settings",
    [
        {"tips": False},
        {"scan": 2.0},
        {"keys": "switch"},
        {"tips_told": dict.fromkeys(map(str, Tip), MOST_TOLD)},
    ],
)
def test_there_is_no_tip_for_who_wants_none_scans_or_has_heard_all(
    home: Path, settings: dict[str, object]
) -> None:
    console = Console(*TABLE, home=home, settings={"tips": True, **settings})

    assert at_table(console).tips.next() is None


def test_each_tip_is_said_twice_at_most(home: Path) -> None:
    console = Console(*TABLE, home=home, settings={"tips": True})
    every = len(USES)

    said = [at_table(console).tips.next() for _ in range(2 * every + 1)]

    assert all(said[: MOST_TOLD * every])
    assert said[-1] is None
