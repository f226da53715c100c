"""Notes for numbers of tiles: the more pips, the higher."""

from collections.abc import Sequence
from typing import Final

from playroom.sound.cue import Cue, PlacedCue

PENTATONIC: Final = (0, 2, 4, 7, 9)
"""The semitones of the five notes of an octave."""

LOWEST: Final = 0.5
"""The frequency of a blank, as a ratio to the recorded note."""

NOTE_SECONDS: Final = 0.14
"""Seconds from the start of one note to the next."""

OUTERMOST: Final = 45.0
"""The angle of the rightmost end in degrees; the leftmost is at minus this."""


def pitch(pips: int) -> float:
    """The frequency of the note for a number of pips, as a ratio to the recorded note."""
    octave, note = divmod(pips, len(PENTATONIC))
    return LOWEST * 2 ** (octave + PENTATONIC[note] / 12)


def spread(index: int, count: int, outermost: float = OUTERMOST) -> float:
    """The angle of one of several notes, spread from left to right; a single one is in the centre."""
    return outermost * (2 * index / (count - 1) - 1) if count > 1 else 0.0


def end_notes(numbers: Sequence[int], delay: float) -> tuple[PlacedCue, ...]:
    """The numbers of ends as notes, from left to right, the first after *delay* seconds."""
    count = len(numbers)
    return tuple(
        PlacedCue(Cue.END_NOTE, spread(index, count), pitch=pitch(pips), delay=delay + index * NOTE_SECONDS)
        for index, pips in enumerate(numbers)
    )
