"""Write the sounds of all cues as WAV files into the package, or into the folder that is named."""

import sys
import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from sounds.recipes import RECIPES, sound
from sounds.signals import RATE, Samples

from playroom.sound.cue import TRAITS

FOLDER = Path(__file__).parents[1] / "playroom" / "sound" / "cues"
LOUDEST = 32_767


def sounds() -> Iterator[tuple[str, Samples]]:
    """Each file name with its samples."""
    for cue, recipe in RECIPES.items():
        for variant in range(1, TRAITS[cue].variants + 1):
            yield f"{cue}-{variant}.wav", sound(recipe, variant)


def write(file: Path, samples: Samples) -> None:
    """Write mono samples between -1 and 1 with 16 bits."""
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(np.round(samples * LOUDEST).astype("<i2").tobytes())


def main(folder: Path = FOLDER) -> None:
    """Write all files, and remove those without a cue."""
    folder.mkdir(parents=True, exist_ok=True)
    made = dict(sounds())
    for file in folder.glob("*.wav"):
        if file.name not in made:
            file.unlink()
    for name, samples in made.items():
        write(folder / name, samples)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
