"""The decisions of one seat in a match: what it knew, and the move that it made."""

from collections.abc import Iterator

from playroom.rules.event import Drew, Event, Passed, Played
from playroom.rules.flow import event_of
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.view import View, view
from playroom.table.timeline import Timeline


def last_own_decision(timeline: Timeline, index: int, seat: Seat | None) -> tuple[View, Move] | None:
    """The last choice of *seat* in the round up to the step at *index*; None if there was none."""
    first = timeline.first(timeline.steps[index].round)
    found = (_decision(timeline, at, seat) for at in range(index, first, -1))
    return next(filter(None, found), None)


def own_decisions(timeline: Timeline, seat: Seat) -> Iterator[tuple[int, View, Move]]:
    """All choices of *seat* in the match, each with the index of the step before it."""
    for index, step in enumerate(timeline.steps):
        if step.start and (found := _decision(timeline, index, seat)):
            yield index - 1, *found


def _decision(timeline: Timeline, index: int, seat: Seat | None) -> tuple[View, Move] | None:
    """The view and choice of *seat* at the step at *index*; None if it did not choose there."""
    event = timeline.events(index)[0]
    if not isinstance(event, Played | Drew | Passed) or event.seat != seat:
        return None
    before = timeline.state(index - 1)
    move = _move(before, event)
    return (view(before, seat), move) if move else None


def _move(before: Match, event: Event) -> Move | None:
    """The move that led to *event*, if there were others."""
    allowed = legal_moves(position(before))
    made = (move for move in allowed if event_of(before, move) == event)
    return next(made) if len(allowed) > 1 else None
