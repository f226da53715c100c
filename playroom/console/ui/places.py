"""The places that keys go to: what each can do, its choices, and the stack of those that are open."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar, runtime_checkable

from msgspec import Struct
from msgspec.structs import replace

from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message


class TypedNumber(Struct, frozen=True):
    """A number that can be typed: *take* takes it, or says why it cannot be.

    *most* is the greatest one, 0 if that is not known.
    """

    take: Callable[[int], Message | None]
    most: int = 0


class Item(Struct, frozen=True):
    """One line of a list, and what happens when it is chosen, its value stepped up or down, a number typed.

    *key* is what the focus holds on to when the list is made anew. A step may give what is to be said of it,
    such as why a value was passed over. *focused* is called when the item in focus is said, such as to play a
    sample. *about* says what a value means.
    """

    key: str
    label: Message
    choose: Callable[[], None] | None = None
    step: Callable[[int], Message | None] | None = None
    number: TypedNumber | None = None
    focused: Callable[[], None] | None = None
    about: Message | None = None


class ListItem(Item, frozen=True, kw_only=True):
    """A line that opens a list, whose lines *inside* gives, for a search."""

    inside: Callable[[], tuple[Item, ...]]


class ListFocus(Struct, frozen=True):
    """A list with at least one item, and the index of the item in focus."""

    items: tuple[Item, ...]
    focus: int = 0

    @property
    def item(self) -> Item:
        """The item in focus."""
        return self.items[self.focus]

    def moved(self, step: int) -> "ListFocus":
        """The focus moved by a number of items, within the ends."""
        return self.at(self.focus + step)

    def at(self, focus: int) -> "ListFocus":
        """The focus on an item by its index, or on the nearest there is."""
        return replace(self, focus=max(0, min(focus, len(self.items) - 1)))

    def on(self, key: str) -> "ListFocus":
        """The focus on the item of this key; where it is if there is none."""
        return next((self.at(index) for index, item in enumerate(self.items) if item.key == key), self)

    def on_letter(self, said: Sequence[str], letter: str) -> "ListFocus | None":
        """The focus on the next item whose words, in *said*, begin so, round the end; None if none do."""
        order = (*range(self.focus + 1, len(self.items)), *range(self.focus + 1))
        begins = (index for index in order if said[index].casefold().startswith(letter.casefold()))
        found = next(begins, None)
        return None if found is None else replace(self, focus=found)

    def renewed(self, items: tuple[Item, ...]) -> "ListFocus":
        """The list with new items; the focus stays on the same item, or else near where it was."""
        keys = [item.key for item in items]
        focus = keys.index(self.item.key) if self.item.key in keys else self.focus
        return ListFocus(items).at(focus)


class Place(Protocol):
    """A list, a table, a question: what key presses go to while it is on top."""

    @property
    def bindings(self) -> PlaceName | None:
        """The section of the keymap; None where every key is an answer."""

    def tell(self) -> None:
        """Say the place and its focus."""

    def obey(self, command: Command) -> None:
        """Run a command."""

    def typed(self, key: str) -> bool:
        """Take a key without a command; False if it has no meaning here."""

    def choices(self) -> tuple[Item, ...]:
        """The choices for the scanner."""


@runtime_checkable
class PlayingPlace(Protocol):
    """The table of a match."""

    def tell_focus(self) -> None:
        """Say the state of the table, then the tile or the choice in focus."""

    def applies(self, command: Command) -> bool:
        """Whether a command means anything at this table, so that lists have it; its key says why not."""


@runtime_checkable
class AskingPlace(Protocol):
    """A place that waits for the answer to a question."""

    @property
    def question(self) -> Message:
        """The question."""


Kind = TypeVar("Kind", bound=Place)


class OpenPlaces:
    """A stack of places; the top one receives the keys."""

    def __init__(self) -> None:
        self._open: list[Place] = []
        self.changed: Callable[[], None] = lambda: None
        """Called when another place receives the keys."""
        self.left: Callable[[], None] = lambda: None
        """Called before the current place gives up the keys."""

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
        self.left()
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
        self.left()
        self._open.pop()

    def drop_to(self, place: Place) -> None:
        """Close the places above *place*, which is open, silently."""
        self.left()
        del self._open[self._open.index(place) + 1 :]

    def close(self, kind: type[Kind]) -> Kind | None:
        """Close the lowest place of a kind and those above it, silently, and return it."""
        found = next((place for place in self._open if isinstance(place, kind)), None)
        if found:
            self.left()
            del self._open[self._open.index(found) :]
        return found

    def remove(self, place: Place) -> None:
        """Close a place below the current one, if it is open, silently."""
        self._open = [each for each in self._open if each is not place]

    def clear(self) -> None:
        """Close all places."""
        self._open.clear()
