"""Somebody at the keyboard of the real program, who hears what a real speech-dispatcher is told.

Nothing here waits for a fixed time: a test says what it waits for, and knows from the same keys in-process
how much there is to come.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

import yaml

from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.narration.phrases.locales import phrasebook
from playroom.rules.match import Match
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import PageError
from playroom.table.record import Record
from playroom.table.shelf import OURS, shelf
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher

PROGRAM = (sys.executable, "-m", "playroom")
PATIENT_PROGRAM = (sys.executable, str(Path(__file__).parents[1] / "programs" / "patient_program.py"))
"""The same, which gives up nothing because the machine is busy."""

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

_UNSEEN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07)")
"""What a terminal takes for itself and shows nothing of."""
_LAST = "\x00"
"""What is written after all that a program has written: a terminal passes it on in order, but late."""


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


def shown_lines(screen: str) -> list[str]:
    """The lines that a terminal shows of what was written to it."""
    shown = _UNSEEN.sub("", screen)
    return [line.strip("\r") for line in shown.split("\n") if line.strip("\r")]


@contextmanager
def folder() -> Iterator[Path]:
    """A folder for a while, in memory where there is such a place: nobody waits for a disk."""
    memory = Path("/dev/shm")  # noqa: S108 (mkdtemp makes a folder of our own in it)
    place = Path(tempfile.mkdtemp(prefix="playroom-", dir=memory if memory.is_dir() else None))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def save_settings(file: Path, settings: Mapping[str, object]) -> None:
    """Save settings for a player who has been here before, if there are none yet."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(yaml.safe_dump(dict(settings)), encoding="utf-8")


def newest_match(folder: Path) -> SavedMatch:
    """The match that was played last; the first one to be, if there is none."""
    kept = SavedMatches(folder).newest_first()
    return kept[0] if kept else SavedMatch(folder / "0001.domino.yaml")


class Player:
    """The program in a terminal of its own, with its things in the folder *home*."""

    def __init__(
        self,
        dispatcher: Dispatcher,
        home: Path,
        *arguments: str,
        program: Sequence[str] = PATIENT_PROGRAM,
        settings: Mapping[str, object] | None = None,
        is_new: bool = False,
    ) -> None:
        """Start the program; a player who is new is asked first how they hear it."""
        if not is_new:
            save_settings(home / "config" / "playroom" / "settings.yaml", settings or {"language": "en"})
        self._matches = home / "data" / "playroom" / "matches"
        self.screen = ""
        self._dispatcher = dispatcher
        self._heard = len(dispatcher.queued())
        from support.console.pseudo_terminal import PseudoTerminal  # noqa: PLC0415 (not for Windows)

        self._terminal = PseudoTerminal(24, 1000)
        self.found = self.attributes()
        self._since = time.time()
        self.process = subprocess.Popen(
            [*program, *arguments],
            stdin=self._terminal.slave,
            stdout=self._terminal.slave,
            stderr=self._terminal.slave,
            env={**os.environ, **dispatcher.environment, **own_folders(home), "TERM": "xterm-256color"},
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        with suppress(OSError):  # it was closed before
            self._terminal.close()

    def close_terminal(self) -> None:
        """Close the terminal, as its window does."""
        self._terminal.close()

    @property
    def saved(self) -> SavedMatch:
        """The match that was played last; the first one to be, if there is none."""
        return newest_match(self._matches)

    def attributes(self) -> list[Any]:
        """How the terminal stands."""
        return self._terminal.attributes()

    def send(self, *keys: str) -> None:
        """Press keys, and wait for nothing."""
        for key in keys:
            self._since = time.time()
            self._terminal.send(sequence(key))

    def press(self, key: str, said: str) -> None:
        """Press a key, and wait until its answer has this text."""
        self.new()
        self.send(key)
        self.wait_for(said)

    def wait_for(self, text: str, seconds: float = PATIENCE) -> tuple[Heard, ...]:
        """What is queued until something with this text is."""
        heard: list[Heard] = []

        def is_said() -> bool:
            heard.extend(self.new())
            return any(text in each.text for each in heard)

        try:
            self.wait_until(is_said, f"{text!r} is said", seconds)
        except TimeoutError as error:
            raise TimeoutError(f"{error}; heard: {[each.text for each in heard]}") from None
        return tuple(heard)

    def wait_for_all(self, *texts: str) -> None:
        """Wait until each of these texts has been queued, in any order."""
        heard: list[str] = []

        def are_said() -> bool:
            heard.extend(each.text for each in self.new())
            return all(text in " ".join(heard) for text in texts)

        self.wait_until(are_said, f"{texts} are said, after {heard}")

    def hear(self, text: str, seconds: float = PATIENCE) -> Heard:
        """Wait until something with this text is queued: this; others may be queued with it."""
        return next(each for each in self.wait_for(text, seconds) if text in each.text)

    def hears(self, expected: Sequence[str]) -> None:
        """Wait until these texts have been queued, and no other; a slow machine may tell one text in two.

        They are texts of the program's English as they are written; queued is what is pronounced.
        """
        spoken = [phrasebook("en").language.pronounced(text) for text in expected]
        heard: list[str] = []

        def are_said() -> bool:
            heard.extend(each.text for each in self.new())
            return len(" ".join(heard)) >= len(" ".join(spoken))

        self.wait_until(are_said, f"{spoken} is said, after {heard}")
        assert " ".join(heard) == " ".join(spoken), (heard, spoken)

    def wait_until_written(self, text: str) -> None:
        """Wait until this stands on the screen."""
        self.wait_until(lambda: text in self.screen, f"{text!r} is written")

    def wait_until_lines(self, expected: Sequence[str]) -> None:
        """Wait until these are all the lines on the screen."""
        self.wait_until(lambda: self.lines() == expected, f"{expected} are the lines")

    def wait_until(self, true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
        """Wait until something is true, reading what the program writes meanwhile."""
        end = time.monotonic() + seconds
        while not true():
            if time.monotonic() > end:
                raise TimeoutError(f"waited in vain until {what}; on the screen: {self.screen[-2000:]}")
            self._read()

    def new(self) -> list[Heard]:
        """What has been queued since one looked last, and, on the screen, written."""
        queued = self._dispatcher.queued()[self._heard :]
        self._read()
        self._heard += len(queued)
        return [Heard(each.text, each.priority, round(1000 * (each.at - self._since), 1)) for each in queued]

    def lines(self) -> list[str]:
        """The lines on the screen."""
        return shown_lines(self.screen)

    @property
    def is_over(self) -> bool:
        """Whether the program has ended."""
        return self.process.poll() is not None

    def end(self) -> int:
        """Wait for the end of the program, and read all that it has written; its exit code."""
        self.wait_until(lambda: self.is_over, "the program ends")
        self._terminal.write(_LAST)
        self.wait_until(lambda: self.screen.endswith(_LAST), "all is read")
        self.screen = self.screen.removesuffix(_LAST)
        return self.process.wait()

    def record(self) -> Record | None:
        """The record of the unfinished match as it is saved; None if there is none."""
        with suppress(PageError):
            return self.saved.load(variants())
        return None

    def match(self) -> Match | None:
        """The unfinished match as it is saved; None if there is none."""
        record = self.record()
        return record.match if record else None

    def _read(self) -> None:
        """Read what stands on the screen, and wait a moment for it."""
        for text in self._terminal.written(0.002):
            self.screen += text


def own_folders(home: Path) -> Mapping[str, str]:
    """The environment in which all that a player keeps is in *home*."""
    kinds = ("config", "data", "state", "cache")
    return {
        "HOME": str(home),
        **{f"XDG_{kind.upper()}_HOME": str(home / kind) for kind in kinds},
        "LC_ALL": "C.UTF-8",
    }
