"""The samples of all cues: ours, or the player's own."""

from pathlib import Path
from typing import Final

from playroom.sound.cue import TRAITS, Cue
from playroom.sound.own_sounds import own_sounds
from playroom.sound.wave_file import Wave, wave_of

OUR_SOUNDS: Final = Path(__file__).parent / "cues"


class CueSounds:
    """The sounds of each cue: the good ones in the player's folder *own*, or ours where it has none.

    Ours are read when they are needed first, so that the first sound need not wait for all of them.
    """

    def __init__(self, own: Path | None) -> None:
        self._sounds: dict[Cue, tuple[Wave, ...]] = dict(own_sounds(own).sounds)

    def of(self, cue: Cue) -> tuple[Wave, ...]:
        """The sounds that take turns for this cue."""
        if cue not in self._sounds:
            self._sounds[cue] = _our_sounds(cue)
        return self._sounds[cue]


def _our_sounds(cue: Cue) -> tuple[Wave, ...]:
    files = [OUR_SOUNDS / f"{cue}-{number}.wav" for number in range(1, TRAITS[cue].variants + 1)]
    return tuple(wave_of(file.read_bytes(), str(file)) for file in files)
