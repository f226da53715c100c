"""Where a cue is heard, and how loud, in each mode."""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from playroom.sound.cue import TRAITS, PlacedCue
from playroom.sound.output import SoundMode, SoundOptions

ANGLE_SCALES: Final = {SoundMode.HEADPHONES: 1.0, SoundMode.SPEAKERS: 0.5, SoundMode.MONO: 0.0}
"""Speakers stand closer together than the ends of the table; one of them knows no angle."""

FAR_GAIN: Final = 0.6
"""The amplitude of sounds further off, for which they have the room."""


@dataclass(frozen=True, slots=True)
class SourcePosition:
    """Where the listener hears a sound: *x* to the right, *z* to the back, and whether from a room."""

    x: float
    z: float
    has_room: bool


def source_position(cue: PlacedCue, mode: SoundMode) -> SourcePosition:
    """Where this cue is heard in this mode."""
    angle = radians(cue.angle * ANGLE_SCALES[mode])
    return SourcePosition(sin(angle), -cos(angle), not cue.is_own and mode is not SoundMode.MONO)


def source_gain(cue: PlacedCue, options: SoundOptions) -> float:
    """The amplitude of a cue by the listener's volumes; at half of a volume it sounds half as loud."""
    group = options.volumes.get(TRAITS[cue.cue].group, 100)
    return cue.gain * (options.volume / 100 * group / 100) ** 2 * (1.0 if cue.is_own else FAR_GAIN)
