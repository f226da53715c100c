"""How the program ends: its exit codes besides 0, Ctrl+C that must not interrupt, signals to a server."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio import Future

FAILED = 1
"""A file cannot be read, or the program has failed."""

WRONG_COMMAND = 2
"""The command line is wrong, or asks for something impossible."""

STOPPED = 130
"""Ctrl+C was pressed."""


@contextmanager
def noted_interrupts() -> Iterator[Callable[[], bool]]:
    """A context with a function that returns whether Ctrl+C was pressed; more presses are ignored.

    A second interrupt would hit the handling of the first, such as ending worker processes.
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


def stop_signal() -> "Future[signal.Signals]":
    """The first signal to come that ends the program: by Ctrl+C, or by what starts and replaces servers."""
    from asyncio import get_running_loop  # noqa: PLC0415 (a command that only prints a text does not need it)

    loop = get_running_loop()
    stopped: Future[signal.Signals] = loop.create_future()

    def stop(by: signal.Signals) -> None:
        if not stopped.done():
            stopped.set_result(by)

    for each in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # loops on Windows take no handlers: Ctrl+C cancels there
            loop.add_signal_handler(each, stop, each)
    return stopped
