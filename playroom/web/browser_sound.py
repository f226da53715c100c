"""Cues played by the browser of a visitor, which has the sounds, and places them as this program asks."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import count
from math import inf
from typing import Final

from msgspec.structs import asdict

from playroom.sound.cue import TRAITS, Cue, PlacedCue
from playroom.sound.cue_sounds import OUR_SOUNDS
from playroom.sound.output import SoundMode, SoundOptions, SoundState, source_gain, source_position
from playroom.sound.sound_engine import DEPTHS
from playroom.web.outbox import Frame

SOUND_FILES: Final = frozenset(file.name for file in OUR_SOUNDS.glob("*.wav"))
"""The names of the files that the page asks for."""

_STATE: Final = SoundState("Web Audio", "browser")


class BrowserSound:
    """The sound output of one visitor: their options decide here what is heard."""

    def __init__(
        self, send: Callable[[Frame], object], options: SoundOptions, clock: Callable[[], float]
    ) -> None:
        self._send, self._options, self._clock = send, options, clock
        self._variants: defaultdict[Cue, count[int]] = defaultdict(count)
        self._began: defaultdict[tuple[Cue, float, bool], float] = defaultdict(lambda: -inf)

    @property
    def state(self) -> SoundState:
        """The browser can play sounds, as far as one knows."""
        return _STATE

    def play(self, cues: Sequence[PlacedCue]) -> None:
        """Play cues, each after its own delay."""
        if heard := [self._described(cue) for cue in cues if self._is_heard(cue)]:
            self._send({"cues": heard})

    def stop(self) -> None:
        """Stop the cues that any key stops."""
        self._send({"stop": True})

    def duck(self, seconds: float) -> None:
        """Play softer for this many seconds of speech at most."""
        gain = 10 ** (-DEPTHS[self._options.ducking] / 20)
        if self._options.mode is not SoundMode.OFF and gain < 1:
            self._send({"duck": seconds, "gain": gain})

    def apply(self, options: SoundOptions) -> None:
        """Apply new options to the cues that follow."""
        self._options = options

    def restart(self) -> None:
        """The browser keeps its device itself."""

    def devices(self) -> tuple[str, ...]:
        """A page is not shown the devices of its visitor."""
        return ()

    def close(self) -> None:
        """The page falls silent by itself."""

    def _is_heard(self, placed: PlacedCue) -> bool:
        """Whether the options allow a cue that has not just begun at its place."""
        key, at = (placed.cue, placed.angle, placed.is_own), self._clock() + placed.delay
        if not self._options.is_audible(placed.cue) or at - self._began[key] < TRAITS[placed.cue].gap:
            return False
        self._began[key] = at
        return True

    def _described(self, placed: PlacedCue) -> Frame:
        traits, mode = TRAITS[placed.cue], self._options.mode
        number = next(self._variants[placed.cue]) % traits.variants + 1
        return {
            "file": f"{placed.cue}-{number}.wav",
            **asdict(source_position(placed, mode)),
            "is_binaural": mode is SoundMode.HEADPHONES,
            "gain": source_gain(placed, self._options),
            "pitch": placed.pitch,
            "delay": placed.delay,
            "ducks": traits.ducks,
            "ends_by_key": traits.ends_by_key,
        }
