"""A simulator on `rules`: slow, but it supports every page."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from msgspec.structs import replace

from playroom.engine.masks import Masks
from playroom.rules.flow import forced_through, played
from playroom.rules.legal import fitting_ends, legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Move, Play
from playroom.rules.round import EventLog
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import round_winners
from playroom.rules.seat import Seat, Side


@dataclass(slots=True)
class MatchState:
    """The last round of a match, mutable."""

    match: Match

    @property
    def turn(self) -> Seat | None:
        """The seat to move."""
        return self.match.turn

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every side in this round."""
        return self.match.now.scores


class RulesSimulator:
    """The rounds of one page among *seats*, as `simulator.Simulator` has them."""

    slowness = 60

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        self.rules, self.seats = rules, seats
        self.masks = Masks(rules)
        self._moves: list[Move] = []
        self._numbers: dict[Move, int] = {}

    def state(self, match: Match) -> MatchState:
        """The current or the last round of *match*."""
        return MatchState(match)

    def with_hidden(self, state: MatchState, hands: list[int], stock: tuple[int, ...]) -> MatchState:
        """The same round with other hands by seat, and another boneyard in the order of its draws."""
        tiles = tuple(tile for bit in stock for tile in self.masks.hand(bit))
        now = replace(state.match.now, hands=tuple(map(self.masks.hand, hands)), boneyard=tiles)
        return MatchState(state.match.with_last(now))

    def copied(self, state: MatchState) -> MatchState:
        """A copy of the state."""
        return MatchState(state.match)

    def move(self, number: int) -> Move:
        """The move of this number."""
        return self._moves[number]

    def moves(self, state: MatchState) -> tuple[int, ...]:
        """The legal moves of the seat to move."""
        legal = legal_moves(position(state.match))
        for move in legal:
            if move not in self._numbers:
                self._numbers[move] = len(self._moves)
                self._moves.append(move)
        return tuple([self._numbers[move] for move in legal])

    def play(self, state: MatchState, move: int) -> None:
        """Make a legal move, with its consequences and the forced passes after it (G-8)."""
        state.match = _played(state.match, self._moves[move])

    def playout(self, state: MatchState, move: int, random: Callable[[], float]) -> tuple[int, ...]:
        """The points of each side after *move* and a random play-out of the round."""
        match = _played(state.match, self._moves[move])
        while match.turn is not None:
            legal = legal_moves(position(match))
            plays = [each for each in legal if isinstance(each, Play)]
            at = int(random() * len(plays)) if len(plays) > 1 else 0
            match = _played(match, plays[at] if plays else legal[-1])
        return match.now.scores

    def winners(self, state: MatchState) -> tuple[Side, ...]:
        """The winners of a finished round."""
        return round_winners(self.rules, state.match.now)

    def fitting(self, state: MatchState) -> list[int]:
        """The number of tiles of each seat that join an end."""
        layout = state.match.now.layout
        return [
            sum(bool(fitting_ends(self.rules, layout, tile)) for tile in hand)
            for hand in state.match.now.hands
        ]

    def key(self, state: MatchState) -> Hashable:
        """A hashable key for the rest of the round."""
        return replace(state.match.now, log=EventLog())


def _played(match: Match, move: Move) -> Match:
    return forced_through(played(match, move))[1]
