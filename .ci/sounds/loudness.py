"""Loudness as the ear has it: momentary, in LUFS, after ITU-R BS.1770."""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sounds.signals import RATE, Samples, count, decibels, frequencies

WINDOW = 400.0
"""The milliseconds over which momentary loudness is measured."""
OFFSET = -0.691
"""The level of BS.1770 for a mean square of 1, in LUFS."""

Biquad = tuple[tuple[float, float, float], tuple[float, float, float]]
"""The coefficients of a filter: those of the numerator and those of the denominator."""


def momentary(samples: Samples) -> float:
    """The loudness of the loudest 400 ms; a shorter sound has silence around it."""
    window = count(WINDOW)
    energy = np.cumsum(np.square(np.pad(weighted(samples), (window, window))))
    loudest = float(np.max(energy[window:] - energy[:-window])) / window
    return OFFSET + 10 * math.log10(loudest) if loudest > 0 else -math.inf


def weighted(samples: Samples) -> Samples:
    """*samples* through the K weighting: as a head hears them, without the lowest frequencies."""
    length = 2 ** math.ceil(math.log2(len(samples) + RATE))  # a power of 2 is fast
    return np.fft.irfft(np.fft.rfft(samples, length) * _weighting(length))[: len(samples)]


@cache
def _weighting(length: int) -> NDArray[np.complex128]:
    """The K weighting of each frequency in the spectrum of so many samples."""
    return _response(_shelf(), frequencies(length)) * _response(_high_pass(), frequencies(length))


def _response(filter_: Biquad, hertz: Samples) -> NDArray[np.complex128]:
    """What a filter does to each frequency."""
    delay = np.exp(-2j * np.pi * hertz / RATE)
    above, below = (a + b * delay + c * delay**2 for a, b, c in filter_)
    return np.asarray(above / below, np.complex128)


def _shelf() -> Biquad:
    """The shelf of BS.1770, 4 dB above 1.7 kHz, for our rate."""
    k, q, high = math.tan(math.pi * 1681.974 / RATE), 0.7071752, decibels(3.99984)
    middle = high**0.4996668
    above = (high + middle * k / q + k * k, 2 * (k * k - high), high - middle * k / q + k * k)
    return above, (1 + k / q + k * k, 2 * (k * k - 1), 1 - k / q + k * k)


def _high_pass() -> Biquad:
    """The high pass of BS.1770 at 38 Hz, for our rate."""
    k, q = math.tan(math.pi * 38.13547 / RATE), 0.5003270
    scale = 1 + k / q + k * k
    return (scale, -2 * scale, scale), (scale, 2 * (k * k - 1), 1 - k / q + k * k)
