"""The rounds of a match, as a sequence of which the last one changes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from playroom.rules.log.growing import Growing
from playroom.rules.round import Round


class Rounds(Sequence[Round]):
    """The rounds of a match in order, as an immutable sequence; *last* is the last one, None if empty.

    Sequences share their common rounds.
    """

    __slots__ = ("_earlier", "last")

    def __init__(self, rounds: Iterable[Round] = ()) -> None:
        *earlier, self.last = (None, *rounds)
        self._earlier: Growing[Round] = Growing(filter(None, earlier))

    def after(self, dealt: Round) -> "Rounds":
        """The rounds with one more."""
        return _rounds(self._earlier.after(self.last), dealt) if self.last else Rounds((dealt,))

    def with_last(self, now: Round) -> "Rounds":
        """The rounds with another state of the last one."""
        return _rounds(self._earlier, now)

    def before_last(self) -> "Rounds":
        """The rounds without the last one."""
        return self.first(len(self) - 1)

    def first(self, count: int) -> "Rounds":
        """The first *count* rounds."""
        if count >= len(self):
            return self
        return _rounds(self._earlier.first(count - 1), self._earlier[count - 1]) if count else Rounds()

    @overload
    def __getitem__(self, index: int) -> Round: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Round, ...]: ...
    def __getitem__(self, index: int | slice) -> Round | tuple[Round, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        number = range(len(self))[index]
        return self.last if self.last and number == len(self._earlier) else self._earlier[number]

    def __len__(self) -> int:
        return len(self._earlier) + (self.last is not None)

    def __iter__(self) -> Iterator[Round]:
        yield from self._earlier
        if self.last:
            yield self.last

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rounds):
            return NotImplemented
        return self.last == other.last and self._earlier == other._earlier

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Rounds({tuple(self)!r})"

    def __reduce__(self) -> tuple[type["Rounds"], tuple[tuple[Round, ...]]]:
        return Rounds, (tuple(self),)


def _rounds(earlier: Growing[Round], last: Round) -> Rounds:
    """The earlier rounds and the last one."""
    rounds = Rounds.__new__(Rounds)
    rounds._earlier, rounds.last = earlier, last  # noqa: SLF001 (a constructor)
    return rounds
