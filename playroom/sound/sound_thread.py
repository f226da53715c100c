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
    from playroom.sound.engine import Engine

Call: TypeAlias = "Callable[[Engine], None]"

MOST_WAITING: Final = 256
"""How many calls wait at most for a thread that is blocked by a sound server."""

CLOSE_SECONDS: Final = 0.5
"""Seconds after which a device that does not close is left to the system."""

LOOK_SECONDS: Final = 3.0
"""Seconds for which a report waits for the device to open."""


class SoundThread:
    """Plays sounds by *options* in a thread that starts with the first of them, or with the first words.

    Should the thread fail, there is no sound until the next call, which starts another one. It calls *wake*
    when the state has changed.
    """

    def __init__(self, options: SoundOptions, wake: Callable[[], None]) -> None:
        self._options, self._wake = options, wake
        self._inbox: SimpleQueue[Call] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._is_closing = False
        self._state = NOT_YET_KNOWN
        self._known = threading.Event()
        self._names: tuple[str, ...] = ()

    @property
    def state(self) -> SoundState:
        """What plays the sounds now."""
        return self._state

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
            self._post(lambda engine: engine.apply(options))

    def restart(self) -> None:
        """Open the device anew, in the background."""
        self._forget()
        self._post(lambda engine: engine.restart())

    def devices(self) -> tuple[str, ...]:
        """The names of the output devices, as far as they are known; they are looked up for the next call."""
        self._post(self._find_names)
        return self._names

    def close(self) -> None:
        """Close the device, and wait for that a moment at most."""
        self._is_closing = True
        if self._thread:
            self._inbox.put(lambda _engine: None)
            if self._thread.is_alive():
                self._thread.join(CLOSE_SECONDS)
            atexit.unregister(self.close)

    def look(self, seconds: float) -> SoundState:
        """What plays sounds here, looked for at most so long."""
        self.restart()
        self._known.wait(seconds)
        return self._state

    def _forget(self) -> None:
        """Know nothing until the device has been opened anew."""
        self._known.clear()
        self._state = NOT_YET_KNOWN

    def _post(self, call: Call) -> None:
        if not self._is_closing and self._inbox.qsize() < MOST_WAITING:
            self._inbox.put(call)
            self._start()

    def _start(self) -> None:
        if not self._thread:
            # Windows aborts a program that ends with an open device.
            atexit.register(self.close)
        if not self._thread or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="sound", daemon=True)
            with suppress(RuntimeError):  # the system may refuse another thread
                self._thread.start()

    def _run(self) -> None:
        # A fault of sound must not reach the player, and what a library raises is not known.
        with suppress(Exception):
            from playroom.sound.device_opener import DeviceOpener  # noqa: PLC0415 (silence needs no ctypes)
            from playroom.sound.engine import Engine  # noqa: PLC0415 (likewise)

            engine = Engine(DeviceOpener(), self._options, time.monotonic)
            try:
                self._play(engine)
            finally:
                engine.close()
        self._tell(SoundState())

    def _play(self, engine: "Engine") -> None:
        device = None
        while not self._is_closing:
            self._take_calls(engine)
            engine.work()
            if engine.device is not device or not self._state.is_known:
                device = engine.device
                self._find_names(engine)
                self._tell(SoundState(engine.opener.library, device.name if device else ""))

    def _tell(self, state: SoundState) -> None:
        is_news, self._state = state != self._state, state
        self._known.set()
        if is_news and not self._is_closing:
            with suppress(RuntimeError):  # the event loop may have ended without closing the sound
                self._wake()

    def _find_names(self, engine: "Engine") -> None:
        self._names = engine.opener.names()

    def _take_calls(self, engine: "Engine") -> None:
        """Wait for calls, or until there is work without one, and make all that have come."""
        with suppress(Empty):
            self._inbox.get(timeout=_seconds_until(engine.due()))(engine)
            while True:
                self._inbox.get_nowait()(engine)


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
