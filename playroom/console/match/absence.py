"""The events to narrate after a lost connection."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from playroom.rules.event import Dealt, Drew, Ended, Event, Passed, Played, Turn
from playroom.rules.seat import Seat

MOVES: Final = Played | Drew | Passed


def moves_of_others(events: Iterable[Event], ear: Seat | None) -> int:
    """The number of moves that others have made."""
    return sum(isinstance(event, MOVES) and event.seat != ear for event in events)


def catch_up_events(events: Sequence[Event], ear: Seat | None) -> tuple[Event, ...]:
    """The last tile played or drawn, with all that followed it.

    Before it come the listener's own last one, and how rounds ended and began.
    """
    seats = {at: event.seat for at, event in enumerate(events) if isinstance(event, Played | Drew)}
    last = max(seats, default=0)
    own = max((at for at, seat in seats.items() if seat == ear), default=-1)
    return (*_before(events[:last], own), *events[last:])


def _before(events: Iterable[Event], own: int) -> Iterator[Event]:
    is_between = False
    for at, event in enumerate(events):
        is_between = isinstance(event, Ended | Dealt) or (is_between and not isinstance(event, MOVES))
        if at == own or (is_between and not isinstance(event, Turn)):
            yield event
