"""The numbers that players are taken to lack, since they drew or passed where these were open."""

from collections.abc import Mapping
from typing import NamedTuple

from playroom.rules.event import Drew, Passed, Played
from playroom.rules.legal import Position
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat

Lacks = Mapping[Seat, frozenset[int]]
"""The numbers of each seat that has drawn or passed, as all players could see."""

NOTHING: frozenset[int] = frozenset()


class Lacked(NamedTuple):
    """The numbers that the next player lacks, and those that a partner lacks."""

    next: frozenset[int] = NOTHING
    partner: frozenset[int] = NOTHING


def lacks_after(lacks: Lacks, faced: Position, event: Played | Drew | Passed) -> Lacks:
    """The lacks once a seat has made a move in the position *faced*."""
    before = lacks.get(event.seat, NOTHING)
    if isinstance(event, Played):  # its numbers may have been drawn
        return {**lacks, event.seat: before - {event.tile.low, event.tile.high}} if before else lacks
    return {**lacks, event.seat: before.union(end.number for end in faced.reach)}


def lacked_around(lacks: Lacks, rules: Rules, seat: Seat, step: int) -> Lacked:
    """What those lack who matter to *seat*; *step* is the direction of play."""
    partners = [each for each in rules.seats(rules.side(seat)) if each != seat]
    of_partner = lacks.get(partners[0], NOTHING) if partners else NOTHING
    return Lacked(lacks.get((seat + step) % rules.players, NOTHING), of_partner)
