"""An output of sounds that is a list."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from playroom.sound.cue import PlacedCue
from playroom.sound.output import SoundOptions, SoundState
from support.time.clock import Clock


@dataclass(frozen=True)
class PlayedCue:
    """A cue as it was heard, and the second of the clock at which it began."""

    placed: PlacedCue
    at: float


@dataclass
class ListSound:
    """Keeps what it is asked to play: the cues of one call are one entry of *played*."""

    state: SoundState = field(default_factory=lambda: SoundState("a list", "Speakers"))
    names: tuple[str, ...] = ("Speakers", "Headset")
    options: SoundOptions = field(default_factory=SoundOptions)
    clock: Clock = field(default_factory=Clock)
    played: list[tuple[PlacedCue, ...]] = field(default_factory=list)
    heard: list[PlayedCue] = field(default_factory=list)
    """Each of the cues, with its second."""
    ducked: list[tuple[float, float]] = field(default_factory=list)
    """For how many seconds it was asked to play softer, behind the second at which it was."""
    stops: int = 0
    restarts: int = 0
    is_closed: bool = False

    def play(self, cues: Sequence[PlacedCue]) -> None:
        self.played.append(tuple(cues))
        self.heard += [PlayedCue(each, self.clock.now + each.delay) for each in cues]

    def stop(self) -> None:
        self.stops += 1

    def duck(self, seconds: float) -> None:
        self.ducked.append((self.clock.now, seconds))

    def apply(self, options: SoundOptions) -> None:
        self.options = options
        if options.device in self.names:
            self.state = replace(self.state, device=options.device)

    def restart(self) -> None:
        self.restarts += 1

    def devices(self) -> tuple[str, ...]:
        return self.names

    def close(self) -> None:
        self.is_closed = True
