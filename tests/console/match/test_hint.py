"""Hints: what to do now, and what is to be said of one's own last move."""

import re
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move

from playroom.rules.legal import legal_moves
from playroom.rules.view import view

TABLE = ("play", "--seed", "1", "--players", "3", "--bots", "casual")


def opened(home: Path, pace: str = "0") -> Console:
    """A table whose first move is the listener's."""
    console = Console(*TABLE, "--pace", pace, home=home)
    console.hear()
    return console


def with_a_choice(home: Path) -> Console:
    """A table at a turn of the listener with several moves."""
    console = opened(home)
    console.play()
    while len(legal_moves(view(console.match, 0).position)) < 2:
        console.play()
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


@pytest.mark.long
def test_asked_again_it_has_the_rate_and_then_it_is_about_the_last_own_move(home: Path) -> None:
    console = opened(home)
    first = console.answers("i", "i")
    console.play()
    while len(legal_moves(view(console.match, 0).position)) < 2:
        console.play()
    hint, rated, review, _, again = console.answers("i", "i", "i", "i", "i")

    assert first == ["Hint: 6-6. It is the only move."] * 2
    assert re.fullmatch(r"(Hint: \S+ \w+)\..* It wins about \d+ rounds in 10+(\.|,).*", rated)
    assert rated.startswith(hint[: hint.index(".")])
    assert review.startswith("Your last move: ")
    assert again == hint


def test_a_move_is_reviewed_at_the_end_where_it_was_made(home: Path) -> None:
    console = Console("play", "--seed", "3", "--players", "2", "--pace", "0", home=home)
    console.hear()
    made = console.hear("z", "g")[1]
    assert made == "You: 2-1, left. Ends 1 and 2.", "of 2-2 both ends are alike"

    review = console.answers("i", "i", "i")[-1]

    assert review.startswith("Your last move: 2-1 left.")


def test_before_ones_first_move_it_says_that_there_is_none_to_comment_on(home: Path) -> None:
    console = opened(home)

    hint, _, none, again = console.answers("i", "i", "i", "i")

    assert none == "You have not moved yet, so there is no move to comment on."
    assert again == hint


@pytest.mark.long
def test_out_of_turn_and_after_the_round_it_is_about_the_last_own_move(home: Path) -> None:
    console = opened(home, pace="10")
    console.press(*keys_of_a_move(console.match))
    console.heard()

    console.press("i")
    out_of_turn = console.heard()
    while console.match.round:
        console.play()
    (after,) = console.hear("i")

    assert out_of_turn == ["Your last move: 6-6. It was the only move."]
    assert after.startswith("Your last move: ")


def test_a_request_out_of_turn_is_answered_with_whose_turn_it_is(home: Path) -> None:
    console = Console("play", "--seed", "2", "--players", "3", "--bots", "casual", "--pace", "10", home=home)
    console.wait(0.2)
    console.heard()

    assert console.match.turn != 0
    console.press("i")

    assert re.fullmatch(r"Not your turn: \w+ plays\.", console.heard()[0])


@pytest.mark.long
def test_another_key_between_makes_the_question_the_first_again(home: Path) -> None:
    console = opened(home)
    for _ in range(2):
        console.play()
    hint, _, again = console.answers("i", "c", "i")

    assert again == hint


def test_a_hint_that_comes_after_the_move_is_not_said(home: Path) -> None:
    console = with_a_choice(home)
    console.background.thinking = 1.0
    console.press("i", *keys_of_a_move(console.match))

    assert not [text for text in console.hear() if text.startswith("Hint: ")]


def test_a_hint_that_takes_long_says_first_that_it_is_thought_about(home: Path) -> None:
    console = with_a_choice(home)
    console.background.thinking = 2.0
    console.press("i")
    console.wait(0.2)
    before = console.heard()
    console.rest()

    thinking, hint = console.heard()

    assert (before, thinking) == ([], "Thinking.")
    assert hint.startswith("Hint: ")


def test_a_hint_that_is_found_at_once_says_nothing_before(home: Path) -> None:
    console = opened(home)
    console.background.thinking = 0.2

    [hint] = console.hear("i")

    assert hint.startswith("Hint: ")


def test_that_an_answer_is_thought_about_is_said_once(home: Path) -> None:
    console = with_a_choice(home)
    console.background.thinking = 2.0

    console.press("i")
    console.wait(0.5)
    told = console.heard() + console.hear("i")

    assert told.count("Thinking.") == 1


def test_the_hint_for_an_only_move_is_there_at_once(home: Path) -> None:
    console = opened(home)
    console.background.thinking = 2.0

    assert console.answer("i") == "Hint: 6-6. It is the only move."
