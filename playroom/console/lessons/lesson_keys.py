"""How a step says which key it waits for: the player's own key, or the choice to scan to."""

from itertools import chain

from playroom.console.lessons.lesson_facts import fits_both
from playroom.console.lessons.lesson_steps import LessonStep
from playroom.console.play.table import TablePlace
from playroom.console.ui.places import Item, Place
from playroom.console.ui.room import Room
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import GROUPS, Command, PlaceName
from playroom.narration.message import Blank, Message

_CHOICES = {Command.CANCEL: "back", Command.YES: "yes"}
"""The keys of the choices that stand for commands, where they are not called as these are."""


_ENDS = (Command.LEFT, Command.RIGHT)
"""The keys of the ends, in the order of the choices between them."""

_NO_CHOICES = frozenset({Command.SCAN})
"""The commands that are keys for those who scan too."""


def scans(room: Room) -> bool:
    """Whether the player has two keys, which scan and choose."""
    return bool(room.settings.keys == KeyProfile.SWITCH)


def request(room: Room, table: TablePlace, step: LessonStep) -> Message | None:
    """What the player is asked to press or to choose; None if they cannot do that with their keys."""
    if not scans(room) or step.command in _NO_CHOICES:
        return Message("lessons.press", blanks={"key": key_of(room, step.place, step.command)})
    choice = _choice(table, room.places.current, step.command)
    return Message("lessons.choose", blanks={"choice": choice.label}) if choice else None


def plain_request(room: Room, table: TablePlace, step: LessonStep, again: Message) -> Message | None:
    """The same with the key first, before the short words of the step; not for those who scan."""
    asked = request(room, table, step)
    if asked is None or scans(room):
        return asked
    blanks: dict[str, Blank] = {"key": key_of(room, step.place, step.command), "again": again}
    return Message("lessons.plainly", blanks=blanks)


def leads_to_menu(room: Room, table: TablePlace, step: LessonStep) -> bool:
    """Whether a player who scans finds the command of a step in the menu alone."""
    choice = _choice(table, table, step.command) if scans(room) else None
    return choice is not None and choice.key == Command.MENU != step.command


def key_of(room: Room, place: PlaceName, command: Command) -> str:
    """The name of the key, as sentences have it."""
    return room.book.key_words(f"key_{place}_{command.replace('-', '_')}")


def _choice(table: TablePlace, current: Place | None, command: Command) -> Item | None:
    """The choice at the current place that does what a command does."""
    choices = current.choices() if current else ()
    if command in _ENDS:
        return choices[_ENDS.index(command)]
    if command is Command.PLAY:
        return _tile_choice(table, choices)
    wanted = _CHOICES.get(command, command)
    found = (item for item in choices if item.key == wanted)
    return next(found, None) or _way_to(command, choices)


def _way_to(command: Command, choices: tuple[Item, ...]) -> Item | None:
    """The choice behind which a command of the menu is: the menu, or the group of the command in it."""
    groups = (group for group, several in GROUPS.items() if command in several)
    way = {*groups, Command.MENU}
    return next((item for item in choices if item.key in way), None)


def _tile_choice(table: TablePlace, choices: tuple[Item, ...]) -> Item | None:
    """A tile that can be played: one that fits both ends, else the one in focus, else the first."""
    seen, focus = table.view, table.walk.tile
    tiles = {str(tile): tile for tile in seen.hand}
    found = [item for item in choices if item.key in tiles]
    both = (item for item in found if fits_both(seen, tiles[item.key]))
    in_focus = (item for item in found if tiles[item.key] == focus)
    return next(chain(both, in_focus, found), None)
