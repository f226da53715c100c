"""The events to narrate after a lost connection."""

from pathlib import Path

import pytest
from support.console.hand_held import Console

from playroom.console.play.match_telling import catch_up_events, moves_of_others
from playroom.console.play.table import TablePlace
from playroom.rules.event import Dealt, Drew, Ended, Ending, Event, Passed, Scored, Turn
from playroom.rules.tile import Hand, tiles
from playroom.rules.view import seen

ADA, BEN = 0, 1
ADA_DRAWS, BEN_DRAWS = Drew(ADA, None, 9), Drew(BEN, None, 8)
ADA_PASSES = Passed(ADA, (), forced=True, drew=False)
OVER, SCORES = Ended(Ending.BLOCKED, None), Scored((0, 5), (0, 5))
DEAL = Dealt(((), ()), (), ADA)


@pytest.mark.parametrize(
    ("missed", "told", "moves"),
    [
        ([], [], 0),
        ([DEAL, Turn(BEN)], [DEAL, Turn(BEN)], 0),
        ([ADA_DRAWS, Turn(BEN)], [ADA_DRAWS, Turn(BEN)], 0),
        ([ADA_DRAWS, Turn(BEN), BEN_DRAWS, Turn(ADA)], [ADA_DRAWS, BEN_DRAWS, Turn(ADA)], 1),
        ([BEN_DRAWS, ADA_PASSES, Turn(BEN)], [BEN_DRAWS, ADA_PASSES, Turn(BEN)], 1),
        ([BEN_DRAWS, OVER, SCORES, DEAL, Turn(ADA)], [BEN_DRAWS, OVER, SCORES, DEAL, Turn(ADA)], 1),
        (
            [ADA_PASSES, OVER, SCORES, DEAL, Turn(BEN), BEN_DRAWS, Turn(ADA)],
            [OVER, SCORES, DEAL, BEN_DRAWS, Turn(ADA)],
            1,
        ),
    ],
)
def test_the_last_move_and_the_ends_of_rounds_are_announced(
    missed: list[Event], told: list[Event], moves: int
) -> None:
    assert [*catch_up_events(missed, ADA)] == told
    assert moves_of_others(missed, ADA) == moves


@pytest.mark.parametrize("played_for", [(), tiles("6-4")])
def test_who_was_away_hears_why_a_blocked_round_went_to_whom(home: Path, played_for: Hand) -> None:
    console = Console("play", "block", "--players", "2", "--pace", "0", "--seed", "1", home=home)
    console.rest()
    while console.match.round:
        console.play()
    assert isinstance(console.place, TablePlace)
    events = tuple(seen(event, ADA) for event in console.match.now.log[-5:])
    console.forget()

    console.place.session.catch_up(events, played_for)

    told = " ".join(console.hear())
    assert "Blocked, nobody can play. Ben has the fewest pips: 2." in told
