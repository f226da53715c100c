"""The levels of all cues as OpenAL renders them into memory, and how much those of another system differ.

usage: levels.py FILE        writes the levels of this system, in decibels, for each cue and each ear
       levels.py FILE OTHER  likewise, and compares them with those of another system
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.sound.loopback import Loopback, level

from playroom.sound.cue import Cue, PlacedCue
from playroom.sound.output import SoundMode, SoundOptions

ANGLE: Final = 40.0
"""Degrees to the right, where a cue is heard."""
SECONDS: Final = 0.4
MOST: Final = 0.5
"""Decibels by which the levels of two systems may differ."""


def levels(cue: Cue) -> list[float]:
    """The levels of a cue in the left and in the right ear."""
    with Loopback(SoundOptions(mode=SoundMode.HEADPHONES)) as loopback:
        loopback.play(PlacedCue(cue, ANGLE))
        return [level(ear) for ear in loopback.hear(SECONDS)]


def difference(ours: Mapping[str, list[float]], others: Mapping[str, list[float]]) -> float:
    """The largest difference between the levels of two systems in decibels."""
    assert ours.keys() == others.keys()
    return max(abs(one - other) for cue in ours for one, other in zip(ours[cue], others[cue], strict=True))


def main(file: str, *other: str) -> None:
    """Write the levels, and compare them."""
    ours = {str(cue): levels(cue) for cue in Cue}
    Path(file).write_text(json.dumps(ours), encoding="utf-8")
    for each in other:
        found = difference(ours, json.loads(Path(each).read_text(encoding="utf-8")))
        print(f"{len(ours)} cues on two systems: their levels differ by {found:.4f} decibels at most")
        assert found <= MOST


if __name__ == "__main__":
    # What is heard through headphones depends on data of the system, or else on those in the library.
    os.environ.update(ALSOFT_DRIVERS="null", XDG_DATA_DIRS="/none", XDG_DATA_HOME="/none")
    main(*sys.argv[1:])
