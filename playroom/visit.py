"""One stay in the room: voice, screen and keys put together, and taken apart at the end."""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import SystemRandom

from playroom.bots.late import late
from playroom.bots.roster import within
from playroom.console.key_press import press
from playroom.console.match.draft import Draft, GoingOn
from playroom.console.match.hints import Adviser
from playroom.console.menus.main import Hall, House
from playroom.console.places.sound_check import SoundCheck
from playroom.console.room import Fittings, Room
from playroom.console.terminal.keyboard import CLOSED, keyboard
from playroom.console.terminal.screen import Screen
from playroom.doctor import Doctor
from playroom.home.files import write_whole
from playroom.home.folders import Folders
from playroom.home.own_keys import OwnKeys
from playroom.home.presets import Presets
from playroom.home.saved import SavedMatch
from playroom.home.settings import Settings, load_settings, save_settings
from playroom.keys.keymap import Keymap, keymap
from playroom.keys.profile import Profile
from playroom.narration.locales import languages
from playroom.narration.message import Message, Urgency
from playroom.narration.phrasebook import Phrasebook
from playroom.strict_yaml import PageError
from playroom.table.shelf import Shelf
from playroom.voice.mode import Mode
from playroom.voice.speakers import Finding, Source, preferring, sources
from playroom.voice.terminal import OUTPUT, own_terminal
from playroom.voice.utterance import Utterance
from playroom.voice.voice import News, Voice

SWITCH_INTERVAL = 0.0005
"""Seconds that a thinking bot may keep the keys and the voice waiting; Python's own 0.005 is heard."""

BUDGET = 1.0
"""Seconds after which a bot must move: room for a machine four times slower, and no time to wonder."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What a stay begins with: the player's folders, settings, words and rulebooks; faults, a seed."""

    folders: Folders
    settings: Settings
    book: Callable[[Settings], Phrasebook]
    shelf: Shelf
    faults: tuple[PageError, ...] = ()
    seed: int | None = None

    def stay(self, wish: Draft | GoingOn | None = None) -> None:
        """Be in the room until its last place closes; begin at a table if that is wished."""
        is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        sys.setswitchinterval(SWITCH_INTERVAL)
        with own_terminal() as terminal:
            screen = Screen(terminal)
            try:
                asyncio.run(self._live(screen, wish, is_terminal=is_terminal))
            finally:
                screen.close()

    def tell(self, lines: Iterable[str]) -> None:
        """Print *lines*, and speak them if anything can speak and the player has not chosen text alone."""
        with self.telling() as tell:
            for line in lines:
                tell(line)

    @contextmanager
    def telling(self, standard: int = OUTPUT, *, aloud: bool = True) -> Iterator[Callable[[str], None]]:
        """What tells a line at once: writes it there and, if it may be heard, has it spoken in its turn."""
        mode = Mode.BOTH if aloud and self.settings.mode != Mode.TEXT else Mode.TEXT
        with own_terminal(standard) as terminal:
            show = partial(print, file=terminal, flush=True)
            voice = Voice(show, self.ways(self.settings), mode=mode, terminal=os.isatty(standard))
            yield lambda line: voice.say(Utterance(line, Urgency.EVENT))
            voice.close()

    def ways(self, settings: Settings) -> tuple[Source, ...]:
        """The ways to speak, with the player's wishes, and the one that they prefer first."""
        code = self.book(settings).language.code
        ways = sources(settings.language, words=code, rate=settings.rate, pause=settings.pause)
        return preferring(settings.speaker, ways)

    def report(self, settings: Settings, findings: Sequence[Finding]) -> tuple[Message, ...]:
        """What was found here, with these ways to speak."""
        return self.doctor(settings).report(findings)

    def doctor(self, settings: Settings) -> Doctor:
        """Who tells what was found here."""
        book, known = self.book(settings), languages(self.folders.languages).names
        _, wrong_keys = self._keys(book, settings)
        name = known[book.language.code]
        faults = (*self.faults, *wrong_keys, *book.left_out)
        return Doctor(self.folders, settings, name, tuple(known.values()), faults)

    async def _live(self, screen: Screen, wish: Draft | GoingOn | None, *, is_terminal: bool) -> None:
        loop = asyncio.get_running_loop()

        def attend() -> None:
            for news in voice.attend():
                _tell_news(room, news)

        def wake() -> None:
            loop.call_soon_threadsafe(attend)

        mode = Mode(self.settings.mode) if self.settings.mode else None
        voice = Voice(screen.show, self.ways(self.settings), mode=mode, terminal=is_terminal, wake=wake)
        # A fault in what runs beside the keys ends the visit too: no table is left standing still.
        async with asyncio.TaskGroup() as group:
            room = Room(voice, self.settings, self._fittings(group, screen))
            hall = self._hall(room)
            with keyboard(sys.stdin) as keys:
                self._open(room, hall, wish, checks_sound=is_terminal and self._is_first)
                while room.place and (key := await keys.key()) != CLOSED:
                    press(room, key, time.monotonic())
                hall.stop()
                room.scanner.stop()
                # The terminal is ours until the last word is said: what is typed meanwhile is not echoed.
                voice.close()

    @property
    def _is_first(self) -> bool:
        """Whether this player has settled nothing yet."""
        return not self.settings.mode and not self.folders.settings.exists()

    def _open(self, room: Room, hall: Hall, wish: Draft | GoingOn | None, *, checks_sound: bool) -> None:
        hall.enter(silent=checks_sound or wish is not None)
        _, wrong_keys = self._keys(room.book, room.settings)
        for fault in (*self.faults, *wrong_keys, *room.book.left_out):
            room.say(Message("menus.left_out", blanks={"why": str(fault)}), urgency=Urgency.EVENT)
        match wish:
            case Draft():
                hall.begin(wish)
            case GoingOn(strengths):
                hall.go_on(strengths)
            case None if checks_sound:
                room.open(SoundCheck(room))

    def _fittings(self, group: asyncio.TaskGroup, screen: Screen) -> Fittings:
        return Fittings(
            self.book,
            lambda *now: self._keys(*now)[0],
            self.ways,
            OwnKeys(self.folders.keys),
            Presets(self.folders.presets),
            self._keep,
            group.create_task,
            partial(self._copy, screen),
            screen.fit,
        )

    def _copy(self, screen: Screen, text: str) -> Path | None:
        """Put a text on the terminal's clipboard, or else into a file, which is given back."""
        if screen.copy(text):
            return None
        write_whole(self.folders.copied, f"{text}\n")
        return self.folders.copied

    def _hall(self, room: Room) -> Hall:
        names = languages(self.folders.languages).names
        saved, transcripts = SavedMatch(self.folders.matches), self.folders.transcripts
        house = House(
            self.shelf.variants,
            within(BUDGET),
            names,
            saved,
            transcripts,
            self._next_seed,
            self.report,
            Adviser(late("advice", "hint"), late("advice", "review"), late("coaching", "coached")),
        )
        return Hall(room, house)

    def _next_seed(self) -> int:
        return SystemRandom().randrange(2**32) if self.seed is None else self.seed

    def _keys(self, book: Phrasebook, settings: Settings) -> tuple[Keymap, tuple[PageError, ...]]:
        return keymap(book.language.code, self.folders.keys, Profile(settings.keys))

    def _keep(self, changes: Mapping[str, object]) -> None:
        """Keep what was changed by hand; what the command line asked for holds for this visit alone."""
        kept, _ = load_settings(self.folders.settings)
        settings = replace(kept, **changes)  # type: ignore[arg-type] # named as the fields are
        save_settings(self.folders.settings, settings)


def _tell_news(room: Room, news: News) -> None:
    entries = {News.LOST: "menus.no_speech", News.BACK: "menus.speech_back"}
    if news is News.LOST and isinstance(room.place, SoundCheck):
        room.place.give_way()
    if news in entries:
        room.say(Message(entries[news]), urgency=Urgency.EVENT)
