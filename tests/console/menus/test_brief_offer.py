"""Where many play, brief is offered once, and the key that is named takes it."""

import re
from pathlib import Path

import pytest
from support.console.hand_held import Console

from playroom.home.settings import load_settings
from playroom.keys.bindings import KeyProfile
from playroom.narration.phrases.phrasebook import Verbosity

OFFERS = {
    "en": re.compile(r"Many are playing: (\S+) tells their moves in brief\."),
    "fr": re.compile(r"À tant de personnes, (\S+) raccourcit ce qui est dit\."),
}
TAKEN = {"en": "Verbosity: brief.", "fr": "Longueur : brève."}


def opened(home: Path, players: int = 6, **settings: object) -> Console:
    """A match of so many players that has just begun, as the listener has heard it."""
    table = ("play", "dominos", "--seed", "1", "--set", "12", "--players", str(players), "--bots", "novice")
    console = Console(*table, home=home, speed=18, settings=settings)
    console.rest()
    return console


def offers(console: Console, language: str = "en") -> list[str]:
    """The keys of all offers that were heard."""
    return OFFERS[language].findall(" ".join(said.text for said in console.said))


@pytest.mark.sample(4)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("keys", [keys for keys in KeyProfile if keys is not KeyProfile.TOUCH])
@pytest.mark.parametrize("verbosity", ["normal", "full"])
def test_from_six_players_on_the_key_that_is_named_takes_brief(
    home: Path, language: str, keys: str, verbosity: str
) -> None:
    console = opened(home, language=language, keys=str(keys), verbosity=verbosity)

    (key,) = offers(console, language)
    console.forget()
    told = console.answers(key.lower())

    assert told == [TAKEN[language]]
    assert load_settings(console.folders.settings)[0].verbosity == "brief"


@pytest.mark.parametrize(
    ("players", "settings"),
    [
        (5, {}),
        (6, {"verbosity": "brief"}),
        (6, {"verbosity": "summary"}),
        (6, {"verbosity": "earcons"}),
        (10, {"explained": ["many"]}),
    ],
)
def test_nothing_is_offered_to_few_or_to_those_who_hear_little_or_know(
    home: Path, players: int, settings: dict[str, object]
) -> None:
    assert offers(opened(home, players, **settings)) == []


def test_it_is_offered_once_and_not_in_the_next_match(home: Path) -> None:
    first = opened(home, 10)
    first.close()

    assert len(offers(first)) == 1
    assert offers(opened(home, 10)) == []


def test_the_second_press_of_the_key_goes_on_to_the_next_length(home: Path) -> None:
    console = opened(home)
    console.forget()

    assert console.answers("n", "n") == ["Verbosity: brief.", "Verbosity: summary."]


def test_who_does_not_take_it_in_the_match_goes_on_to_the_next_length(home: Path) -> None:
    console = opened(home)
    console.hear("q", "y")
    console.forget()

    assert console.answers("f6") == ["Verbosity: brief."]


def test_from_every_length_every_other_is_at_most_two_presses_away(home: Path) -> None:
    console = opened(home, verbosity="normal")
    console.forget()

    less = [console.answer("n") for _ in Verbosity]
    more = [console.answer("N") for _ in Verbosity]

    assert [told.removeprefix("Verbosity: ") for told in less] == [
        *("brief.", "summary.", "sounds.", "full.", "normal."),
    ]
    assert more == [*reversed(less[:-1]), less[-1]]


def test_which_key_says_less_and_which_more_is_said_with_the_first_change(home: Path) -> None:
    console = opened(home, 2, explained=[])
    console.forget()

    assert console.answers("n", "N") == ["Verbosity: brief. N says less, Shift N more.", "Verbosity: normal."]
