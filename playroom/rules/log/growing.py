"""Sequences that grow without being copied, such as the log of a round."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Self, TypeVar, overload

from playroom.rules.event import Event

T = TypeVar("T")


class Growing(Sequence[T]):
    """An immutable value, although its storage is shared.

    A sequence and its continuations share one list, of which each sees its own length. The first
    continuation of a sequence appends to the list; another one, and one that lost a race between
    threads, copies.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def after(self, item: T) -> Self:
        """The sequence with one more item."""
        if len(self._items) == self._length:
            self._items.append(item)
            if self._items[self._length] is item:  # not of another thread that was faster
                return self._with_length(self._length + 1)
        return type(self)((*self, item))

    def first(self, count: int) -> Self:
        """The first *count* items, as an earlier state of the sequence."""
        return self._with_length(min(count, self._length))

    def _with_length(self, length: int) -> Self:
        """The first items of the shared list."""
        shared = type(self).__new__(type(self))
        shared._items, shared._length = self._items, length  # noqa: SLF001 (a constructor)
        return shared

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        return self._items[range(self._length)[index]]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        is_same = self._items is other._items or tuple(self) == tuple(other)
        return self._length == other._length and is_same

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({tuple(self)!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[T, ...]]]:
        return type(self), (tuple(self),)


class EventLog(Growing[Event]):
    """Events in the order in which they happened."""

    __slots__ = ()
