"""The cue of each event, beside its words."""

from collections.abc import Mapping
from typing import Final, assert_never

from playroom.narration.message import SeatedCue
from playroom.rules.event import (
    Again,
    Dealt,
    Drew,
    Dropped,
    Ended,
    Ending,
    Event,
    Lots,
    MayExtend,
    MustCover,
    Passed,
    Played,
    Redealt,
    Scored,
    Skipped,
    StoodDown,
    TrainClosed,
    TrainOpened,
    Turn,
    TurnedRound,
    Won,
)
from playroom.rules.layout import DOWN, LEFT, RIGHT, UP
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile
from playroom.rules.variant import Rules
from playroom.sound.cue import Cue

IMPOSSIBLE: Final = SeatedCue(Cue.IMPOSSIBLE)
"""What is heard with the words why a move is not allowed."""

CUES: Final[Mapping[type[Event], Cue]] = {
    Lots: Cue.DEAL,
    Redealt: Cue.DEAL,
    Dealt: Cue.DEAL,
    Turn: Cue.YOUR_TURN,
    Drew: Cue.DRAWN,
    Passed: Cue.PASSED,
    TrainOpened: Cue.TRAIN_OPENED,
    TrainClosed: Cue.TRAIN_CLOSED,
    MustCover: Cue.TO_COVER,
    MayExtend: Cue.AGAIN,
    StoodDown: Cue.OUT,
    Again: Cue.AGAIN,
    Skipped: Cue.SKIPPED,
    TurnedRound: Cue.TURNED_ROUND,
}
"""The cue of each event that always has the same."""

LINE_AND_ARMS: Final = frozenset({LEFT, RIGHT, UP, DOWN})
"""The ends that a line has, with or without a spinner."""

FEW_POINTS: Final = 10
"""Points below which a score sounds softer."""

SOFTER: Final = 0.7


def event_cue(event: Event, ear: Seat | None, rules: Rules, spinner: Tile | None = None) -> SeatedCue | None:
    """What the listener at seat *ear* hears of *event*; *spinner* is the tile that lies as the spinner."""
    match event:
        case Played():
            return SeatedCue(_cue_of_tile(event, spinner), event.seat)
        case Ended():
            return SeatedCue(_cue_of_ending(event, ear, rules))
        case Scored():
            return _cue_of_points(event, rules)
        case Won():
            return _cue_of_match(event, ear, rules)
        case Dropped(sides):
            seats = tuple(seat for side in sides for seat in rules.seats(side))
            return SeatedCue(Cue.OUT, seats[0] if len(seats) == 1 else None)
        case Lots() | Redealt() | Dealt() | TurnedRound():
            return SeatedCue(CUES[type(event)])
        case Turn() | Again() | Skipped() | MustCover() | MayExtend():
            return SeatedCue(CUES[type(event)], event.seat)
        case Drew() | Passed() | StoodDown() | TrainOpened() | TrainClosed():
            return SeatedCue(CUES[type(event)], event.seat)
    assert_never(event)


def is_cue_enough(event: Event, ear: Seat | None) -> bool:
    """Whether its cue says all to a listener who knows the cues: what others do, unless they play a tile."""
    match event:
        case Turn():
            return True
        case (
            Passed(seat)
            | Drew(seat)
            | StoodDown(seat)
            | Again(seat)
            | Skipped(seat)
            | TrainOpened(seat)
            | TrainClosed(seat)
            | MustCover(seat)
            | MayExtend(seat)
        ):
            return seat != ear
    return False


def end_numbers(event: Played) -> tuple[int, ...]:
    """The numbers at the ends after a tile, from the left to the right; of trains, the changed one."""
    if event.end is not None and event.end not in LINE_AND_ARMS:
        return tuple(each.number for each in event.ends if each.end == event.end)
    left, right, *arms = (each.number for each in event.ends)
    return (left, *arms, right)


def _cue_of_tile(event: Played, spinner: Tile | None) -> Cue:
    if event.tile == spinner:
        return Cue.SPINNER
    return Cue.DOUBLE if event.tile.is_double else Cue.PLAYED


def _cue_of_ending(event: Ended, ear: Seat | None, rules: Rules) -> Cue:
    if event.ending is Ending.BLOCKED:
        return Cue.BLOCKED
    if event.seat is None or ear is None:
        return Cue.ROUND_OVER
    return Cue.ROUND_WON if rules.side(ear) == rules.side(event.seat) else Cue.ROUND_LOST


def _cue_of_match(event: Won, ear: Seat | None, rules: Rules) -> SeatedCue | None:
    """Whether the side of seat *ear* has won; None for a spectator, who hears the end of the round."""
    if ear is None:
        return None
    return SeatedCue(Cue.MATCH_WON if rules.side(ear) in event.sides else Cue.MATCH_LOST)


def _cue_of_points(event: Scored, rules: Rules) -> SeatedCue | None:
    """The points of the only seat that gets some, from there; None if nobody gets any."""
    if not any(event.points):
        return None
    seats = tuple(seat for side, points in enumerate(event.points) if points for seat in rules.seats(side))
    strength = SOFTER if max(event.points) < FEW_POINTS else 1.0
    return SeatedCue(Cue.SCORED, seats[0] if len(seats) == 1 else None, strength)
