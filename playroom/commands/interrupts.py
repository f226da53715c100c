"""Ctrl+C where it may not cut something short."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def noted_interrupts() -> Iterator[Callable[[], bool]]:
    """A function that says whether Ctrl+C was pressed; a second press ends the program as usual."""
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, _frame: object) -> None:
        pressed.append(number)
        signal.signal(signal.SIGINT, before)

    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)
