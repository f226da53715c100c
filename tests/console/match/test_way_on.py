"""After a round and after the match, whatever is asked ends with the keys that lead on."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move

KEYS = ("t", "f2", "u", "g", "d", "space", "p")
NEXT = {"en": "Enter deals the next round.", "fr": "manche suivante."}
OVER = {"en": "Enter plays again, Q goes back to the menu.", "fr": "retour au menu."}


def opened(home: Path, game: tuple[str, ...], language: str) -> Console:
    command = ("play", *game, "--seed", "6", "--pace", "0", "--bots", "novice")
    console = Console(*command, home=home, settings={"language": language})
    console.hear()
    return console


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
def test_after_a_round_every_answer_ends_with_the_next_step(home: Path, language: str) -> None:
    console = opened(home, ("block",), language)
    while console.match.turn is not None:
        console.play()

    ends = {key: console.hear(key)[-1].endswith(NEXT[language]) for key in KEYS}

    assert ends == dict.fromkeys(KEYS, True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "language"),
    [(("all-fives", "--target", "30"), "fr"), (("mexican-train", "--rounds", "1"), "en")],
    ids=lambda game: game[0],
)
def test_after_the_match_every_answer_ends_with_the_next_step(
    home: Path, game: tuple[str, ...], language: str
) -> None:
    console = opened(home, game, language)
    while console.saved.exists():
        console.play()

    ends = {key: console.hear(key)[-1].endswith(OVER[language]) for key in KEYS}

    assert ends == dict.fromkeys(KEYS, True)


def test_a_repeated_result_is_followed_by_the_next_step(home: Path) -> None:
    console = Console("play", "block", "--players", "2", "--seed", "6", "--pace", "0", home=home, speed=18)
    console.rest()
    while console.match.turn is not None:
        console.press(*keys_of_a_move(console.match))
        console.wait(0.5)
    console.forget()

    heard = console.hear("enter")

    assert "The round is over." in heard[0]
    assert heard[-1] == NEXT["en"]
