"""The stack of open places."""

from collections.abc import Iterator
from typing import TypeVar

from playroom.console.ui.place import Place

Kind = TypeVar("Kind", bound=Place)


def _nothing() -> None:
    pass


class OpenPlaces:
    """A stack of places; the top one receives the keys."""

    def __init__(self) -> None:
        self._open: list[Place] = []
        self.changed = _nothing
        """Called when another place receives the keys."""

    def __iter__(self) -> Iterator[Place]:
        """The open places, the current one last."""
        return iter(self._open)

    @property
    def current(self) -> Place | None:
        """The current place; None once all are closed."""
        return self._open[-1] if self._open else None

    def has(self, kind: type[Place]) -> bool:
        """Whether a place of this kind is open, at any level."""
        return any(isinstance(place, kind) for place in self._open)

    @property
    def below(self) -> Place | None:
        """The place below the current one; None if there is none."""
        return self._open[-2] if len(self._open) > 1 else None

    def open(self, place: Place, *, silent: bool = False) -> None:
        """Open a place, which announces itself unless *silent*."""
        self._open.append(place)
        if not silent:
            place.tell()
        self.changed()

    def back(self) -> None:
        """Close the current place; the one below announces itself."""
        self.drop()
        if self.current:
            self.current.tell()
            self.changed()

    def drop(self) -> None:
        """Close the current place, silently."""
        self._open.pop()

    def drop_to(self, place: Place) -> None:
        """Close the places above *place*, which is open, silently."""
        del self._open[self._open.index(place) + 1 :]

    def close(self, kind: type[Kind]) -> Kind | None:
        """Close the lowest place of a kind and those above it, silently, and return it."""
        found = next((place for place in self._open if isinstance(place, kind)), None)
        if found:
            del self._open[self._open.index(found) :]
        return found

    def remove(self, place: Place) -> None:
        """Close a place below the current one, if it is open, silently."""
        self._open = [each for each in self._open if each is not place]

    def clear(self) -> None:
        """Close all places."""
        self._open.clear()
