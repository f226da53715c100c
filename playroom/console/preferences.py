"""The listener's settings, and the words, keys and speech backends that follow from them."""

from collections.abc import Callable
from dataclasses import replace

from playroom.home.settings import Settings
from playroom.keys.keymap import Keymap
from playroom.narration.phrasebook import Phrasebook, Verbosity
from playroom.voice.sources import Source


class Preferences:
    """The settings as they are now, with their phrasebook and keymap."""

    def __init__(
        self,
        settings: Settings,
        book: Callable[[Settings], Phrasebook],
        keymap: Callable[[Phrasebook, Settings], Keymap],
        sources: Callable[[Settings], tuple[Source, ...]],
    ) -> None:
        self.settings = settings
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

    def change(self, **changes: object) -> None:
        """Change settings by their names."""
        self.settings = replace(self.settings, **changes)  # type: ignore[arg-type] # named as the fields are
        self.book = self._book(self.settings)
        self.read_keymap()

    def read_keymap(self) -> None:
        """Read the keymap again, after a change of the player's own keys."""
        self.keymap = self._keymap(self.book, self.settings)
