"""Signals as arrays of samples, and what every sound is made with: noise, bands, envelopes, mixing."""

from random import Random

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float64]

RATE = 44_100
"""Samples per second."""


def count(milliseconds: float) -> int:
    """The number of samples in so many milliseconds."""
    return round(milliseconds * RATE / 1000)


def times(milliseconds: float) -> Samples:
    """The time of each sample, in seconds."""
    return np.arange(count(milliseconds)) / RATE


def noise(milliseconds: float, seed: str) -> Samples:
    """White noise between -1 and 1; the same for the same seed, with every version of Python and numpy."""
    chance = Random(seed)
    return np.array([2 * chance.random() - 1 for _ in range(count(milliseconds))])


def frequencies(length: int) -> Samples:
    """The frequencies in the spectrum of so many samples, in hertz."""
    return np.asarray(np.fft.rfftfreq(length, 1 / RATE), np.float64)


def band(samples: Samples, low: float, high: float) -> Samples:
    """The part between two frequencies in hertz; the slopes are 12 dB an octave, without phase."""
    hertz = np.maximum(frequencies(2 * len(samples)), 1.0)
    slopes = 1 / (1 + (low / hertz) ** 2) / (1 + (hertz / high) ** 2)
    return np.fft.irfft(np.fft.rfft(samples, 2 * len(samples)) * slopes)[: len(samples)]


def shaped(samples: Samples, attack: float, release: float) -> Samples:
    """*samples* with a soft beginning and end, in milliseconds."""
    rise, fall = _ramp(attack, len(samples)), _ramp(release, len(samples))
    result = samples.copy()
    result[: len(rise)] *= rise
    result[len(result) - len(fall) :] *= fall[::-1]
    return result


def _ramp(milliseconds: float, most: int) -> Samples:
    """A raised cosine from 0 towards 1."""
    length = min(count(milliseconds), most)
    return 0.5 - 0.5 * np.cos(np.pi * np.arange(length) / max(length, 1))


def decay(milliseconds: float, constant: float) -> Samples:
    """An exponential decay from 1; *constant* is the time in which it falls by 8.7 dB, in milliseconds."""
    return np.exp(-times(milliseconds) * 1000 / constant)


def contour(milliseconds: float, *points: tuple[float, float]) -> Samples:
    """Straight lines through these points, each a time in milliseconds and a value."""
    at, values = zip(*points, strict=True)
    return np.asarray(np.interp(times(milliseconds) * 1000, at, values), np.float64)


def mixed(*parts: tuple[float, Samples]) -> Samples:
    """The sum of these parts, each with the time in milliseconds at which it begins."""
    result = np.zeros(max(count(at) + len(samples) for at, samples in parts))
    for at, samples in parts:
        result[count(at) : count(at) + len(samples)] += samples
    return result


def fitted(samples: Samples, milliseconds: float) -> Samples:
    """*samples* cut or padded with silence to this length."""
    length = count(milliseconds)
    return np.pad(samples[:length], (0, max(0, length - len(samples))))


def decibels(level: float) -> float:
    """The factor of the amplitude for a level in decibels."""
    return float(10 ** (level / 20))
