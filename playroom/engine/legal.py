"""Rounds on bit masks and their legal moves, by the same rules as `rules.legal`."""

from playroom.engine.masks import MORE_THAN_ANY, Masks, bits_of
from playroom.engine.moves import Moves
from playroom.engine.state import BEGAN_OWING, DREW, EXTENDS, State, copied, of_match
from playroom.rules.layout import MEXICAN, train
from playroom.rules.legal import opening_tile
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.questions import AfterDraw, Doubles, Drawing, Opening, Passing
from playroom.rules.seat import Seat
from playroom.rules.variant import Rules


class Slots(dict[int, tuple[int, ...]]):
    """The slots whose bits are set in a mask; found once for each mask."""

    def __missing__(self, reach: int) -> tuple[int, ...]:
        found = self[reach] = tuple(bit.bit_length() - 1 for bit in bits_of(reach))
        return found


class LegalMoves:
    """The rounds of one page among *seats*, and what a seat may do in them."""

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        self.rules, self.seats = rules, seats
        self.masks = Masks(rules)
        self.numbers = Moves(rules, seats, self.masks)
        self._fits, self._plays_at = self.masks.fits, self.numbers.plays
        self._undrawable = MORE_THAN_ANY if rules.drawing is Drawing.NEVER else rules.reserve
        self._passes_any_time = rules.passing is Passing.ANY_TIME
        self._draws_till_playable = rules.after_draw is AfterDraw.UNTIL_PLAYABLE
        self._may_keep = rules.after_draw is AfterDraw.MAY_PLAY
        self._several = rules.doubles is Doubles.SEVERAL
        self._own = {seat: self.numbers.slots.get(train(seat), -1) for seat in seats}
        self._common = 1 << self.numbers.slots[MEXICAN] if rules.has_engine else 0
        self._slots_of = Slots()

    def state(self, match: Match) -> State:
        """The current or the last round of *match*."""
        return of_match(match, self.masks, self.numbers)

    def with_hidden(self, state: State, hands: list[int], stock: tuple[int, ...]) -> State:
        """The same round with these hands by seat, and this boneyard as it will be drawn."""
        other = copied(state)
        other.hands, other.stock, other.undrawn, other.plays = hands, stock, len(stock), None
        return other

    def copied(self, state: State) -> State:
        """The same state once more."""
        return copied(state)

    def move(self, number: int) -> Move:
        """The move of this number."""
        return self.numbers.moves[number]

    def moves(self, state: State) -> tuple[int, ...]:
        """The legal moves of the seat to move."""
        plays = self.plays(state) if state.plays is None else state.plays
        if not state.laid:
            return plays
        others = (self.numbers.draw,) if self._may_draw(state, plays) else ()
        return (
            (*plays, *others, self.numbers.stay) if self._may_pass(state, plays, others) else plays + others
        )

    def plays(self, state: State) -> tuple[int, ...]:
        """The legal plays of the seat to move."""
        assert state.turn is not None  # somebody is to move
        if state.laid:
            return self._train_plays(state) if self._common else self._line_plays(state)
        return self._openings(state.hands[state.turn])

    def fitting(self, state: State) -> list[int]:
        """How many tiles of each seat join an end."""
        fitting = self._fitting(state)
        return [(hand & fitting).bit_count() for hand in state.hands]

    def _fitting(self, state: State) -> int:
        """The tiles that join any end, closed trains too."""
        fitting, fits = 0, self.masks.fits
        for number in state.numbers:
            fitting |= fits[number]
        return fitting

    def _openings(self, hand: int) -> tuple[int, ...]:
        if self.rules.opening is Opening.DOUBLE:
            hand &= self.masks.doubles
        elif self.rules.opening is Opening.HIGHEST:
            hand = self.masks.bits[opening_tile(self.masks.hand(hand))]
        first = self.numbers.opening * self.numbers.width
        found = []
        while hand:
            found.append(first + 2 * (hand.bit_length() - 1))
            hand ^= 1 << hand.bit_length() - 1
        return tuple(found)

    def _line_plays(self, state: State) -> tuple[int, ...]:
        hand, fits, plays = state.hands[state.turn or 0], self._fits, self._plays_at
        found: tuple[int, ...] = ()
        for slot, number in enumerate(state.numbers):
            if fitting := hand & fits[number]:
                found += plays[slot][number][fitting]
        return found

    def _train_plays(self, state: State) -> tuple[int, ...]:
        hand = state.hands[state.turn or 0]
        if not state.owed:
            return self._joining(state, hand, self._reach(state))
        covering = self._joining(state, hand, 1 << state.owed[0])
        if self._several and not state.this_turn & BEGAN_OWING:
            return covering + self._joining(state, hand & self.masks.doubles, self._reach(state))
        return covering

    def _joining(self, state: State, hand: int, reach: int) -> tuple[int, ...]:
        """The plays of a hand at the slots whose bits are in *reach*."""
        found: tuple[int, ...] = ()
        numbers, fits, plays = state.numbers, self._fits, self._plays_at
        for slot in self._slots_of[reach]:
            number = numbers[slot]
            if fitting := hand & fits[number]:
                found += plays[slot][number][fitting]
        return found

    def _reach(self, state: State) -> int:
        """The bits of the slots where the seat to move may play if nothing is owed."""
        own = 1 << self._own[state.turn or 0]
        return own if state.this_turn & EXTENDS else own | self._common | state.markers

    def _can_draw(self, state: State) -> bool:
        """Whether the seat to move may draw if it is stuck."""
        if state.undrawn <= self._undrawable:
            return False
        return self._draws_till_playable or not state.this_turn & DREW

    def _may_draw(self, state: State, plays: tuple[int, ...]) -> bool:
        if not self._can_draw(state):
            return False
        if not plays or (self.rules.drawing is Drawing.ANY_TIME and not state.this_turn & DREW):
            return True
        return self.rules.keep_matadors and all(self._bit(play) & self.masks.wild for play in plays)

    def _may_pass(self, state: State, plays: tuple[int, ...], draws: tuple[int, ...]) -> bool:
        if self._passes_any_time or state.this_turn & EXTENDS or (self._may_keep and state.this_turn & DREW):
            return True
        return not plays and not draws

    def _bit(self, play: int) -> int:
        """The tile of a play."""
        return self.masks.bit[play % self.numbers.width]
