"""A replayed match as a table without new events, and its steps for one seat."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from playroom.console.play.match_log import without_forced_turns
from playroom.narration.message import Message
from playroom.narration.narrate import after_round, narrated, round_context
from playroom.rules.event import Chosen, Ended, Event
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rewind import decision_of
from playroom.rules.seat import Seat
from playroom.rules.view import View, seen, view
from playroom.table.record import Record
from playroom.table.table import Listener
from playroom.table.timeline import Timeline


class StillTable:
    """A table at which nothing happens: nothing is dealt, and nobody moves."""

    is_waiting = False
    is_connected = True

    def listen(self, listener: Listener) -> None:
        """Do nothing, as there are no new events."""

    def deal(self) -> None:
        """No round is dealt here."""

    def play(self, seat: Seat, move: Move) -> None:
        """No move is made here."""

    def make_forced_passes(self) -> None:
        """No pass goes by itself here."""

    def thought(self) -> Callable[[], Move] | None:
        """No bot is to move here."""
        return None


class ReplayTable(StillTable):
    """The first steps of a match, up to the one at *index*."""

    def __init__(self, record: Record) -> None:
        self.timeline = Timeline(record.match)
        self.index = 0
        self._whole = record

    @property
    def record(self) -> Record:
        """The match as far as the step at *index*."""
        return replace(self._whole, match=self.match)

    @property
    def match(self) -> Match:
        """The match as it stood after the step at *index*."""
        return self.timeline.state(self.index)


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
    if not isinstance(event, Chosen) or event.seat != seat:
        return None
    found = decision_of(timeline.state(index - 1), event)
    return (view(found.before, seat), found.move) if found else None


def step_messages(timeline: Timeline, index: int, ear: Seat | None) -> tuple[Message, ...]:
    """The messages of the step at *index* for the listener at seat *ear*; None is a spectator."""
    match, is_over = timeline.state(index), False
    is_same_round = any(
        step.round == timeline.steps[index].round for step in timeline.steps[index + 1 : index + 2]
    )
    here = _seen(timeline.events(index), ear)
    following = _seen(timeline.events(index + 1) if is_same_round else (), ear)
    # A turn that led to a forced pass alone is not told.
    kept = without_forced_turns((*here, *following), timeline.match.rules)
    learnt = kept[: len(kept) - len(without_forced_turns(following, timeline.match.rules))]
    messages = []
    for event, message in narrated(learnt, ear, match.rules, round_context(match)):
        is_over = is_over or isinstance(event, Ended)
        if message:
            messages.append(after_round(message) if is_over else message)
    return tuple(messages)


def _seen(events: tuple[Event, ...], ear: Seat | None) -> tuple[Event, ...]:
    return tuple(seen(event, ear) for event in events)
