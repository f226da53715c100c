"""What is said while a match is played by keys."""

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.console.opened import opened

from playroom.rules.event import Drew, Event, Played
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw
from playroom.rules.view import view

NINE = ("Ben", "Cleo", "Dan", "Eve", "Finn", "Gina", "Hugo", "Iris", "Jack")
LARGE = ("play", "--players", "10", "--set", "12", "--seed", "7")


def log(console: Console) -> Sequence[Event]:
    return console.match.rounds[-1].log


def _numbers(event: Played) -> str:
    """The numbers at the ends of a line, as they are said: "6 and 2"."""
    return " and ".join(str(end.number) for end in event.ends)


def test_each_move_is_one_utterance_with_tile_end_new_ends_and_tiles_left(home: Path) -> None:
    console = opened(home, "play", "--seed", "1", "--pace", "0.2", "--players", "3")
    before = len(log(console))

    own, *others = console.play()[-3:]

    played = [event for event in log(console)[before:] if isinstance(event, Played)]
    _, ben, cleo = (f"{each.laid}, {each.end}. Ends {_numbers(each)}." for each in played)
    assert own == f"You open: {played[0].laid}. Ends 6 and 6."
    # Each of these is all that is said: nobody is told whose turn it is but the one to move.
    assert others == [f"Ben: {ben} Ben has 6.", f"Cleo: {cleo} Cleo has 6. Your turn."]


def test_a_tile_is_spoken_as_it_lies_and_the_listeners_own_as_it_was_in_the_hand(home: Path) -> None:
    console = opened(home, "play", "--seed", "1", "--pace", "0", "--players", "2")
    for _ in range(3):
        console.play()

    (chain,) = console.hear("v")

    laid = [str(event.laid) for event in log(console) if isinstance(event, Played)]
    written = [line for line in console.screen.splitlines() if " Ends " in line]
    assert sorted(re.findall(r"\d+-\d+", chain)) == sorted(laid)
    assert all(left[-1] == right[0] for left, right in pairwise(re.findall(r"\d-\d", chain)))
    played = [event for event in log(console) if isinstance(event, Played)]
    told = [str(event.tile if event.seat == 0 else event.laid) for event in played]
    assert [re.search(r"\d-\d", line)[0] for line in written] == told  # type: ignore[index] # it was found


@pytest.mark.long
def test_nine_bots_and_your_turn_are_one_utterance_at_pace_0(home: Path) -> None:
    console = opened(home, *LARGE, "--pace", "0")

    turn = console.play()[-1]

    assert re.findall("|".join(NINE), turn)[-1] == "Jack"
    assert set(NINE) <= set(turn.split())
    assert turn.endswith(" Your turn.")


@pytest.mark.long
def test_a_drawn_tile_is_named_to_its_owner_alone(home: Path) -> None:
    console = opened(home, "play", "--seed", "1", "--pace", "0", "--players", "3")
    drawn: set[int] = set()
    while drawn != {0, 1, 2}:
        before = len(log(console))
        heard = console.play()
        draws = [event for event in log(console)[before:] if isinstance(event, Drew)]
        drawn |= {event.seat for event in draws}
        own = [f"You draw {event.tile}." for event in draws if event.seat == 0]
        assert [text for text in heard if text.startswith("You draw")] == own
        counts = re.findall(r"(?:Ben|Cleo) draws(?: (\d+) tiles)?\.", " ".join(heard))
        assert sum(int(count or 1) for count in counts) == len(draws) - len(own)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Ben draws 3 tiles. Ben: 4-2, left."), ("fr", "Ben pioche 3 dominos. Ben pose")],
)
def test_draws_in_a_row_are_one_sentence_with_their_number(home: Path, language: str, sentence: str) -> None:
    table = ("play", "draw", "--seed", "4", "--pace", "0", "--players", "2")
    console = opened(home, *table, "--language", language)
    for _ in range(7):
        console.play()

    move = console.play()[-1]

    assert move.startswith(sentence)
    assert console.hear("backspace") == [move]


def test_a_drawn_tile_that_fits_is_named_before_what_may_be_done_with_it(home: Path) -> None:
    console = opened(home, "play", "--seed", "191", "--pace", "0", "--players", "2")

    assert console.hear("space") == [
        "You draw 6-0.",
        "You may play 6-0 or pass and keep the tile.",
    ]


def play_until_a_draw(console: Console) -> None:
    """Make moves until the listener can draw."""
    for _ in range(12):
        if Draw() in legal_moves(view(console.match, 0).position):
            return
        console.play()


def test_a_draw_that_must_be_repeated_says_so(home: Path) -> None:
    console = opened(home, "play", "draw", "--seed", "1", "--pace", "0", "--players", "2")
    play_until_a_draw(console)

    fitting = console.hear("space")
    console.play()
    play_until_a_draw(console)
    unfitting = console.hear("space")

    assert fitting == ["You draw 2-2.", "You must play 2-2."]
    assert unfitting == ["You draw 6-4.", "6-4 does not fit. Draw again."]


def test_a_draw_that_ends_the_turn_says_so(home: Path) -> None:
    console = opened(home, "play", "passing-game", "--seed", "0", "--players", "2")
    play_until_a_draw(console)

    assert console.hear("space")[:2] == ["You draw 3-3.", "That ends your turn."]


@pytest.mark.long
def test_a_question_is_answered_at_once_while_bots_move(home: Path) -> None:
    console = opened(home, *LARGE, "--pace", "0.2")
    console.press(*keys_of_a_move(console.match))
    console.heard()

    for _ in range(100):
        console.press("c")
        assert console.heard()[-1].startswith("Ends ")
        console.wait(0.03)

    whole = " ".join(said.text for said in console.said)
    assert all(f"{name}: " in whole or f"{name} " in whole for name in NINE)
