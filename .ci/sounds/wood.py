"""Tiles and the table: a contact pulse that makes the modes of tile and wood ring for a moment."""

from dataclasses import dataclass
from random import Random

import numpy as np

from sounds.signals import Samples, band, decay, mixed, noise, shaped, times


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to vibrate: *hertz*, amplitude, and the milliseconds in which it falls by 8.7 dB."""

    hertz: float
    amplitude: float
    constant: float


TILE = (
    Mode(1740, 0.35, 15),
    Mode(2450, 0.7, 14),
    Mode(3180, 1.0, 13),
    Mode(4050, 0.95, 11),
    Mode(5300, 0.7, 9),
    Mode(6900, 0.3, 7),
    Mode(8700, 0.12, 5),
)
"""A domino of melamine that meets another."""

TABLE = (
    Mode(135, 0.5, 45),
    Mode(262, 0.8, 38),
    Mode(410, 0.7, 30),
    Mode(690, 0.45, 22),
    Mode(1120, 0.3, 16),
    Mode(1650, 0.2, 12),
)
"""The table top under it."""

KNUCKLE = (
    Mode(148, 0.7, 50),
    Mode(262, 1.0, 44),
    Mode(398, 0.8, 34),
    Mode(610, 0.35, 24),
    Mode(980, 0.15, 15),
)
"""The table top when a hand knocks on it."""

FELT = (Mode(290, 1.0, 20), Mode(470, 0.7, 15), Mode(740, 0.35, 10))
"""Wood behind felt."""

BLOCK = (Mode(860, 1.0, 32), Mode(1490, 0.5, 20), Mode(2380, 0.45, 14), Mode(4100, 0.2, 8))
"""A hollow block of wood."""


def ringing(modes: tuple[Mode, ...], milliseconds: float, seed: str, spread: float = 0.03) -> Samples:
    """The modes after a blow; no two blows meet the same spot, so pitch and level of each differ a little."""
    chance = Random(seed)
    result = np.zeros_like(times(milliseconds))
    for mode in modes:
        hertz = mode.hertz * (1 + spread * (2 * chance.random() - 1))
        amplitude = mode.amplitude * (1 + 6 * spread * (2 * chance.random() - 1))
        wave = np.sin(2 * np.pi * (hertz * times(milliseconds) + chance.random()))
        result += amplitude * wave * decay(milliseconds, mode.constant)
    return result


def contact(seed: str, low: float = 2000, high: float = 7000, milliseconds: float = 2.5) -> Samples:
    """The pulse of two hard things that meet."""
    pulse = noise(milliseconds, f"contact {seed}") * decay(milliseconds, milliseconds / 3)
    return band(shaped(pulse, 0.2, 0.5), low, high)


def clack(seed: str, milliseconds: float = 150) -> Samples:
    """A tile laid on the table."""
    return mixed(
        (0, 0.5 * contact(seed)),
        (0, shaped(ringing(TILE, milliseconds, f"tile {seed}"), 0.4, 10)),
        (0.4, 0.17 * ringing(TABLE, milliseconds, f"table {seed}")),
    )


def click(seed: str) -> Samples:
    """Two tiles that touch lightly."""
    return mixed((0, contact(seed)), (0, shaped(ringing(TILE, 60, f"click {seed}"), 0.4, 10)))


def knock(seed: str, milliseconds: float = 250) -> Samples:
    """Knuckles on the table."""
    return mixed(
        (0, 3.8 * contact(seed, 1600, 4200, 6)),
        (0.3, shaped(ringing(KNUCKLE, milliseconds, f"knock {seed}"), 0.6, 10)),
    )


def block(seed: str, milliseconds: float = 180) -> Samples:
    """A beater on a hollow block of wood."""
    hollow = shaped(ringing(BLOCK, milliseconds, "block", 0.01), 0.6, 10)
    return mixed((0, 0.4 * contact(seed, 2000, 6000)), (0.2, hollow))
