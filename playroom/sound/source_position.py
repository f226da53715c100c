"""The position and the amplitude of a cue in each mode."""

from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from playroom.sound.cue import TRAITS, PlacedCue
from playroom.sound.output import SoundMode, SoundOptions

ANGLE_SCALES: Final = {SoundMode.HEADPHONES: 1.0, SoundMode.SPEAKERS: 0.5, SoundMode.MONO: 0.0}
"""The width of each mode relative to the table: less for speakers, none for mono."""

FAR_GAIN: Final = 0.6
"""The dry amplitude of distant cues, which have reverberation."""


@dataclass(frozen=True, slots=True)
class SourcePosition:
    """A position relative to the listener: *x* to the right, *z* to the back, and whether in the room."""

    x: float
    z: float
    has_room: bool


def source_position(cue: PlacedCue, mode: SoundMode) -> SourcePosition:
    """The position of a cue in a mode."""
    angle = radians(cue.angle * ANGLE_SCALES[mode])
    return SourcePosition(sin(angle), -cos(angle), not cue.is_own and mode is not SoundMode.MONO)


def source_gain(cue: PlacedCue, options: SoundOptions) -> float:
    """The amplitude of a cue at the listener's volumes; half the volume sounds half as loud."""
    group = options.volumes.get(TRAITS[cue.cue].group, 100)
    return cue.gain * (options.volume / 100 * group / 100) ** 2 * (1.0 if cue.is_own else FAR_GAIN)
