"""The worth of a round with all hands open, by a search through the public rules that knows no shortcut."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from playroom.rules.flow import after, forced, play
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.round import EventLog
from playroom.rules.rulebook.questions import Best
from playroom.rules.score import round_winners
from playroom.rules.seat import Side

if TYPE_CHECKING:
    from playroom.rules.round import Round

Worth = tuple[float, int]
"""The share of the win, less an even one, then the points of a side times the sides, less those of all."""


class TooManyError(Exception):
    """The search would take too long here."""


class PlainSearch:
    """What comes of a round among *sides* if each wants most for itself and, where equal, least for *side*.

    At most this many positions are examined for one answer; TooManyError if that is not enough.
    """

    def __init__(self, side: Side, sides: tuple[Side, ...], most: int) -> None:
        self._side, self._sides, self._most, self._looked = side, sides, most, 0
        self._known: dict[Round, tuple[Worth, ...]] = {}

    def worth(self, match: Match) -> Worth:
        """The worth of *match* to the side."""
        self._looked = 0
        return self._worths(match)[self._side]

    def wins(self, match: Match) -> bool:
        """Whether the side wins the round alone."""
        return self.worth(match)[0] > len(self._sides) - 1.5

    def _worths(self, match: Match) -> tuple[Worth, ...]:
        match = after(match, forced(match))
        if match.turn is None:
            return self._finished(match)
        key = replace(match.now, log=EventLog())
        if key not in self._known:
            self._known[key] = self._best(match)
        return self._known[key]

    def _best(self, match: Match) -> tuple[Worth, ...]:
        self._looked += 1
        if self._looked > self._most:
            raise TooManyError
        own, side = match.rules.side(match.turn or 0), self._side
        ways = [self._worths(after(match, play(match, each))) for each in legal_moves(position(match))]
        return max(ways, key=lambda way: (way[own], -way[side][0], -way[side][1], way))

    def _finished(self, match: Match) -> tuple[Worth, ...]:
        """The worths of a round that is over, among the sides that were in it (D-11)."""
        made, scores, among = match.rules, match.now.scores, len(self._sides)
        winners = round_winners(match.rules, match.now)
        sign = -1 if made.best is Best.LOWEST else 1
        return tuple(
            (among * (side in winners) / len(winners) - 1, sign * (among * scores[side] - sum(scores)))
            for side in range(made.sides)
        )
