"""The ways to speak, in the order in which they are tried, and what was found of them."""

import importlib
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from playroom.voice.backend import Backend, Heard, Sort, UnusableError, Why

PATIENCE = 2.0  # seconds that a way to speak has to be found


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


def sources(language: str = "", rate: int = 0, pause: float = 0.0) -> tuple[Source, ...]:
    """All ways to speak, best first. Language, words a minute, seconds between texts: "" and 0 are theirs."""
    return (
        Source("accessible-output2", partial(_built, "accessible", language)),
        Source("prism", partial(_built, "prism")),
        *(
            Source(name, partial(_built, "command", name, language, rate, pause))
            for name in ("say", "espeak-ng", "espeak")
        ),
    )


def preferring(name: str, ways: Iterable[Source]) -> tuple[Source, ...]:
    """The same ways with the named one first."""
    return tuple(sorted(ways, key=lambda source: source.name != name))


def found(ways: Iterable[Source]) -> tuple[Finding, ...]:
    """What there is of each, found side by side, within two seconds; none of them is spoken to."""
    trials = [_Trial(source) for source in ways]
    return tuple(trial.finding() for trial in trials)


class _Trial:
    """A source that is being built in a thread of its own, as it may hang."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._finding = Finding(source.name, why=Why.STUCK, detail=f"no answer in {PATIENCE} seconds")
        self._thread = threading.Thread(target=self._run, name=source.name, daemon=True)
        self._thread.start()

    def finding(self) -> Finding:
        """What was found, or that it is stuck."""
        self._thread.join(PATIENCE)
        return self._finding

    def _run(self) -> None:
        name = self._source.name
        try:
            backend = self._source.build(lambda _report, _text: None)
            self._finding = Finding(name, backend.name, backend.sort, backend.brailles)
            backend.close()
        except UnusableError as error:
            self._finding = Finding(name, why=error.why, detail=error.detail)
        except Exception as error:  # noqa: BLE001 - any library may fail in any way: it is told
            self._finding = Finding(name, why=Why.BROKEN, detail=f"{type(error).__name__}: {error}")


def _built(module: str, *wishes: object) -> Backend:
    """The backend of one of our modules, which is imported now only: it brings its library with it."""
    backend: Backend = importlib.import_module(f"playroom.voice.{module}").build(*wishes)
    return backend
