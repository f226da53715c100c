"""The thread that plays cues. Its callers never block and get no errors."""

import atexit
import os
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final, TypeAlias

from playroom.sound.cue import PlacedCue
from playroom.sound.output import NOT_YET_KNOWN, SoundMode, SoundOptions, SoundState

if TYPE_CHECKING:
    from playroom.sound.sound_engine import SoundEngine

Call: TypeAlias = "Callable[[SoundEngine], None]"

MOST_WAITING: Final = 256
"""The most pending calls for a thread that is blocked by a sound server."""

CLOSE_SECONDS: Final = 0.5
"""Timeout for closing a device, in seconds."""

BLOCKED_SECONDS: Final = 2.0
"""Seconds without taking a call after which the thread counts as blocked by a sound server."""

LOOK_SECONDS: Final = 3.0
"""Timeout of a report for opening the device, in seconds."""


class _Inbox:
    """The pending calls of a thread, its engine, and the time since which it has been busy."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[Call] = SimpleQueue()
        self.engine: SoundEngine | None = None
        self.busy_since = inf

    @property
    def is_blocked(self) -> bool:
        """Whether the thread counts as blocked."""
        return time.monotonic() - self.busy_since >= BLOCKED_SECONDS

    @property
    def library(self) -> str:
        """The library that the engine has loaded."""
        return self.engine.opener.library if self.engine else ""

    def mark(self) -> None:
        """Mark the thread as busy from now on."""
        self.busy_since = time.monotonic()

    def take_calls(self, engine: "SoundEngine") -> None:
        """Wait for calls or for due work, and make all pending calls."""
        due = engine.due()
        timeout = None if due == inf else max(0.0, due - time.monotonic())
        self.busy_since = inf
        with suppress(Empty):
            call = self.calls.get(timeout=timeout)
            self.mark()
            call(engine)
            while True:
                self.calls.get_nowait()(engine)
        self.mark()


class SoundThread:
    """Plays cues with *options* in a thread that starts at the first cue or the first speech.

    If the thread fails, there is no sound until the next call, which starts another one. It calls *wake*
    when the state has changed.
    """

    def __init__(self, options: SoundOptions, wake: Callable[[], None]) -> None:
        self._options, self._wake = options, wake
        self._inbox = _Inbox()
        self._thread: threading.Thread | None = None
        self._is_closing = False
        self._state = NOT_YET_KNOWN
        self._known = threading.Event()
        self._names: tuple[str, ...] = ()

    @property
    def state(self) -> SoundState:
        """The state of the output; without a device while a sound server blocks the thread."""
        inbox = self._inbox
        return SoundState(inbox.library) if inbox.is_blocked and inbox.library else self._state

    def play(self, cues: Sequence[PlacedCue]) -> None:
        """Play cues, each after its own delay."""
        if self._options.mode is not SoundMode.OFF:
            at, played = time.monotonic(), tuple(cues)
            self._post(lambda engine: engine.play(played, at))

    def stop(self) -> None:
        """Stop the cues that any key stops, such as a shuffle."""
        if self._thread:
            self._post(lambda engine: engine.stop())

    def duck(self, seconds: float) -> None:
        """Play softer for this many seconds at most; 0 once the speech has ended.

        The device is opened meanwhile, so that the first sound need not wait for it.
        """
        if self._options.mode is not SoundMode.OFF:
            until = time.monotonic() + seconds
            self._post(lambda engine: engine.duck(until))

    def apply(self, options: SoundOptions) -> None:
        """Apply new options."""
        before, self._options = self._options, options
        if options.hardware != before.hardware:
            self._forget()
        if self._thread:
            self._put(lambda engine: engine.apply(options))

    def restart(self) -> None:
        """Open the device again, in the background; a blocked thread is replaced."""
        if self._inbox.is_blocked:
            self._inbox, self._thread = _Inbox(), None
        self._forget()
        self._put(lambda engine: engine.restart())

    def devices(self) -> tuple[str, ...]:
        """The names of the output devices found so far; this call starts another search."""
        self._post(self._find_names)
        return self._names

    def close(self) -> None:
        """Close the device, or give up after a timeout."""
        self._is_closing = True
        if self._thread:
            self._inbox.calls.put(lambda _engine: None)
            if self._thread.is_alive():
                self._thread.join(CLOSE_SECONDS)
            atexit.unregister(self.close)

    def look(self, seconds: float) -> SoundState:
        """The state of the output, after a search with a timeout."""
        self.restart()
        return self._state if self._known.wait(seconds) else self.state

    def _forget(self) -> None:
        """Reset the state to unknown until the device has been opened again."""
        self._known.clear()
        self._state = NOT_YET_KNOWN

    def _post(self, call: Call) -> None:
        """Make a call in the thread, unless it is blocked."""
        if self._inbox.calls.qsize() < MOST_WAITING:
            self._put(call)

    def _put(self, call: Call) -> None:
        if not self._is_closing:
            self._inbox.calls.put(call)
            if not self._thread:
                # Windows aborts a program that ends with an open device.
                atexit.register(self.close)
            if not self._thread or not self._thread.is_alive():
                self._inbox.mark()
                self._thread = threading.Thread(
                    target=self._run, args=(self._inbox,), name="sound", daemon=True
                )
                with suppress(RuntimeError):  # the system may refuse another thread
                    self._thread.start()

    def _run(self, inbox: _Inbox) -> None:
        # A fault of sound must not reach the player, and what a library raises is not known.
        with suppress(Exception):
            from playroom.sound.device import DeviceOpener  # noqa: PLC0415 (silence needs no ctypes)
            from playroom.sound.sound_engine import SoundEngine  # noqa: PLC0415 (silence needs no engine)

            engine = inbox.engine = SoundEngine(DeviceOpener(), self._options, time.monotonic)
            try:
                device = None
                while not self._is_closing and inbox is self._inbox:
                    inbox.take_calls(engine)
                    engine.work()
                    if engine.device is not device or not self._state.is_known:
                        device = engine.device
                        self._find_names(engine)
                        inbox.mark()
                        self._tell(SoundState(engine.opener.library, device.name if device else ""), inbox)
            finally:
                engine.close()
        inbox.busy_since = inf
        self._tell(SoundState(), inbox)

    def _tell(self, state: SoundState, inbox: _Inbox) -> None:
        """Store the state, if it comes from the current thread."""
        if inbox is self._inbox:
            is_news, self._state = state != self._state, state
            self._known.set()
            if is_news and not self._is_closing:
                with suppress(RuntimeError):  # the event loop may have ended without closing the sound
                    self._wake()

    def _find_names(self, engine: "SoundEngine") -> None:
        self._names = engine.opener.names()


def found_sound(options: SoundOptions) -> SoundState:
    """The state of sound output on this machine, if it is found before the timeout."""
    output = open_output(options)
    try:
        return output.look(LOOK_SECONDS)
    finally:
        output.close()


def open_output(options: SoundOptions, wake: Callable[[], None] = lambda: None) -> SoundThread:
    """The sound output of this machine. It opens no device and loads no library before the first cue.

    *wake* is called in the sound thread when the state has changed.
    """
    # Set here, as the environment must not change in a thread while C reads it in another.
    os.environ["ALSOFT_LOGLEVEL"] = "0"
    return SoundThread(options, wake)
