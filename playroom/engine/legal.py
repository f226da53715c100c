"""Rounds on bit masks: legal moves and turn order, by the same rules as `rules.legal`."""

from abc import ABC, abstractmethod

from playroom.engine.masks import MORE_THAN_ANY, Masks, Moves
from playroom.engine.state import DREW, EXTENDS, State, copied, of_match
from playroom.rules.legal import opening_tile
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.rulebook.questions import AfterDraw, Drawing, Opening, Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat


class LegalMoves(ABC):
    """The rounds of one page among *seats*, and their legal moves."""

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        self.rules, self.seats = rules, seats
        self.masks = Masks(rules)
        self.numbers = Moves(rules, seats, self.masks)
        self._fits, self._plays_at = self.masks.fits, self.numbers.plays
        self._undrawable = MORE_THAN_ANY if rules.drawing is Drawing.NEVER else rules.reserve
        self._passes_any_time = rules.passing is Passing.ANY_TIME
        self._draws_till_playable = rules.after_draw is AfterDraw.UNTIL_PLAYABLE
        self._may_keep = rules.after_draw is AfterDraw.MAY_PLAY

    def state(self, match: Match) -> State:
        """The current or the last round of *match*."""
        return of_match(match, self.masks, self.numbers)

    def with_hidden(self, state: State, hands: list[int], stock: tuple[int, ...]) -> State:
        """The same round with other hands by seat, and another boneyard in the order of its draws."""
        other = copied(state)
        other.hands, other.stock, other.undrawn, other.plays = hands, stock, len(stock), None
        return other

    def copied(self, state: State) -> State:
        """A copy of the state."""
        return copied(state)

    def move(self, number: int) -> Move:
        """The move of this number."""
        return self.numbers.moves[number]

    def moves(self, state: State) -> tuple[int, ...]:
        """The legal moves of the seat to move."""
        plays = self.plays(state) if state.plays is None else state.plays
        if not state.laid:
            return plays
        if plays and not (state.this_turn or self._passes_any_time) and state.undrawn <= self._undrawable:
            return plays
        may_draw = self._can_draw(state) and (
            not plays
            or (self.rules.drawing is Drawing.ANY_TIME and not state.this_turn & DREW)
            or (
                self.rules.keep_matadors
                and all(self.masks.bit[play % self.numbers.width] & self.masks.wild for play in plays)
            )
        )
        draws = (self.numbers.draw,) if may_draw else ()
        may_pass = (
            self._passes_any_time
            or state.this_turn & EXTENDS
            or (self._may_keep and state.this_turn & DREW)
            or not (plays or draws)
        )
        return plays + draws + ((self.numbers.stay,) if may_pass else ())

    def plays(self, state: State) -> tuple[int, ...]:
        """The legal plays of the seat to move."""
        if state.laid:
            return self._joining(state)
        hand = state.hands[state.turn or 0]
        if state.start.opening is Opening.DOUBLE:
            hand &= self.masks.doubles
        elif state.start.opening is not Opening.ANY:
            hand = self.masks.bits[opening_tile(self.masks.hand(hand), state.start.opening)]
        first = self.numbers.opening * self.numbers.width
        found = []
        while hand:
            place = hand.bit_length() - 1
            found.append(first + 2 * place)
            hand ^= 1 << place
        return tuple(found)

    def fitting(self, state: State) -> list[int]:
        """The number of tiles of each seat that join an end."""
        fitting = self._fitting(state)
        return [(hand & fitting).bit_count() for hand in state.hands]

    @abstractmethod
    def _joining(self, state: State) -> tuple[int, ...]:
        """The plays of the seat to move at the open ends."""

    def _fitting(self, state: State) -> int:
        """The tiles that join any end, including closed trains."""
        fitting = 0
        for number in state.numbers:
            fitting |= self._fits[number]
        return fitting

    def _can_draw(self, state: State) -> bool:
        """Whether the seat to move may draw if it is stuck."""
        if state.undrawn <= self._undrawable:
            return False
        return self._draws_till_playable or not state.this_turn & DREW


AGAIN, SKIP, TURN_ROUND = 1, 2, 4
"""The possible effects of the sum of the ends on turns."""


def followers(seats: tuple[Seat, ...], step: int) -> list[Seat]:
    """The next seat by seat, clockwise or anticlockwise."""
    after = {seat: seats[(place + step) % len(seats)] for place, seat in enumerate(seats)}
    return [after.get(seat, seat) for seat in range(max(seats) + 1)]


def turn_effects(rules: Rules, ends: int) -> list[int]:
    """The effects on turns of each sum of up to *ends* open ends; empty if the rules have none."""
    if not (rules.again_on or rules.skip_on or rules.turn_round_on or rules.skip_on_equal_ends):
        return []
    return [
        AGAIN * (total in rules.again_on)
        | SKIP * (total in rules.skip_on)
        | TURN_ROUND * (total in rules.turn_round_on)
        for total in range(2 * rules.set * ends + 1)
    ]
