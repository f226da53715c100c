"""What one player did in a match that is over, in numbers."""

from msgspec import Struct

from playroom.rules.event import Drew, Passed
from playroom.rules.match import Match
from playroom.rules.round import Round
from playroom.rules.rulebook.questions import Best
from playroom.rules.score import round_winners
from playroom.rules.seat import Seat, Side


class MatchSummary(Struct, frozen=True, array_like=True):
    """The numbers of one player's match: rounds in which the player was, and how many their side has won.

    *points* are those of the side, *drawn* and *passed* the player's own draws and passes. *leads* has for
    each round the points that the side was ahead of the best other side; less than 0 is behind.
    """

    won: bool
    rounds: int
    rounds_won: int
    points: int
    drawn: int
    passed: int
    leads: tuple[int, ...]


def match_summary(match: Match, seat: Seat) -> MatchSummary:
    """The summary of a match that is over, for the player of this seat."""
    side = match.rules.side(seat)
    played = [now for now in match.rounds if seat in now.seats]
    return MatchSummary(
        won=side in match.winners,
        rounds=len(played),
        rounds_won=sum(side in round_winners(match.rules, now) for now in played),
        points=sum(now.scores[side] for now in played),
        drawn=sum(isinstance(each, Drew) and each.seat == seat for now in played for each in now.log),
        passed=sum(isinstance(each, Passed) and each.seat == seat for now in played for each in now.log),
        leads=tuple(lead(match, now, side) for now in played),
    )


def lead(match: Match, now: Round, side: Side) -> int:
    """The points by which a side was ahead of the best other side in a round; less than 0 is behind."""
    others = [now.scores[each] for each in match.rules.sides_of(now.seats) if each != side]
    if not others:
        return 0
    is_high = match.rules.best is Best.HIGHEST
    return now.scores[side] - max(others) if is_high else min(others) - now.scores[side]
