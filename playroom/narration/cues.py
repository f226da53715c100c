"""The cue of each event, and the switch for its level of detail."""

from enum import StrEnum
from typing import TYPE_CHECKING, Final, assert_never

from playroom.narration.message import SeatedCue
from playroom.rules import event as events
from playroom.rules.layout import DOWN, LEFT, RIGHT, UP
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile
from playroom.sound.cue import Cue

if TYPE_CHECKING:  # settings name the switches, and need no rulebooks
    from playroom.rules.rulebook.variant import Rules

IMPOSSIBLE: Final = SeatedCue(Cue.IMPOSSIBLE)
"""The cue of an illegal move."""


class EventSwitch(StrEnum):
    """The kinds of events whose level of detail players choose, in the order of their list."""

    DEALT = "dealt"
    TURN = "turn"
    """Whose it is, and why: another one, one that is skipped, or a change of direction."""
    PLAYED = "played"
    DREW = "drew"
    PASSED = "passed"
    """What comes of it too: an open train, or that the player is out of the round."""
    SCORED = "scored"
    ENDED = "ended"
    """The end of the round or of the match, or of the match for one side."""


LINE_AND_ARMS: Final = frozenset({LEFT, RIGHT, UP, DOWN})
"""The ends that a line has, with or without a spinner."""

FEW_POINTS: Final = 10
"""Scores below this many points are played softer."""

SOFTER: Final = 0.7


def event_cue(
    event: events.Event, ear: Seat | None, rules: "Rules", spinner: Tile | None = None
) -> SeatedCue | None:
    """The cue of *event* for the listener at seat *ear*; *spinner* is the spinner of the layout."""
    match event:
        case events.Played():
            return SeatedCue(_cue_of_tile(event, spinner), event.seat)
        case events.Ended():
            return SeatedCue(_cue_of_ending(event, ear, rules))
        case events.Bonus(seat):
            return SeatedCue(Cue.SCORED, seat)
        case events.CarriedOver() | events.ArmsFreed():
            return None
        case events.Scored():
            return _cue_of_points(event, rules)
        case events.Won():
            return _cue_of_match(event, ear, rules)
        case events.SidesEliminated(sides):
            seats = tuple(seat for side in sides for seat in rules.seats(side))
            return SeatedCue(Cue.OUT, seats[0] if len(seats) == 1 else None)
        case events.StartDraw() | events.Redealt() | events.Dealt():
            return SeatedCue(Cue.DEAL)
        case events.DirectionReversed():
            return SeatedCue(Cue.TURNED_ROUND)
        case (
            events.Drew() | events.Passed() | events.PlayerOut() | events.TrainOpened() | events.TrainClosed()
        ):
            return SeatedCue(_cue_of_act(event), event.seat)
        case events.Turn() | events.Again() | events.Skipped() | events.MustCover() | events.MayExtend():
            return SeatedCue(_cue_of_turn(event), event.seat)
    assert_never(event)


def event_switch(event: events.Event) -> EventSwitch:
    """The switch that sets the level of detail of an event."""
    match event:
        case events.StartDraw() | events.Redealt() | events.Dealt():
            return EventSwitch.DEALT
        case (
            events.Turn()
            | events.MustCover()
            | events.MayExtend()
            | events.Again()
            | events.Skipped()
            | events.DirectionReversed()
        ):
            return EventSwitch.TURN
        case events.Played() | events.ArmsFreed():
            return EventSwitch.PLAYED
        case events.Drew():
            return EventSwitch.DREW
        case events.Passed() | events.PlayerOut() | events.TrainOpened() | events.TrainClosed():
            return EventSwitch.PASSED
        case events.Bonus() | events.Scored() | events.CarriedOver():
            return EventSwitch.SCORED
        case events.Ended() | events.SidesEliminated() | events.Won():
            return EventSwitch.ENDED
    assert_never(event)


def is_cue_enough(event: events.Event, ear: Seat | None) -> bool:
    """Whether the cue replaces the words: for the actions of others, except when they play a tile."""
    match event:
        case events.Turn():
            return True
        case (
            events.Passed(seat)
            | events.Drew(seat)
            | events.PlayerOut(seat)
            | events.Again(seat)
            | events.Skipped(seat)
            | events.TrainOpened(seat)
            | events.TrainClosed(seat)
            | events.MustCover(seat)
            | events.MayExtend(seat)
        ):
            return seat != ear
    return False


def end_numbers(event: events.Played) -> tuple[int, ...]:
    """The numbers at the ends after a play, from left to right; of trains, only the changed end."""
    if event.end is not None and event.end not in LINE_AND_ARMS:
        return tuple(each.number for each in event.ends if each.end == event.end)
    return tuple(each.number for each in sorted(event.ends, key=lambda each: each.end == RIGHT))


def _cue_of_act(
    event: events.Drew | events.Passed | events.PlayerOut | events.TrainOpened | events.TrainClosed,
) -> Cue:
    match event:
        case events.Drew():
            return Cue.DRAWN
        case events.Passed():
            return Cue.PASSED
        case events.PlayerOut():
            return Cue.OUT
        case events.TrainOpened():
            return Cue.TRAIN_OPENED
        case events.TrainClosed():
            return Cue.TRAIN_CLOSED
    assert_never(event)


def _cue_of_turn(
    event: events.Turn | events.Again | events.Skipped | events.MustCover | events.MayExtend,
) -> Cue:
    match event:
        case events.Turn():
            return Cue.YOUR_TURN
        case events.Again() | events.MayExtend():
            return Cue.AGAIN
        case events.Skipped():
            return Cue.SKIPPED
        case events.MustCover():
            return Cue.TO_COVER
    assert_never(event)


def _cue_of_tile(event: events.Played, spinner: Tile | None) -> Cue:
    if event.tile == spinner:
        return Cue.SPINNER
    return Cue.DOUBLE if event.tile.is_double else Cue.PLAYED


def _cue_of_ending(event: events.Ended, ear: Seat | None, rules: "Rules") -> Cue:
    if event.ending is events.Ending.BLOCKED:
        return Cue.BLOCKED
    if event.seat is None or ear is None:
        return Cue.ROUND_OVER
    return Cue.ROUND_WON if rules.side(ear) == rules.side(event.seat) else Cue.ROUND_LOST


def _cue_of_match(event: events.Won, ear: Seat | None, rules: "Rules") -> SeatedCue | None:
    """The cue of a won or lost match; None for a spectator, who hears the end of the round."""
    if ear is None:
        return None
    return SeatedCue(Cue.MATCH_WON if rules.side(ear) in event.sides else Cue.MATCH_LOST)


def _cue_of_points(event: events.Scored, rules: "Rules") -> SeatedCue | None:
    """The cue of points, at the seat that scores if it is only one; None if no seat scores."""
    if not any(event.points):
        return None
    seats = tuple(seat for side, points in enumerate(event.points) if points for seat in rules.seats(side))
    strength = SOFTER if max(event.points) < FEW_POINTS else 1.0
    return SeatedCue(Cue.SCORED, seats[0] if len(seats) == 1 else None, strength)
