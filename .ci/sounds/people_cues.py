"""The cues of people and of the interface: reed and glass, a buzz, a dull knock and a blip."""

from sounds.signals import Samples, contour, mixed, shaped
from sounds.tones import A4, D5, D6, buzz, glass, reed, sine
from sounds.wood import KNUCKLE, ringing


def chat(_variant: int) -> Samples:
    """Two glassy notes."""
    return mixed((0, 0.8 * glass(D6 * 1.5, 110)), (75, glass(D6 * 2, 125)))


def joined(_variant: int) -> Samples:
    """A reed, up: short, long."""
    return _call(60, A4, 150, D5)


def left(_variant: int) -> Samples:
    """A reed, down: long, short."""
    return _call(140, D5, 70, A4)


def _call(first: float, low: float, second: float, high: float) -> Samples:
    """Two notes of a reed, each with its length in milliseconds."""
    parts = ((first, low), (second, high))
    one, two = (shaped(reed(contour(length, (0, hertz))), 16, 40) for length, hertz in parts)
    return mixed((0, one), (first + 10, two))


def impossible(_variant: int) -> Samples:
    """A low buzz."""
    return buzz(110, 110)


def list_end(_variant: int) -> Samples:
    """A dull knock."""
    return shaped(ringing(KNUCKLE[:3], 100, "list end"), 2, 30)


def cursor(_variant: int) -> Samples:
    """A short blip."""
    return shaped(sine(1250, 30), 6, 18)
