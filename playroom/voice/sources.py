"""The speech sources, in the order in which they are tried, and when each is tried again.

Pure but for the building of backends: the time, in seconds, is an argument.
"""

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from math import inf
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.voice.backends.backend import Backend, Failure, OnSpeechEvent, backend_error

PROGRAMS: Final = ("say", "espeak-ng", "espeak")
"""The names in program.py, which is not imported before it is used."""

BROWSER_SPEECH: Final = "browser-speech"
"""The name of the voice of a browser, for a listener whose console is there and who has no screen reader."""


class Source(Struct, frozen=True):
    """A library or program that can speak: its name, and a function that builds its backend.

    *pronounced* turns a text as it is written into one as it is spoken.
    """

    name: str
    build: Callable[[OnSpeechEvent], Backend]
    pronounced: Callable[[str], str] = str


def all_sources(language: str = "", *, words: str = "", rate: int = 0) -> tuple[Source, ...]:
    """Every source, best first.

    *language* is the player's setting, *words* the language of the texts, for programs, which do not know
    the language of the system. *rate* in words a minute is for programs and SAPI. "" and 0 leave a
    choice to the source.
    """

    def synthesiser(name: str) -> Synthesiser:
        return Synthesiser(name, language or words, rate)

    return (
        Source("orca", partial(_build, "orca", "orca_backend")),
        Source(
            "accessible-output2", partial(_build, "accessible_output", "accessible_backend", language, rate)
        ),
        Source("prism", partial(_build, "prism", "prism_backend")),
        *(
            Source(name, partial(_build, "program", "program_backend", synthesiser(name)))
            for name in PROGRAMS
        ),
    )


def pronouncing(pronounced: Callable[[str], str], sources: Iterable[Source]) -> tuple[Source, ...]:
    """These sources, which speak texts as *pronounced* turns them."""
    return tuple(replace(source, pronounced=pronounced) for source in sources)


def preferred_first(name: str, sources: Iterable[Source]) -> tuple[Source, ...]:
    """These sources, the named one first."""
    return tuple(sorted(sources, key=lambda source: source.name != name))


def _build(module: str, function: str, *arguments: object) -> Backend:
    """The backend that a function of one of our modules makes, imported only now, with its library."""
    backend: Backend = getattr(importlib.import_module(f"playroom.voice.backends.{module}"), function)(
        *arguments
    )
    return backend


class Synthesiser(Struct):
    """A program by its name, its language, and its rate in words a minute; "" and 0 leave them to it."""

    name: str
    language: str = ""
    rate: int = 0
    is_mute: bool = False
    """Whether it has found no sound device, so that its next backend is not built before it finds one."""


_DELAYS: Final = (0.1, 0.2, 0.4, 1.0)
"""Seconds after each failure in a row; the last holds for all others."""
_SLOW_DELAYS: Final = (2.0, 4.0, 8.0, 16.0, 32.0, 60.0)
"""`_DELAYS` of a source that blocks, each attempt at which costs a thread."""
_PROBE_TIMEOUTS: Final = (10.0, 20.0, 40.0, 80.0, 160.0, 320.0)
"""Seconds after which another probe of a source is made although none has ended, as each keeps a thread."""
_HOPEFUL: Final = 10
"""The failures after which a source that has never spoken is probed less often."""
_HOPELESS_DELAY: Final = 30.0
"""Seconds between its probes from then on."""


class _Record(Struct):
    """A source's failures in a row, the times of its next attempt and probe, and whether it has spoken.

    *probes* are those since the last failure, none of which has ended.
    """

    failures: int = 0
    probes: int = 0
    retry_at: float = 0.0
    probe_at: float = 0.0
    has_spoken: bool = False

    def fail(self, now: float, delay: float) -> None:
        """Retry after a number of seconds."""
        self.retry_at, self.probes = now + delay, 0
        is_hopeless = self.failures > _HOPEFUL and not self.has_spoken
        self.probe_at = now + (max(delay, _HOPELESS_DELAY) if is_hopeless else delay)

    def probe(self, now: float) -> None:
        """Note that a probe begins."""
        self.probes += 1
        self.probe_at = now + _delay(self.probes, _PROBE_TIMEOUTS)


class Attempts:
    """The attempts at each source, the best source first.

    Where nothing speaks, the next source is tried at once; where one does, better ones are probed meanwhile.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self._records = {source: _Record() for source in sources}

    def next(self, now: float) -> Source | None:
        """The best source that may be tried at this time."""
        return next((source for source, record in self._records.items() if record.retry_at <= now), None)

    def retry_at(self) -> float:
        """The time of the next attempt; infinity if there is none."""
        return min((record.retry_at for record in self._records.values()), default=inf)

    def next_probe(self, now: float, present: Source) -> Source | None:
        """The best source before the present one that may be probed at this time, and is then probed."""
        for source in self._better(present):
            if self._records[source].probe_at <= now:
                self._records[source].probe(now)
                return source
        return None

    def probe_at(self, present: Source) -> float:
        """The time of the next probe of a source before the present one; infinity if there is none."""
        return min((self._records[source].probe_at for source in self._better(present)), default=inf)

    def is_better(self, source: Source, present: Source) -> bool:
        """Whether *source* stands before the present one."""
        return source in self._better(present)

    def succeeded(self, source: Source) -> None:
        """Note that the source has spoken."""
        self._records[source] = _Record(has_spoken=True)

    def answered(self, source: Source, now: float) -> None:
        """Note that a source that blocked has answered: it may be tried at once."""
        self._records[source].retry_at = self._records[source].probe_at = now

    def failed_to_speak(self, source: Source, error: Exception, now: float) -> None:
        """Note that its backend has failed: the first time it may be built again at once."""
        record = self._records[source]
        record.failures += 1
        is_first = record.failures == 1 and backend_error(error).failure is not Failure.NO_AUDIO
        record.fail(now, 0.0 if is_first else _retry_delay(record.failures, error))

    def failed_to_build(self, source: Source, error: Exception, now: float) -> None:
        """Note that its backend could not be built."""
        record = self._records[source]
        record.failures += 1
        record.fail(now, _retry_delay(record.failures, error))

    def failed_to_load(self, source: Source, error: Exception, now: float, until: float) -> None:
        """Note that it blocks while its backend is built: it may be loading until this time."""
        self.failed_to_build(source, error, now)
        record = self._records[source]
        record.retry_at = max(record.retry_at, until)

    def _better(self, present: Source) -> Iterator[Source]:
        return takewhile(lambda source: source != present, self._records)


def _retry_delay(failures: int, error: Exception) -> float:
    """Seconds until the next attempt after a number of failures in a row."""
    failure = backend_error(error).failure
    if failure is Failure.NOT_INSTALLED:
        return inf
    return _delay(failures, _SLOW_DELAYS if failure is Failure.STUCK else _DELAYS)


def _delay(times: int, delays: Sequence[float]) -> float:
    """The delay by number of repetitions; the last one applies to all later ones."""
    return delays[min(times, len(delays)) - 1]


LOADING_TIMEOUT: Final = 10.0
"""Seconds from the start in which a source that blocks may be loading, so that it is not lost yet."""
LOADING_RETRY: Final = 30.0
"""Seconds from the start after which it is tried again although it has not answered."""


class Loading:
    """The sources whose building was abandoned, and has not ended as far as one knows; *start* is a time."""

    def __init__(self, start: float) -> None:
        self._until = start + LOADING_TIMEOUT
        self._sources: list[Source] = []
        self.retry_at = start + LOADING_RETRY
        """The time before which nothing is tried again that may be loading."""
        self.report_at = inf
        """The time at which it is reported that nothing can speak, unless something has loaded before."""

    def add(self, source: Source, now: float) -> None:
        """Note that the building of this source was abandoned."""
        self._sources.append(source)
        self.report_at = max(now, self._until)

    def end(self) -> tuple[Source, ...]:
        """The sources that were loading, none of which is any more."""
        ended, self._sources = tuple(self._sources), []
        return ended

    def is_under_way(self, now: float) -> bool:
        """Whether a source may still be loading."""
        return bool(self._sources) and now < self._until

    def note_report(self) -> None:
        """Note that it was reported that nothing can speak."""
        self.report_at = inf
