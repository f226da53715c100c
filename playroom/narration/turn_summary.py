"""One sentence for all that others have done since the listener's last move."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from playroom.narration.answers.ends import end_place, ends_left
from playroom.narration.message import Blank, Message, Series, about
from playroom.rules.event import (
    Again,
    DirectionReversed,
    Drew,
    Event,
    MayExtend,
    MustCover,
    Passed,
    Played,
    PlayerOut,
    Skipped,
    TrainClosed,
    TrainOpened,
)
from playroom.rules.rulebook.questions import Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat

OfPlayer: TypeAlias = (
    Played | Drew | Passed | Skipped | PlayerOut | TrainOpened | TrainClosed | Again | MustCover | MayExtend
)
"""The events of one player, apart from points."""


class Act(NamedTuple):
    """An entry for one action, with the values of its blanks; *seat* is None if it is about all."""

    entry: str
    blanks: Mapping[str, Blank]
    seat: Seat | None = None


def is_summed_up(event: Event, ear: Seat | None) -> bool:
    """Whether a summary for the listener at seat *ear* covers *event*, in words or by its ends."""
    return isinstance(event, DirectionReversed) or (isinstance(event, OfPlayer) and event.seat != ear)


def is_next_round_of_turns(before: Sequence[Event], event: Event) -> bool:
    """Whether *event* starts the second turn of its player in the events *before* it."""
    seats = [each.seat for each in before if isinstance(each, OfPlayer)]
    return isinstance(event, OfPlayer) and event.seat in seats and event.seat != seats[-1]


def turn_summary(
    events: Sequence[Event], ear: Seat | None, rules: Rules, *, with_ends: bool = True
) -> Message | None:
    """The actions of others in one sentence, and the ends left if *with_ends*; None if there were none.

    Consecutive players with the same action are named together.
    """
    acts = tuple(_merged(_acts(events, ear, rules), ear))
    if not acts:
        return None
    ends = ends_left(events, ear, rules) if with_ends else None
    kind = "trains" if rules.has_engine else "line"
    blanks: dict[str, Blank] = {"ends_of": kind if ends else "none", "ends": ends or ""}
    return Message("events.summed_up", blanks={"acts": Series(acts), **blanks})


def _merged(acts: Iterable[Act], ear: Seat | None) -> Iterator[Message]:
    """Each act as a message; one message for consecutive players with the same act."""
    for (entry, blanks), several in groupby(acts, key=lambda act: (act.entry, act.blanks)):
        seats = tuple(act.seat for act in several if act.seat is not None)
        yield about(entry, seats, ear, blanks) if seats else Message(entry, blanks=blanks)


def _acts(events: Sequence[Event], ear: Seat | None, rules: Rules) -> Iterator[Act]:
    """The act of each player, including the number of tiles drawn before it.

    Opened trains are left out if a tile was played, as the ends show them.
    """
    drawn, has_tile = 0, any(isinstance(event, Played) for event in events)
    for event in events:
        if isinstance(event, Drew):
            drawn += 1
        elif isinstance(event, TrainOpened) and not has_tile:
            yield Act("events.summary.train_opened", {}, event.seat)
        elif act := _act(event, drawn, ear, rules):
            yield act
            drawn = 0
    if drawn:
        drawer = next(event.seat for event in reversed(events) if isinstance(event, Drew))
        yield Act("events.summary.drew", {"drawn": drawn}, drawer)


def _act(event: Event, drawn: int, ear: Seat | None, rules: Rules) -> Act | None:
    """The act of *event* after *drawn* draws; None if a summary leaves it out."""
    match event:
        case Played():
            return _played(event, drawn, ear, rules)
        case Passed():
            return _passed(event, drawn, rules)
        case PlayerOut(seat):
            return Act("events.summary.out", {}, seat)
        case Skipped(seat):
            return Act("events.summary.skipped", {}, seat)
        case DirectionReversed(clockwise):
            way = "clockwise" if clockwise else "anticlockwise"
            return Act("events.summary.turned_round", {"way": way})
    return None


def _played(event: Played, drawn: int, ear: Seat | None, rules: Rules) -> Act:
    blanks: dict[str, Blank] = {"tile": event.laid, "drawn": drawn, "left": event.left}
    if event.end is None:
        return Act("events.summary.opened", blanks, event.seat)
    if rules.has_engine:
        where = end_place(event.end, ear, mover=event.seat)
        return Act("events.summary.played_train", {**blanks, "where": where}, event.seat)
    return Act("events.summary.played", {**blanks, "end": str(event.end.arm)}, event.seat)


def _passed(event: Passed, drawn: int, rules: Rules) -> Act | None:
    """A pass; None where it costs the round, as that is announced (PO-4)."""
    if rules.passing is Passing.AND_OUT:
        return None
    if event.stops:
        return Act("events.summary.stopped", {}, event.seat)
    if event.drew and event.forced is False:
        return Act("events.summary.kept", {}, event.seat)
    return Act("events.summary.passed", {"drawn": drawn}, event.seat)
