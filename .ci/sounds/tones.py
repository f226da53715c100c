"""Sounds with a pitch: bell, marimba, reed, glass, buzz and a plain sine."""

from collections.abc import Iterable

import numpy as np

from sounds.signals import Samples, decay, shaped, times
from sounds.wood import contact

D4, F4, G4, A4, D5, E5, G5, A5, D6, FIS6, A6 = (
    440.0 * 2 ** (steps / 12) for steps in (-7, -4, -2, 0, 5, 7, 10, 12, 17, 21, 24)
)
"""The notes of the motifs, in hertz."""

Partial = tuple[float, float, float]
"""The frequency relative to the note, the amplitude, and the milliseconds in which it falls by 8.7 dB."""

BELL = ((1, 1.0, 260), (2.0, 0.45, 180), (2.76, 0.22, 110), (4.07, 0.14, 70), (5.4, 0.07, 40))
MARIMBA = ((1, 1.0, 85), (3.93, 0.35, 34), (9.6, 0.14, 14))
NOTE = ((1, 1.0, 70), (2, 0.3, 50), (4, 0.5, 36), (8, 0.25, 18))
GLASS = ((1, 1.0, 60), (2.32, 0.4, 40), (4.25, 0.12, 20))


def struck(partials: Iterable[Partial], hertz: float, milliseconds: float) -> Samples:
    """The partials of something that was struck once."""
    result = np.zeros_like(times(milliseconds))
    for ratio, amplitude, constant in partials:
        wave = np.sin(2 * np.pi * ratio * hertz * times(milliseconds))
        result += amplitude * wave * decay(milliseconds, constant)
    return result


def bell(hertz: float, milliseconds: float) -> Samples:
    """A small bell, struck softly, that dies away until its end."""
    return shaped(struck(BELL, hertz, milliseconds), 5, 0.6 * milliseconds)


def marimba(hertz: float, milliseconds: float) -> Samples:
    """A bar of wood under a soft mallet."""
    bar = shaped(struck(MARIMBA, hertz, milliseconds), 2, 0.4 * milliseconds)
    mallet = contact(f"mallet {hertz:.0f}", 1500, 4000, 4)
    bar[: len(mallet)] += 0.35 * mallet
    return bar


def glass(hertz: float, milliseconds: float) -> Samples:
    """A glass touched with a spoon."""
    return shaped(struck(GLASS, hertz, milliseconds), 3, 0.4 * milliseconds)


def reed(hertz: Samples) -> Samples:
    """A reed with this frequency at each sample; the voice of people."""
    phase = 2 * np.pi * np.cumsum(hertz) / 44_100
    result = np.zeros_like(phase)
    for number in range(1, 17):
        result += _reed_level(number * hertz) / number**0.5 * np.sin(number * phase)
    return result


def _reed_level(hertz: Samples) -> Samples:
    """How much of a frequency comes out: two broad formants, as a mouth has them."""
    low, high = np.exp(-(((hertz - 800) / 600) ** 2)), np.exp(-(((hertz - 2700) / 700) ** 2))
    return np.asarray(0.1 * np.exp(-hertz / 4000) + low + 0.5 * high)


def buzz(hertz: float, milliseconds: float) -> Samples:
    """A low buzz: the harmonics of a saw, soft above 1 kHz, beating 28 times a second."""
    wave = np.zeros_like(times(milliseconds))
    for number in range(1, 22):
        level = number**-0.6 / (1 + (number * hertz / 1000) ** 2)
        wave += level * np.sin(2 * np.pi * number * hertz * times(milliseconds))
    beat = 0.75 - 0.25 * np.cos(2 * np.pi * 28 * times(milliseconds))
    return shaped(wave * beat, 6, 0.4 * milliseconds)


def sine(hertz: float, milliseconds: float) -> Samples:
    """A plain tone."""
    return np.sin(2 * np.pi * hertz * times(milliseconds))
