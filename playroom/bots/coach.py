"""Where a round was decided, judged with all hands open and best play by all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from playroom.bots.solver import IsLate, OutOfTime, Solver, solver
from playroom.engine.simulator import Standing, simulator
from playroom.rules.event import Chosen
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rewind import Decision, decision_of
from playroom.rules.score import round_winners
from playroom.rules.seat import Seat, Side


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
"""The verdict on a round."""


def verdict(match: Match, seat: Seat | None, is_late: IsLate) -> Verdict | None:
    """The verdict on the last round, which is over, for the side of *seat*; None on a timeout.

    A spectator, with None for a seat, gets the verdict on the decisions of all who did not win.
    """
    winners, side = round_winners(match.rules, match.now), None if seat is None else match.rules.side(seat)
    winner = winners[0] if len(winners) == 1 else None
    sides = {side} if side is not None else {*range(match.rules.sides)} - {winner}
    own = [each for each in decisions(match) if each.side in sides]
    if not own:
        return NoChoice()
    review = _Review(match, is_late)
    return review.won(own) if winner in sides else review.lost(own)


def decisions(match: Match) -> Iterator[Decision]:
    """All decisions of the last round, in order."""
    standing = before_last_deal(match)
    for event in match.now.log:
        if isinstance(event, Chosen) and (found := decision_of(standing, event)):
            yield found
        standing = standing.after(event)


class _Review:
    """A round gone through backwards, so that what was solved of its end helps with what came before."""

    def __init__(self, match: Match, is_late: IsLate) -> None:
        self._fast = simulator(match.rules, match.now.seats)
        self._is_late = is_late
        self._solvers: dict[Side, Solver] = {}

    def lost(self, own: Sequence[Decision]) -> Verdict | None:
        """The verdict on these decisions for those who did not win; None on a timeout."""
        for seen, decision in enumerate(reversed(own)):
            try:
                solving, state = self._solver(decision), self._state(decision)
                if solving.wins(self._after(decision)):
                    turned: GivenAway | Undone | None = Undone(decision)
                elif not solving.wins(state):
                    turned = None
                else:
                    followers = {move: solving.after(state, move) for move in self._fast.moves(state)}
                    winning = {move: after for move, after in followers.items() if solving.wins(after)}
                    turned = GivenAway(decision, self._fast.move(_best(solving, winning)))
            except OutOfTime:
                return Lost(seen, whole=False) if seen else None
            if turned:
                return turned
        return Lost(len(own), whole=True)

    def won(self, own: Sequence[Decision]) -> Verdict | None:
        """The verdict on these decisions for the winners; None on a timeout."""
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

    def _state(self, decision: Decision) -> Standing:
        state: Standing = self._fast.state(decision.before)
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


def before_last_deal(match: Match) -> Match:
    """The match as it stood before its last round, which is over, was dealt."""
    now = match.now
    totals = tuple(total - scored for total, scored in zip(match.totals, now.scores, strict=True))
    sides = match.rules.sides_of(now.seats)
    return replace(match, rounds=match.rounds[:-1], totals=totals, sides_in=sides, winners=())


def _best(solving: Solver, followers: Mapping[int, Standing]) -> int:
    """The best of the moves that lead to *followers*; any of them on a timeout."""
    try:
        return max(followers, key=lambda move: solving.worth(followers[move]))
    except OutOfTime:
        return next(iter(followers))
