"""Somebody at the keyboard of the real program, who hears what a real speech-dispatcher is told.

Nothing here sleeps for a fixed time: a key is over once no bot is to move any more, and what came of
the last move has been queued and said. A move is kept on the disk before it is told, so the kept match
tells whether there is more to come.
"""

import fcntl
import os
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

from private_dispatcher import Dispatcher

from playroom.home.saved_match import SavedMatch
from playroom.rules.chain import End
from playroom.rules.legal import moves
from playroom.rules.match import Match
from playroom.rules.move import Draw, Play
from playroom.rules.variant import Variant
from playroom.rules.view import view
from playroom.strict_yaml import PageError
from playroom.table.shelf import OURS, shelf

PROGRAM = (sys.executable, "-m", "playroom")
PATIENCE = 20.0
"""Seconds that a busy machine may need for anything."""
LULL = 0.03
"""Seconds of silence after what was told last, for a machine that is between two moves."""
QUIET = 0.35
"""Seconds of silence after which nothing more is expected where nothing tells that there is no more."""

SEQUENCES = {
    "enter": "\r",
    "space": " ",
    "tab": "\t",
    "shift-tab": "\x1b[Z",
    "backspace": "\x7f",
    "escape": "\x1b",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "insert": "\x1b[2~",
    "delete": "\x1b[3~",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    **{f"f{number}": f"\x1bO{letter}" for number, letter in enumerate("PQRS", 1)},
    **{
        f"f{number}": f"\x1b[{code}~"
        for number, code in zip(range(5, 13), (15, 17, 18, 19, 20, 21, 23, 24), strict=True)
    },
    "ctrl-right": "\x1b[1;5C",
    "ctrl-f1": "\x1b[1;5P",
    "shift-up": "\x1b[1;2A",
}
"""What a terminal sends for the keys that have a word for a name."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A text that was queued, its priority, and the milliseconds since the key."""

    text: str
    priority: str
    ms: float


def sequence(key: str) -> str:
    """What a terminal sends for a key by its name; "text ..." is typed as it is."""
    if key.startswith("text "):
        return key.removeprefix("text ")
    if found := re.fullmatch(r"(ctrl|alt)-(.)", key):
        return chr(ord(found[2].upper()) & 31) if found[1] == "ctrl" else f"\x1b{found[2]}"
    return key if len(key) == 1 else SEQUENCES[key]


@cache
def variants() -> Mapping[str, Variant]:
    """The rulebooks that come with the playroom."""
    return shelf([OURS]).variants


def keys_of_a_move(match: Match, seat: int = 0) -> list[str]:
    """The keys by which a seat plays the first tile that it may, or else draws, or else passes; or deals."""
    if match.turn is None:
        return ["enter"]
    seen = view(match, seat)
    allowed = moves(seen.position)
    play = next((move for move in allowed if isinstance(move, Play)), None)
    if play is None:
        return ["space" if Draw() in allowed else "p"]
    there = {End.LEFT: "g", End.RIGHT: "d", None: "enter"}[play.end]
    return ["home", *["right"] * seen.hand.index(play.tile), there]


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for a while, in memory where there is such a place: nobody waits for a disk."""
    memory = Path("/dev/shm")  # noqa: S108 (mkdtemp makes a folder of our own in it)
    place = Path(tempfile.mkdtemp(prefix="playroom-", dir=memory if memory.is_dir() else None))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


class Player:
    """The program in a terminal of its own, with its things in the folder *home*."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        home: Path,
        *arguments: str,
        program: Sequence[str] = PROGRAM,
        is_new: bool = False,
    ) -> None:
        """Start the program; a player who is new is asked first how they hear it."""
        if not is_new:
            _settled(home)
        self.saved = SavedMatch(home / "data" / "playroom" / "matches")
        self.screen = ""
        self._dispatcher = dispatcher
        self._heard = len(dispatcher.queued())
        self._master, self._slave = os.openpty()
        fcntl.ioctl(self._slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 1000, 0, 0))
        self.found = self.attributes()
        self._since = time.time()
        self.process = subprocess.Popen(
            [*program, *arguments],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env={**os.environ, **dispatcher.environment, **_folders(home), "TERM": "xterm-256color"},
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)
        os.close(self._slave)

    def attributes(self) -> list[Any]:
        """How the terminal stands."""
        return termios.tcgetattr(self._slave)

    def press(self, key: str) -> tuple[Heard, ...]:
        """Press a key; what is queued until there is no more to come."""
        before = self._stamp()
        self.send(key)
        return self.hear(before)

    def send(self, key: str) -> None:
        """Press a key, and wait for nothing."""
        self._since = time.time()
        os.write(self._master, sequence(key).encode())

    def hear(self, before: object = None) -> tuple[Heard, ...]:
        """What is queued until there is no more to come; *before* tells how the kept match stood."""
        heard: list[Heard] = []
        happened: object = None
        since, end = time.monotonic(), time.monotonic() + PATIENCE
        while time.monotonic() < end:
            heard += self.new()
            # A bot that has thought for long has moved, but what it did is yet to be told.
            if happened != (happened := (len(heard), self._voice_wrote(), self._stamp())):
                since = time.monotonic()
            if self.is_over or self._is_all(heard, before, time.monotonic() - since):
                return (*heard, *self.new())
        raise TimeoutError(f"no end after {heard}; on the screen: {self.screen[-2000:]}")

    def wait_for(self, text: str, seconds: float = PATIENCE) -> tuple[Heard, ...]:
        """What is queued until something with this text is."""
        heard: list[Heard] = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            heard += self.new()
            if any(text in each.text for each in heard):
                return tuple(heard)
        raise TimeoutError(f"{text!r} was not said, but {heard}; on the screen: {self.screen[-2000:]}")

    def wait_until_quiet(self) -> list[Heard]:
        """What is queued until nothing has been for a while."""
        heard, since = self.new(), time.monotonic()
        while time.monotonic() - since < QUIET:
            if new := self.new():
                heard, since = heard + new, time.monotonic()
        return heard

    def new(self) -> list[Heard]:
        """What has been queued since one looked last, and, on the screen, written."""
        self._read()
        queued = self._dispatcher.queued()[self._heard :]
        self._heard += len(queued)
        return [Heard(each.text, each.priority, round(1000 * (each.at - self._since), 1)) for each in queued]

    @property
    def is_over(self) -> bool:
        """Whether the program has ended."""
        return self.process.poll() is not None

    def end(self) -> int:
        """Wait for the end of the program; its exit code."""
        code = self._ended()
        self._read()
        return code

    def match(self) -> Match | None:
        """The match as it is kept; None if there is none."""
        with suppress(PageError):
            return self.saved.load(variants()).match
        return None

    def _ended(self) -> int:
        end = time.monotonic() + PATIENCE
        while not self.is_over and time.monotonic() < end:
            self._read()
        return self.process.wait(0.1)

    def _read(self) -> None:
        """Read what stands on the screen, and wait a moment for it."""
        seconds = 0.002
        while select.select([self._master], [], [], seconds)[0]:
            self.screen += os.read(self._master, 65536).decode(errors="replace")
            seconds = 0

    def _is_all(self, heard: Sequence[Heard], before: object, quiet: float) -> bool:
        """Whether no more is to come: the moves have been told and said, and no bot is to move."""
        if not heard:
            return before is not None and quiet > QUIET
        if quiet < LULL and (self._stamp() != before or not self._is_said(heard[-1])):
            return False
        if self._stamp() == before:
            return not self._bot_is_to_move()
        match = self.match()
        told = any(each.priority == "message" and self._at(each) >= self._kept_at() for each in heard)
        # Between two rounds a hint follows, once all is quiet.
        lull = LULL if told and match and match.turn is not None else QUIET
        return quiet > lull and not self._bot_is_to_move()

    def _voice_wrote(self) -> int:
        """How much the voice has written of what it says: it grows whenever a text begins or ends."""
        with suppress(FileNotFoundError):
            return self._dispatcher.record.stat().st_size
        return 0

    def _is_said(self, heard: Heard) -> bool:
        return heard.text in self._dispatcher.spoken("end")

    def _bot_is_to_move(self) -> bool:
        match = self.match()
        return match is not None and match.turn in self.saved.seats()

    def _stamp(self) -> object:
        """What is another after every change of the kept match."""
        with suppress(FileNotFoundError):
            stat = self.saved.file.stat()
            return stat.st_mtime_ns, stat.st_ino, stat.st_size
        return "none"

    def _kept_at(self) -> float:
        """When the kept match changed last, by the wall clock."""
        with suppress(FileNotFoundError):
            return self.saved.file.parent.stat().st_mtime
        return 0.0

    def _at(self, heard: Heard) -> float:
        return self._since + heard.ms / 1000


def _settled(home: Path) -> None:
    """Keep settings for somebody who has been here before, if there are none."""
    file = home / "config" / "playroom" / "settings.yaml"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("{}\n")


def _folders(home: Path) -> Mapping[str, str]:
    """The environment in which all that a player keeps is in *home*."""
    kinds = ("config", "data", "state", "cache")
    return {
        "HOME": str(home),
        **{f"XDG_{kind.upper()}_HOME": str(home / kind) for kind in kinds},
        "LC_ALL": "C.UTF-8",
    }
