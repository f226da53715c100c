"""The keys of one place as a list, and another key for each of its commands."""

from functools import partial

from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.questions import KeyQuestion, YesOrNo
from playroom.console.room import Room
from playroom.keys.bindings import NOTHING, SHARED
from playroom.keys.commands import EVERYWHERE, PLACES, Command, Place, entry
from playroom.keys.rebinding import Case, Rebinding, rebinding
from playroom.narration.message import Blank, Message

SECTIONS = (*map(str, Place), SHARED)
"""The parts of a keymap that a player can change."""


class Remap:
    """The commands of *section*, a place or everywhere, with their keys."""

    def __init__(self, room: Room, section: str) -> None:
        self._room, self._section = room, section
        self.listing = ListPlace(
            room, Message("menus.remap_title", blanks={"place": place_told(section)}), self.items
        )

    def items(self) -> tuple[Item, ...]:
        """Each command with its keys; chosen, it asks for another key."""
        keys = self._room.keymap.section(self._section)
        return tuple(
            Item(command, self._told(command, keys[command]), choose=partial(self._ask, command))
            for command in keys
        )

    def _told(self, command: Command, keys: tuple[str, ...]) -> Message:
        named = tuple(map(self._room.key_name, keys))
        return Message("menus.command", blanks={"command": self._name(command), "keys": named})

    def _name(self, command: Command) -> Message:
        shared = PLACES[command] == EVERYWHERE
        at = next(iter(Place)) if shared else Place(self._section)
        return Message(entry(at, command))

    def _ask(self, command: Command) -> None:
        question = Message("menus.press_key", blanks={"command": self._name(command)})
        self._room.open(KeyQuestion(self._room, question, partial(self._take, command)))

    def _take(self, command: Command, key: str) -> None:
        """Give the key to the command, at once if it is free, else after a question, or say why not."""
        found = rebinding(self._room.keymap, self._section, command, key)
        message = Message(f"menus.rebinding.{found.case}", blanks=self._blanks(command, key, found))
        match found.case:
            case Case.FREE:
                self._keep(found)
            case Case.TAKE | Case.SWAP | Case.OWN:
                self._room.open(YesOrNo(self._room, message, partial(self._keep, found)))
            case _:
                self.listing.tell_item(message)

    def _blanks(self, command: Command, key: str, found: Rebinding) -> dict[str, Blank]:
        others = dict.fromkeys(entry(place, other) for place, other in found.others)
        return {
            "key": self._room.key_name(key),
            "command": self._name(command),
            "others": tuple(map(Message, others)),
            "given": self._room.key_name(found.given),
        }

    def _keep(self, found: Rebinding) -> None:
        lines = tuple((line.section, line.key, line.command or NOTHING) for line in found.lines)
        keep = partial(self._room.own_keys.keep, self._room.settings.keys, lines)
        self.listing.tell_item(self._room.rekey(keep))


def place_told(section: str) -> Message:
    """A part of a keymap in words."""
    return Message(f"keys.places.{section}")
