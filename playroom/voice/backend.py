"""What every way to speak has in common."""

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol


class Sort(StrEnum):
    """What stands at the other end of a backend."""

    READER = "reader"  # a screen reader that speaks what it is told, and falls silent at any key
    POLITE_READER = "polite-reader"  # a screen reader that falls silent at no key of ours
    SYNTHESISER = "synthesiser"  # a voice of its own, with or without a screen reader beside it
    TERMINAL_READER = "terminal-reader"  # a screen reader that reads the terminal by itself


class Report(StrEnum):
    """What a backend tells about a text that it was given."""

    OVER = "over"  # it was said to its end
    CUT = "cut"  # it was cut, or never begun
    GONE = "gone"  # the backend itself is lost, whatever the text


class Why(StrEnum):
    """Why a backend cannot be used."""

    NOT_INSTALLED = "not-installed"
    NOT_RUNNING = "not-running"
    BROKEN = "broken"
    STUCK = "stuck"


class UnusableError(Exception):
    """A backend cannot be used: why, and what was found, in English, for a bug report."""

    def __init__(self, why: Why, detail: str) -> None:
        super().__init__(f"{why}: {detail}")
        self.why = why
        self.detail = detail


class Backend(Protocol):
    """One way to speak. It belongs to the thread that built it; any of its methods may raise or hang."""

    @property
    def name(self) -> str:
        """What speaks, as its makers call it."""

    @property
    def sort(self) -> Sort:
        """What stands at its other end."""

    @property
    def brailles(self) -> bool:
        """Whether it can show a text on a braille display."""

    @property
    def reports(self) -> bool:
        """Whether it tells when a text is over or was cut."""

    def speak(self, text: str, *, interrupt: bool) -> None:
        """Say this now, or after what is being said."""

    def braille(self, text: str) -> None:
        """Show this on the braille display, if it has one."""

    def silence(self) -> None:
        """Stop what is being said, and what waits behind it."""

    def close(self) -> None:
        """Let go of it."""


Heard = Callable[[Report, str], None]


def duration(text: str, *, reports: bool) -> float:
    """How many seconds a text sounds at most: a guess, and a generous one where its end will be reported."""
    return 5 + len(text) / 4 if reports else 0.5 + len(text) / 14
