"""Tiles that slide over wood: noise in a band, made of many small grains."""

from random import Random

import numpy as np

from sounds.signals import Samples, band, contour, count, mixed, noise, shaped, times
from sounds.wood import TILE, contact, ringing


def slide(milliseconds: float, low: float, high: float, seed: str) -> Samples:
    """A tile pushed over the table: louder towards the middle, and a little rough."""
    middle, later = 0.35 * milliseconds, 0.6 * milliseconds
    level = contour(milliseconds, (0, 0), (middle, 1), (later, 0.8), (milliseconds, 0))
    rubbing = band(noise(milliseconds, f"slide {seed}"), low, high)
    return rubbing / np.std(rubbing) * level * _roughness(milliseconds, seed)


def _roughness(milliseconds: float, seed: str) -> Samples:
    """How unevenly it slides: a random line between 0.4 and 1, with a corner each 7 ms."""
    chance = Random(f"roughness {seed}")
    corners = [(float(at), 0.4 + 0.6 * chance.random()) for at in range(0, int(milliseconds) + 7, 7)]
    return contour(milliseconds, *corners)


def grains(milliseconds: float, many: int, level: Samples, seed: str) -> Samples:
    """Tiles that touch at random moments, each as loud as *level* then is."""
    chance = Random(f"grains {seed}")
    parts = [(0.0, np.zeros_like(times(milliseconds)))]
    for number in range(many):
        at = chance.random() * (milliseconds - 60)
        strength = level[count(at)] * (0.3 + 0.7 * chance.random()) * (0.6 if number % 3 else 1.0)
        parts.append((at, strength * _grain(f"{seed} {number}")))
    return mixed(*parts)


def _grain(seed: str) -> Samples:
    """One small touch."""
    touch = 0.45 * shaped(ringing(TILE[3:], 40, seed, 0.2), 0.4, 10)
    return mixed((0, 2.6 * contact(seed, 5200, 12_000)), (0, touch))
