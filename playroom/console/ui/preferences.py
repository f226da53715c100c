"""The settings of the listener, with the phrasebook, keymap and speech sources derived from them."""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from playroom.console.ui.spoken_keys import book_with_keys
from playroom.home.settings import Settings, personal_change, settings_of
from playroom.keys.keymap import Keymap
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
        self.person = ""
        self._book, self._keymap, self._sources = book, keymap, sources
        self.book = book(settings)
        self.read_keymap()

    @property
    def verbosity(self) -> Verbosity:
        """The verbosity of speech."""
        return Verbosity(self.settings.verbosity)

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
