"""Rounds on trains: one for each player and the Mexican train."""

from collections.abc import Callable, Hashable

from playroom.engine.engine import Engine
from playroom.engine.masks import OfBits
from playroom.engine.scoring import BLOCKED, OUT
from playroom.engine.state import BEGAN_OWING, DREW, EXTENDS, IS_FIRST, STRAYED, State, copied
from playroom.rules.layout import MEXICAN, train
from playroom.rules.rulebook.questions import Doubles, FirstTurn
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat

NONE: tuple[int, ...] = ()
"""No plays."""


class TrainEngine(Engine):
    """The rounds of a page with trains."""

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        super().__init__(rules, seats)
        slots = self.numbers.slots
        self._several = rules.doubles is Doubles.SEVERAL
        self._extends = rules.first_turn is FirstTurn.MANY
        self._own = {seat: slots[train(seat)] for seat in seats}
        self._reach_of = {seat: 1 << slots[train(seat)] | 1 << slots[MEXICAN] for seat in seats}
        self._slots_of = OfBits({1 << slot: (slot,) for slot in slots.values()})
        scores_early = self.scoring.scores_plays or self.scoring.scores_passes or self.scoring.counts_ends
        passes_early = self._passes_any_time or self._draw_ends_turn or self._draws_till_playable
        self._is_plain = self._ends_round and not (
            self._effects or scores_early or passes_early or self._several or self._extends
        )

    def playout(self, state: State, move: int, random: Callable[[], float]) -> tuple[int, ...]:
        """`Engine.playout`, in one loop if only the end scores and at most one double is owed."""
        if not self._is_plain:
            return super().playout(state, move, random)
        after = copied(state)
        self._make(after, move)
        return after.scores if after.turn is None else self._played_out(after, random)

    def key(self, state: State) -> Hashable:
        """A hashable key for the rest of the round."""
        moved = state.moved if self._extends else 0
        return (*state.numbers, *self._key_of_turn(state), state.owed, state.markers, moved)

    def _played_out(self, state: State, random: Callable[[], float]) -> tuple[int, ...]:
        """The points of the round after a play-out, which changes *state*."""
        hands, numbers, seat, undrawn = state.hands, state.numbers, state.turn or 0, state.undrawn
        owed, markers, drew = state.owed, state.markers, state.this_turn & DREW
        fits, plays_at, laying, doubles = self._fits, self._plays_at, self._laying, self._doubles
        own, reach_of, slots_of = self._own, self._reach_of, self._slots_of
        follower = self._follower[state.step]
        while True:
            hand, plays = hands[seat], NONE
            for slot in owed[:1] or slots_of[reach_of[seat] | markers]:
                number = numbers[slot]
                if fitting := hand & fits[number]:
                    plays += plays_at[slot][number][fitting]
            if plays:
                slot, bit, outer, _ = laying[plays[int(random() * len(plays)) if len(plays) > 1 else 0]]
                hands[seat] = hand = hand ^ bit
                numbers[slot] = outer
                state.laid |= bit
                if slot == own[seat]:
                    markers &= ~(1 << slot)  # MT-7
                if not hand:
                    return self.scoring.of_round(hands, OUT, seat)
                drew = 0
                if owed or bit & doubles:
                    state.owed = owed
                    owed = self._owed(state, seat, slot, bit)
                    if owed and bit & doubles:
                        continue  # MT-8
            elif undrawn > self._undrawable and not drew:
                hands[seat] = hand | state.stock[-undrawn]
                undrawn, drew = undrawn - 1, DREW
                continue
            else:
                state.undrawn = undrawn
                if self._is_blocked(state):
                    return self.scoring.of_round(hands, BLOCKED, None)
                markers, drew = markers | 1 << own[seat], 0  # MT-7
            seat = follower[seat]

    def _joining(self, state: State) -> tuple[int, ...]:
        seat = state.turn or 0
        hand = state.hands[seat]
        reach = 1 << self._own[seat] if state.this_turn & EXTENDS else self._reach_of[seat] | state.markers
        if not state.owed:
            return self._at(state, hand, reach)
        plays = self._at(state, hand, 1 << state.owed[0])  # MT-8
        if self._several and not state.this_turn & BEGAN_OWING:  # MT-10
            reach = self._reach_of[seat] | state.markers
            return plays + self._at(state, hand & self._doubles, reach)
        return plays

    def _at(self, state: State, hand: int, reach: int) -> tuple[int, ...]:
        """The plays of a hand at the slots whose bits are in *reach*."""
        found, numbers, fits, plays = NONE, state.numbers, self._fits, self._plays_at
        for slot in self._slots_of[reach]:
            number = numbers[slot]
            if fitting := hand & fits[number]:
                found += plays[slot][number][fitting]
        return found

    def _put(self, state: State, seat: Seat, move: int) -> int:
        slot, bit, outer, adds = self._laying[move]
        state.hands[seat] ^= bit
        state.numbers[slot], state.adds[slot] = outer, adds
        state.laid |= bit
        if state.owed or bit & self._doubles:
            state.owed = self._owed(state, seat, slot, bit)
        if slot == self._own[seat]:
            state.markers &= ~(1 << slot)  # MT-7
        if self._extends:
            state.this_turn = state.this_turn & ~EXTENDS | STRAYED * (slot != self._own[seat])
        return bit

    def _owed(self, state: State, seat: Seat, slot: int, bit: int) -> tuple[int, ...]:
        """The slots with a double that must and can be covered (MT-8, MT-9)."""
        owed = state.owed
        if not bit & self._doubles:
            owed = tuple([each for each in owed if each != slot])
        elif state.hands[seat]:
            owed = (*owed, slot)
        return tuple([each for each in owed if self._fits[state.numbers[each]] & ~state.laid])

    def _goes_on(self, state: State, seat: Seat, bit: int) -> bool:
        """How the turn continues after a play, if it does (MT-8, MT-11)."""
        if state.owed and bit & self._doubles:
            state.this_turn &= ~DREW
            return True
        if not self._extends or state.owed or state.this_turn & (IS_FIRST | STRAYED) != IS_FIRST:
            return False
        if not state.hands[seat] & self._fits[state.numbers[self._own[seat]]]:
            return False
        state.this_turn = state.this_turn & ~DREW | EXTENDS
        return True

    def _pass_unblocked(self, state: State) -> None:
        if not state.this_turn & EXTENDS:
            state.markers |= 1 << self._own[state.turn or 0]  # MT-7
        super()._pass_unblocked(state)

    def _begin_turn(self, state: State, seat: Seat) -> None:
        state.turn = seat
        state.this_turn = BEGAN_OWING if self._several and state.owed else 0
        if self._extends:
            state.this_turn |= 0 if state.moved >> seat & 1 else IS_FIRST
            state.moved |= 1 << seat
