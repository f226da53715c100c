"""The scheduler of cues on a device that may disappear. It belongs to one thread, and never blocks it."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, cycle
from math import inf
from typing import Final

from playroom.sound.cue import TRAITS, Cue, PlacedCue
from playroom.sound.cue_sounds import CueSounds
from playroom.sound.device import Device, DeviceOpener, NoDeviceError
from playroom.sound.output import Ducking, SoundMode, SoundOptions, source_gain, source_position

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
            if self.mixer and (not self.mixer.device.is_connected or self._wanted_is_back(now)):
                self.close()
            if not self.mixer and self._options.mode is not SoundMode.OFF:
                with suppress(NoDeviceError):
                    device = self.opener.open(self._options)
                    self._sounds = self._sounds or CueSounds(self._options.folder)
                    self.mixer = Mixer(device, self._sounds, self._options)
            if self._options.mode is SoundMode.OFF:
                self._next_look = inf
            elif self.mixer:
                self._next_look, self._retry = now + CHECK_SECONDS, FIRST_RETRY
            else:
                self._next_look, self._retry = now + self._retry, min(LAST_RETRY, 2 * self._retry)
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

    def _wanted_is_back(self, now: float) -> bool:
        """Whether the chosen device has become available since another one was opened instead."""
        wanted = self._options.device
        if now < self._next_search or not self.device or not wanted or self.device.name == wanted:
            return False
        self._next_search = now + SEARCH_SECONDS
        was_there, self._wanted_is_there = self._wanted_is_there, wanted in self.opener.names()
        return self._wanted_is_there and not was_there


@dataclass(frozen=True, slots=True)
class Sounding:
    """A cue that sounds, its source, and its number in the order of the starts."""

    source: int
    placed: PlacedCue
    number: int

    @property
    def priority(self) -> int:
        """The priority of the cue."""
        return TRAITS[self.placed.cue].priority


def source_for(cue: Cue, sources: Collection[int], sounding: Collection[Sounding]) -> int | None:
    """The source for *cue*: a free one, or that of the oldest cue with the lowest priority.

    None if all sources play more important cues.
    """
    if free := set(sources) - {each.source for each in sounding}:
        return min(free)
    least = min(sounding, key=lambda each: (each.priority, each.number))
    return least.source if least.priority <= TRAITS[cue].priority else None


class Mixer:
    """The cues that sound on *device*."""

    def __init__(self, device: Device, sounds: CueSounds, options: SoundOptions) -> None:
        self.device = device
        self.options = options
        self.gain = 1.0
        self._sounds = sounds
        self._buffers: dict[Cue, cycle[int]] = {}
        self._sounding: dict[int, Sounding] = {}
        self._began: defaultdict[tuple[Cue, float, bool], float] = defaultdict(lambda: -inf)
        self._numbers = count()

    def start(self, placed: PlacedCue, now: float) -> None:
        """Play a cue, unless it has just started at that place or no source is free for it."""
        key, cue = (placed.cue, placed.angle, placed.is_own), placed.cue
        if now - self._began[key] < TRAITS[cue].gap:
            return
        self._forget_ended()
        source = source_for(cue, self.device.sources, self._sounding.values())
        if source is None:
            return
        self._began[key] = now
        self._sounding[source] = sounding = Sounding(source, placed, next(self._numbers))
        self._set_gain(sounding)
        if cue not in self._buffers:  # the variants of a cue alternate
            self._buffers[cue] = cycle(map(self.device.load, self._sounds.of(cue)))
        where = source_position(placed, self.options.mode)
        self.device.start(source, next(self._buffers[cue]), where, placed.pitch)

    def stop(self) -> None:
        """Stop the cues that any key stops."""
        for each in self._sounding.values():
            if TRAITS[each.placed.cue].ends_by_key:
                self.device.stop(each.source)

    def duck(self, gain: float) -> None:
        """Set the gain of ducked cues."""
        self.gain = gain
        for each in self._sounding.values():
            self._set_gain(each)

    def sounding(self) -> tuple[Cue, ...]:
        """The cues that sound now."""
        self._forget_ended()
        return tuple(each.placed.cue for each in self._sounding.values())

    def _set_gain(self, sounding: Sounding) -> None:
        ducked = self.gain if TRAITS[sounding.placed.cue].ducks else 1.0
        self.device.set_gain(sounding.source, source_gain(sounding.placed, self.options) * ducked)

    def _forget_ended(self) -> None:
        ended = [source for source in self._sounding if not self.device.is_playing(source)]
        for source in ended:
            del self._sounding[source]


DEPTHS: Final = {Ducking.OFF: 0.0, Ducking.LIGHT: 8.0, Ducking.STRONG: 14.0}
"""The attenuation in decibels, by option."""


SECONDS_DOWN: Final = 0.12


SECONDS_UP: Final = 0.45


STEP: Final = 0.015
"""Seconds between two changes of the gain."""


class Ducker:
    """The gain of ducked cues over time."""

    def __init__(self) -> None:
        self.depth = DEPTHS[Ducking.LIGHT]
        self._until = -inf
        self._level = 0.0
        self._at = -inf

    def duck(self, until: float, now: float) -> None:
        """Play softer until then, at most; in seconds of the clock."""
        self.move(now)
        self._until = until

    def move(self, now: float) -> float:
        """The gain now."""
        self._level = min(self._level, self.depth)
        down = min(now, self._until) - self._at
        if down > 0:
            self._level = min(self.depth, self._level + down * self.depth / SECONDS_DOWN)
        up = now - max(self._at, self._until)
        if up > 0:
            self._level = max(0.0, self._level - up * self.depth / SECONDS_UP)
        self._at = now
        return float(10 ** (-self._level / 20))

    def due(self, now: float) -> float:
        """The time of the next change of the gain; infinite if there is none."""
        if now < self._until:
            return now + STEP if self._level < self.depth else self._until
        return now + STEP if self._level > 0 else inf
