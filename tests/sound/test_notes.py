"""Numbers as notes."""

from itertools import pairwise

import pytest

from playroom.sound.cue import end_notes, pitch


def test_more_pips_are_higher_and_five_more_an_octave() -> None:
    pitches = [pitch(pips) for pips in range(19)]

    assert pitches == sorted(set(pitches))
    assert all(pitch(pips + 5) == pytest.approx(2 * pitch(pips)) for pips in range(14))


def test_neighbours_are_at_least_two_semitones_apart() -> None:
    assert all(later / earlier >= 2 ** (1.99 / 12) for earlier, later in pairwise(map(pitch, range(19))))


@pytest.mark.parametrize(
    ("numbers", "angles"),
    [([3], [0]), ([3, 5], [-45, 45]), ([3, 1, 5], [-45, 0, 45]), ([3, 1, 2, 5], [-45, -15, 15, 45])],
)
def test_ends_are_spread_from_left_to_right(numbers: list[int], angles: list[float]) -> None:
    notes = end_notes(numbers, 0.3)

    assert [note.angle for note in notes] == pytest.approx(angles)
    assert [note.pitch for note in notes] == list(map(pitch, numbers))
    assert [note.delay for note in notes] == pytest.approx([0.3 + 0.14 * at for at in range(len(numbers))])
