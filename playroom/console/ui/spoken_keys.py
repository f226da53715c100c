"""The keys that sentences name: those of the player's keymap and profile, as blanks that every entry may use.

An entry names a key by its place and its command: ``{key_menu_choose}``, ``{key_hand_leave}``. The blank
``profile`` chooses between sentences; ``changing`` and ``finishing`` say how a value is changed, and how a
line of text is ended.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import Keymap
from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook

SCANNED: Final = frozenset(
    {Command.PLAY, Command.CHOOSE, Command.LESS, Command.MORE, Command.YES, Command.NO}
)
"""The commands that scanning replaces by the selection of the choice in focus."""

PHRASES: Final = frozenset({"changing", "finishing"})
"""The blanks that are entries themselves, which name keys too."""

MODIFIERS: Final = frozenset({"ctrl", "shift", "alt"})
"""The keys that are held while another is pressed, as the names of keys begin."""


class SpokenKeys(Struct, frozen=True):
    """The words that fill the blanks for keys."""

    book: Phrasebook
    keymap: Keymap
    profile: str

    def __call__(self, blank: str) -> str:
        """The words for *blank*."""
        if blank == "profile":
            return self.profile
        if blank in PHRASES:
            return replace(self.book, key_words=self).say(Message(f"keys.{blank}"))
        _, place, command = blank.split("_", 2)
        return self.key(PlaceName(place), Command(command.replace("_", "-")))

    def key(self, place: PlaceName, command: Command) -> str:
        """The key of *command* at *place* as a sentence names it; a letter is a capital."""
        scans = self.profile == KeyProfile.SWITCH and command in SCANNED
        key = self.keymap.named_key(place, Command.TAKE if scans else command)
        return key.upper() if len(key) == 1 and key.islower() else key_name(self.book, key)


def key_name(book: Phrasebook, key: str) -> str:
    """The name of a key; of one that is pressed with another, both."""
    named = f"keys.names.{key}"
    if book.entries.get(named):
        return book.say(Message(named))
    modifier, _, alone = key.partition("-")
    if alone and modifier in MODIFIERS:
        return _modified(book, modifier, alone)
    if len(key) == 1 and key.isupper():
        return _modified(book, "shift", key)
    return key.upper() if key[1:].isdecimal() else key


def _modified(book: Phrasebook, modifier: str, key: str) -> str:
    """The name of a key that is pressed with a modifier, where a letter is a capital."""
    name = key.upper() if len(key) == 1 and key.isalpha() else key_name(book, key)
    return book.say(Message(f"keys.modifiers.{modifier}", blanks={"key": name}))


def book_with_keys(book: Phrasebook, keymap: Keymap, profile: str) -> Phrasebook:
    """The phrasebook whose entries name the keys of *keymap* in *profile*."""
    return replace(book, key_words=SpokenKeys(book, keymap, profile))
