"""The ways to speak, in the order in which they are tried, and what was found of them."""

import importlib
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from playroom.voice.backend import Backend, Heard, Report, Sort, UnusableError, Why, duration

PATIENCE = 2.0  # seconds that a way to speak has to be found
BEGINNING = 0.5  # seconds in which a voice that was told something has begun, or has failed
PROGRAMS = ("say", "espeak-ng", "espeak")  # those of command.py, which is not loaded before it is needed


@dataclass(frozen=True, slots=True)
class Source:
    """A way to speak: its name, and what builds its backend, in the thread that is to own it."""

    name: str
    build: Callable[[Heard], Backend]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of a source: what speaks there, or why nothing does."""

    source: str
    speaks: str = ""
    sort: Sort | None = None
    brailles: bool = False
    why: Why | None = None
    detail: str = ""


def sources(language: str = "", *, words: str = "", rate: int = 0, pause: float = 0.0) -> tuple[Source, ...]:
    """All ways to speak, best first.

    *language* is the one that the player chose, *words* that of what is said, for programs, which ask no
    system for its language; *rate* is theirs in words a minute, *pause* their seconds between two texts.
    What is "" or 0 they decide themselves.
    """
    return (
        Source("accessible-output2", partial(_built, "accessible", language)),
        Source("prism", partial(_built, "prism")),
        *(
            Source(name, partial(_built, "command", name, language or words, rate, pause))
            for name in PROGRAMS
        ),
    )


def preferring(name: str, ways: Iterable[Source]) -> tuple[Source, ...]:
    """The same ways with the named one first."""
    return tuple(sorted(ways, key=lambda source: source.name != name))


def found(ways: Iterable[Source]) -> tuple[Finding, ...]:
    """What there is of each, found side by side, within two seconds; none of them is spoken to."""
    trials = [_Trial(source) for source in ways]
    end = time.monotonic() + PATIENCE
    return tuple(trial.finding(end) for trial in trials)


def tried(source: Source, text: str, *, leaving: bool = False) -> Finding:
    """What spoke when *text* was said by this source alone, or why nothing did.

    It lasts as long as the text sounds; *leaving* stays only where the voice would end with this program:
    a screen reader, a server and a program of its own go on by themselves.
    """
    trial = _Trial(source, text, leaving=leaving)
    return trial.finding(time.monotonic() + PATIENCE + duration(text, reports=True))


class _Trial:
    """A source that is being built, and perhaps spoken to, in a thread of its own, as it may hang."""

    def __init__(self, source: Source, text: str = "", *, leaving: bool = False) -> None:
        self._source = source
        self._text = text
        self._leaving = leaving
        self._reports: list[Report] = []
        self._reported = threading.Event()
        self._finding = Finding(source.name, why=Why.STUCK, detail="no answer in time")
        self._thread = threading.Thread(target=self._run, name=source.name, daemon=True)
        self._thread.start()

    def finding(self, end: float) -> Finding:
        """What was found by that time of the monotonic clock, or that it is stuck."""
        self._thread.join(max(0.0, end - time.monotonic()))
        return self._finding

    def _run(self) -> None:
        name = self._source.name
        try:
            self._finding = self._found()
        except UnusableError as error:
            self._finding = Finding(name, why=error.why, detail=error.detail)
        except Exception as error:  # noqa: BLE001 - any library may fail in any way: it is told
            self._finding = Finding(name, why=Why.BROKEN, detail=f"{type(error).__name__}: {error}")

    def _found(self) -> Finding:
        backend = self._source.build(self._hear)
        if self._text:
            self._speak(backend)
        finding = Finding(self._source.name, backend.name, backend.sort, backend.brailles)
        backend.close()
        return finding

    def _speak(self, backend: Backend) -> None:
        """Say the text, and wait while it may sound: some fall silent as soon as they are let go of."""
        backend.speak(self._text, interrupt=False)
        goes_on = backend.reports or backend.sort is not Sort.SYNTHESISER
        seconds = duration(self._text, reports=backend.reports)
        self._reported.wait(min(seconds, BEGINNING) if self._leaving and goes_on else seconds)
        if Report.GONE in self._reports:
            raise UnusableError(Why.BROKEN, "it is gone")
        if Report.CUT in self._reports:
            # A program that has failed tells why at the next text; one that was cut by a key says nothing.
            backend.speak("", interrupt=False)

    def _hear(self, report: Report, _text: str) -> None:
        self._reports.append(report)
        self._reported.set()


def _built(module: str, *wishes: object) -> Backend:
    """The backend of one of our modules, which is imported now only: it brings its library with it."""
    backend: Backend = importlib.import_module(f"playroom.voice.{module}").build(*wishes)
    return backend
