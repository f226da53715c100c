"""The places that are open, one on top of the other."""

from collections.abc import Iterator
from typing import TypeVar

from playroom.console.places.place import Place

Kind = TypeVar("Kind", bound=Place)


def _nothing() -> None:
    pass


class OpenPlaces:
    """A stack of places; the one on top has the keys."""

    def __init__(self) -> None:
        self._open: list[Place] = []
        self.changed = _nothing
        """What is called when another place has the keys."""

    def __iter__(self) -> Iterator[Place]:
        """The places that are open, the one that has the keys last."""
        return iter(self._open)

    @property
    def current(self) -> Place | None:
        """The place that has the keys; None once all are closed."""
        return self._open[-1] if self._open else None

    def has(self, kind: type[Place]) -> bool:
        """Whether a place of this kind is open, under others too."""
        return any(isinstance(place, kind) for place in self._open)

    @property
    def below(self) -> Place | None:
        """The place that gets the keys back; None if there is none."""
        return self._open[-2] if len(self._open) > 1 else None

    def open(self, place: Place, *, silent: bool = False) -> None:
        """Give the keys to a place, which says where one is unless it is *silent*."""
        self._open.append(place)
        if not silent:
            place.tell()
        self.changed()

    def back(self) -> None:
        """Close the place that has the keys; the one below says where one is."""
        self.drop()
        if self.current:
            self.current.tell()
            self.changed()

    def drop(self) -> None:
        """Close the place that has the keys; the one below says nothing."""
        self._open.pop()

    def drop_to(self, place: Place) -> None:
        """Close the places above *place*, which is open and says nothing."""
        del self._open[self._open.index(place) + 1 :]

    def close(self, kind: type[Kind]) -> Kind | None:
        """Close the lowest place of a kind, which is the result, and those above it; nothing is said."""
        found = next((place for place in self._open if isinstance(place, kind)), None)
        if found:
            del self._open[self._open.index(found) :]
        return found

    def clear(self) -> None:
        """Close all places."""
        self._open.clear()
