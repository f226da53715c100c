"""Which voice plays a cue, and which cue gives up its voice for another."""

from collections.abc import Collection
from dataclasses import dataclass

from playroom.sound.cue import TRAITS, Cue, PlacedCue


@dataclass(frozen=True, slots=True)
class Sounding:
    """A cue that sounds, the voice that plays it, and its place in the order in which they began."""

    voice: int
    placed: PlacedCue
    number: int

    @property
    def priority(self) -> int:
        """The priority of the cue."""
        return TRAITS[self.placed.cue].priority


def voice_for(cue: Cue, voices: Collection[int], sounding: Collection[Sounding]) -> int | None:
    """The voice that is to play *cue*: a free one, or that of the least important cue, the oldest of them.

    None if all voices play more important cues.
    """
    if free := set(voices) - {each.voice for each in sounding}:
        return min(free)
    least = min(sounding, key=lambda each: (each.priority, each.number))
    return least.voice if least.priority <= TRAITS[cue].priority else None
