"""Ducking: cues are played softer during speech."""

from math import inf
from typing import Final

from playroom.sound.output import Ducking

DEPTHS: Final = {Ducking.OFF: 0.0, Ducking.LIGHT: 8.0, Ducking.STRONG: 14.0}
"""The attenuation in decibels, by option."""

SECONDS_DOWN: Final = 0.12
SECONDS_UP: Final = 0.45
STEP: Final = 0.015
"""Seconds between two changes of the gain."""


class Ducker:
    """The gain of ducked cues over time."""

    def __init__(self) -> None:
        self.depth = DEPTHS[Ducking.LIGHT]
        self._until = -inf
        self._level = 0.0
        self._at = -inf

    def duck(self, until: float, now: float) -> None:
        """Play softer until then, at most; in seconds of the clock."""
        self.move(now)
        self._until = until

    def move(self, now: float) -> float:
        """The gain now."""
        self._level = min(self._level, self.depth)
        down = min(now, self._until) - self._at
        if down > 0:
            self._level = min(self.depth, self._level + down * self.depth / SECONDS_DOWN)
        up = now - max(self._at, self._until)
        if up > 0:
            self._level = max(0.0, self._level - up * self.depth / SECONDS_UP)
        self._at = now
        return float(10 ** (-self._level / 20))

    def due(self, now: float) -> float:
        """The time of the next change of the gain; infinite if there is none."""
        if now < self._until:
            return now + STEP if self._level < self.depth else self._until
        return now + STEP if self._level > 0 else inf
