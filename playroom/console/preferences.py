"""The settings of the listener, and the words, keys and speech backends that follow from them."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from playroom.home.personal_settings import personal_change, settings_of
from playroom.home.settings import Settings
from playroom.keys.keymap import Keymap
from playroom.narration.phrasebook import Phrasebook, Verbosity
from playroom.voice.sources import Source


class Preferences:
    """The settings as they are now, with their phrasebook and keymap.

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
        self.keymap = keymap(self.book, settings)

    @property
    def verbosity(self) -> Verbosity:
        """The length of what is said."""
        return Verbosity(self.settings.verbosity)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The speech sources, the preferred one first."""
        return self._sources(self.settings)

    def change(self, **changes: object) -> Mapping[str, object]:
        """Change settings by their names; what is to be saved of them."""
        saved = personal_change(self.person, changes, self._shared)
        self._shared = replace(self._shared, **saved)  # type: ignore[arg-type] # named as the fields are
        self.listen_as(self.person)
        return saved

    def listen_as(self, person: str) -> None:
        """Take the settings of a person of this name; "" those of the room."""
        self.person = person
        self.settings = settings_of(person, self._shared)
        self.book = self._book(self.settings)
        self.read_keymap()

    def read_keymap(self) -> None:
        """Read the keymap again, after a change of the player's own keys."""
        self.keymap = self._keymap(self.book, self.settings)
