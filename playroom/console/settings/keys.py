"""The lists of keys: their settings, and the keys of each place."""

from collections.abc import Iterable, Sequence
from functools import partial

from playroom.console.settings.setting_item import setting_item, switch_item
from playroom.console.ui.key_help import learn_keys
from playroom.console.ui.list import ListPlace, list_item, list_title
from playroom.console.ui.places import Item
from playroom.console.ui.questions import KeyQuestion, YesOrNo
from playroom.console.ui.room import Room
from playroom.keys.bindings import SHARED, UNBOUND, KeyProfile
from playroom.keys.commands import (
    ALL_PLACES,
    COMMAND_PLACES,
    Command,
    PlaceName,
    command_entry,
    grouped,
)
from playroom.keys.keymap import KeyStatus, Rebinding, rebinding
from playroom.narration.message import Blank, Either, Message

BRAKES = (0, 100, 200, 300, 400, 500, 750, 1000, 1250, 1500)
"""The milliseconds of the repeat filter that the list offers."""
SCANS = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0)
"""The seconds between two choices that the list offers; 0 waits for the key."""
FIRST_SCAN = 2.0
"""The seconds at which scanning by itself begins, which leave the time to press."""
SECTIONS = (*map(str, PlaceName), SHARED)
"""The parts of a keymap that a player can change."""
MOST_IN_LIST = 8
"""The most commands that are listed without groups, so that a list has nine lines with Back."""

ASKING = (PlaceName.SIDE, PlaceName.QUESTION)
"""The places that ask something, which have a list of their own, so that no list has more than nine lines."""


class KeysMenu(ListPlace):
    """The settings of keys, the parts of the keymap, and the way back to the default keys."""

    def __init__(self, room: Room) -> None:
        super().__init__(room, Message("menus.keys_title"))

    def items(self) -> tuple[Item, ...]:
        """The settings, the keys to change and to learn, and the ways back to ours and to the own ones."""
        room, own_keys = self.room, self.room.storage.own_keys

        def restore_own() -> None:
            """Bring the keys back that were given up."""
            self.tell_item(room.rekey(own_keys.restore) or Message("menus.keys_restored"))

        def restore_defaults() -> None:
            forget = partial(own_keys.reset, room.settings.keys)
            self.tell_item(room.rekey(forget) or Message("menus.keys_are_ours"))

        def list_sections() -> None:
            """List the places and what works at all of them, to change their keys."""
            asking = list_item(room, "asking", Message("menus.asking"), lambda: _section_items(room, ASKING))
            *places, everywhere = _section_items(room, (part for part in SECTIONS if part not in ASKING))
            title = list_title(Message("menus.change_keys"))
            room.places.open(ListPlace(room, title, lambda: (*places, asking, everywhere)))

        sure = YesOrNo(room, Message("menus.default_keys_sure"), restore_defaults)
        own = Item("own", Message("menus.own_keys"), choose=restore_own)
        now = room.settings
        # A browser has a profile of its own, and keeps keys of two others for itself.
        elsewhere = {KeyProfile.PLAYROOM, KeyProfile.SALON}
        others = {KeyProfile.BROWSER, KeyProfile.TOUCH} if room.reaches_machine else elsewhere
        profiles = tuple(each for each in KeyProfile if each not in others)
        profile = Message(f"menus.profiles.{now.keys}")
        brake = Message("menus.brake", blanks={"milliseconds": now.brake})
        scan = Message("menus.scan", blanks={"seconds": now.scan})
        scans = SCANS if now.scan else (0.0, FIRST_SCAN)
        return (
            setting_item(room, "keys", profile, profiles, now.keys),
            setting_item(room, "brake", brake, BRAKES, now.brake),
            switch_item(room, "confirm"),
            setting_item(room, "scan", scan, scans, now.scan),
            Item("change", Message("menus.change_keys"), choose=list_sections),
            Item("learn", Message("keys.everywhere.learn-keys"), choose=partial(learn_keys, room)),
            Item("defaults", Message("menus.default_keys"), choose=partial(room.places.open, sure)),
            *((own,) if own_keys.backup.exists() else ()),
        )


def _section_items(room: Room, sections: Iterable[str]) -> tuple[Item, ...]:
    """The items of parts of the keymap, which list their commands, in groups if they are many."""

    def open_commands(section: str, name: Message, commands: Sequence[Command]) -> None:
        room.places.open(KeymapCommands(room, section, name, commands))

    def open_section(section: str, name: Message) -> None:
        keys = room.keymap.section(section)
        if len(keys) <= MOST_IN_LIST:
            open_commands(section, name, tuple(keys))
            return
        groups = []
        for group, commands in grouped(keys).items():
            of_group = Message(f"keys.groups.{group}")
            groups.append(Item(group, of_group, choose=partial(open_commands, section, of_group, commands)))
        room.places.open(ListPlace(room, list_title(name), lambda: groups))

    names = {section: Message(f"keys.places.{section}") for section in sections}
    return tuple(
        Item(section, name, choose=partial(open_section, section, name)) for section, name in names.items()
    )


class KeymapCommands(ListPlace):
    """Commands of a place, or of all places, with their keys; each can get another key."""

    def __init__(self, room: Room, section: str, name: Message, commands: Sequence[Command]) -> None:
        self._section, self._commands = section, commands
        super().__init__(room, Message("menus.remap_title", blanks={"place": name}))

    def items(self) -> tuple[Item, ...]:
        """The commands with their keys; Enter asks for another key."""
        keys = self.room.keymap.section(self._section)

        def item(command: Command) -> Item:
            name = self._name(command)
            named = tuple(map(self.room.speech.key_name, keys[command]))
            label = Message("menus.command_without_key", blanks={"command": name})
            if named:
                label = Message("menus.command", blanks={"command": name, "keys": Either(named)})
            question = Message("menus.press_key", blanks={"command": name})
            ask = KeyQuestion(self.room, question, partial(self._rebind, command))
            return Item(command, label, choose=lambda: self.room.places.open(ask))

        return tuple(map(item, self._commands))

    def _name(self, command: Command) -> Message:
        is_shared = COMMAND_PLACES[command] == ALL_PLACES
        at = next(iter(PlaceName)) if is_shared else PlaceName(self._section)
        return Message(command_entry(at, command))

    def _rebind(self, command: Command, key: str) -> None:
        """Give the key to the command, at once if it is free, else after a question, or say why not."""
        change = rebinding(self.room.keymap, self._section, command, key)
        others = dict.fromkeys(command_entry(place, other) for place, other in change.others)
        blanks: dict[str, Blank] = {
            "key": self.room.speech.key_name(key),
            "command": self._name(command),
            "others": tuple(map(Message, others)),
            "given": self.room.speech.key_name(change.given),
        }
        message = Message(f"menus.rebinding.{change.case}", blanks=blanks)
        match change.case:
            case KeyStatus.FREE:
                self._save(change)
            case KeyStatus.TAKE | KeyStatus.SWAP | KeyStatus.OWN:
                self.room.places.open(YesOrNo(self.room, message, partial(self._save, change)))
            case _:
                self.tell_item(message)

    def _save(self, change: Rebinding) -> None:
        lines = tuple((line.section, line.key, line.command or UNBOUND) for line in change.lines)
        save = partial(self.room.storage.own_keys.save, self.room.settings.keys, lines)
        self.tell_item(self.room.rekey(save))
