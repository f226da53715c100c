"""The context of all commands, the player and their files, and the visit that a command may open."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct, field

from playroom.home.folders import Folders
from playroom.home.settings import Settings
from playroom.keys.bindings import KeyProfile
from playroom.narration.phrases.locales import language_codes, languages, phrasebook
from playroom.narration.phrases.phrasebook import Phrasebook, TileStyle
from playroom.narration.phrases.system import system_language
from playroom.strict_yaml import PageError

if TYPE_CHECKING:  # a command that only prints a text opens no console, and reads neither keys nor rulebooks
    from playroom.console.console import Start
    from playroom.keys.keymap import Keymap
    from playroom.table.shelf import Shelf


class Context(Struct, frozen=True):
    """The player's folders and settings with their errors; *read_shelf* reads the rulebooks, once."""

    folders: Folders
    read_shelf: "Callable[[], Shelf]"
    settings: Settings
    settings_errors: tuple[PageError, ...] = ()
    given: Mapping[str, object] = field(default_factory=dict)
    """The settings that the command line names, by name; they are in *settings* too."""

    @property
    def shelf(self) -> "Shelf":
        """The rulebooks."""
        return self.read_shelf()

    @property
    def errors(self) -> tuple[PageError, ...]:
        """The errors in the settings and in the rulebooks."""
        return (*self.settings_errors, *self.shelf.left_out)

    @property
    def languages(self) -> Mapping[str, str]:
        """The name of each language in that language, by code."""
        return languages(self.folders.languages).names

    @property
    def language_codes(self) -> tuple[str, ...]:
        """The codes of all languages."""
        return language_codes(self.folders.languages)

    @property
    def book(self) -> Phrasebook:
        """The phrasebook for the player's settings."""
        return self.book_for(self.settings)

    def errors_for(self, settings: Settings) -> Iterator[PageError]:
        """The errors in all of the player's files that are read with *settings*; slow."""
        from playroom.home.presets import Presets  # noqa: PLC0415 (only a console and `doctor` ask for errors)

        book = self.book_for(settings)
        presets = Presets(self.folders.presets)
        yield from (*self.errors, *presets.errors, *self.keys_for(book, settings)[1], *book.left_out)

    def book_for(self, settings: Settings) -> Phrasebook:
        """The phrasebook for *settings*; the system's language if they name none."""
        code = settings.language or system_language(self.language_codes)
        return phrasebook(code, self.folders.languages, TileStyle(settings.tiles))

    def keys_for(self, book: Phrasebook, settings: Settings) -> "tuple[Keymap, tuple[PageError, ...]]":
        """The keymap for *settings*, with the errors in the player's own keys."""
        from playroom.keys.keymap import keymap  # noqa: PLC0415 (most commands need no keys)

        return keymap(book.language.code, self.folders.keys, KeyProfile(settings.keys))


class Visit(Struct, frozen=True):
    """A visit that starts at *start*, or in the menu; *seed* makes it reproducible."""

    context: Context
    start: "Start | None" = None
    seed: int | None = None
