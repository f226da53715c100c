"""The settings of the listener, with the phrasebook, keymap and speech sources derived from them.

The entries of the phrasebook name the keys of the player's keymap and profile, as blanks that every entry may
use: ``{key_menu_choose}`` and ``{key_hand_leave}`` name a key by its place and its command. The blank
``profile`` chooses between sentences; ``changing`` and ``finishing`` say how a value is changed, and how a
line of text is ended.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.home.settings import Settings, personal_change, settings_of
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName, button_entry, has_button
from playroom.keys.keymap import Keymap
from playroom.narration.message import Message
from playroom.narration.phrases.phrasebook import Phrasebook, Verbosity
from playroom.voice.sources import Source

OF_BOOK: Final = ("language", "tiles")
"""The settings from which the phrasebook is made."""

OF_KEYMAP: Final = ("language", "keys")
"""The settings from which the keymap is made; the player's own keys may change as well."""


class Preferences:
    """The current settings, with their phrasebook and keymap.

    *person* is the name of the listener where several people share the keyboard, else "".
    """

    def __init__(
        self,
        settings: Settings,
        book: Callable[[Settings], Phrasebook],
        keymap: Callable[[Phrasebook, Settings], Keymap],
        sources: Callable[[Settings], tuple[Source, ...]],
    ) -> None:
        self.settings = self._shared = settings
        self.verbosity = Verbosity(settings.verbosity)
        self.person = ""
        self._book, self._keymap, self._sources = book, keymap, sources
        self.book = book(settings)
        self.read_keymap()

    @property
    def sources(self) -> tuple[Source, ...]:
        """The speech sources, the preferred one first."""
        return self._sources(self.settings)

    def change(self, **changes: object) -> Mapping[str, object]:
        """Change settings by name, and return the changes to save."""
        saved = personal_change(self.person, changes, self._shared)
        self._shared = replace(self._shared, **saved)
        self.listen_as(self.person)
        return saved

    def listen_as(self, person: str) -> None:
        """Switch to the settings of a person; "" for those of the room."""
        before = self.settings
        self.person = person
        self.settings = settings_of(person, self._shared)
        self.verbosity = Verbosity(self.settings.verbosity)
        if _differ(before, self.settings, OF_BOOK):
            self.book = self._book(self.settings)
        if _differ(before, self.settings, OF_KEYMAP):
            self.read_keymap()
        elif _differ(before, self.settings, OF_BOOK):
            self._name_keys()

    def read_keymap(self) -> None:
        """Read the keymap again, after a change of the player's own keys."""
        self.keymap = self._keymap(self.book, self.settings)
        self._name_keys()

    def _name_keys(self) -> None:
        self.book = book_with_keys(self.book, self.keymap, self.settings.keys)


def _differ(before: Settings, after: Settings, names: tuple[str, ...]) -> bool:
    """Whether one of the settings with these names has changed."""
    return any(getattr(before, name) != getattr(after, name) for name in names)


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
        """The key of *command* at *place* as a sentence names it, a letter as a capital.

        With buttons, it is the button, or the name by which help has a command without one.
        """
        if self.profile == KeyProfile.TOUCH:
            name = Message(button_entry(place, command))
            if has_button(place, command):
                return self.book.say(name)
            return self.book.say(
                Message("keys.in_help", blanks={"name": name, "more": Message("web.page.more")})
            )
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
