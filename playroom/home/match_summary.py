"""What one player did in a match that is over, in numbers."""

from collections.abc import Callable

from msgspec import Struct

from playroom.rules.event import Drew, Passed
from playroom.rules.log.rewind import before_round
from playroom.rules.match import Match
from playroom.rules.score import lead, round_winners
from playroom.rules.seat import Seat


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
        leads=tuple(lead(match.rules, now, side) for now in played),
    )


class RoundReview(Struct, frozen=True, array_like=True):
    """What the deal of a round was worth, and whether the player's side gave away a win.

    *deal* are the points that the side is ahead if bots play all its tiles. *given_away* is None if the side
    won, or it is not known.
    """

    deal: int
    given_away: bool | None


Judge = Callable[[Match, Seat], tuple[int, bool | None]]
"""Looks through the last round of a match for a seat; slow. The results are those of a `RoundReview`."""


def round_reviews(match: Match, seat: Seat, judge: Judge) -> tuple[RoundReview, ...]:
    """The reviews of the rounds of a match that is over, in which this player was."""
    last = len(match.rounds) - 1
    ended = (match if number == last else before_round(match, number + 1) for number in range(last + 1))
    return tuple(RoundReview(*judge(each, seat)) for each in ended if seat in each.now.seats)
