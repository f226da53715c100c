"""The cues of people and of the interface: reed and glass, a buzz, a dull knock and a blip."""

from sounds.signals import Samples, contour, mixed, shaped
from sounds.tones import A4, D5, D6, E5, G4, buzz, glass, reed, sine
from sounds.wood import FELT, ringing


def chat(_variant: int) -> Samples:
    """Two glassy notes."""
    return mixed((0, 0.8 * glass(D6 * 1.5, 110)), (75, glass(D6 * 2, 125)))


def joined(_variant: int) -> Samples:
    """A reed, up: short, long, and growing."""
    return _call((60, A4), (150, D5)) * contour(220, (0, 0.5), (220, 1))


def left(_variant: int) -> Samples:
    """A reed, down: long, short, and fading."""
    return _call((135, E5), (75, G4)) * contour(220, (0, 1), (220, 0.35))


def invited(_variant: int) -> Samples:
    """A glassy knock at a door: two notes alike, and a higher one."""
    return mixed((0, glass(D5 * 1.5, 80)), (100, glass(D5 * 1.5, 80)), (200, 0.9 * glass(D6, 100)))


def _call(*notes: tuple[float, float]) -> Samples:
    """Two notes of a reed, 210 ms together, each with its length in milliseconds and its hertz."""
    one, two = (shaped(reed(contour(length, (0, hertz))), 16, 40) for length, hertz in notes)
    return mixed((0, one), (notes[0][0] + 10, two))


def impossible(_variant: int) -> Samples:
    """A low buzz."""
    return buzz(110, 110)


def list_end(_variant: int) -> Samples:
    """A dull knock, as against felt."""
    return shaped(ringing(FELT, 100, "list end"), 2, 40)


def cursor(_variant: int) -> Samples:
    """A short blip."""
    return shaped(sine(1250, 30), 6, 18)
