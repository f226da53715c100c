"""The cues of turns, rounds and matches: a bell for good news, a marimba for the flow of turns."""

import numpy as np

from sounds.signals import Samples, contour, mixed, shaped, times
from sounds.tones import A4, A5, A6, D4, D5, D6, E5, F4, FIS6, G4, G5, bell, buzz, marimba, reed
from sounds.wood import knock


def your_turn(_variant: int) -> Samples:
    """A bell, a rising fifth."""
    return mixed((0, 0.8 * bell(D5, 260)), (125, bell(A5, 265)))


def again(_variant: int) -> Samples:
    """Another turn: quick A-D-A-D."""
    notes = ((0, A4, 95), (88, D5, 95), (176, A4, 95), (264, D5, 146))
    return mixed(*((at, marimba(note, length)) for at, note, length in notes))


def skipped(_variant: int) -> Samples:
    """A falling fourth: the first note short, as a step over something."""
    return mixed((0, 0.85 * marimba(D5, 90)), (80, marimba(A4, 190)))


def turned_round(_variant: int) -> Samples:
    """A roll that rises and falls again, louder towards the middle."""
    notes = (D5, E5, G5, A5, G5, E5, D5)
    levels = (0.4, 0.6, 0.8, 1.0, 0.8, 0.6, 0.5)
    strokes = zip(notes, levels, strict=True)
    return mixed(*((52.0 * place, level * marimba(note, 110)) for place, (note, level) in enumerate(strokes)))


def to_cover(_variant: int) -> Samples:
    """An open question: short, short, and after a gap a higher note."""
    return mixed((0, 0.7 * marimba(E5, 100)), (70, 0.7 * marimba(E5, 100)), (230, marimba(G5, 170)))


def out(_variant: int) -> Samples:
    """A falling reed."""
    hertz = contour(300, (0, A4), (60, A4 * 0.98), (300, A4 * 0.6)) * (1 + 0.012 * np.sin(40 * times(300)))
    return shaped(reed(hertz), 18, 110)


def blocked(_variant: int) -> Samples:
    """A knock and a low buzz."""
    return mixed((0, knock("blocked", 200)), (150, 0.8 * buzz(92, 270)))


def round_over(_variant: int) -> Samples:
    """A neutral end: two soft strokes of an open fifth."""
    fifth = marimba(A4, 300) + 0.7 * marimba(E5, 300)
    return mixed((0, 0.8 * fifth), (240, fifth))


def round_won(_variant: int) -> Samples:
    """A bell upwards."""
    notes = ((0, A5), (105, D6), (210, FIS6), (350, A6))
    return mixed(*((at, bell(note, 480)) for at, note in notes))


def round_lost(_variant: int) -> Samples:
    """A marimba downwards, ever slower."""
    notes = ((0, A4), (130, F4), (330, D4))
    return mixed(*((at, marimba(note, 300)) for at, note in notes))


def match_won(_variant: int) -> Samples:
    """A fanfare of bells: three quick calls, a step back, and a long chord."""
    calls = [(at, bell(A5, 220)) for at in (0.0, 120.0, 240.0)]
    chord = bell(D6, 1050) + 0.7 * bell(FIS6, 1050) + 0.5 * bell(A5, 1050)
    return mixed(*calls, (360, bell(D6, 260)), (540, 0.9 * bell(A5, 200)), (690, chord))


def match_lost(_variant: int) -> Samples:
    """Four falling notes."""
    notes = ((0, A4), (230, G4), (460, F4), (720, D4))
    return mixed(*((at, marimba(note, 380) + 0.3 * marimba(note / 2, 380)) for at, note in notes))
