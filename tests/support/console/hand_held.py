"""A console that a test holds in one hand: keys in, words out, on a clock that the test moves.

The room, table, lists, history, bots and files are the real ones, and so are the queue of speech and the
screen. There is no process, no thread and no terminal; nothing happens until the test presses a key or lets
time pass:

    console = Console("play", "--seed", "1", home=home)
    console.press("right")
    console.wait(0.8)
    assert console.heard() == [...]
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO
from math import inf
from pathlib import Path
from threading import Thread
from typing import TypeVar, overload

from playroom.commands.assembly import ScreenWithClipboard, is_first, open_console
from playroom.commands.context import Visit
from playroom.commands.dispatch import read_command_line
from playroom.commands.parser import subcommand
from playroom.console.console import Console as OpenConsole
from playroom.console.local.cover import Cover
from playroom.console.ui.places import Place
from playroom.home.folders import Folders
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.narration.preferences import FirstTime
from playroom.online.client.tables_protocol import SharedTables
from playroom.rules.layout import LEFT, RIGHT
from playroom.rules.legal import legal_moves, plays
from playroom.rules.match import Match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.seat import Seat
from playroom.rules.view import View, view
from playroom.voice.backends.backend import BackendKind
from playroom.voice.history import History
from playroom.voice.mode import Mode
from playroom.voice.sources import Source
from playroom.voice.speech_loop import Report
from playroom.voice.utterance import Utterance
from playroom.voice.voice import Voice
from playroom.voice.worker import Runtime
from support.console.player import newest_match, save_settings
from support.online.unreachable_tables import unreachable_tables
from support.sound.list_sound import ListSound, PlayedCue
from support.time.clock import Clock, Timer
from support.voice.list_voice import ListVoice, Said

Result = TypeVar("Result")

BEGUN = datetime(2026, 11, 2, 20, 30, tzinfo=UTC)
"""The time at which the clock of a test begins."""

EXPLAINED = [str(each) for each in FirstTime if each not in (FirstTime.KEYS, FirstTime.MANY)]
"""What was explained to a player who has been here before, unless a test wants that."""


_POSITION = re.compile(r", \d+ (?:of|sur) \d+(?=\.|$)")


@overload
def without_position(said: str) -> str: ...
@overload
def without_position(said: list[str]) -> list[str]: ...
def without_position(said: str | list[str]) -> str | list[str]:
    """Texts without the positions of the lines in their lists, which are tested in test_lists.py alone."""
    return _POSITION.sub("", said) if isinstance(said, str) else [_POSITION.sub("", each) for each in said]


class ClockBackground:
    """Work beside the keys on the clock of a test.

    Of that clock, work in turn, such as the thoughts of bots, takes *thinking* seconds, any other *seconds*.
    """

    def __init__(self, clock: Clock) -> None:
        self.thinking = 0.0
        self.seconds = 0.0
        self._clock = clock
        self._free = 0.0

    @property
    def now(self) -> float:
        return self._clock.now

    def run(
        self, work: Callable[[], Result], done: Callable[[Result], object], *, in_turn: bool = False
    ) -> Timer:
        if not in_turn:
            return self._clock.later(self.seconds, lambda: done(work()))
        self._free = max(self._clock.now, self._free) + self.thinking
        return self._clock.later(self._free - self._clock.now, lambda: done(work()))

    def start(self, work: Callable[[], None]) -> None:
        Thread(target=work, name="last writes", daemon=True).start()

    def later(self, seconds: float, call: Callable[[], object]) -> Timer:
        return self._clock.later(seconds, call)


class ErasableScreen(ScreenWithClipboard):
    """A screen that notes where it was cleared."""

    def __init__(self, out: StringIO, file: Path) -> None:
        super().__init__(out, file)
        self._text, self._start = out, 0

    def clear(self) -> None:
        super().clear()
        self._start = len(self._text.getvalue())

    @property
    def visible(self) -> str:
        """What was written since the screen was cleared last."""
        return self._text.getvalue()[self._start :]


def lines_of(console: "Console") -> list[str]:
    """All lines of the list that is open, without their positions."""
    said = without_position(console.hear("home"))
    while "That was the last." not in said:
        said += without_position(console.hear("down"))
    return said[:-1]


def keys_of_a_move(match: Match, seat: Seat = 0) -> list[str]:
    """The keys by which a seat plays the first tile that it may, or else draws, or else passes; or deals."""
    return ["enter"] if match.turn is None else keys_of_a_turn(view(match, seat))


def keys_of_a_turn(seen: View) -> list[str]:
    """The keys by which the player of a view, whose turn it is, plays the first tile, draws or passes."""
    allowed = legal_moves(seen.position)
    play = next((move for move in allowed if isinstance(move, Play)), None)
    return keys_of(seen, play or (Draw() if Draw() in allowed else Pass()))


def keys_of(seen: View, move: Move) -> list[str]:
    """The keys by which the player of a view makes a legal move."""
    if not isinstance(move, Play):
        return ["space" if move == Draw() else "p"]
    return ["home", *["right"] * seen.hand.index(move.tile), *_keys_of_an_end(seen, move)]


def _keys_of_an_end(seen: View, play: Play) -> list[str]:
    """The keys that lay the tile in focus: Enter, and the digit of the way where a list asks for it."""
    ways = tuple(plays(seen.position, play.tile))
    if play.inner is None and play.end in (LEFT, RIGHT):
        return ["g" if play.end == LEFT else "d"]
    return ["enter"] if len(ways) == 1 else ["enter", str(ways.index(play) + 1)]


def folders(home: Path) -> Folders:
    """The folders of a player, all in *home*, as the program finds them there on Linux."""
    config, data = home / "config" / "playroom", home / "data" / "playroom"
    return Folders(
        settings=config / "settings.yaml",
        presets=config / "presets.yaml",
        keys=config / "keys.yaml",
        rulebooks=data / "rulebooks",
        sounds=data / "sounds",
        languages=data / "languages",
        matches=data / "matches",
        transcripts=data / "transcripts",
        online=data / "online",
        copied=data / "copied.txt",
        crash=home / "state" / "playroom" / "log" / "crash.txt",
        report=home / "state" / "playroom" / "log" / "report.txt",
        updates=data / "updates",
        cache=home / "cache" / "playroom" / "pages.cache",
    )


class Console:
    """The console of a player in *home*, started by these words of a command line.

    The voice says *speed* characters a second, 0 all at once; with no *kind* of speaker nothing can speak.
    Unless it *reports_end*, when a text has ended can only be estimated.
    *settings* are those that the player has saved. A new player has saved none, and is asked how they hear.
    *sources* are the speech sources that the menus list, *sound* plays the cues.
    The voice is there after *frozen* seconds. *shared* makes the ways to shared tables.
    """

    def __init__(  # noqa: PLR0913 (each is one thing that a test may choose)
        self,
        *arguments: str,
        home: Path,
        settings: Mapping[str, object] | None = None,
        speed: float = 0.0,
        kind: BackendKind | None = BackendKind.SYNTHESISER,
        reports_end: bool = True,
        is_new: bool = False,
        sources: Sequence[Source] = (),
        sound: ListSound | None = None,
        frozen: float = 0.0,
        shared: Callable[..., SharedTables] = unreachable_tables,
    ) -> None:
        self.folders = folders(home)
        self.clock = Clock()
        self.background = ClockBackground(self.clock)
        self.sound = sound or ListSound()
        self.sound.clock = self.clock
        self._kind, self._speed, self._reports_end = kind, speed, reports_end
        self._frozen = frozen
        self._workers: list[ListVoice] = []
        self._screen = StringIO()
        self._heard = self._read = self._heard_cues = 0
        if not is_new:
            save_settings(
                self.folders.settings,
                {"language": "en", "explained": EXPLAINED, "tips": False, **(settings or {})},
            )
        self._open(_visit(arguments, self.folders), sources, shared)

    @property
    def matches(self) -> SavedMatches:
        """The unfinished matches."""
        return SavedMatches(self.folders.matches)

    @property
    def saved(self) -> SavedMatch:
        """The match that was played last; the first one to be, if there is none."""
        return newest_match(self.folders.matches)

    @property
    def said(self) -> Sequence[Said]:
        """All that was said so far."""
        return [said for worker in self._workers for said in worker.said]

    @property
    def utterances(self) -> Sequence[Utterance]:
        """The utterances so far, spoken or not; of several people, what the one at the keyboard can read."""
        return self._voice.history.after(0)

    @property
    def is_talking(self) -> bool:
        """Whether a text sounds, or waits for another to end."""
        return any(said.ends > self.clock.now for said in self.said[-2:])

    @property
    def is_open(self) -> bool:
        """Whether the player is still in the room."""
        return self._console.is_open

    @property
    def braille(self) -> Sequence[str]:
        """The lines that were sent to a braille display."""
        return [line for worker in self._workers for line in worker.braille]

    @property
    def history(self) -> History:
        """The history that can be read now."""
        return self._voice.history

    @property
    def person(self) -> str:
        """Who of several people has the keyboard, or is asked to take it."""
        return self._console.room.preferences.person

    @property
    def opened(self) -> OpenConsole:
        """The console itself."""
        return self._console

    @property
    def place(self) -> Place | None:
        """The place that has the keys."""
        return self._console.room.places.current

    @property
    def places(self) -> Sequence[Place]:
        """All places that are open, the one that has the keys last."""
        return tuple(self._console.room.places)

    @property
    def is_covered(self) -> bool:
        """Whether nobody's hand is open, of several people at one keyboard."""
        return isinstance(self.place, Cover)

    def press(self, *keys: str) -> None:
        """Press keys; no time passes, so that only what is due at once happens."""
        for key in keys:
            if self.is_open:
                self._console.press(key, self.clock.now)
                self.clock.advance(0)
        if not self.is_open:
            self.close()

    def save_pending(self) -> bool:
        """Save what is pending, as after a crash; whether the match under way is saved as it stands."""
        return self._console.save_pending()

    def close(self) -> None:
        """End the program: the match is saved, and may be played elsewhere."""
        self._console.close()

    def write(self, text: str) -> None:
        """Type a text."""
        self.press(*("space" if letter == " " else letter for letter in text))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.advance(seconds)

    def freeze(self, seconds: float) -> None:
        """Freeze the speech server for a number of seconds."""
        for worker in self._workers:
            worker.freeze(seconds)

    def answers(self, *keys: str) -> list[str]:
        """Press keys, each once nothing more would happen by itself: the answer to each."""
        return [self.hear(key)[0] for key in keys]

    def answer(self, key: str) -> str:
        """Press a key, and let no time pass: the first of what is said."""
        self.press(key)
        return self.heard()[0]

    def rest(self) -> None:
        """Let time pass until nothing more would happen by itself."""
        self.clock.advance(inf)

    def new(self) -> Sequence[Said]:
        """What was said since this was asked last."""
        said = self.said
        new, self._heard = said[self._heard :], len(said)
        return new

    def heard(self) -> list[str]:
        """The texts that were said since this was asked last."""
        return [said.text for said in self.new()]

    def hear(self, *keys: str) -> list[str]:
        """Press keys, and let time pass until nothing more would happen: what was said since asked last."""
        self.press(*keys)
        self.rest()
        return self.heard()

    def new_cues(self) -> Sequence[PlayedCue]:
        """The cues that were played since this was asked last."""
        cues = self.sound.heard
        new, self._heard_cues = cues[self._heard_cues :], len(cues)
        return new

    def lines(self) -> list[str]:
        """The lines that were written so far."""
        return [line.strip("\r") for line in self.screen.split("\n") if line.strip("\r")]

    def read(self) -> list[str]:
        """The lines that were written since this was asked last."""
        lines = self.lines()
        new, self._read = lines[self._read :], len(lines)
        return new

    def forget(self) -> None:
        """Take all that was said, played and written so far as heard and read."""
        self.new()
        self.new_cues()
        self.read()

    @property
    def screen(self) -> str:
        """All that was written so far."""
        return self._screen.getvalue()

    @property
    def visible(self) -> str:
        """All that can be read on the screen, and what has scrolled away, since it was cleared."""
        return self._erasable.visible

    @property
    def match(self) -> Match:
        """The match as it is saved."""
        return self.saved.load(self.variants).match

    def play(self) -> list[str]:
        """Make the first move that is allowed, or deal: what is said until nothing more would happen."""
        return self.hear(*keys_of_a_move(self.match))

    def _open(self, visit: Visit, sources: Sequence[Source], tables: Callable[..., SharedTables]) -> None:
        context = visit.context
        self.variants = context.shelf.variants
        screen = self._erasable = ErasableScreen(self._screen, context.folders.copied)
        mode = Mode(context.settings.mode) if context.settings.mode else None
        self._voice = Voice(
            screen.show,
            (),
            mode=mode,
            wake=self._wake,
            runtime=Runtime(lambda: self.clock.now, self._worker),
        )
        self._console = open_console(
            context,
            self._voice,
            screen,
            self.sound,
            self.background,
            start=visit.start,
            seed=visit.seed,
            now=lambda: BEGUN + timedelta(seconds=self.clock.now),
            asks_how_to_hear=is_first(context),
            sources=lambda *_: tuple(sources),
            tables=tables,
        )
        self.clock.advance(0)

    def _wake(self) -> None:
        self.clock.later(0, self._console.update)

    def _worker(self, _: Sequence[Source], report: Report) -> ListVoice:
        worker = ListVoice(
            self.clock, report, speed=self._speed, kind=self._kind, reports_end=self._reports_end
        )
        worker.freeze(self._frozen)
        self._workers.append(worker)
        return worker


def _visit(arguments: Sequence[str], of: Folders) -> Visit:
    """The visit that a command line asks for."""
    context, parsed = read_command_line(arguments, of)
    visit = subcommand(parsed).run_parsed(context, parsed)
    assert isinstance(visit, Visit)
    return visit
