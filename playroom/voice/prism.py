"""prismatoid as a backend: most screen readers of all systems, Orca's braille among them."""

import importlib
from contextlib import suppress
from typing import Any

from playroom.voice.backend import Heard, Sort, UnusableError, Why

_SYNTHESISERS = {"SAPI", "ONE_CORE", "AV_SPEECH", "SPEECH_DISPATCHER", "SPIEL"}


class Prism:
    """What the library holds for the best way to speak when it was built."""

    reports = False

    def __init__(self, library: Any) -> None:  # noqa: ANN401 - the library may be absent, and its types too
        self._library = library
        self._context = library.Context()
        self._backend = self._context.acquire_best()
        self.brailles = bool(self._backend.features.supports_braille)

    @property
    def name(self) -> str:
        """The screen reader or synthesiser behind the library."""
        return str(self._backend.name)

    @property
    def sort(self) -> Sort:
        """What the library says by its own number for it."""
        number = self._context.id_of(self._backend.name).name
        if number in _SYNTHESISERS:
            return Sort.SYNTHESISER
        special = {"VOICE_OVER": Sort.TERMINAL_READER, "ORCA": Sort.POLITE_READER}
        return special.get(number, Sort.READER)

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Say this now, or after what is being said."""
        self._backend.speak(text, interrupt)

    def braille(self, text: str) -> None:
        """Show this on the braille display, if there is one."""
        if self.brailles:
            self._backend.braille(text)

    def silence(self) -> None:
        """Stop what is being said; where nothing is, or it cannot be stopped, that is well too."""
        with suppress(self._library.common.PrismNotSpeakingError, NotImplementedError):
            self._backend.stop()

    def close(self) -> None:
        """Leave it to Python: the library lets go of itself when it is forgotten."""


def build(_heard: Heard) -> Prism:
    """The best that the library finds; UnusableError if it finds nothing, or is not installed."""
    try:
        library = importlib.import_module("prism")
    except ModuleNotFoundError as error:
        raise UnusableError(Why.NOT_INSTALLED, str(error)) from error
    try:
        return Prism(library)
    except ValueError as error:
        raise UnusableError(Why.NOT_RUNNING, str(error)) from error
