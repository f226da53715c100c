"""Numbers of tiles as notes: the more pips, the higher."""

from collections.abc import Sequence
from typing import Final

from playroom.sound.cue import Cue, PlacedCue

PENTATONIC: Final = (0, 2, 4, 7, 9)
"""The semitones of the five notes of an octave."""

LOWEST: Final = 0.5
"""The frequency of a blank, as a part of that of the recorded note."""

NOTE_SECONDS: Final = 0.14
"""From the beginning of one note to that of the next."""

OUTERMOST: Final = 45.0
"""The angle of the last end at the right; the first is as far to the left."""


def pitch(pips: int) -> float:
    """The frequency of the note for so many pips, as a part of that of the recorded note."""
    octave, note = divmod(pips, len(PENTATONIC))
    return LOWEST * 2 ** (octave + PENTATONIC[note] / 12)


def spread(index: int, count: int, outermost: float = OUTERMOST) -> float:
    """The angle of one of several that are spread from left to right; that of one alone is the centre."""
    return outermost * (2 * index / (count - 1) - 1) if count > 1 else 0.0


def end_notes(numbers: Sequence[int], delay: float) -> tuple[PlacedCue, ...]:
    """The numbers of ends as notes, from left to right, the first after *delay* seconds."""
    count = len(numbers)
    return tuple(
        PlacedCue(Cue.END_NOTE, spread(index, count), pitch=pitch(pips), delay=delay + index * NOTE_SECONDS)
        for index, pips in enumerate(numbers)
    )
