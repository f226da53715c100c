"""The speech sources, in the order in which they are tried."""

import importlib
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.voice.backends.backend import Backend, OnSpeechEvent

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
    """The same sources, which speak texts as *pronounced* turns them."""
    return tuple(replace(source, pronounced=pronounced) for source in sources)


def preferred_first(name: str, sources: Iterable[Source]) -> tuple[Source, ...]:
    """The same sources, the named one first."""
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
