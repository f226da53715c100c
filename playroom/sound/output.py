"""What plays the cues, whatever library is behind it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Final, Protocol

from playroom.sound.cue import TRAITS, Cue, CueGroup, PlacedCue


class SoundMode(StrEnum):
    """What the listener hears sounds through."""

    OFF = "off"
    HEADPHONES = "headphones"
    SPEAKERS = "speakers"
    MONO = "mono"


class Ducking(StrEnum):
    """How much softer sounds are while words are spoken."""

    OFF = "off"
    LIGHT = "light"
    STRONG = "strong"


@dataclass(frozen=True, slots=True)
class SoundOptions:
    """How the listener wants to hear sounds.

    Volumes are percent, of *volume* as the whole; a group without one has 100. *device* is a name from
    ``devices()``, empty for that of the system. WAV files in *folder* replace ours of the same name.
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
        """What a device is opened by, and loaded with."""
        return self.mode, self.device, self.folder

    def is_audible(self, cue: Cue) -> bool:
        """Whether *cue* is heard by these options."""
        volumes = self.volume, self.volumes.get(TRAITS[cue].group, 100)
        return self.mode is not SoundMode.OFF and cue not in self.off and all(volumes)


@dataclass(frozen=True, slots=True)
class SoundState:
    """What plays the sounds now: nothing if *library* or *device* is empty.

    *library* says which library was found and where, *device* which output device is open. Before both have
    been looked for, nothing *is_known*.
    """

    library: str = ""
    device: str = ""
    is_known: bool = True

    @property
    def can_play(self) -> bool:
        """Whether sounds can be heard now."""
        return bool(self.library and self.device)


NOT_YET_KNOWN: Final = SoundState(is_known=False)
"""The state before a library has been looked for."""


class SoundOutput(Protocol):
    """Plays cues. No call waits, fails or writes anything."""

    @property
    def state(self) -> SoundState:
        """What plays the sounds now."""

    def play(self, cues: Sequence[PlacedCue]) -> None:
        """Play these cues, each after its own delay."""

    def stop(self) -> None:
        """End the cues that any key ends, such as a shuffle."""

    def duck(self, seconds: float) -> None:
        """Play softer for so many seconds at most, as words are spoken; 0: they have ended."""

    def apply(self, options: SoundOptions) -> None:
        """Play by these options from now on."""

    def restart(self) -> None:
        """Open the device anew, in the background."""

    def devices(self) -> tuple[str, ...]:
        """The names of the output devices, as far as they are known."""

    def close(self) -> None:
        """Close the device."""
