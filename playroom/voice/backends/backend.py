"""The interface of speech backends, what they report, and what they need of the system."""

import importlib
from collections.abc import Callable, Collection
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol


class BackendKind(StrEnum):
    """The program that speaks behind a backend."""

    SCREEN_READER = "screen-reader"
    """A screen reader that any key press interrupts."""
    KEY_TOLERANT_READER = "key-tolerant-reader"
    """A screen reader that our keys do not interrupt."""
    SYNTHESISER = "synthesiser"
    """A voice of its own, with or without a screen reader beside it."""
    TERMINAL_READER = "terminal-reader"
    """A screen reader that reads the terminal by itself, and that nothing interrupts: VoiceOver."""


class SpeechEvent(StrEnum):
    """A backend's report about a text that it was given."""

    BEGUN = "begun"
    """The sound of the text has begun."""
    FINISHED = "finished"
    """The text was spoken to its end."""
    INTERRUPTED = "interrupted"
    """The text was interrupted or not begun."""
    REFUSED = "refused"
    """The text was not taken; the backend may take it later."""
    DISCONNECTED = "disconnected"
    """The backend itself is lost; in place of a text there is the kind of failure, "" if it is not known."""


OnSpeechEvent = Callable[[SpeechEvent, str], None]
"""Called with an event and its text, from any thread."""


class Failure(StrEnum):
    """Why a backend cannot be used."""

    NOT_INSTALLED = "not-installed"
    NOT_RUNNING = "not-running"
    BROKEN = "broken"
    STUCK = "stuck"
    NO_AUDIO = "no-audio"
    REFUSED = "refused"
    """It takes no text for now, such as a screen reader in sleep mode; it may later."""


class BackendError(Exception):
    """A backend cannot be used; *detail* is in English, for a bug report."""

    def __init__(self, failure: Failure, detail: str) -> None:
        super().__init__(f"{failure}: {detail}")
        self.failure = failure
        self.detail = detail


class Backend(Protocol):
    """A connection to a voice. It is used by the thread that built it; every method may raise or block."""

    @property
    def name(self) -> str:
        """The name of the screen reader or synthesiser."""

    @property
    def kind(self) -> BackendKind:
        """The program that speaks behind it."""

    @property
    def has_braille(self) -> bool:
        """Whether it can write to a braille display."""

    @property
    def reports_end(self) -> bool:
        """Whether it reports that a text was begun, and finished or interrupted."""

    @property
    def outlives_us(self) -> bool:
        """Whether what it was given is spoken although this process ends."""

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Speak *text* now, or after the texts that it was given before."""

    def braille(self, text: str) -> None:
        """Show *text* on the braille display, if there is one."""

    def silence(self) -> None:
        """Stop the present text, and drop those that wait."""

    def close(self) -> None:
        """Release what the backend holds."""


def backend_error(error: Exception) -> BackendError:
    """The error of a backend; anything else that a library raises means that it is broken."""
    if isinstance(error, BackendError):
        return error
    return BackendError(Failure.BROKEN, f"{type(error).__name__}: {error}")


def check_spoken(backend: Backend, events: Collection[SpeechEvent]) -> None:
    """Raise a BackendError if these events say that a text was not spoken."""
    if SpeechEvent.REFUSED in events:
        raise BackendError(Failure.REFUSED, "it takes no text")
    if SpeechEvent.DISCONNECTED in events:
        backend.speak("", interrupt=False)  # a program that has failed raises its error now
        raise BackendError(Failure.BROKEN, "it is gone")


USUAL_RATE: Final = 15.0
"""The characters a second of a voice whose rate is not known."""


def longest_duration(text: str, *, reports_end: bool) -> float:
    """An upper bound in seconds for speaking *text*; a generous one where its end will be reported."""
    return 5 + len(text) / 4 if reports_end else 0.5 + len(text) / 14


def expected_duration(text: str, rate: float) -> float:
    """The seconds that speaking *text* takes at a rate in characters a second."""
    return 0.1 + len(text) / rate


def is_running(program: str) -> bool:
    """Whether a program of this name is running, directly or as a script; always False except on Linux."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            if any(word.rpartition(b"/")[2] == program.encode() for word in words[:2]):
                return True
    return False


def initialise_com() -> None:
    """A context in which this thread uses COM; COM objects belong to the thread that creates them."""
    with suppress(ImportError):
        importlib.import_module("pythoncom").CoInitialize()
