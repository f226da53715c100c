"""What is said again of the moves that were missed is not lost by a key that cuts it short."""

from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move

TABLE = ("play", "dominos", "--seed", "4")
SPEED = 18
BEN, CLEO = "Ben: 4-5, right. Ends 0 and 5. Ben has 6.", "Cleo: 5-6, right. Ends 0 and 6. Cleo has 5."


def opened(home: Path, **settings: object) -> Console:
    """A match in which Ben's move was heard, and Cleo's is being told."""
    console = Console(*TABLE, home=home, speed=SPEED, settings=settings)
    console.rest()
    console.press(*keys_of_a_move(console.match))
    console.wait(7)
    assert console.heard()[-1] == CLEO
    return console


def test_missed_moves_that_a_key_interrupts_are_repeated_after_its_answer(home: Path) -> None:
    console = opened(home)

    console.press("u")
    console.wait(1)
    heard = console.hear("c")

    assert heard[:2] == [f"{BEN} {CLEO}", "Ends 0 and 6."]
    assert heard[2].startswith("Cleo: 5-6, right. Ends 0 and 6. Cleo has 5.")


def test_missed_moves_that_were_silenced_are_repeated_by_the_same_key(home: Path) -> None:
    console = opened(home)

    console.press("u")
    console.wait(1)
    console.press("escape", "u")
    console.wait(1)

    assert console.heard()[-1] == f"{BEN} {CLEO}"


def test_moves_that_were_heard_before_are_not_repeated_unasked(home: Path) -> None:
    console = opened(home)
    console.rest()
    console.forget()

    console.press("u")
    console.wait(1)

    assert console.hear("c")[1:] == ["Ends 0 and 2."]


def test_a_move_leaves_of_the_missed_moves_that_it_is_ones_turn(home: Path) -> None:
    console = opened(home)
    while console.match.turn != 0:
        console.wait(0.5)
    console.press("u")
    console.wait(0.5)
    console.forget()

    console.press(*keys_of_a_move(console.match))
    console.wait(3)

    assert any("Dan: 6-2" in text for text in console.heard())
    assert "Your turn" not in " ".join(said.text for said in console.said[-2:])


def test_moves_that_wait_for_a_summary_are_not_lost(home: Path) -> None:
    settings = {"verbosity": "summary"}
    console = Console(*TABLE, "--pace", "5", home=home, speed=SPEED, settings=settings)
    console.rest()
    console.press(*keys_of_a_move(console.match))
    console.wait(8)
    console.press("u")
    console.wait(0.5)
    console.forget()

    assert console.hear("c")[:2] == ["0 and 5.", "Ben 4-5 right. Ends 0 and 5."]


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "way_on"),
    [("en", "Enter deals the next round."), ("fr", "manche suivante.")],
)
def test_after_a_round_the_missed_moves_end_with_what_leads_on(
    home: Path, language: str, way_on: str
) -> None:
    console = Console(*TABLE, "--pace", "0", home=home, settings={"language": language})
    console.hear()
    while console.match.turn is not None:
        console.play()

    (told,) = console.hear("u")

    assert told.endswith(way_on)
