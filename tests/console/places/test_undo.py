"""Decisions that are taken back at the table, and made again."""

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.games.random_matches import VARIANTS

from playroom.home.saved_match import SavedMatch
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Play

TABLE = ("play", "--bots", "novice", "--seed", "7", "--pace", "0", "--players", "2")
LANGUAGES = ("en", "fr")
QUERIES = "cwtsevfub"
"""Keys that ask how the match stands, U for what was missed among them."""
MOVES = 7
"""The moves of the listener before anything is taken back."""


@dataclass(frozen=True)
class Standing:
    """How a match stands: the record on the disk, and what is answered to each question."""

    record: bytes
    words: tuple[str, ...]


def record_file(console: Console) -> Path:
    """The record, be the match over or not."""
    past = sorted(console.folders.matches.glob("past/*.domino.yaml"))
    return past[-1] if past else console.saved.file


def standing(console: Console) -> Standing:
    return Standing(record_file(console).read_bytes(), tuple(console.answers(*QUERIES)))


def match_of(console: Console) -> Match:
    return SavedMatch(record_file(console)).load(console.variants).match


def decides(match: Match) -> bool:
    """Whether the listener, whose turn it is, has a choice."""
    allowed = legal_moves(position(match)) if match.round else ()
    return len(allowed) > 1 or any(isinstance(move, Play) for move in allowed)


def played(console: Console, moves: int = MOVES) -> list[Standing]:
    """How the match stood before each decision, and after the last."""
    found: list[Standing] = []
    while len(found) < moves and not (match := match_of(console)).winners:
        if decides(match):
            found.append(standing(console))
        console.hear(*keys_of_a_move(match))
    return [*found, standing(console)]


@pytest.fixture
def console(home: Path) -> Console:
    console = Console(*TABLE, home=home)
    console.hear()
    return console


@pytest.mark.parametrize(
    ("game", "language"),
    [
        ("draw", "fr"),
        *(
            pytest.param(game, language, marks=pytest.mark.long)
            for game, language in product(VARIANTS, LANGUAGES)
        ),
    ],
)
def test_a_match_taken_back_anywhere_is_what_it_was(game: str, language: str, home: Path) -> None:
    console = Console("play", game, "--bots", "novice", "--seed", "5", "--pace", "0",
                      home=home, settings={"language": language})  # fmt: skip
    console.hear()
    stood = played(console, 3 if (game, language) == ("draw", "fr") else MOVES)
    chance, at = Random(game), len(stood) - 1

    for _ in range(3 * len(stood)):
        step = chance.choice([-1, 1]) if 0 < at < len(stood) - 1 else 1 if at == 0 else -1
        at += step
        console.hear("y" if step == 1 else "x")

        assert standing(console) == stood[at]


def test_a_move_after_undo_is_announced_as_before(console: Console) -> None:
    keys = keys_of_a_move(match_of(console))
    told = console.hear(*keys)

    console.hear("x")

    assert console.hear(*keys) == told


def test_ctrl_z_and_ctrl_y_are_the_same_keys(console: Console) -> None:
    stood = played(console, 2)

    assert console.hear("ctrl-z")[0].startswith("Taken back: your ")
    assert standing(console) == stood[-2]
    assert console.hear("ctrl-y")[0].startswith("Made again: your ")
    assert standing(console) == stood[-1]


@pytest.mark.long
def test_another_move_ends_what_can_be_made_again(console: Console) -> None:
    played(console, 3)
    console.hear("x", "x")
    console.play()

    assert console.hear("y") == ["Nothing to make again."]


@pytest.mark.long
def test_the_end_of_a_match_is_taken_back_and_its_record_comes_back_from_the_past_ones(home: Path) -> None:
    console = Console("play", "draw", "--target", "10", *TABLE[1:], home=home)
    console.hear()
    stood = played(console, 1000)
    assert not console.saved.exists()

    console.hear("x")

    assert standing(console) == stood[-2]
    assert console.saved.exists()
    assert not [*console.folders.matches.glob("past/*.yaml")]
    console.hear("y")
    assert standing(console) == stood[-1]
    assert not console.saved.exists()


@pytest.mark.long
def test_many_undone_moves_are_summarised(home: Path) -> None:
    console = Console(*TABLE[:-1], "6", home=home)
    console.hear()
    played(console, 2)

    told = console.hear("x")[0]

    assert " and 3 more. Your turn." in told


def test_a_bot_that_thinks_over_what_was_taken_back_does_not_move(console: Console) -> None:
    stood = played(console, 2)
    console.background.thinking = 5.0
    console.press(*keys_of_a_move(match_of(console)))
    console.wait(1)

    console.press("x")
    console.rest()
    console.heard()

    assert standing(console) == stood[-1]


def test_what_waits_to_be_heard_of_moves_that_are_taken_back_is_not_said(home: Path) -> None:
    console = Console(*TABLE[:-1], "4", home=home, speed=15)
    console.hear()
    console.press(*keys_of_a_move(match_of(console)))
    console.wait(8)
    console.heard()

    told = console.hear("x")

    assert told[0].startswith("Taken back: your ")
    assert told[1:] == []


def test_a_move_that_is_undone_before_it_is_saved_is_not_announced(console: Console) -> None:
    played(console, 2)
    console.background.seconds = 0.2
    console.press(*keys_of_a_move(match_of(console)))
    console.wait(0.1)
    console.heard()

    told = console.hear("x")

    assert [text for text in told if text.startswith("You")] == []
    assert told[0].startswith("Taken back: your ")


@pytest.mark.long
def test_draws_without_a_choice_are_taken_back_with_the_choice_before_them(home: Path) -> None:
    console = Console("play", "draw", *TABLE[1:], home=home, settings={"draws": True})
    console.hear()
    while not any("You draw" in text for text in console.play()):
        pass

    told = console.hear("x")

    assert "draw" in told[0]
    assert told[0].endswith("Your turn.")
    assert not [text for text in told if "You draw" in text]


def test_a_hint_about_what_was_taken_back_is_not_said(console: Console) -> None:
    played(console, 2)
    console.background.thinking = 3.0
    console.press("i")

    told = console.hear("x")

    assert [text for text in told if not text.startswith(("Taken back", "From now on"))] == []


@pytest.mark.long
def test_the_coach_does_not_speak_of_a_round_that_goes_on(home: Path) -> None:
    console = Console("play", "draw", "--target", "10", *TABLE[1:], home=home)
    console.hear()
    played(console, 1000)
    console.background.seconds = 5.0
    console.press("k")
    console.wait(1)
    console.heard()

    told = console.hear("x")

    assert [text for text in told if not text.startswith(("Taken back", "From now on"))] == []
