"""Hints: what to do now, and what is to be said of one's own last move."""

import re
from pathlib import Path

from hand_held import Console, keys_of_a_move

from playroom.rules.legal import legal_moves
from playroom.rules.view import view

TABLE = ("play", "--seed", "1", "--players", "3", "--bots", "casual")


def opened(home: Path, pace: str = "0") -> Console:
    """A table whose first move is the listener's."""
    console = Console(*TABLE, "--pace", pace, home=home)
    console.hear()
    return console


def test_a_hint_names_a_move_and_why_and_leaves_no_trace_in_the_match(home: Path) -> None:
    console = opened(home)
    for _ in range(2):
        console.play()
    before = console.saved.file.read_bytes()

    (hint,) = console.hear("i")

    move, reasons = re.fullmatch(r"Hint: (.*?)\. (.*\.)", hint).groups()  # type: ignore[union-attr] # or it fails
    assert move in map(str, legal_moves(view(console.match, 0).position))
    assert reasons
    assert console.saved.file.read_bytes() == before


def test_asked_again_it_is_about_the_last_own_move(home: Path) -> None:
    console = opened(home)
    first, second, third = console.answers("i", "i", "i")
    console.play()
    after = console.answers("i", "i")

    assert first == "Hint: 6-6. It is the only move."
    assert second == "You have made no move here yet."
    assert third == first
    assert after[0].startswith("Hint: ")
    assert after[1] == "Your last move: 6-6. It is the only move."


def test_out_of_turn_it_says_whose_turn_it_is_and_then_what_was_better(home: Path) -> None:
    console = opened(home, pace="10")
    console.press(*keys_of_a_move(console.match))
    console.heard()

    console.press("i", "i")

    assert console.heard() == ["Not your turn: Ben plays.", "Your last move: 6-6. It is the only move."]


def test_another_key_between_makes_the_question_the_first_again(home: Path) -> None:
    hint, _, again = opened(home).answers("i", "c", "i")

    assert again == hint


def test_a_hint_that_comes_after_the_move_is_not_said(home: Path) -> None:
    console = opened(home)
    console.background.thinking = 1.0
    console.press("i", *keys_of_a_move(console.match))

    assert not [text for text in console.hear() if text.startswith("Hint: ")]
