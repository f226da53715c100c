"""Which source plays a cue, and which cue gives up its source for another."""

from collections.abc import Collection
from dataclasses import dataclass

from playroom.sound.cue import TRAITS, Cue, PlacedCue


@dataclass(frozen=True, slots=True)
class Sounding:
    """A cue that sounds, the source that plays it, and its place in the order in which they began."""

    source: int
    placed: PlacedCue
    number: int

    @property
    def priority(self) -> int:
        """The priority of the cue."""
        return TRAITS[self.placed.cue].priority


def source_for(cue: Cue, sources: Collection[int], sounding: Collection[Sounding]) -> int | None:
    """The source that is to play *cue*: a free one, or that of the least important cue, the oldest of them.

    None if all sources play more important cues.
    """
    if free := set(sources) - {each.source for each in sounding}:
        return min(free)
    least = min(sounding, key=lambda each: (each.priority, each.number))
    return least.source if least.priority <= TRAITS[cue].priority else None
