"""The events to narrate after a lost connection."""

import pytest

from playroom.console.play.match_telling import catch_up_events, moves_of_others
from playroom.rules.event import Dealt, Drew, Ended, Ending, Event, Passed, Scored, Turn

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
