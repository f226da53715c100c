"""Samples for the lists of sounds, so that a choice can be heard."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from playroom.console.ui.items import Item
from playroom.console.ui.room import Room
from playroom.sound.cue import Cue, CueGroup, PlacedCue

SIDES: Final = tuple(
    PlacedCue(Cue.PLAYED, angle, is_own=False, delay=0.3 * at) for at, angle in enumerate((-90, 0, 90))
)
"""A clack from the left, one from the front and one from the right."""

GROUP_SAMPLES: Final[Mapping[CueGroup, tuple[PlacedCue, ...]]] = {
    CueGroup.TABLE: (PlacedCue(Cue.PLAYED, -45, is_own=False),),
    CueGroup.TURN: (PlacedCue(Cue.YOUR_TURN),),
    CueGroup.INTERFACE: (PlacedCue(Cue.IMPOSSIBLE),),
    CueGroup.PEOPLE: (PlacedCue(Cue.JOINED, 45, is_own=False),),
}
"""A sound of each group."""


def heard_item(room: Room, item: Item, sample: tuple[PlacedCue, ...]) -> Item:
    """A setting whose present value is heard by *sample* whenever it is said."""
    return replace(item, focused=partial(room.sound.play, sample))
