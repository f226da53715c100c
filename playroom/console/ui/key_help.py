"""Help with keys: hints for new players, and key learning, in which each key says its function."""

from typing import Final, Literal

from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item, Place
from playroom.console.ui.room import Room
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName, command_entry
from playroom.narration.message import Message, Sentences, Urgency, answer
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.narration.preferences import FirstTime
from playroom.voice.utterance import Buffer

MANY_PLAYERS: Final = 6
"""The number of players from which brief messages are offered."""


def key_hint(room: Room, place: Literal[PlaceName.HAND, PlaceName.MENU], *, draws: bool = True) -> Message:
    """The hint for the keys of *place*; with the key to draw if *draws*."""
    profile = room.settings.keys
    if profile in (KeyProfile.SWITCH, KeyProfile.TOUCH):
        return Message(f"keys.help.{profile}")
    return Message(f"keys.help.{place}{'' if draws else '-without-boneyard'}")


def tell_hints(room: Room, *hints: Message) -> None:
    """Say hints once, when nothing else waits; a key press before cancels them."""
    if hints:
        message = Message("menus.hints", urgency=Urgency.HINT, blanks={"hints": Sentences(hints)})
        room.speech.say(message, buffer=Buffer.FOCUS)


def tell_keys(room: Room, keys: Message) -> None:
    """Say the keys of a place until they were heard; to who scans, or hears hints otherwise, as a hint."""
    if room.settings.scan or room.settings.keys == KeyProfile.SWITCH or room.settings.told.get("hint"):
        tell_hints(room, keys)
    else:
        room.speech.say(keys, buffer=Buffer.FOCUS)


def brief_offer(room: Room, players: int) -> Message | None:
    """The offer of brief messages at a large table, with its key; None after the first."""
    now = room.settings
    is_long = Verbosity(now.verbosity) in (Verbosity.NORMAL, Verbosity.FULL)
    if players < MANY_PLAYERS or FirstTime.MANY in now.explained or not is_long:
        return None
    room.offered = Verbosity.BRIEF
    room.change(explained=[*now.explained, str(FirstTime.MANY)])
    return Message("keys.help.many-players")


class KeyLearning:
    """The function of each key at *place*, to which the player returns.

    The key for this mode ends it; the key to cancel or to quit does if it is pressed twice.
    """

    bindings = None

    def __init__(self, room: Room, place: Place) -> None:
        self._room, self._place = room, place
        self._before = ""

    def tell(self) -> None:
        """Say what this is, and how it is ended."""
        self._room.speech.answer(answer("keys.learning.title"))

    def obey(self, command: Command) -> None:
        """End: no key stands for a command here, but a button may."""
        del command
        self._room.places.drop()
        self._room.speech.answer(answer("keys.learning.end"))
        self._room.bot_pace.update()

    def typed(self, key: str) -> bool:
        """Say what the key does, or end."""
        is_same, self._before = key == self._before, key
        if self._is_bound(key, Command.LEARN_KEYS) or (is_same and self._ends(key)):
            self.obey(Command.CANCEL)
            return True
        own = self._own(key)
        entry = "keys.learning.here" if own else "keys.learning.unused"
        meaning = Message(entry, blanks={"command": own or ""})
        more = (Message("keys.learning.again"),) if self._ends(key) else ()
        name = answer(
            "keys.learning.key",
            key=key.upper() if len(key) == 1 and key.islower() else self._room.speech.key_name(key),
        )
        self._room.speech.answer(name, meaning, *more)
        return True

    def choices(self) -> tuple[Item, ...]:
        """Nothing but to press a key."""
        return ()

    def _ends(self, key: str) -> bool:
        """Whether the key ends this when it is pressed twice; of two keys, the one that chooses does."""
        takes = self._room.settings.keys == KeyProfile.SWITCH and self._is_bound(key, Command.TAKE)
        return takes or self._is_bound(key, Command.CANCEL) or self._is_bound(key, Command.QUIT)

    def _is_bound(self, key: str, command: Command) -> bool:
        places = {PlaceName.MENU, self._place.bindings or PlaceName.MENU}
        return any(self._room.keymap.command(place, key) is command for place in places)

    def _own(self, key: str) -> Message | None:
        """What the key does at the place: a command, or the character that it writes or looks for.

        A list may know keys of the table as well.
        """
        more = self._place.hand_keys if isinstance(self._place, ListPlace) else {}
        found = next((command for command, keys in more.items() if key in keys), None)
        if found:
            return Message(command_entry(PlaceName.HAND, found))
        place = self._place.bindings
        if place is None:
            return None
        if command := self._room.keymap.command(place, key):
            return Message(command_entry(place, command))
        if place is PlaceName.WRITING and (len(key) == 1 or key == "space"):
            return Message("keys.learning.written")
        if place is PlaceName.MENU and len(key) == 1 and key.isalpha():
            return Message("keys.learning.looked_for")
        return None


def learn_keys(room: Room, place: Place | None = None) -> None:
    """Learn the keys of the current place, or of *place*, to which the lists above it go back.

    Meanwhile no bot moves.
    """
    at = place or room.places.current
    assert at  # the key was pressed there
    room.places.drop_to(at)
    learning = KeyLearning(room, at)
    room.places.open(learning)
    room.bot_pace.stop_while(lambda: learning in room.places)
