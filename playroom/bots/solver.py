"""The exact worth of a round with all hands open: what comes of it if all play their best from here on.

The worth of a round to a side is, far above all else, who won it, and then how far its points are above the
mean. The worths of all sides together are nothing; so two sides are solved by minimax with null windows, and
more by max^n (Luckhardt and Irani 1986). Each state that was solved is remembered, and stands for its mirror.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable

from playroom.engine.simulator import AnySimulator, Standing
from playroom.rules.rulebook.questions import Best
from playroom.rules.seat import Side

IsLate = Callable[[], bool]
"""Whether the time is over."""

WIN = 1 << 16
"""The stake of each side for the winner of a round: more than twice all points, for any set and any sides."""

PAIR = 2
"""How many sides are solved by minimax."""

UNKNOWN = -2 * WIN, WIN * WIN
"""The bounds of a worth of which nothing is known."""


class OutOfTime(Exception):  # noqa: N818 (a timeout, not an error)
    """The deadline has passed before the worth was known."""


class Solver(ABC):
    """Solves rounds that *fast* plays, for *side*. All methods raise OutOfTime after the deadline."""

    def __init__(self, fast: AnySimulator, side: Side, is_late: IsLate) -> None:
        rules = fast.rules
        self._fast, self._side, self.is_late = fast, side, is_late
        self._side_of = [rules.side(seat) for seat in range(rules.players)]
        self._sides = len(rules.sides_of(fast.seats))
        self._sign = -1 if rules.best is Best.LOWEST else 1

    @abstractmethod
    def reaches(self, state: Standing, bar: int) -> bool:
        """Whether the side gets a worth of *bar* or more, if all play their best."""

    def wins(self, state: Standing) -> bool:
        """Whether the side is the only one to win the round, if all play their best."""
        return self.reaches(state, WIN * (self._sides - 1) - WIN // 2)

    def worth(self, state: Standing) -> int:
        """The worth of *state* for the side, if all play their best."""
        low, high = UNKNOWN
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.reaches(state, middle) else (low, middle - 1)
        return low

    def after(self, state: Standing, move: int) -> Standing:
        """The state once this move was made, and all that follows by itself."""
        follower: Standing = self._fast.copied(state)
        self._fast.play(follower, move)
        return follower

    def _followers(self, state: Standing) -> list[Standing]:
        """The states to which the moves lead. Raises OutOfTime after the deadline."""
        if self.is_late():
            raise OutOfTime
        return [self.after(state, move) for move in self._fast.moves(state)]

    def _final(self, state: Standing, side: Side) -> int:
        """The worth of a finished round for *side*."""
        winners, among = self._fast.winners(state), self._sides
        points = self._sign * (among * state.scores[side] - sum(state.scores))
        return points + WIN * among * (side in winners) // len(winners) - WIN


class Duel(Solver):
    """The solver for two sides."""

    def __init__(self, fast: AnySimulator, side: Side, is_late: IsLate) -> None:
        super().__init__(fast, side, is_late)
        self._bounds: dict[Hashable, tuple[int, int]] = {}

    def reaches(self, state: Standing, bar: int) -> bool:
        """Whether one move does, where the side is to move, or every move, where the other is."""
        if state.turn is None:
            return self._final(state, self._side) >= bar
        key = self._fast.key(state)
        low, high = self._bounds.get(key, UNKNOWN)
        if not low < bar <= high:
            return bar <= low
        mover = self._side_of[state.turn]
        ours = mover == self._side
        # First those in which the side that did not move has fewest tiles that fit.
        followers = sorted(self._followers(state), key=lambda each: self._answers(each, mover))
        reached = ours == any(self.reaches(each, bar) == ours for each in followers)
        self._bounds[key] = (bar, high) if reached else (low, bar - 1)
        return reached

    def _answers(self, state: Standing, side: Side) -> int:
        """How many tiles fit that others than *side* hold, less those of its own."""
        fitting = self._fast.fitting(state)
        return sum(
            -count if own == side else count for count, own in zip(fitting, self._side_of, strict=True)
        )


class Several(Solver):
    """The solver for more sides: each wants most for itself and, where that is the same, least for *side*."""

    def __init__(self, fast: AnySimulator, side: Side, is_late: IsLate) -> None:
        super().__init__(fast, side, is_late)
        self._known: dict[Hashable, tuple[int, ...]] = {}

    def reaches(self, state: Standing, bar: int) -> bool:
        """Whether the worth that all come to is so much."""
        return self._worths(state)[self._side] >= bar

    def _worths(self, state: Standing) -> tuple[int, ...]:
        """The worth to every side."""
        if state.turn is None:
            return tuple(self._final(state, side) for side in range(self._fast.rules.sides))
        key = self._fast.key(state)
        if key not in self._known:
            own = self._side_of[state.turn]
            followers = map(self._worths, self._followers(state))
            self._known[key] = max(followers, key=lambda each: (each[own], -each[self._side], each))
        return self._known[key]


def solver(fast: AnySimulator, side: Side, is_late: IsLate) -> Solver:
    """The solver for as many sides as play the round."""
    sides = fast.rules.sides_of(fast.seats)
    return (Several if len(sides) > PAIR else Duel)(fast, side, is_late)
