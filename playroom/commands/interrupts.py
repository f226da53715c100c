"""Ctrl+C where it may not cut something short."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def noted_interrupts() -> Iterator[Callable[[], bool]]:
    """A function that says whether Ctrl+C was pressed; more presses change nothing.

    An interrupt by the second press of two would hit the work by which the first is obeyed, such as the end
    of the processes that play.
    """
    pressed: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, _frame: object) -> None:
        pressed.append(number)

    if before is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


def forget_interrupted_exec() -> None:
    """Keep the program's own exit code, although Ctrl+C may have interrupted an exec.

    Python notes that a KeyboardInterrupt has left the exec of a string, such as those that make data classes,
    and then ends by the signal instead of the exit code. The next exec clears that note.
    """
    exec("")  # noqa: S102 (there is nothing to execute)
