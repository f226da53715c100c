"""The room put together from its parts: voice, screen, keys, menus and the player's files."""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import TextIO

from playroom.bots.lazy import lazy
from playroom.bots.roster import within
from playroom.commands.context import Context
from playroom.commands.exit_codes import FAILED
from playroom.commands.lazy_tables import LazyTables
from playroom.commands.speech_output import refuse, speech_sources
from playroom.commands.standard_streams import StreamError, check_input
from playroom.console.background import Background, TaskBackground
from playroom.console.console import Console
from playroom.console.match.draft import Start
from playroom.console.match.hints import Adviser
from playroom.console.menus.games import Games
from playroom.console.menus.main import MainMenu
from playroom.console.places.list import ListPlace
from playroom.console.preferences import Preferences
from playroom.console.room import Room, Storage
from playroom.console.terminal.clipboard_program import copied_by_program
from playroom.console.terminal.keyboard import CLOSED, is_terminal, keyboard
from playroom.console.terminal.screen import Screen
from playroom.home.files import write_atomically
from playroom.home.own_keys import OwnKeys
from playroom.home.own_table import OwnTable
from playroom.home.presets import Presets
from playroom.home.saved_match import SavedMatches
from playroom.home.settings import Settings, save_settings
from playroom.home.sound_settings import sound_options
from playroom.narration.file_errors import system_error_told
from playroom.narration.message import Message, answer
from playroom.sound.output import SoundOutput
from playroom.sound.sound_thread import open_output
from playroom.voice.mode import Mode
from playroom.voice.probe import ProbeResult
from playroom.voice.sources import Source
from playroom.voice.terminal import own_terminal
from playroom.voice.voice import Voice

SWITCH_INTERVAL = 0.0005
"""Seconds for which a thinking bot may block keys and voice; Python's default of 0.005 can be heard."""

BUDGET = 1.0
"""Seconds after which a bot must move: enough for a machine four times slower."""

TABLE_SECONDS = 15.0
"""Seconds for which a program without a keyboard waits for the answer of a table."""

TABLE_PAUSE = 0.05
"""Seconds after which it looks again whether there is one."""


def is_keyboard(stdin: TextIO | None) -> bool:
    """Whether keys are typed there; a program that was started without standard input has None."""
    return stdin is not None and is_terminal(stdin)


@dataclass(frozen=True, slots=True)
class Visit:
    """The player's stay in the room, from the first text to the last.

    *seed* makes its chance repeatable; *sources* are the speech sources with given settings.
    """

    context: Context
    seed: int | None = None
    sources: Callable[[Context, Settings], tuple[Source, ...]] = speech_sources

    def stay(self, start: Start | None = None) -> int:
        """Stay in the room until its last place closes; *start* at a table, or else in the menu.

        The result is the exit code: without a keyboard, a file or pipe must hold keys.
        """
        check_input()
        is_terminal = is_keyboard(sys.stdin) and sys.stdout.isatty()
        if not is_terminal:
            entry = "no_screen" if is_keyboard(sys.stdin) else "no_keyboard"
            refuse(self.context, Message(f"command_line.{entry}"))
        sys.setswitchinterval(SWITCH_INTERVAL)
        with own_terminal() as terminal:
            screen = Screen(terminal)
            try:
                took_keys = asyncio.run(self._live(screen, start, is_terminal=is_terminal))
            finally:
                screen.close()
        if screen.error:
            raise StreamError("no_output", screen.error)
        return 0 if took_keys or is_keyboard(sys.stdin) else FAILED

    def console(self, voice: Voice, screen: Screen, background: Background, sound: SoundOutput) -> Console:
        """The console of the player, which speaks, writes, sounds and works in the background by these."""
        sources = partial(self.sources, self.context)
        room = _room(self.context, sources, voice, screen, background, sound)
        games = _games(self.context, self._next_seed, background)
        settings_menu = partial(_settings_menu, self.context, screen)
        return Console(room, MainMenu(room, games, settings_menu))

    async def _live(self, screen: Screen, start: Start | None, *, is_terminal: bool) -> bool:
        """Take keys until the last place closes; whether any came."""
        took_keys = False
        loop = asyncio.get_running_loop()

        def attend() -> None:
            console.attend()

        def wake() -> None:
            # The console is looked up in the loop: the speech thread may be ready before it is made.
            loop.call_soon_threadsafe(attend)

        settings = self.context.settings
        mode = Mode(settings.mode) if settings.mode else None
        sources = self.sources(self.context, settings)
        voice = Voice(screen.show, sources, mode=mode, terminal=is_terminal, wake=wake)
        options = sound_options(settings, self.context.folders.sounds)
        # An error in a background task ends the stay too, so that no table is left standing still.
        async with asyncio.TaskGroup() as tasks:
            background = TaskBackground(tasks)
            console = self.console(voice, screen, background, open_output(options, wake))
            with keyboard(sys.stdin, screen.end) as keys:
                console.open(
                    start, self.context.errors_for(settings), checks_sound=is_terminal and self._is_first
                )
                # A player who neither reads nor hears anything is not kept here.
                while console.is_open and not (screen.error and voice.mode is Mode.TEXT):
                    if (key := await keys.key()) == CLOSED:
                        break
                    console.press(key, time.perf_counter())
                    took_keys = True
                if not is_terminal:
                    await _answer_of_table(console)
                if not is_keyboard(sys.stdin):
                    console.drop_unplayed()
                background.stop()
                # The terminal is ours until the last word is said: keys typed meanwhile are not echoed.
                console.close()
        return took_keys

    @property
    def _is_first(self) -> bool:
        """Whether the player has no settings yet."""
        return not self.context.settings.mode and not self.context.folders.settings.exists()

    def _next_seed(self) -> int:
        return SystemRandom().randrange(2**32) if self.seed is None else self.seed


async def _answer_of_table(console: Console) -> None:
    """Wait for the table that was asked for: its answer is heard without a keyboard too."""
    with suppress(TimeoutError):
        async with asyncio.timeout(TABLE_SECONDS):
            while console.is_connecting:  # noqa: ASYNC110 (the console knows no asyncio)
                await asyncio.sleep(TABLE_PAUSE)


def _room(
    context: Context,
    sources: Callable[[Settings], tuple[Source, ...]],
    voice: Voice,
    screen: Screen,
    background: Background,
    sound: SoundOutput,
) -> Room:
    folders = context.folders
    preferences = Preferences(
        context.settings,
        book=context.book_for,
        keymap=lambda book, settings: context.keys_for(book, settings)[0],
        sources=sources,
    )
    storage = Storage(
        OwnKeys(folders.keys),
        Presets(folders.presets),
        folders.sounds,
        partial(save_settings, folders.settings),
    )
    display = ScreenWithClipboard(screen, folders.copied)
    return Room(voice, preferences, storage, display, background, sound)


def _games(context: Context, seed: Callable[[], int], background: Background) -> Games:
    bots = within(BUDGET)
    return Games(
        variants=context.shelf.variants,
        bots=bots,
        adviser=Adviser(
            lazy("playroom.advice.hints", "hint"),
            lazy("playroom.advice.review", "review"),
            lazy("playroom.advice.coach", "coached"),
        ),
        matches=SavedMatches(context.folders.matches),
        transcripts=context.folders.transcripts,
        seed=seed,
        shared=LazyTables(context.folders.online, bots, context.shelf.variants, background.later),
        own_table=OwnTable(context.folders.online / "own_table.txt"),
    )


def _settings_menu(context: Context, screen: Screen, room: Room) -> ListPlace:
    from playroom.console.menus.settings import settings_menu  # noqa: PLC0415 (the main menu is there before)

    return settings_menu(room, context.languages, partial(_system_report, context, screen, room))


def _system_report(
    context: Context, screen: Screen, room: Room, settings: Settings, findings: Sequence[ProbeResult]
) -> tuple[Message, ...]:
    from playroom.commands.diagnosis import diagnosis  # noqa: PLC0415 (no menu needs it before it is asked for)

    return diagnosis(context, settings, screen.terminal, room.sound.state).lines(findings)


@dataclass(frozen=True, slots=True)
class ScreenWithClipboard:
    """The screen, and the clipboard of the player; a *file* if nothing says that it took the text."""

    screen: Screen
    file: Path

    def fit(self, cells: int) -> None:
        """Write lines of at most so many cells; 0 is the width of the terminal."""
        self.screen.fit(cells)

    def name_window(self, title: str) -> None:
        """Make this the title of the terminal's window."""
        self.screen.name_window(title)

    def clear(self) -> None:
        """Clear the screen and what has scrolled away."""
        self.screen.clear()

    def copy(self, text: str) -> Message:
        """Copy a text by a program of the system, or else to a file and the terminal, which never answers."""
        if self.screen.terminal and copied_by_program(text, os.environ, sys.platform):
            return answer("history.copied")
        entry = "history.sent_to_terminal" if self.screen.send_to_clipboard(text) else "history.copied_to"
        try:
            write_atomically(self.file, f"{text}\n")
        except OSError as error:
            return answer("history.not_copied", why=system_error_told(error))
        return answer(entry, file=str(self.file))
