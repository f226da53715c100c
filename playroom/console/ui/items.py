"""A spoken list: its items, and where the focus is."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from playroom.narration.message import Message


class Item(Struct, frozen=True):
    """One line of a list, and what happens when it is chosen, its value stepped up or down, a number typed.

    *key* is what the focus holds on to when the list is made anew. A step and a number may give what is to be
    said of it, such as why a value was passed over; *most* is the greatest number, 0 if it is not known.
    *focused* is called when the item in focus is said, such as to play a sample. *about* says what a value
    means, *inside* gives the lines of the list that the item opens, for a search.
    """

    key: str
    label: Message
    choose: Callable[[], None] | None = None
    step: Callable[[int], Message | None] | None = None
    number: Callable[[int], Message | None] | None = None
    most: int = 0
    focused: Callable[[], None] | None = None
    about: Message | None = None
    inside: Callable[[], tuple["Item", ...]] | None = None


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
