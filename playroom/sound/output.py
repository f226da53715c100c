"""The interface of sound output, for any library."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import cos, radians, sin
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct, field

from playroom.sound.cue import TRAITS, Cue, CueGroup, PlacedCue


class SoundMode(StrEnum):
    """The listener's loudspeakers or headphones."""

    OFF = "off"
    HEADPHONES = "headphones"
    SPEAKERS = "speakers"
    MONO = "mono"


class Ducking(StrEnum):
    """Ducking: cues are played softer during speech."""

    OFF = "off"
    LIGHT = "light"
    STRONG = "strong"


class AwaySounds(StrEnum):
    """The sounds that play while another window has the focus."""

    ALL = "all"
    OWN = "own"
    """The sounds of the listener and of the table, not those of other players."""
    NONE = "none"


class SoundOptions(Struct, frozen=True):
    """The listener's sound settings.

    *volume* is in percent; *volumes* of groups are relative to it, by default 100. *device* is a name from
    ``devices()``, empty for the system's default. WAV files in *folder* replace ours of the same name.
    """

    mode: SoundMode = SoundMode.HEADPHONES
    volume: int = 100
    volumes: Mapping[CueGroup, int] = field(default_factory=dict)
    off: frozenset[Cue] = frozenset()
    ducking: Ducking = Ducking.LIGHT
    device: str = ""
    folder: Path | None = None

    @property
    def hardware(self) -> tuple[object, ...]:
        """The options that require opening the device again."""
        return self.mode, self.device, self.folder

    def is_audible(self, cue: Cue) -> bool:
        """Whether *cue* is audible with these options."""
        volumes = self.volume, self.volumes.get(TRAITS[cue].group, 100)
        return self.mode is not SoundMode.OFF and cue not in self.off and all(volumes)


class SoundState(Struct, frozen=True):
    """The state of sound output: no sound if *library* or *device* is empty.

    *library* is the library found and its path, *device* the open output device. *is_known* is False until
    both have been searched for.
    """

    library: str = ""
    device: str = ""
    is_known: bool = True

    @property
    def can_play(self) -> bool:
        """Whether sounds can be heard now."""
        return bool(self.library and self.device)


NOT_YET_KNOWN: Final = SoundState(is_known=False)
"""The state before a library has been searched for."""


class SoundOutput(Protocol):
    """Plays cues. No call waits, fails or writes anything."""

    @property
    def state(self) -> SoundState:
        """The state of the output."""

    def play(self, cues: Sequence[PlacedCue]) -> None:
        """Play cues, each after its own delay."""

    def stop(self) -> None:
        """Stop the cues that any key stops, such as a shuffle."""

    def duck(self, seconds: float) -> None:
        """Play softer for this many seconds of speech at most; 0 once it has ended."""

    def apply(self, options: SoundOptions) -> None:
        """Apply new options."""

    def restart(self) -> None:
        """Open the device again, in the background."""

    def devices(self) -> tuple[str, ...]:
        """The names of the output devices found so far."""

    def close(self) -> None:
        """Close the device."""


ANGLE_SCALES: Final = {SoundMode.HEADPHONES: 1.0, SoundMode.SPEAKERS: 0.5, SoundMode.MONO: 0.0}
"""The width of each mode relative to the table: less for speakers, none for mono."""

FAR_GAIN: Final = 0.6
"""The dry amplitude of distant cues, which have reverberation."""


class SourcePosition(Struct, frozen=True):
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
