"""What can be measured of a sound: spectrum, centroid, onsets, and how similar it is to another."""

import wave
from pathlib import Path

import numpy as np
from sounds.signals import Samples, count, frequencies

HOP, WINDOW = 10.0, 40.0
"""A spectrum each 10 ms, over 40 ms."""
BANDS = np.geomspace(80, 14_000, 41)
"""The borders of 40 bands, in hertz: five in an octave."""
FLOOR = -50.0
"""What is so many decibels softer than the loudest band is not heard."""
LAGS = range(-4, 5)
"""How far two sounds are shifted to find where they are most alike, in hops."""


def samples_of(file: Path) -> Samples:
    """The samples of a mono file with 16 bits, between -1 and 1."""
    with wave.open(str(file), "rb") as read:
        frames = read.readframes(read.getnframes())
    return np.frombuffer(frames, "<i2") / 32_768


def true_peak(samples: Samples) -> float:
    """The highest peak, also between the samples: with four times as many."""
    spectrum = np.fft.rfft(samples)
    return 4 * float(np.max(np.abs(np.fft.irfft(spectrum, 4 * len(samples)))))


def power(samples: Samples) -> tuple[Samples, Samples]:
    """The frequencies of the whole sound, and the power of each."""
    return frequencies(len(samples)), np.square(np.abs(np.fft.rfft(samples)))


def centroid(samples: Samples) -> float:
    """The mean frequency, weighted by power, in hertz."""
    hertz, strength = power(samples)
    return float(np.sum(hertz * strength) / np.sum(strength))


def share(samples: Samples, low: float, high: float) -> float:
    """The part of the power between two frequencies."""
    hertz, strength = power(samples)
    return float(np.sum(strength[(low <= hertz) & (hertz < high)]) / np.sum(strength))


def spectrogram(samples: Samples) -> Samples:
    """The level of each band at each hop, in decibels above the floor."""
    hop, window = count(HOP), count(WINDOW)
    padded = np.pad(samples, (window // 2, window))
    frames = np.lib.stride_tricks.sliding_window_view(padded, window)[::hop] * np.hanning(window)
    strength = np.abs(np.fft.rfft(frames, 4096)) ** 2
    borders = np.searchsorted(frequencies(4096), BANDS)
    bands = np.add.reduceat(strength, borders, axis=1)[:, :-1]
    levels = 10 * np.log10(np.maximum(bands, 1e-12))
    return np.asarray(np.maximum(levels - levels.max() - FLOOR, 0), np.float64)


def likeness(one: Samples, other: Samples) -> float:
    """The correlation of two spectrograms where they fit best; silence follows the shorter one."""
    entries = max(len(one), len(other)) * one.shape[1]
    product = max(_product(one, other, lag) for lag in LAGS) / entries
    covariance = product - one.sum() * other.sum() / entries**2
    return float(covariance / (_deviation(one, entries) * _deviation(other, entries)))


def _product(one: Samples, other: Samples, lag: int) -> float:
    """The sum of the products where they overlap, *other* so many hops later."""
    first, second = one[max(0, lag) :], other[max(0, -lag) :]
    length = min(len(first), len(second))
    return float(np.vdot(first[:length], second[:length]))


def _deviation(levels: Samples, entries: int) -> float:
    """The standard deviation, with silence up to so many entries."""
    return float(np.sqrt(np.sum(levels**2) / entries - (levels.sum() / entries) ** 2))


def onsets(samples: Samples) -> list[int]:
    """When the sound begins or grows by 9 dB within 10 ms, in milliseconds, once each 25 ms."""
    block = count(5)
    energy = np.pad(np.add.reduceat(samples**2, np.arange(0, len(samples), block)), (2, 0)) + 1e-9
    loud = energy > 0.05 * energy.max()
    begins = [at for at in range(2, len(energy)) if loud[at] and energy[at] > 8 * min(energy[at - 2 : at])]
    return [5 * (at - 2) for at in begins if not any(at - 5 < other < at for other in begins)]
