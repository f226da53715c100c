"""The log of a round: events that are added without being copied."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import overload

from playroom.rules.event import Event


class EventLog(Sequence[Event]):
    """Events in the order in which they happened: an immutable value, although its storage is shared.

    A log and its continuations share one list, of which each sees its own length. The first continuation of
    a log appends to the list; another one, and one that lost a race between threads, copies.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._items = list(events)
        self._length = len(self._items)

    def after(self, event: Event) -> "EventLog":
        """The log with one more event."""
        if len(self._items) == self._length:
            self._items.append(event)
            if self._items[self._length] is event:  # not of another thread that was faster
                grown = EventLog.__new__(EventLog)
                grown._items, grown._length = self._items, self._length + 1  # noqa: SLF001 (a constructor)
                return grown
        return EventLog((*self, event))

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        return self._items[range(self._length)[index]]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Event]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EventLog):
            return NotImplemented
        is_same = self._items is other._items or tuple(self) == tuple(other)
        return self._length == other._length and is_same

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"EventLog({tuple(self)!r})"

    def __reduce__(self) -> tuple[type["EventLog"], tuple[tuple[Event, ...]]]:
        return EventLog, (tuple(self),)
