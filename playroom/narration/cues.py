"""The cue of each event, and the level of detail in which it is announced, by a switch for each kind."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Final, assert_never

from playroom.narration.message import SeatedCue, Urgency
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.rules import event as events
from playroom.rules.event import Event
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
        case events.StartDraw() | events.Redealt() | events.Dealt():
            return SeatedCue(Cue.DEAL)
        case events.Turn(seat):
            return SeatedCue(Cue.YOUR_TURN, seat)
        case events.Again(seat) | events.MayExtend(seat):
            return SeatedCue(Cue.AGAIN, seat)
        case events.Skipped(seat):
            return SeatedCue(Cue.SKIPPED, seat)
        case events.MustCover(seat):
            return SeatedCue(Cue.TO_COVER, seat)
        case events.DirectionReversed():
            return SeatedCue(Cue.TURNED_ROUND)
        case events.Played(seat, tile):
            plain = Cue.DOUBLE if tile.is_double else Cue.PLAYED
            return SeatedCue(Cue.SPINNER if tile == spinner else plain, seat)
        case events.Drew(seat):
            return SeatedCue(Cue.DRAWN, seat)
        case events.Passed(seat):
            return SeatedCue(Cue.PASSED, seat)
        case events.PlayerOut(seat):
            return SeatedCue(Cue.OUT, seat)
        case events.TrainOpened(seat):
            return SeatedCue(Cue.TRAIN_OPENED, seat)
        case events.TrainClosed(seat):
            return SeatedCue(Cue.TRAIN_CLOSED, seat)
        case events.Ended(ending, seat):
            if ending is events.Ending.BLOCKED:
                return SeatedCue(Cue.BLOCKED)
            if seat is None or ear is None:
                return SeatedCue(Cue.ROUND_OVER)
            return SeatedCue(Cue.ROUND_WON if rules.side(ear) == rules.side(seat) else Cue.ROUND_LOST)
        case events.Bonus(seat):
            return SeatedCue(Cue.SCORED, seat)
        case events.Scored(points):
            if not any(points):
                return None
            seats = tuple(seat for side, scored in enumerate(points) if scored for seat in rules.seats(side))
            strength = SOFTER if max(points) < FEW_POINTS else 1.0
            return SeatedCue(Cue.SCORED, seats[0] if len(seats) == 1 else None, strength)
        case events.CarriedOver() | events.ArmsFreed() | events.FootDone():
            return None
        case events.SidesEliminated(sides):
            seats = tuple(seat for side in sides for seat in rules.seats(side))
            return SeatedCue(Cue.OUT, seats[0] if len(seats) == 1 else None)
        case events.Won(sides):
            if ear is None:  # a spectator hears the end of the round
                return None
            return SeatedCue(Cue.MATCH_WON if rules.side(ear) in sides else Cue.MATCH_LOST)
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
        case events.Played() | events.ArmsFreed() | events.FootDone():
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
    """The numbers at the ends after a play, from left to right; of trains and feet, only the new end."""
    if event.end is not None and event.end not in LINE_AND_ARMS:
        return (event.laid.right,)
    return tuple(each.number for each in sorted(event.ends, key=lambda each: each.end == RIGHT))


class DetailLevel(StrEnum):
    """The detail in which events are announced."""

    USUAL = "usual"  # by the verbosity
    FULL = "full"
    BRIEF = "brief"
    SOUND = "sound"  # heard by its cue alone, and kept in the history in words
    NOTHING = "nothing"  # not kept either


URGENCIES: Final = (Urgency.ALERT, Urgency.EVENT, Urgency.HINT)
"""The urgencies that have a switch; an answer is always said."""

CHAT: Final = "chat"
"""The name of the switch for chat."""


def detail_level(levels: Mapping[str, str], urgency: Urgency, event: Event | None) -> DetailLevel:
    """The level of an event: by its switch in *levels*, or else by that of its urgency.

    Answers other than a deal always have the usual level, as have messages without an event other than hints.
    """
    switch = event_switch(event) if event else None
    is_answer = urgency is Urgency.ANSWER and switch is not EventSwitch.DEALT
    if is_answer or (event is None and urgency is not Urgency.HINT):
        return DetailLevel.USUAL
    own = levels.get(switch) if switch else None
    return DetailLevel(own or levels.get(urgency) or DetailLevel.USUAL)


def is_announced(levels: Mapping[str, str], urgency: Urgency, switch: EventSwitch) -> bool:
    """Whether events are announced in words, by the level of their switch or of their urgency."""
    level = levels.get(switch) or levels.get(urgency)
    return level not in (DetailLevel.SOUND, DetailLevel.NOTHING)


def chat_level(levels: Mapping[str, str]) -> DetailLevel:
    """The level of chat."""
    return DetailLevel(levels.get(CHAT, DetailLevel.USUAL))


def length(wanted: DetailLevel, usual: Verbosity) -> Verbosity:
    """The verbosity of messages at this level."""
    return Verbosity(wanted) if wanted in (DetailLevel.FULL, DetailLevel.BRIEF) else usual
