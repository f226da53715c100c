"""The scheduler of cues on a device that may disappear. It belongs to one thread, and never blocks it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Final

from playroom.sound.cue import TRAITS, PlacedCue
from playroom.sound.cue_sounds import CueSounds
from playroom.sound.device import Device, DeviceOpener
from playroom.sound.ducking import DEPTHS, Ducker
from playroom.sound.mixer import Mixer
from playroom.sound.openal import NoDeviceError
from playroom.sound.output import SoundMode, SoundOptions

LATEST: Final = 1.0
"""Seconds after which a cue that could not be played is discarded."""

CHECK_SECONDS: Final = 1.0
"""Seconds between checks of the device's connection."""

SEARCH_SECONDS: Final = 5.0
"""Seconds between searches for a chosen device that was missing."""

FIRST_RETRY: Final = 0.5
LAST_RETRY: Final = 8.0
"""Seconds between attempts to open a device: the first interval and the longest, as they double."""


class SoundEngine:
    """Plays cues with *options* on devices opened by *opener*; *clock* returns seconds."""

    def __init__(self, opener: DeviceOpener, options: SoundOptions, clock: Callable[[], float]) -> None:
        self.opener = opener
        self._clock = clock
        self._waiting: list[tuple[float, int, PlacedCue]] = []
        self._numbers = count()
        self._ducker = Ducker()
        self.mixer: Mixer | None = None
        self._sounds: CueSounds | None = None
        self._next_look = -inf
        self._retry = FIRST_RETRY
        self._next_search = -inf
        self._wanted_is_there = True
        self._options = options
        self._ducker.depth = DEPTHS[options.ducking]

    @property
    def device(self) -> Device | None:
        """The device that is open."""
        return self.mixer.device if self.mixer else None

    def play(self, cues: Sequence[PlacedCue], at: float) -> None:
        """Play cues, each after its own delay from *then*."""
        for cue in cues:
            if cue.cue not in self._options.off:
                heappush(self._waiting, (at + cue.delay, next(self._numbers), cue))

    def stop(self) -> None:
        """Stop the cues that any key stops, including delayed ones."""
        # In order, as what is left of a heap need not be one.
        self._waiting = sorted(each for each in self._waiting if not TRAITS[each[2].cue].ends_by_key)
        if self.mixer:
            self.mixer.stop()

    def duck(self, until: float) -> None:
        """Play softer until then at most."""
        self._ducker.duck(until, self._clock())

    def apply(self, options: SoundOptions) -> None:
        """Apply new options, on another device if they name one."""
        before, self._options = self._options, options
        self._ducker.depth = DEPTHS[options.ducking]
        if options.folder != before.folder:
            self._sounds = None
        if self.mixer and options.hardware == before.hardware:
            self.mixer.options = options
        else:
            self.restart()

    def restart(self) -> None:
        """Open the device again at the next call of `work`."""
        self.close()
        self._sounds = None
        self._wanted_is_there = True
        self._retry, self._next_look = FIRST_RETRY, -inf

    def work(self) -> None:
        """Perform due tasks: check the device, start cues, change gains."""
        now = self._clock()
        if now >= self._next_look:
            self._look(now)
        if self.mixer:
            self.mixer.duck(self._ducker.move(now))
        while self._waiting and self._waiting[0][0] <= now:
            due, _number, cue = heappop(self._waiting)
            if self.mixer and now - due <= LATEST:
                self.mixer.start(cue, now)

    def due(self) -> float:
        """The time of the next due task."""
        ducking = self._ducker.due(self._clock()) if self.mixer and self.mixer.sounding() else inf
        return min(self._next_look, ducking, self._waiting[0][0] if self._waiting else inf)

    def close(self) -> None:
        """Close the device."""
        mixer, self.mixer = self.mixer, None
        if mixer:
            mixer.device.close()

    def _look(self, now: float) -> None:
        """Open a device if there is none, or another if it was lost or the chosen one is back."""
        if self.mixer and (not self.mixer.device.is_connected or self._wanted_is_back(now)):
            self.close()
        if not self.mixer and self._options.mode is not SoundMode.OFF:
            with suppress(NoDeviceError):
                self._open()
        self._next_look = now + self._seconds_to_look()

    def _wanted_is_back(self, now: float) -> bool:
        """Whether the chosen device has become available since another one was opened instead."""
        wanted = self._options.device
        if now < self._next_search or not self.device or not wanted or self.device.name == wanted:
            return False
        self._next_search = now + SEARCH_SECONDS
        was_there, self._wanted_is_there = self._wanted_is_there, wanted in self.opener.names()
        return self._wanted_is_there and not was_there

    def _seconds_to_look(self) -> float:
        if self._options.mode is SoundMode.OFF:
            return inf
        if self.mixer:
            self._retry = FIRST_RETRY
            return CHECK_SECONDS
        seconds, self._retry = self._retry, min(LAST_RETRY, 2 * self._retry)
        return seconds

    def _open(self) -> None:
        device = self.opener.open(self._options)
        self._sounds = self._sounds or CueSounds(self._options.folder)
        self.mixer = Mixer(device, self._sounds, self._options)
