"""The names of the keys that are pressed, from a terminal or from a pipe.

prompt_toolkit reads the console of Windows alone. It takes long to load, and its parser of terminals holds a
lone Escape back for half a second, takes an unknown sequence apart into letters, and is deaf, to Ctrl+C as
well, after a paste that never ends.
"""

import asyncio
import codecs
import io
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import partial
from math import inf
from types import FrameType
from typing import Final, Protocol, TextIO

from playroom.console.terminal.strokes import ESCAPE_PAUSE, finished_keys, pause, strokes
from playroom.console.ui.background import Job

CLOSED: Final = "closed"
"""Returned instead of a key at the end: end of a pipe, terminal closed, SIGTERM."""

ON_WINDOWS: Final = os.name == "nt"

_AHEAD: Final = 1000
_END_SIGNALS: Final = ("SIGTERM", "SIGHUP", "SIGBREAK")


class TerminalInput(Protocol):
    """A terminal that sends the keys as text."""

    def read(self) -> str | None:
        """The text that has come; None at the end."""

    def flush(self) -> str:
        """The text that was held back as perhaps unfinished."""

    def raw_mode(self) -> AbstractContextManager[None]:
        """Have every key sent at once and as it is; then give the terminal back."""

    def attached(self, ready: Callable[[], None]) -> AbstractContextManager[None]:
        """Call *ready* in the running event loop whenever there is text to read."""

    def closing(self, on_close: Callable[[], object]) -> AbstractContextManager[None]:
        """Call *on_close* from any thread when the window of the terminal is closed without a signal."""


class Keyboard:
    """A queue of the keys that were pressed."""

    def __init__(
        self,
        flush: Callable[[], str] = str,
        later: Callable[[float, Callable[[], None]], Job] | None = None,
    ) -> None:
        """Listen for keys; after a silence *flush* gives what was read but held back as perhaps unfinished.

        *later* calls a function after some seconds, by default in the running event loop.
        """
        self.wanted = threading.Event()
        """Set while more may be read ahead."""
        self._flush, self._later = flush, later or _later
        self._keys: deque[str] = deque()
        self._pressed = asyncio.Event()
        self._begun = ""
        self._silence: Job | None = None

    async def key(self) -> str:
        """The name of the next key; CLOSED, again and again, when there will be none."""
        while not self._keys:
            self._pressed.clear()
            await self._pressed.wait()
        if self._keys[0] == CLOSED:
            return CLOSED
        key = self._keys.popleft()
        self._ask_for_more()
        return key

    def hear(self, text: str) -> None:
        """Process *text*, all of it from one read."""
        keys, self._begun = strokes(self._begun + text)
        self._give(keys)
        self._wait(ESCAPE_PAUSE)

    def end(self) -> None:
        """Close after the keys that were typed so far."""
        self._give((*finished_keys(self._begun), CLOSED))
        self._begun = ""

    def stop(self) -> None:
        """Close at once, and drop the keys that were typed."""
        self._keys.clear()
        self._give((CLOSED,))

    def _wait(self, seconds: float) -> None:
        if self._silence:
            self._silence.cancel()

        def silent() -> None:
            keys, begun = strokes(self._begun + self._flush())
            over = seconds >= pause(begun)
            self._begun = "" if over else begun
            self._give((*keys, *finished_keys(begun)) if over else keys)
            if self._begun and pause(begun) < inf:
                self._wait(pause(begun))

        self._silence = self._later(seconds, silent)

    def _give(self, keys: tuple[str, ...]) -> None:
        self._keys.extend(keys)
        self._ask_for_more()
        if self._keys:
            self._pressed.set()

    def _ask_for_more(self) -> None:
        if len(self._keys) < _AHEAD:
            self.wanted.set()


def _later(seconds: float, call: Callable[[], None]) -> Job:
    return asyncio.get_running_loop().call_later(seconds, call)


def is_terminal(stdin: TextIO) -> bool:
    """Whether keys are typed there; Windows takes its null device for a terminal, but not for a console."""
    is_file = isinstance(getattr(getattr(stdin, "buffer", None), "raw", None), io.FileIO)
    return stdin.isatty() and not (ON_WINDOWS and is_file)


@contextmanager
def keyboard(stdin: TextIO | None, on_end_signal: Callable[[], None] = lambda: None) -> Iterator[Keyboard]:
    """The keyboard at *stdin*, in a running event loop. The terminal is restored at the end.

    *on_end_signal* is called in the handler of a signal to end, where a terminal has sent the keys.
    """
    if stdin is None or stdin.closed:
        keys = Keyboard()
        keys.end()
        yield keys
    elif is_terminal(stdin):
        if ON_WINDOWS:
            from playroom.console.terminal import windows_console  # noqa: PLC0415 (for Windows)

            console: TerminalInput = windows_console.WindowsConsole(stdin)
        else:
            from playroom.console.terminal import posix_terminal  # noqa: PLC0415 (not for Windows)

            console = posix_terminal.PosixTerminal(stdin)
        with _terminal(console, on_end_signal) as keys:
            yield keys
    else:
        yield _pipe(with_one_line_end(text_reader(stdin)))


@contextmanager
def _terminal(console: TerminalInput, on_end_signal: Callable[[], None]) -> Iterator[Keyboard]:
    keys, loop = Keyboard(console.flush), asyncio.get_running_loop()
    with ExitStack() as raw, ExitStack() as attached:

        def ready() -> None:
            text = console.read()
            if text is None:
                attached.close()
                keys.end()
            else:
                keys.hear(text)

        def give_back() -> None:
            raw.close()
            on_end_signal()

        with _end_signals(give_back, keys):
            raw.enter_context(console.raw_mode())
            attached.enter_context(console.attached(ready))
            raw.enter_context(console.closing(partial(loop.call_soon_threadsafe, keys.stop)))
            yield keys


def _pipe(read: Callable[[], str | None]) -> Keyboard:
    """The keys that *read* gives, read in a thread, as files and pipes may block."""
    keys, loop = Keyboard(), asyncio.get_running_loop()

    def drain() -> None:
        with suppress(RuntimeError):  # the loop has closed: nobody listens any more
            while (text := read()) is not None:
                keys.wanted.clear()
                loop.call_soon_threadsafe(keys.hear, text)
                keys.wanted.wait()
            loop.call_soon_threadsafe(keys.end)

    threading.Thread(target=drain, name="keys from a pipe", daemon=True).start()
    return keys


@contextmanager
def _end_signals(give_back: Callable[[], None], keys: Keyboard) -> Iterator[None]:
    """Have SIGTERM and SIGHUP restore the terminal and close the keyboard; the second one acts as usual."""
    loop = asyncio.get_running_loop()

    def end(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, before[number])
        give_back()
        loop.call_soon_threadsafe(keys.stop)

    numbers = [getattr(signal, name) for name in _END_SIGNALS if hasattr(signal, name)]
    handlers = {number: signal.getsignal(number) for number in numbers}
    before = {
        number: handler for number, handler in handlers.items() if handler not in {signal.SIG_IGN, None}
    }
    for number in before:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


_CHUNK: Final = 4096


def text_reader(stdin: TextIO) -> Callable[[], str | None]:
    """A function that reads the next text, None at the end; bytes that are not text become lone surrogates.

    They are kept since the mouse sends its place in such bytes, which must not be taken from the next keys.
    """
    decoder = codecs.getincrementaldecoder(stdin.encoding or "utf-8")(errors="surrogateescape")

    def read() -> str | None:
        try:
            found = os.read(stdin.fileno(), _CHUNK)
        except BlockingIOError:
            return ""
        except (OSError, ValueError):  # the terminal has gone, or was closed
            return None
        return decoder.decode(found) if found else None

    return read


def with_one_line_end(read: Callable[[], str | None]) -> Callable[[], str | None]:
    """The same texts with a single character at each end of a line, where Windows writes two."""
    before = ""

    def read_on() -> str | None:
        nonlocal before
        if not (text := read()):
            return text
        joined = (before + text).replace("\r\n", "\r").removeprefix(before)
        before = "\r" if text.endswith("\r") else ""
        return joined

    return read_on
