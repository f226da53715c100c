"""Matches to which nobody listens, dealt and played at once."""

from collections.abc import Callable
from random import Random

from playroom.rules.deal import begin
from playroom.rules.event import Event
from playroom.rules.flow import after, forced
from playroom.rules.match import Match
from playroom.table.shuffle import shuffled

MOST_ROUNDS = 1000
"""A match that is not over after so many rounds is taken for one that does not end."""

MOST_EVENTS = 10_000
"""A round in which so much happened is taken for one that does not end."""

Moved = Callable[[Match], tuple[Event, ...]]
"""All that comes of the move that is made as the match stands."""


def played_out(match: Match, chance: Callable[[Match], Random], moved: Moved) -> Match:
    """The match once it is over, or without winners if it does not end; *chance* deals each round."""
    while not match.winners and len(match.rounds) < MOST_ROUNDS:
        match = _with_round(match, chance(match), moved)
        if match.round:
            return match
    return match


def _with_round(match: Match, chance: Random, moved: Moved) -> Match:
    """The match after one more round, or in the middle of it if it does not end."""
    _, deal = shuffled(match, chance)
    match = after(match, begin(match, deal))
    while match.round and len(match.round.log) < MOST_EVENTS:
        match = after(match, forced(match) or moved(match))
    return match
