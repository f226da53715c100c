"""Sounds in words: how they sound, what they mean, and where they come from."""

from typing import Final

from playroom.narration.message import Message
from playroom.sound.cue import Cue, PlacedCue

_FRONT: Final = 12.0
"""Degrees from the middle within which a sound comes from the front."""
_SIDE: Final = 40.0
"""Degrees from the middle from which on it comes from a side."""


def cue_name(cue: Cue) -> Message:
    """How a cue sounds: "double knock"."""
    return Message(f"sounds.names.{cue}")


def cue_meaning(cue: Cue) -> Message:
    """What a cue means: "a pass"."""
    return Message(f"sounds.meanings.{cue}")


def direction_told(angle: float) -> Message:
    """Where a sound at *angle* comes from: "from the front left"."""
    if abs(angle) <= _FRONT:
        return Message("sounds.directions.front")
    side = "left" if angle < 0 else "right"
    return Message(f"sounds.directions.{side if abs(angle) >= _SIDE else f'front_{side}'}")


def written_sound(placed: PlacedCue) -> Message:
    """A cue in words for those who do not hear it, with its direction unless it is the listener's own."""
    sound = cue_name(placed.cue)
    if placed.is_own:
        return Message("sounds.written", blanks={"sound": sound})
    where = direction_told(placed.angle)
    return Message("sounds.written_placed", blanks={"sound": sound, "where": where})
