"""What a round came to and where it was decided, with all hands open and best play by all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from playroom.bots.solver import IsLate, OutOfTime, Solver, solver
from playroom.engine.simulator import Standing, simulator
from playroom.rules.event import Drew, Passed, Played
from playroom.rules.flow import event_of
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.score import round_winners
from playroom.rules.seat import Seat, Side


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice among several moves: the match as it stood, and the move that was made."""

    match: Match
    move: Move

    @property
    def seat(self) -> Seat:
        """Who chose."""
        assert self.match.turn is not None  # there is a decision
        return self.match.turn

    @property
    def side(self) -> Side:
        """The side for which they chose."""
        return self.match.rules.side(self.seat)


@dataclass(frozen=True, slots=True)
class GivenAway:
    """The last decision that gave away a win of the round, and the best move that kept it."""

    decision: Decision
    better: Move


@dataclass(frozen=True, slots=True)
class Undone:
    """The last decision that kept a win of the round: others took it, against their own best play."""

    decision: Decision


@dataclass(frozen=True, slots=True)
class Lost:
    """None of the last *count* decisions could have won the round; *whole* if these were all."""

    decisions: int
    whole: bool


@dataclass(frozen=True, slots=True)
class RoundWon:
    """The round was won, and sure from this decision on; None if the others gave it away after the last one.

    *at_latest* tells that nothing is known of the decisions before it.
    """

    since: Decision | None
    at_latest: bool = False


@dataclass(frozen=True, slots=True)
class NoChoice:
    """There was nothing to decide."""


Verdict = GivenAway | Undone | Lost | RoundWon | NoChoice
"""What there is to say of a round."""


def verdict(match: Match, seat: Seat | None, is_late: IsLate) -> Verdict | None:
    """What there is to say of the last round, which is over, to the side of *seat*; None if it is late.

    For None, who has no side, it is about the decisions of all who did not win.
    """
    winner, side = _winner(match), None if seat is None else match.rules.side(seat)
    sides = {side} if side is not None else {*range(match.rules.sides)} - {winner}
    own = [each for each in decisions(match) if each.side in sides]
    if not own:
        return NoChoice()
    review = _Review(match, is_late)
    return review.won(own) if winner in sides else review.lost(own)


def decisions(match: Match) -> Iterator[Decision]:
    """All decisions of the last round, in order."""
    standing = _undealt(match)
    for event in match.now.log:
        if isinstance(event, Played | Drew | Passed):
            legal = legal_moves(position(standing))
            if len(legal) > 1:
                yield Decision(standing, next(move for move in legal if event_of(standing, move) == event))
        standing = standing.after(event)


class _Review:
    """A round gone through backwards, so that what was solved of its end helps with what came before."""

    def __init__(self, match: Match, is_late: IsLate) -> None:
        self._fast = simulator(match.rules, match.now.seats)
        self._is_late = is_late
        self._solvers: dict[Side, Solver] = {}

    def lost(self, own: Sequence[Decision]) -> Verdict | None:
        """What there is to say of these decisions to those who did not win; None if it is late."""
        for seen, decision in enumerate(reversed(own)):
            try:
                turned = self._turned(decision)
            except OutOfTime:
                return Lost(seen, whole=False) if seen else None
            if turned:
                return turned
        return Lost(len(own), whole=True)

    def won(self, own: Sequence[Decision]) -> Verdict | None:
        """What there is to say of them to those who won; None if it is late."""
        since = None
        for decision in reversed(own):
            try:
                is_sure = self._solver(decision).wins(self._after(decision))
            except OutOfTime:
                return RoundWon(since, at_latest=True) if since else None
            if not is_sure:
                break
            since = decision
        return RoundWon(since)

    def _turned(self, decision: Decision) -> GivenAway | Undone | None:
        """What became of a win that was there before this decision; None if there was none."""
        solving, state = self._solver(decision), self._state(decision)
        if solving.wins(self._after(decision)):
            return Undone(decision)
        if not solving.wins(state):
            return None
        followers = {move: solving.after(state, move) for move in self._fast.moves(state)}
        winning = {move: after for move, after in followers.items() if solving.wins(after)}
        return GivenAway(decision, self._fast.move(_best(solving, winning)))

    def _state(self, decision: Decision) -> Standing:
        state: Standing = self._fast.state(decision.match)
        return state

    def _after(self, decision: Decision) -> Standing:
        """The state once the move was made, and all that follows by itself."""
        state, move_of = self._state(decision), self._fast.move
        made = next(move for move in self._fast.moves(state) if move_of(move) == decision.move)
        return self._solver(decision).after(state, made)

    def _solver(self, decision: Decision) -> Solver:
        """The solver for the side that decided."""
        if decision.side not in self._solvers:
            self._solvers[decision.side] = solver(self._fast, decision.side, self._is_late)
        return self._solvers[decision.side]


def _undealt(match: Match) -> Match:
    """The match as it stood before the last round was dealt."""
    now = match.now
    totals = tuple(total - scored for total, scored in zip(match.totals, now.scores, strict=True))
    sides = tuple(sorted({match.rules.side(seat) for seat in now.seats}))
    return replace(match, rounds=match.rounds.before_last(), totals=totals, sides_in=sides, winners=())


def _winner(match: Match) -> Side | None:
    """The side that won the last round; None if several share it."""
    winners = round_winners(replace(match, sides_in=_undealt(match).sides_in), match.now)
    return winners[0] if len(winners) == 1 else None


def _best(solving: Solver, followers: Mapping[int, Standing]) -> int:
    """The move that is worth most of those that lead to *followers*; any of them if it is late."""
    try:
        return max(followers, key=lambda move: solving.worth(followers[move]))
    except OutOfTime:
        return next(iter(followers))
