"""The thread in which sounds are played. Its callers never wait, and it never fails them."""

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
"""How many calls wait at most for a thread that is blocked by a sound server."""

CLOSE_SECONDS: Final = 0.5
"""Seconds after which a device that does not close is left to the system."""

BLOCKED_SECONDS: Final = 2.0
"""Seconds after which a thread that has taken no calls is blocked by a sound server."""

LOOK_SECONDS: Final = 3.0
"""Seconds for which a report waits for the device to open."""


class _Inbox:
    """The calls for one thread, its engine, and since when it has been busy with something else."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[Call] = SimpleQueue()
        self.engine: SoundEngine | None = None
        self.busy_since = inf

    @property
    def is_blocked(self) -> bool:
        """Whether the thread has been busy for too long."""
        return time.monotonic() - self.busy_since >= BLOCKED_SECONDS

    @property
    def library(self) -> str:
        """The library that the engine has loaded."""
        return self.engine.opener.library if self.engine else ""

    def mark(self) -> None:
        """Be busy from now on."""
        self.busy_since = time.monotonic()

    def take_calls(self, engine: "SoundEngine") -> None:
        """Wait for calls, or until there is work without one, and make all that have come."""
        timeout, self.busy_since = _seconds_until(engine.due()), inf
        with suppress(Empty):
            call = self.calls.get(timeout=timeout)
            self.mark()
            call(engine)
            while True:
                self.calls.get_nowait()(engine)
        self.mark()


class SoundThread:
    """Plays sounds by *options* in a thread that starts with the first of them, or with the first words.

    Should the thread fail, there is no sound until the next call, which starts another one. It calls *wake*
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
        """What plays the sounds now: no device while a sound server blocks the thread."""
        inbox = self._inbox
        return SoundState(inbox.library) if inbox.is_blocked and inbox.library else self._state

    def play(self, cues: Sequence[PlacedCue]) -> None:
        """Play these cues, each after its own delay."""
        if self._options.mode is not SoundMode.OFF:
            at, played = time.monotonic(), tuple(cues)
            self._post(lambda engine: engine.play(played, at))

    def stop(self) -> None:
        """End the cues that any key ends, such as a shuffle."""
        if self._thread:
            self._post(lambda engine: engine.stop())

    def duck(self, seconds: float) -> None:
        """Play softer for so many seconds at most; 0: the words have ended.

        The device is opened meanwhile, so that the first sound need not wait for it.
        """
        if self._options.mode is not SoundMode.OFF:
            until = time.monotonic() + seconds
            self._post(lambda engine: engine.duck(until))

    def apply(self, options: SoundOptions) -> None:
        """Play by these options from now on."""
        before, self._options = self._options, options
        if options.hardware != before.hardware:
            self._forget()
        if self._thread:
            self._put(lambda engine: engine.apply(options))

    def restart(self) -> None:
        """Open the device anew, in the background; a thread that is blocked is left to itself."""
        if self._inbox.is_blocked:
            self._inbox, self._thread = _Inbox(), None
        self._forget()
        self._put(lambda engine: engine.restart())

    def devices(self) -> tuple[str, ...]:
        """The names of the output devices, as far as they are known; they are looked up for the next call."""
        self._post(self._find_names)
        return self._names

    def close(self) -> None:
        """Close the device, and wait for that a moment at most."""
        self._is_closing = True
        if self._thread:
            self._inbox.calls.put(lambda _engine: None)
            if self._thread.is_alive():
                self._thread.join(CLOSE_SECONDS)
            atexit.unregister(self.close)

    def look(self, seconds: float) -> SoundState:
        """What plays sounds here, looked for at most so long."""
        self.restart()
        return self._state if self._known.wait(seconds) else self.state

    def _forget(self) -> None:
        """Know nothing until the device has been opened anew."""
        self._known.clear()
        self._state = NOT_YET_KNOWN

    def _post(self, call: Call) -> None:
        """Make this call in the thread, unless that has been blocked for long."""
        if self._inbox.calls.qsize() < MOST_WAITING:
            self._put(call)

    def _put(self, call: Call) -> None:
        if not self._is_closing:
            self._inbox.calls.put(call)
            self._start()

    def _start(self) -> None:
        if not self._thread:
            # Windows aborts a program that ends with an open device.
            atexit.register(self.close)
        if not self._thread or not self._thread.is_alive():
            self._inbox.mark()
            self._thread = threading.Thread(target=self._run, args=(self._inbox,), name="sound", daemon=True)
            with suppress(RuntimeError):  # the system may refuse another thread
                self._thread.start()

    def _run(self, inbox: _Inbox) -> None:
        # A fault of sound must not reach the player, and what a library raises is not known.
        with suppress(Exception):
            from playroom.sound.device import DeviceOpener  # noqa: PLC0415 (silence needs no ctypes)
            from playroom.sound.sound_engine import SoundEngine  # noqa: PLC0415 (silence needs no engine)

            engine = inbox.engine = SoundEngine(DeviceOpener(), self._options, time.monotonic)
            try:
                self._play(engine, inbox)
            finally:
                engine.close()
        inbox.busy_since = inf
        self._tell(SoundState(), inbox)

    def _play(self, engine: "SoundEngine", inbox: _Inbox) -> None:
        device = None
        while not self._is_closing and inbox is self._inbox:
            inbox.take_calls(engine)
            engine.work()
            if engine.device is not device or not self._state.is_known:
                device = engine.device
                self._find_names(engine)
                inbox.mark()
                self._tell(SoundState(engine.opener.library, device.name if device else ""), inbox)

    def _tell(self, state: SoundState, inbox: _Inbox) -> None:
        """Let this be the state, if it is that of the thread that plays now."""
        if inbox is self._inbox:
            is_news, self._state = state != self._state, state
            self._known.set()
            if is_news and not self._is_closing:
                with suppress(RuntimeError):  # the event loop may have ended without closing the sound
                    self._wake()

    def _find_names(self, engine: "SoundEngine") -> None:
        self._names = engine.opener.names()


def found_sound(options: SoundOptions) -> SoundState:
    """What would play sounds here, if it is found soon."""
    output = open_output(options)
    try:
        return output.look(LOOK_SECONDS)
    finally:
        output.close()


def open_output(options: SoundOptions, wake: Callable[[], None] = lambda: None) -> SoundThread:
    """What plays sounds here. It opens nothing, and loads no library, before there is a sound.

    *wake* is called in the thread of the sounds when what plays them has changed.
    """
    # Set here, as the environment must not change in a thread while C reads it in another.
    os.environ["ALSOFT_LOGLEVEL"] = "0"
    return SoundThread(options, wake)


def _seconds_until(moment: float) -> float | None:
    """Seconds until a moment of the clock; None for ever."""
    return None if moment == inf else max(0.0, moment - time.monotonic())
