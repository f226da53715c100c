"""Where the seats of a table are heard by the listener at one of them."""

from typing import Final

from playroom.sound.cue import Cue, PlacedCue

HALF_CIRCLE: Final = 180.0
"""The degrees in front of the listener, among which the other seats are spread."""


def angle(after: int, places: int) -> float:
    """The angle of the place *after* places clockwise from the listener's, at a table of so many.

    The next player clockwise is at the left, the last at the right. The places
    stay the same while the direction of play is reversed, so the next player is then heard at the right.
    """
    return HALF_CIRCLE * after / places - HALF_CIRCLE / 2


def placed_cue(cue: Cue, seat: int | None, players: int, ear: int | None, strength: float = 1.0) -> PlacedCue:
    """*cue* as the listener at seat *ear* hears it from *seat*; without a seat, near and in the centre.

    A listener without a seat sits at a place of their own, before the first seat.
    """
    if seat is None or seat == ear:
        return PlacedCue(cue, gain=strength)
    if ear is None:
        return PlacedCue(cue, angle(seat + 1, players + 1), is_own=False, gain=strength)
    return PlacedCue(cue, angle((seat - ear) % players, players), is_own=False, gain=strength)
