"""The consoles of browsers, put together for each of them by its pass: their files, settings and tables."""

import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, assert_never

from msgspec.structs import replace

from playroom.commands.assembly import open_console
from playroom.commands.context import Context
from playroom.console.console import Console, Start
from playroom.console.play.draft import JoinTable, ResumeMatch
from playroom.console.ui.background import CallQueue
from playroom.home.files import write_atomically
from playroom.home.folders import Folders
from playroom.home.settings import Settings, load_settings
from playroom.keys.bindings import KeyProfile
from playroom.minds.minds import MindPool
from playroom.narration.phrases.phrasebook import Phrasebook
from playroom.narration.phrases.system import accepted_language
from playroom.online.memory_connections import Connections
from playroom.online.process_tables import ProcessTables
from playroom.online.seat_tokens import BrowserSeats
from playroom.voice.mode import Mode
from playroom.web.browser_console import ABANDONED_SECONDS, WARNING_SECONDS
from playroom.web.console_factory import ConsoleParts, Wishes
from playroom.web.passes import BrowserPass, Rights
from playroom.web.shared_threads import SharedThreads

SETTINGS_FILE: Final = "browser.yaml"
"""In the folder of the settings: those of a terminal would not suit a browser, nor its own a terminal."""

NETWORK_FOLDER: Final = "browsers"
"""In the same folder: the settings of each other device of the player, by its identifier."""

GUESTS_FOLDER: Final = "guests"
"""Beside the player's matches: the homes of guests, by the identifiers of their browsers."""


def browser_context(context: Context, given: BrowserPass) -> Context:
    """The context of a browser by its pass: all have settings of their own, and guests a whole home.

    Those of this machine share a file of settings.
    """
    folders, own = context.folders, given.identifier
    match given.rights:
        case Rights.HERE:
            folders = replace(folders, settings=folders.settings.with_name(SETTINGS_FILE))
        case Rights.OWN:
            folders = replace(folders, settings=folders.settings.parent / NETWORK_FOLDER / f"{own}.yaml")
        case Rights.GUEST:
            folders = home_folders(folders, guests_folder(folders) / own)
        case Rights.MEMBER:
            pass  # the context is that of the member's home
        case _:
            assert_never(given.rights)
    return replace(context, folders=folders)


def guests_folder(folders: Folders) -> Path:
    """The homes of guests, beside the player's matches."""
    return folders.matches.parent / GUESTS_FOLDER


def home_folders(folders: Folders, home: Path) -> Folders:
    """The folders of a console that has a whole home of its own."""
    return replace(
        folders,
        settings=home / "settings.yaml",
        presets=home / "presets.yaml",
        keys=home / "keys.yaml",
        matches=home / "matches",
        transcripts=home / "transcripts",
        online=home / "online",
    )


def browser_settings(context: Context, wishes: Wishes, *, is_guest: bool = False) -> Settings:
    """The settings saved in a browser and those given.

    At first, the language is the player's, or else one for which the browser asks; for a guest the other way
    round. The keys are those for browsers, or on a device for fingers the buttons. A mode that is given is
    that of the terminal in which the program runs: no browser would speak in its text mode.
    """
    saved, _ = load_settings(context.folders.settings)
    wanted = [context.settings.language, accepted_language(wishes.languages, context.language_codes)]
    language = next(filter(None, (saved.language, *(reversed(wanted) if is_guest else wanted))), "")
    mode = saved.mode or Mode.BOTH.value
    given = {name: value for name, value in context.given.items() if name != "mode"}
    own = replace(saved, **{"language": language, "mode": mode, **given})
    of_terminals = (KeyProfile.PLAYROOM, KeyProfile.SALON)
    usual = KeyProfile.TOUCH if wishes.is_for_touch else KeyProfile.BROWSER
    return replace(own, keys=usual.value) if own.keys in of_terminals else own


def uncounted(_address: str) -> AbstractContextManager[bool]:
    """A visit that may come, wherever it comes from."""
    return nullcontext(enter_result=True)


class WritingThreads(Protocol):
    """Threads that save and read files."""

    def start(self, work: Callable[[], object]) -> None:
        """Do a *work* in one of them."""


@dataclass
class BrowserConsoles:
    """Opens the consoles of one browser, at the tables of all; *visit* counts them by their addresses.

    In a club, *saving* writes files and stores them, and *key* signs a member in at the tables.
    """

    context: Context
    minds: MindPool
    writers: SharedThreads
    thinkers: SharedThreads
    calls: CallQueue
    connections: Connections
    given: BrowserPass
    visit: Callable[[str], AbstractContextManager[bool]] = uncounted
    abandoned: float = ABANDONED_SECONDS
    warning: float = WARNING_SECONDS
    saving: WritingThreads | None = None
    key: str = ""

    def __post_init__(self) -> None:
        seats = self.context.folders.online / NETWORK_FOLDER / f"{self.given.identifier}.json"
        self.seats = BrowserSeats(seats, self.start)
        if self.key:
            self.seats.keep_key(self.key)

    def settings(self, wishes: Wishes) -> Settings:
        """The settings of the visitor, as saved, and what their browser asks for."""
        return browser_settings(
            self.context, wishes, is_guest=self.given.rights in {Rights.GUEST, Rights.MEMBER}
        )

    def book(self, settings: Settings) -> Phrasebook:
        """The words for these settings."""
        return self.context.book_for(settings)

    def opened(self, settings: Settings, parts: ConsoleParts) -> Console:
        """An open console of these parts, at the table of a link, or where the visitor sat before.

        One without saved settings asks how the visitor hears.
        """
        start: Start | None = None
        if parts.table:
            start = JoinTable(parts.table, self.seats.name)
        elif self.seats.table:
            start = JoinTable(*self.seats.table)
        elif self.seats.match:
            start = ResumeMatch(file=self.seats.match)
        console = open_console(
            replace(self.context, settings=settings),
            parts.voice,
            parts.display,
            parts.sound,
            parts.background,
            start=start,
            asks_how_to_hear=not self.context.folders.settings.exists(),
            sources=lambda _context, settings: parts.sources(settings),
            tables=lambda *_: ProcessTables(
                self.connections, self.seats, parts.background.later, parts.address, parts.told
            ),
            minds=self.minds,
        )
        console.menu.called, console.menu.games_of_club = self.seats.name, self.connections.games
        return console

    def report(self, error: BaseException) -> None:
        """Write the error that has ended a console where crashes are written."""
        report_crash(self.context, error)

    def start(self, work: Callable[[], object]) -> None:
        """Save or read beside the event loop."""
        (self.saving or self.writers).start(work)

    def think(self, thought: Callable[[], object]) -> None:
        """Have a thought beside the event loop."""
        self.thinkers.start(thought)


def report_crash(context: Context, error: BaseException) -> None:
    """Write the error that has ended a visit where crashes are written."""
    with suppress(OSError):
        write_atomically(context.folders.crash, "".join(traceback.format_exception(error)))
