"""The room put together from its parts: voice, screen, keys, menus and the player's files."""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING, TextIO, TypeAlias

from msgspec.structs import replace

from playroom import __version__
from playroom.advice.findings import TurningPoint
from playroom.bots.roster import BOTS
from playroom.commands.context import Context, Visit
from playroom.commands.crash import CrashAfterSave
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import refuse, speech_sources
from playroom.commands.standard_streams import StreamError, check_input
from playroom.console.console import Console, Start
from playroom.console.menus.main import MainMenu
from playroom.console.play.games import Games
from playroom.console.terminal.clipboard_program import copied_by_program
from playroom.console.terminal.keyboard import CLOSED, Keyboard, is_terminal, keyboard
from playroom.console.terminal.screen import Screen, code_rows
from playroom.console.ui.background import Background, task_background
from playroom.console.ui.list import ListPlace
from playroom.console.ui.preferences import Preferences
from playroom.console.ui.room import Display, Room, Storage
from playroom.home.files import write_atomically
from playroom.home.own_keys import OwnKeys
from playroom.home.own_table import OwnTable
from playroom.home.presets import Presets
from playroom.home.saved_match import SavedMatches
from playroom.home.settings import Settings, save_settings, sound_options
from playroom.minds.minds import MindPool, Minds
from playroom.minds.thinkers import Ask, bots_by, think_here
from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Message, answer
from playroom.rules.match import Match, Rounds
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.view import View
from playroom.sound.output import SoundOutput
from playroom.sound.sound_thread import open_output
from playroom.table.table import Bot
from playroom.voice.mode import Mode
from playroom.voice.probe import ProbeResult
from playroom.voice.sources import Source
from playroom.voice.terminal import own_terminal
from playroom.voice.voice import Voice

if TYPE_CHECKING:
    from playroom.online.client.tables_protocol import SharedTables

SWITCH_INTERVAL = 0.0005
"""Seconds for which a thinking bot may block keys and voice; Python's default of 0.005 can be heard."""

BUDGET = 1.0
"""Seconds after which a bot must move: enough for a machine four times slower."""

PREPARATION = 1.0
"""Seconds after menu or table is opened until what they need next is loaded: the first words come before."""

TABLE_SECONDS = 15.0
"""Timeout for the answer of a table if there is no keyboard, in seconds."""

TABLE_PAUSE = 0.05
"""Seconds after which it looks again whether there is one."""


def network_tables(context: Context, bots: Mapping[str, Bot], background: Background) -> "SharedTables":
    """The access to shared tables over the network."""
    from playroom.online.network_tables import NetworkTables  # noqa: PLC0415 (a start does not need it)

    return NetworkTables(context.folders.online, bots, context.shelf.variants, background.later)


OpenTables: TypeAlias = "Callable[[Context, Mapping[str, Bot], Background], SharedTables]"
"""A function that creates the access to shared tables, called on demand."""


def local_time() -> datetime:
    """The time of the system's clock in its time zone."""
    return datetime.now(UTC).astimezone()


def is_keyboard(stdin: TextIO | None) -> bool:
    """Whether keys are typed there; a program that was started without standard input has None."""
    return stdin is not None and is_terminal(stdin)


def stay(visit: Visit) -> int:
    """Run the playroom in the terminal until its last place closes, and return the exit code.

    Without a keyboard, a file or pipe must hold keys.
    """
    check_input()
    has_keyboard = is_keyboard(sys.stdin)  # a terminal that closes later looks as if there had been none
    is_terminal = has_keyboard and sys.stdout.isatty()
    if not is_terminal:
        entry = "no_screen" if has_keyboard else "no_keyboard"
        refuse(visit.context, Message(f"command_line.{entry}"))
    sys.setswitchinterval(SWITCH_INTERVAL)
    with own_terminal() as terminal:
        screen = ScreenWithClipboard(terminal, visit.context.folders.copied)
        try:
            took_keys = asyncio.run(_live(visit, screen, has_keyboard=has_keyboard, is_terminal=is_terminal))
        finally:
            screen.close()
    if screen.error:
        raise StreamError("no_output", screen.error)
    return 0 if took_keys or has_keyboard else FAILED


def open_console(  # noqa: PLR0913 (the parts that a console is put together from)
    context: Context,
    voice: Voice,
    screen: Display,
    sound: SoundOutput,
    background: Background,
    *,
    start: Start | None = None,
    seed: int | None = None,
    now: Callable[[], datetime] = local_time,
    asks_how_to_hear: bool = False,
    sources: Callable[[Context, Settings], tuple[Source, ...]] = speech_sources,
    tables: "OpenTables | None" = None,
    minds: Minds | MindPool | None = None,
) -> Console:
    """The console of one player, opened at *start* or in the menu: it takes keys by `press` until `close`.

    It speaks, writes, sounds and works in the background by the parts that it is given, and has no terminal,
    thread or global state of its own; all calls come from the event loop of its background. *seed* makes its
    chance repeatable, *now* is the time with its time zone, *sources* lists what the player can choose to
    speak, *tables* makes the ways to shared tables, *minds* think where no key waits for them. A player who
    *asks_how_to_hear* first hears the sound check. One with another display than the screen of this machine
    is elsewhere, and reaches nothing of the machine, and no shared tables but those of *tables*.
    """
    folders = context.folders
    preferences = Preferences(
        context.settings,
        book=context.book_for,
        keymap=lambda book, settings: context.keys_for(book, settings)[0],
        sources=partial(sources, context),
    )
    storage = Storage(
        OwnKeys(folders.keys),
        Presets(folders.presets),
        folders.sounds,
        folders.rulebooks,
        partial(save_settings, folders.settings),
    )
    is_here = isinstance(screen, Screen)
    room = Room(voice, preferences, storage, screen, background, sound, reaches_machine=is_here)
    if tables is None and room.reaches_machine:
        tables = network_tables
    games = OwnGames(context, seed, now, background, tables, minds)
    languages = None if room.reaches_machine else context.languages
    console = Console(room, MainMenu(room, games, partial(_settings_menu, context, screen), languages))
    console.open(start, context.errors_for(context.settings), checks_sound=asks_how_to_hear)
    return console


async def _live(
    visit: Visit, screen: "ScreenWithClipboard", *, has_keyboard: bool, is_terminal: bool
) -> bool:
    """Take keys until the last place closes; whether any came."""
    loop = asyncio.get_running_loop()
    context, settings = visit.context, visit.context.settings

    def update() -> None:
        console.update()

    def wake() -> None:
        # The console is looked up in the loop: the speech thread may be ready before it is made.
        loop.call_soon_threadsafe(update)

    mode = Mode(settings.mode) if settings.mode else None
    voice = Voice(screen.show, speech_sources(context, settings), mode=mode, terminal=is_terminal, wake=wake)
    sound = open_output(sound_options(settings, context.folders.sounds), wake)
    # An error in a background task ends the stay too, so that no table is left standing still.
    with closing(Minds()) as minds, _crash_after_save() as saved:
        async with task_background() as background:
            with keyboard(sys.stdin, screen.end) as keys:
                console = open_console(
                    context,
                    voice,
                    screen,
                    sound,
                    background,
                    start=visit.start,
                    seed=visit.seed,
                    asks_how_to_hear=is_terminal and is_first(context),
                    minds=minds,
                )
                background.later(PREPARATION, partial(background.run, _load_menu_modules, lambda _: None))
                background.later(PREPARATION, partial(tell_new_version, context, console))
                background.later(PREPARATION, partial(_look_for_update, context, console, background))
                with _saves_at_crash(console, saved):
                    took_keys = await _take_keys(console, keys, screen, is_terminal=is_terminal)
                if not has_keyboard:
                    console.drop_unplayed()
                background.stop()
                # The terminal is ours until the last word is said: keys typed meanwhile are not echoed.
                console.close()
    return took_keys


@contextmanager
def _saves_at_crash(console: Console, saved: list[bool]) -> Iterator[None]:
    """Save what is pending at an exception, and note whether the match under way is saved as it stands."""
    try:
        yield
    except BaseException:
        with suppress(Exception):
            saved.append(console.save_pending())
        raise


@contextmanager
def _crash_after_save() -> Iterator[list[bool]]:
    """A note of saves at an exception; with one that was made, the exception becomes a CrashAfterSave."""
    saved: list[bool] = []
    try:
        yield saved
    except (Exception, BaseExceptionGroup) as error:
        if any(saved):
            raise CrashAfterSave from error
        raise


def is_first(context: Context) -> bool:
    """Whether the player has no settings yet."""
    return not context.settings.mode and not context.folders.settings.exists()


async def _take_keys(console: Console, keys: Keyboard, screen: Screen, *, is_terminal: bool) -> bool:
    """Take keys until the last place closes, or the player can neither read nor hear; whether any came."""
    took_keys = False
    while console.is_open and not (screen.error and console.room.voice.mode is Mode.TEXT):
        if (key := await keys.key()) == CLOSED:
            break
        console.press(key, time.perf_counter())
        took_keys = True
    if not is_terminal:
        # The answer of a requested table is heard even without a keyboard.
        with suppress(TimeoutError):
            async with asyncio.timeout(TABLE_SECONDS):
                while console.is_connecting:  # noqa: ASYNC110 (the console knows no asyncio)
                    await asyncio.sleep(TABLE_PAUSE)
    return took_keys


class OwnGames(Games):
    """The games of one player: *minds* think for the bots, *tables* opens shared tables if there are any.

    *seed* makes chance repeatable, *now* is the time with its time zone.
    """

    def __init__(
        self,
        context: Context,
        seed: int | None,
        now: Callable[[], datetime],
        background: Background,
        tables: "OpenTables | None",
        minds: Minds | MindPool | None,
    ) -> None:
        self._context, self._seed, self._now, self._background = context, seed, now, background
        self._tables, self._minds = tables, minds
        self.reaches_others = tables is not None
        ask = self._ask = minds.ask if minds else think_here
        super().__init__(
            variants=context.shelf.variants,
            bots=bots_by(ask, BUDGET),
            adviser=AskedAdviser(ask),
            matches=SavedMatches(context.folders.matches),
            transcripts=context.folders.transcripts,
            own_table=OwnTable(context.folders.online / "own_table.txt"),
        )

    def seed(self) -> int:
        """The seed of the next match, by chance unless it is fixed."""
        return SystemRandom().randrange(2**32) if self._seed is None else self._seed

    def now(self) -> datetime:
        """The time with its time zone."""
        return self._now()

    def prepare(self, strengths: Iterable[str]) -> None:
        """Load, a little later, what bots of these strengths and a match need."""
        if self._minds:
            for work in (
                partial(self._minds.prepare, strengths),
                partial(_load_match_modules, self._context),
            ):
                self._background.later(PREPARATION, partial(self._background.run, work, lambda _: None))

    def expert(self, view: View, chance: Random) -> Move:
        """The move of the expert without a time limit, the same on every machine."""
        move: Move = self._ask("expert", view, chance)
        return move

    def shared_tables(self) -> "SharedTables":
        """The ways to shared tables."""
        assert self._tables  # without it, nothing leads here
        return self._tables(self._context, self.bots, self._background)


def _load_menu_modules() -> None:
    from playroom.commands.match_modules import load_menu_modules  # noqa: PLC0415 (a start does not need it)

    load_menu_modules()


def _load_match_modules(context: Context) -> None:
    from playroom.commands.match_modules import load_match_modules  # noqa: PLC0415 (a start does not need it)

    load_match_modules(context.book)


def tell_new_version(context: Context, console: Console) -> None:
    """Say once, after an update, where the news are; to one who begins elsewhere, at the next start."""
    from playroom.home.last_version import is_another_version  # noqa: PLC0415 (the first words come before)

    if console.is_in_menu and is_another_version(context.folders.updates, __version__):
        console.tell_new_version(__version__)


def _look_for_update(context: Context, console: Console, background: Background) -> None:
    """Look for a newer version once what that needs is loaded beside the keys, if there is where to look."""
    from playroom.update.offer import ADDRESS, KEY  # noqa: PLC0415 (the first words come before)

    def load() -> Callable[[], None]:
        from playroom.commands.updates import look_for_update  # noqa: PLC0415 (nothing without an address)
        from playroom.update.newest_version import Releases  # noqa: PLC0415 (likewise)

        releases, today = Releases(ADDRESS, KEY), local_time().date()
        return partial(look_for_update, context, console, background, releases, os.environ, today)

    if ADDRESS:
        background.run(load, lambda look: look())


def _settings_menu(context: Context, screen: Display, room: Room) -> ListPlace:
    from playroom.console.presets.table_preset import misfit  # noqa: PLC0415 (likewise)
    from playroom.console.settings.settings import settings_menu  # noqa: PLC0415 (the main menu is there before)

    def system_report(settings: Settings, findings: Sequence[ProbeResult]) -> tuple[Message, ...]:
        from playroom.commands.diagnosis import diagnosis  # noqa: PLC0415 (no menu needs it before it is asked for)

        terminal = screen.terminal if isinstance(screen, Screen) else None
        return diagnosis(context, settings, terminal, room.sound.state).lines(findings)

    fits = partial(misfit, variants=context.shelf.variants, bots=tuple(BOTS))
    return settings_menu(room, context.languages, system_report, fits)


class AskedAdviser:
    """The adviser whose thinkers are asked in this way."""

    def __init__(self, ask: Ask) -> None:
        self.hint, self.review, self.odds = partial(ask, "hint"), partial(ask, "review"), partial(ask, "odds")
        self.mistake, self.judge = partial(ask, "mistake"), partial(ask, "judge")
        self._ask = ask

    def coach(self, match: Match, ear: Seat | None) -> Message | None:
        """A message about the last round; None if it takes too long."""
        found: Message | None = self._ask("coach", last_round_of(match), ear)
        return found

    def round_review(self, match: Match, seat: Seat) -> tuple[int, bool | None]:
        """What the deal of the last round was worth, and whether its win was given away."""
        found: tuple[int, bool | None] = self._ask("round_review", last_round_of(match), seat)
        return found

    def turning_point(self, match: Match, ear: Seat | None) -> TurningPoint | None:
        """Where the last round was decided; None if that takes too long."""
        found: TurningPoint | None = self._ask("turning_point", last_round_of(match), ear)
        return found


def last_round_of(match: Match) -> Match:
    """The match with its last round as every round: the coach looks at no other, and it is short to send."""
    return replace(match, rounds=Rounds((match.now,) * len(match.rounds)))


class ScreenWithClipboard(Screen):
    """The screen of this machine, and the clipboard; *file* is for a text that no clipboard confirms."""

    draws_table = False

    def __init__(self, out: TextIO, file: Path) -> None:
        super().__init__(out)
        self._file = file

    def copy(self, text: str) -> Message:
        """Copy a text by a system program, else to a file and to the terminal, which never confirms."""
        if self.terminal and copied_by_program(text, os.environ, sys.platform):
            return answer("history.copied")
        entry = "history.sent_to_terminal" if self.send_to_clipboard(text) else "history.copied_to"
        try:
            write_atomically(self._file, f"{text}\n")
        except OSError as error:
            return answer("history.not_copied", why=system_error_blank(error))
        return answer(entry, file=str(self._file))

    def show_code(self, address: str) -> Message:
        """Draw the QR code of an address below what was said, for the camera of a phone."""
        rows = code_rows(address)
        entry = "online.code_shown" if self.draw(rows) else "online.code_not_shown"
        return answer(entry, columns=len(rows[0]), lines=len(rows))
