"""How the consoles of visitors are opened, and what they are put together from."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from playroom.console.console import Console
from playroom.console.ui.background import Background, CallQueue
from playroom.home.settings import Settings
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.voice.sources import Source
from playroom.voice.voice import Voice
from playroom.web.browser_output import BrowserDisplay, BrowserSound


class ConsoleParts(NamedTuple):
    """What a console is put together from for a visitor."""

    voice: Voice
    display: BrowserDisplay
    sound: BrowserSound
    background: Background
    sources: Callable[[Settings], tuple[Source, ...]]
    """All that can speak for the visitor, by their settings."""
    address: str = ""
    """Where the visitor comes from; "" where that does not matter."""
    table: str = ""
    """The code of the table to which a link has led them; "" without one."""
    told: str = ""
    """The code of the table where they were, and the number of the last event that they were told."""


class KeptSeats(Protocol):
    """What is kept of where a visitor sits."""

    @property
    def name(self) -> str:
        """The name that the visitor has given at the door; "" without one."""
        ...

    async def keep_name(self, name: str) -> None:
        """Keep the name that they give there; it is known once this returns."""

    def sit(self, table: tuple[str, str] | None, match: str = "") -> None:
        """Keep the code of the shared table where they sit, and their name there; None without one.

        *match* is the file of the match that they play otherwise.
        """


class Wishes(NamedTuple):
    """What a browser asks for: *languages* as in the header Accept-Language, and buttons' names for keys."""

    languages: str = ""
    is_for_touch: bool = False


class ConsoleFactory(Protocol):
    """How the consoles of visitors are opened, and what they share.

    A console without a key for *abandoned* seconds is closed, and warns *warning* seconds before. *calls* are
    those of all backgrounds of this event loop.
    """

    abandoned: float
    warning: float
    calls: CallQueue

    @property
    def seats(self) -> KeptSeats:
        """Where the visitor sits."""
        ...

    def settings(self, wishes: Wishes) -> Settings:
        """The settings of the visitor, as saved, and what their browser asks for."""
        ...

    def book(self, settings: Settings) -> Phrasebook:
        """The words for these settings."""
        ...

    def opened(self, settings: Settings, parts: ConsoleParts) -> Console:
        """An open console of these parts."""
        ...

    def visit(self, address: str) -> AbstractContextManager[bool]:
        """Count a console for an address while it is open; False if there are too many from there."""
        ...

    def report(self, error: BaseException) -> object:
        """Report the error that has ended a console."""

    def start(self, work: Callable[[], object]) -> object:
        """Do work beside the event loop."""

    def think(self, thought: Callable[[], object]) -> object:
        """Have a thought beside the event loop."""
