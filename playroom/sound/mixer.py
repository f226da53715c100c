"""The playback of cues on one device: alternating variants, no duplicates, priorities."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from itertools import count, cycle
from math import inf

from playroom.sound.cue import TRAITS, Cue, PlacedCue
from playroom.sound.cue_sounds import CueSounds
from playroom.sound.device import Device
from playroom.sound.output import SoundOptions
from playroom.sound.source_position import source_gain, source_position


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
        key = placed.cue, placed.angle, placed.is_own
        if now - self._began[key] >= TRAITS[placed.cue].gap:
            self._forget_ended()
            source = source_for(placed.cue, self.device.sources, self._sounding.values())
            if source is not None:
                self._began[key] = now
                self._play(Sounding(source, placed, next(self._numbers)))

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

    def _play(self, sounding: Sounding) -> None:
        self._sounding[sounding.source] = sounding
        self._set_gain(sounding)
        buffer = self._next_buffer(sounding.placed.cue)
        where = source_position(sounding.placed, self.options.mode)
        self.device.start(sounding.source, buffer, where, sounding.placed.pitch)

    def _next_buffer(self, cue: Cue) -> int:
        """The samples of the next variant of a cue."""
        if cue not in self._buffers:
            self._buffers[cue] = cycle(map(self.device.load, self._sounds.of(cue)))
        return next(self._buffers[cue])

    def _set_gain(self, sounding: Sounding) -> None:
        ducked = self.gain if TRAITS[sounding.placed.cue].ducks else 1.0
        self.device.set_gain(sounding.source, source_gain(sounding.placed, self.options) * ducked)

    def _forget_ended(self) -> None:
        ended = [source for source in self._sounding if not self.device.is_playing(source)]
        for source in ended:
            del self._sounding[source]
