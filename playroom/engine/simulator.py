"""The interface of a search to the rules: rounds that can be copied, changed and played out."""

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, Protocol, TypeVar

from playroom.engine.coverage import uncovered
from playroom.engine.engine import Engine
from playroom.engine.feet import FeetEngine
from playroom.engine.line import CrossEngine, LineEngine, OwingCrossEngine
from playroom.engine.masks import Masks
from playroom.engine.rules_simulator import RulesSimulator
from playroom.engine.trains import TrainEngine
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat, Side


class Standing(Protocol):
    """A round with all hands open; once it is over, *turn* is None and *scores* are final."""

    @property
    def turn(self) -> Seat | None:
        """The seat to move."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every side in this round."""


S = TypeVar("S", bound=Standing)


class Simulator(Protocol[S]):
    """Rounds of one page among some seats; moves are numbers, hands are bit masks by seat.

    *slowness* is the approximate time of a play-out, as a multiple of the engine's.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    masks: Masks
    slowness: int

    def state(self, match: Match) -> S:
        """The current or the last round of *match*."""

    def with_hidden(self, state: S, hands: list[int], stock: tuple[int, ...]) -> S:
        """The same round with other hands by seat, and another boneyard in the order of its draws."""

    def copied(self, state: S) -> S:
        """A copy of the state."""

    def move(self, number: int) -> Move:
        """The move of this number."""

    def moves(self, state: S) -> tuple[int, ...]:
        """The legal moves of the seat to move."""

    def play(self, state: S, move: int) -> None:
        """Make a legal move, with its consequences and the forced passes after it (G-8)."""

    def playout(self, state: S, move: int, random: Callable[[], float]) -> tuple[int, ...]:
        """The points of each side after *move* and a random play-out of the round.

        The state stays as it is; *random* gives numbers from 0 to 1. Nobody draws or passes who has a play,
        nor draws who may pass. Points for the sum of the ends are taken.
        """

    def winners(self, state: S) -> tuple[Side, ...]:
        """The winners of a finished round."""

    def fitting(self, state: S) -> list[int]:
        """The number of tiles of each seat that join an end."""

    def key(self, state: S) -> Hashable:
        """A hashable key for the rest of the round."""


AnySimulator = Simulator[Any]
"""A simulator with states of its own kind."""


@cache
def simulator(rules: Rules, seats: tuple[Seat, ...] | None = None) -> AnySimulator:
    """The fastest simulator for a page and the seats still in the match, all if None; made once."""
    among = tuple(range(rules.players)) if seats is None else seats
    return RulesSimulator(rules, among) if uncovered(rules) else engine(rules, among)


def engine(rules: Rules, seats: tuple[Seat, ...]) -> Engine:
    """The engine for a page that it supports."""
    if rules.has_feet:
        return FeetEngine(rules, seats)
    if rules.begins_all_arms and not rules.has_engine:
        return OwingCrossEngine(rules, seats) if rules.owes_doubles else CrossEngine(rules, seats)
    return TrainEngine(rules, seats) if rules.has_engine else LineEngine(rules, seats)
