"""A finished round looked through for the statistics: the luck of its deal, and what was given away."""

from itertools import count
from random import Random
from typing import Final

from playroom.bots.coach import GivenAway, Lost, Undone, before_last_deal, verdict
from playroom.bots.steady import steady
from playroom.rules.flow import after, forced, play
from playroom.rules.match import Match
from playroom.rules.score import lead
from playroom.rules.seat import Seat
from playroom.rules.view import view

POSITIONS: Final = 10_000
"""The positions that the coach looks at: unlike a time limit, they give the same result on every machine."""


def round_review(match: Match, seat: Seat) -> tuple[int, bool | None]:
    """The points that the deal of the last round was worth to *seat*, and whether its side gave away a win.

    The worth is by how much the side is ahead when steady bots play the tiles of all. The second value is
    None if the side won, or the coach cannot tell.

    As in duplicate bridge, the result of others with the same tiles is what the deal was worth.
    """
    worth = lead(match.rules, _played_by_bots(match).now, match.rules.side(seat))
    seen = count()
    match verdict(match, seat, lambda: next(seen) >= POSITIONS):
        case GivenAway():
            return worth, True
        case Undone() | Lost(whole=True):
            return worth, False
        case _:
            return worth, None


def _played_by_bots(match: Match) -> Match:
    """The match with its last round as steady bots play it with the same tiles."""
    state = before_last_deal(match)
    for event in match.now.log:
        state = state.after(event)
        if state.turn is not None:
            break
    while state.round:
        moved = forced(state)
        if not moved and (turn := state.turn) is not None:
            chance = Random(len(state.now.log))  # noqa: S311 (a game)
            moved = play(state, steady(view(state, turn), chance))
        state = after(state, moved)
    return state
