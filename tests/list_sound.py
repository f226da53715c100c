"""An output of sounds that is a list."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from playroom.sound.cue import PlacedCue
from playroom.sound.output import SoundOptions, SoundState


@dataclass
class ListSound:
    """Keeps what it is asked to play: the cues of one call are one entry of *played*."""

    state: SoundState = field(default_factory=lambda: SoundState("a list", "Speakers"))
    names: tuple[str, ...] = ("Speakers", "Headset")
    options: SoundOptions = field(default_factory=SoundOptions)
    played: list[tuple[PlacedCue, ...]] = field(default_factory=list)
    ducked: list[float] = field(default_factory=list)
    restarts: int = 0
    is_closed: bool = False

    def play(self, cues: Sequence[PlacedCue]) -> None:
        self.played.append(tuple(cues))

    def stop(self) -> None:
        self.played.append(())

    def duck(self, seconds: float) -> None:
        self.ducked.append(seconds)

    def apply(self, options: SoundOptions) -> None:
        self.options = options

    def restart(self) -> None:
        self.restarts += 1

    def devices(self) -> tuple[str, ...]:
        return self.names

    def close(self) -> None:
        self.is_closed = True
