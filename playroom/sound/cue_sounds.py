"""The samples of all cues: ours, or the player's own."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

from playroom.sound.cue import TRAITS, Cue
from playroom.sound.own_sounds import own_sounds
from playroom.sound.wave_file import Wave, wave_of

CueSounds: TypeAlias = Mapping[Cue, tuple[Wave, ...]]

OUR_SOUNDS: Final = Path(__file__).parent / "cues"


def cue_sounds(own: Path | None) -> CueSounds:
    """The sounds of each cue: those in the player's folder *own*, or ours where it has none."""
    return {cue: _our_sounds(cue) for cue in Cue} | dict(own_sounds(own).sounds)


def _our_sounds(cue: Cue) -> tuple[Wave, ...]:
    files = [OUR_SOUNDS / f"{cue}-{number}.wav" for number in range(1, TRAITS[cue].variants + 1)]
    return tuple(wave_of(file.read_bytes(), str(file)) for file in files)
