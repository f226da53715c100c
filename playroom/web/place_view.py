"""The current place as lines and buttons to see and touch, so that a finger does what keys do."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Final

from msgspec import Struct

from playroom.console.console import Console
from playroom.console.play.table import TablePlace
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import AskingPlace, Item, Place
from playroom.console.ui.room import Room
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import PLACE_BUTTONS, VALUE_BUTTONS, Command, PlaceName, button_entry, has_button
from playroom.narration.message import Message

MOST_LINES: Final = 20
"""The lines of a list that are shown at once; those of a longer one in turn."""

BESIDE_TABLE: Final = frozenset({PlaceName.HAND, PlaceName.SIDE, PlaceName.REPLAY})
"""The places whose lines and answers are drawn with the table."""

_WALK: Final = frozenset({Command.PREVIOUS, Command.NEXT, Command.CHOOSE})
STEPS: Final[Mapping[PlaceName, frozenset[Command]]] = {
    PlaceName.HAND: frozenset({Command.PREVIOUS, Command.NEXT, Command.PLAY}),
    PlaceName.SIDE: _WALK | {Command.CANCEL},
    PlaceName.MENU: _WALK,
    PlaceName.QUESTION: _WALK,
}
"""The commands of places that are not needed by a finger, as what it wants is there to be touched."""


class TextField(Struct, frozen=True):
    """The field for a line of text: what stands in it, its *label*, and the *number* of its place."""

    value: str
    label: str
    number: int
    is_secret: bool


class PlaceLine(Struct, frozen=True):
    """A line of a list, or an answer to a question; *number* is what the page sends when it is touched."""

    number: int
    label: str
    is_focused: bool = False


class PlaceButton(Struct, frozen=True):
    """A command that works at the place, with its label.

    *is_step* is True if it is for those who go on step by step: a finger touches what it wants.
    """

    command: Command
    label: str
    is_step: bool = False


class PlaceView(Struct, frozen=True):
    """What the page shows of a place, which has a *number* of its own.

    It is drawn beside the table, or else *over_table*; *above* and *below* lead to the rest of a long list.
    """

    number: int
    over_table: bool
    title: str
    lines: tuple[PlaceLine, ...]
    above: PlaceLine | None
    below: PlaceLine | None
    values: tuple[PlaceButton, ...]
    """What changes the value of the line in focus; nothing if it has none."""
    buttons: tuple[PlaceButton, ...]
    tile: str = ""
    """The tile of the hand in focus, in the notation of the game record; "" if there is none to be seen."""


class _Touch(Struct, frozen=True):
    """What a number stands for: the key of an item, which is chosen, or else put in focus."""

    key: str
    chooses: bool


class PlaceScreen:
    """The current place of a console as the page shows it, and what is touched there.

    Numbers stand for the items that are shown, so that one that was just replaced is not taken for another.
    """

    def __init__(self) -> None:
        self._place: Place | None = None
        self._number = 0
        self._numbers: dict[_Touch, int] = {}
        self._count = count(1)

    def now(self, console: Console) -> PlaceView | None:
        """The current place; None once all are closed."""
        room, place = console.room, console.room.places.current
        self._turn_to(place)
        if place is None:
            return None
        items, focus = _items(room, place)
        first = max(focus, 0) // MOST_LINES * MOST_LINES
        shown, after = items[first : first + MOST_LINES], items[first + MOST_LINES :]
        before = items[:first]
        touches = [_Touch(item.key, chooses=True) for item in shown]
        ways = [_Touch(item.key, chooses=False) for item in (*before[-1:], *after[:1])]
        self._numbers = {touch: self._numbers.get(touch) or next(self._count) for touch in (*touches, *ways)}
        asked = place.mode.taught if isinstance(place, TablePlace) else None
        taught = [asked] if asked and not has_button(PlaceName.HAND, asked) else []  # by a lesson
        labels = [place.whole(item) if isinstance(place, ListPlace) else item.label for item in shown]
        lines = tuple(
            PlaceLine(self._numbers[touch], room.speech.shown(label), first + at == focus)
            for at, (touch, label) in enumerate(zip(touches, labels, strict=True))
        )
        return PlaceView(
            self._number,
            place.bindings not in BESIDE_TABLE,
            _title(room, place) if items else "",
            lines,
            self._way(room, "above", before, ways[:1]),
            self._way(room, "below", after, ways[-1:]),
            _buttons(room, place, VALUE_BUTTONS if focus >= 0 and items[focus].step else ()),
            _buttons(room, place, (*PLACE_BUTTONS[place.bindings], *taught)),
            _tile(room, place),
        )

    def shows(self, place: Place) -> bool:
        """Whether the page has this place already."""
        return place is self._place

    def field(self, console: Console) -> TextField | None:
        """The field for the line that the visitor is writing; what is secret is never sent back to them."""
        entry = console.text_entry
        if entry is None:
            return None
        self._turn_to(entry)
        label = console.room.speech.shown(entry.question)
        return TextField("" if entry.is_secret else entry.text, label, self._number, entry.is_secret)

    def touch(self, console: Console, number: int, now: float) -> None:
        """Choose the item of a number at a time in seconds, or turn to it; nothing if it has gone."""
        room, place = console.room, console.room.places.current
        found = next((touch for touch, each in self._numbers.items() if each == number), None)
        if found is None or place is not self._place:
            return
        if not isinstance(place, ListPlace):
            assert place
            room.scanner.focus(place, found.key)
        elif found.chooses:
            place.turn_to(found.key)
        else:
            room.voice.key()
            place.turn_to(found.key)
            place.tell_item()
            return
        console.obey(Command.CHOOSE, now)

    def _turn_to(self, place: Place | None) -> None:
        """Give a place that is new a number of its own."""
        if place is not self._place:
            self._place, self._numbers, self._number = place, {}, next(self._count)

    def _way(self, room: Room, entry: str, items: Sequence[Item], way: Sequence[_Touch]) -> PlaceLine | None:
        """The line that leads to items before or after those that are shown; None without such items."""
        if not items:
            return None
        message = Message(f"web.{entry}", blanks={"count": len(items)})
        return PlaceLine(self._numbers[way[0]], room.speech.words(message))


def _items(room: Room, place: Place) -> tuple[tuple[Item, ...], int]:
    """The items that a place shows, and the index of the one in focus, -1 without one."""
    if isinstance(place, ListPlace):
        return place.content.items, place.content.focus
    if place.bindings is not PlaceName.QUESTION:
        return (), -1
    items, focused = place.choices(), room.scanner.focused
    return items, next((at for at, item in enumerate(items) if item.key == focused), -1)


def _title(room: Room, place: Place) -> str:
    """The question of a place, or the name of a list without the keys that it tells."""
    if isinstance(place, AskingPlace):
        return room.speech.shown(place.question)
    return (
        room.speech.shown(place.title).partition(". ")[0].rstrip(".") if isinstance(place, ListPlace) else ""
    )


def _tile(room: Room, place: Place) -> str:
    if not isinstance(place, TablePlace) or room.settings.braille_hand or place.walk.behind:
        return ""
    tile = place.walk.tile
    return str(tile) if tile in place.view.hand else ""  # the focus follows when a new round is told


def _buttons(room: Room, place: Place, commands: Sequence[Command]) -> tuple[PlaceButton, ...]:
    named = place.bindings or PlaceName.MENU
    labels = (Message(button_entry(named, each)) for each in commands)
    # A switch steps, and a lesson teaches it.
    has_lesson = isinstance(place, TablePlace) and place.mode.has_lesson
    needs_steps = room.settings.keys == KeyProfile.SWITCH or has_lesson
    steps = frozenset() if needs_steps else STEPS.get(named, frozenset())
    return tuple(
        PlaceButton(each, room.speech.words(label), each in steps)
        for each, label in zip(commands, labels, strict=True)
    )
