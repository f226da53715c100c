"""A terminal of Linux or macOS as a source of key presses."""

import asyncio
import signal
import termios
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import Final, TextIO

from playroom.console.terminal.control_sequences import ask_for_marks, marked_pastes
from playroom.console.terminal.keyboard import text_reader

_INPUT_FLAGS: Final = termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR
"""The flags that give Ctrl+S and Ctrl+Q to the terminal, and confuse Enter with Ctrl+J."""

_LOCAL_FLAGS: Final = termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG
"""The flags that echo keys, wait for the end of a line, and make signals of Ctrl+C and Ctrl+Z."""

_IFLAG, _LFLAG, _CC = 0, 3, 6
"""The places of these flags and of the control characters in the attributes of a terminal."""


class PosixTerminal:
    """The terminal at *stdin*."""

    def __init__(self, stdin: TextIO) -> None:
        self._stdin = stdin
        self.read: Callable[[], str | None] = text_reader(stdin)

    def flush(self) -> str:
        """The text that was held back: none."""
        return ""

    @contextmanager
    def raw_mode(self) -> Iterator[None]:
        """Have every key sent at once and as it is, and pastes marked; then give the terminal back."""
        handle = self._stdin.fileno()
        before = termios.tcgetattr(handle)
        _set_raw(handle)
        try:
            with marked_pastes(self._stdin):
                yield
        finally:
            with suppress(termios.error):  # it has gone
                termios.tcsetattr(handle, termios.TCSANOW, before)

    @contextmanager
    def attached(self, ready: Callable[[], None]) -> Iterator[None]:
        """Call *ready* in the running event loop whenever there is text to read, after a stop too."""
        loop, handle = asyncio.get_running_loop(), self._stdin.fileno()
        loop.add_reader(handle, ready)

        def resume() -> None:
            """Take the terminal again after a stop, in which a shell may have reset it."""
            with suppress(termios.error):  # it has gone
                _set_raw(self._stdin.fileno())
                ask_for_marks(self._stdin)

        loop.add_signal_handler(signal.SIGCONT, resume)
        try:
            yield
        finally:
            loop.remove_signal_handler(signal.SIGCONT)
            loop.remove_reader(handle)

    def closing(self, _on_close: Callable[[], object]) -> AbstractContextManager[None]:
        """Do nothing: a terminal that is closed sends a signal."""
        return nullcontext()


def _set_raw(handle: int) -> None:
    attributes = termios.tcgetattr(handle)
    attributes[_IFLAG] &= ~_INPUT_FLAGS
    attributes[_LFLAG] &= ~_LOCAL_FLAGS
    attributes[_CC][termios.VMIN] = 1
    termios.tcsetattr(handle, termios.TCSANOW, attributes)
