"""Matches played automatically, without listeners."""

from collections.abc import Callable
from random import Random

from playroom.rules.deal import begin
from playroom.rules.event import Event
from playroom.rules.flow import after, forced
from playroom.rules.match import Match
from playroom.table.shuffle import shuffled

MOST_ROUNDS = 1000
"""The most rounds of a match; a longer one counts as endless."""

MOST_EVENTS = 10_000
"""The most events of a round; a longer one counts as endless."""

Moved = Callable[[Match], tuple[Event, ...]]
"""A player: the move for the present match, with its consequences, as events."""


def played_out(match: Match, chance: Callable[[Match], Random], moved: Moved) -> Match:
    """The finished match, or an endless one without winners; *chance* deals each round."""
    while not match.winners and len(match.rounds) < MOST_ROUNDS:
        match = _with_round(match, chance(match), moved)
        if match.round:
            return match
    return match


def _with_round(match: Match, chance: Random, moved: Moved) -> Match:
    """The match after one more round, or within it if it is endless."""
    _, deal = shuffled(match, chance)
    match = after(match, begin(match, deal))
    while match.round and len(match.round.log) < MOST_EVENTS:
        match = after(match, forced(match) or moved(match))
    return match
