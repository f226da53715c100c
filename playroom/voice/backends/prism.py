"""prismatoid as a backend: most screen readers of all systems, Orca's braille among them."""

import importlib
import threading
from contextlib import suppress
from typing import Any, Final

from playroom.voice.backends.backend import BackendError, BackendKind, Failure, OnSpeechEvent

_THREADS: Final = 4
"""How many threads GLib may start for the library on Linux; it ends the program if it cannot."""
_SYNTHESISERS = {"SAPI", "ONE_CORE", "AV_SPEECH", "SPEECH_DISPATCHER", "SPIEL"}


class PrismBackend:
    """The library's best backend at the time it was built."""

    reports_end = False

    def __init__(self, library: Any) -> None:  # noqa: ANN401 (the library is optional, and so are its types)
        self._library = library
        self._context = library.Context()
        self._backend = self._context.acquire_best()
        self.has_braille = bool(self._backend.features.supports_braille)

    @property
    def name(self) -> str:
        """The name of the screen reader or synthesiser."""
        return str(self._backend.name)

    @property
    def kind(self) -> BackendKind:
        """The kind, by the library's identifier of its backend."""
        identifier = self._context.id_of(self._backend.name).name
        if identifier in _SYNTHESISERS:
            return BackendKind.SYNTHESISER
        special = {"VOICE_OVER": BackendKind.TERMINAL_READER, "ORCA": BackendKind.KEY_TOLERANT_READER}
        return special.get(identifier, BackendKind.SCREEN_READER)

    @property
    def outlives_us(self) -> bool:
        """Whether the voice is not one that the library runs in this process."""
        return self.kind is not BackendKind.SYNTHESISER

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Speak *text* now, or after the texts that it was given before."""
        self._backend.speak(text, interrupt)

    def braille(self, text: str) -> None:
        """Show *text* on the braille display, if there is one."""
        if self.has_braille:
            self._backend.braille(text)

    def silence(self) -> None:
        """Stop the present text, if there is one and the library's backend can."""
        # Prism raises NotImplementedError for a backend that cannot stop.
        with suppress(self._library.common.PrismNotSpeakingError, NotImplementedError):
            self._backend.stop()

    def close(self) -> None:
        """Do nothing: the library frees its objects when they are collected."""


def prism_backend(_on_event: OnSpeechEvent) -> PrismBackend:
    """The library's best backend; BackendError if it has none, or is not installed."""
    try:
        library = importlib.import_module("prism")
    except ModuleNotFoundError as error:
        raise BackendError(Failure.NOT_INSTALLED, str(error)) from error
    may_end = threading.Event()
    try:  # whether the system grants the threads that the library needs
        for _ in range(_THREADS):
            threading.Thread(target=may_end.wait, name="prism", daemon=True).start()
    except RuntimeError as error:
        raise BackendError(Failure.NOT_RUNNING, str(error)) from error
    finally:
        may_end.set()
    try:
        return PrismBackend(library)
    except ValueError as error:
        raise BackendError(Failure.NOT_RUNNING, str(error)) from error
