"""What others have done since the listener's last move, in one sentence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from playroom.narration.answers.ends import end_place, ends_left
from playroom.narration.message import Blank, Message, Series, about
from playroom.rules.event import (
    Again,
    Drew,
    Event,
    MayExtend,
    MustCover,
    Passed,
    Played,
    Skipped,
    StoodDown,
    TrainClosed,
    TrainOpened,
    TurnedRound,
)
from playroom.rules.rulebook.questions import Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat

OfPlayer: TypeAlias = (
    Played | Drew | Passed | Skipped | StoodDown | TrainOpened | TrainClosed | Again | MustCover | MayExtend
)
"""What one player does, and what comes of it, apart from points."""


class Act(NamedTuple):
    """An entry for what somebody did, with what fills its blanks; no seat where it is about all."""

    entry: str
    blanks: Mapping[str, Blank]
    seat: Seat | None = None


def is_summed_up(event: Event, ear: Seat | None) -> bool:
    """Whether a summary for the listener at seat *ear* tells *event*, or its ends show it."""
    return isinstance(event, TurnedRound) or (isinstance(event, OfPlayer) and event.seat != ear)


def is_next_round_of_turns(before: Sequence[Event], event: Event) -> bool:
    """Whether the player of *event* has had another turn *before* it, with somebody else's after that."""
    seats = [each.seat for each in before if isinstance(each, OfPlayer)]
    return isinstance(event, OfPlayer) and event.seat in seats and event.seat != seats[-1]


def turn_summary(
    events: Sequence[Event], ear: Seat | None, rules: Rules, *, with_ends: bool = True
) -> Message | None:
    """What others did, in one sentence, and *with_ends* the ends that they have left; None if it is nothing.

    Neighbours who did the same are named together.
    """
    acts = tuple(_merged(_acts(events, ear, rules), ear))
    if not acts:
        return None
    ends = ends_left(events, ear, rules) if with_ends else None
    kind = "trains" if rules.has_engine else "line"
    blanks: dict[str, Blank] = {"ends_of": kind if ends else "none", "ends": ends or ""}
    return Message("events.summed_up", blanks={"acts": Series(acts), **blanks})


def _merged(acts: Iterable[Act], ear: Seat | None) -> Iterator[Message]:
    """Each act as a message; of neighbours who did the same, one message."""
    for (entry, blanks), several in groupby(acts, key=lambda act: (act.entry, act.blanks)):
        seats = tuple(act.seat for act in several if act.seat is not None)
        yield about(entry, seats, ear, blanks) if seats else Message(entry, blanks=blanks)


def _acts(events: Sequence[Event], ear: Seat | None, rules: Rules) -> Iterator[Act]:
    """What each player did, the tiles that they drew before it counted in it.

    Where a tile was played, the ends tell which trains were opened.
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
    """What *event* is in a summary, after so many draws; None if nothing."""
    match event:
        case Played():
            return _played(event, drawn, ear, rules)
        case Passed():
            return _passed(event, drawn, rules)
        case StoodDown(seat):
            return Act("events.summary.out", {}, seat)
        case Skipped(seat):
            return Act("events.summary.skipped", {}, seat)
        case TurnedRound(clockwise):
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
    """A pass; where it costs the round, that is told instead (PO-4)."""
    if rules.passing is Passing.AND_OUT:
        return None
    if event.stops:
        return Act("events.summary.stopped", {}, event.seat)
    if event.drew and event.forced is False:
        return Act("events.summary.kept", {}, event.seat)
    return Act("events.summary.passed", {"drawn": drawn}, event.seat)
