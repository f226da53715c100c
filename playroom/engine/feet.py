"""Rounds on a tree, where every double is a foot that must get its toes."""

from collections.abc import Callable, Hashable

from playroom.engine.engine import Engine
from playroom.engine.masks import OfBits
from playroom.engine.scoring import BLOCKED, OUT
from playroom.engine.state import DREW, State, copied
from playroom.rules.layout import TOES
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat


class FeetEngine(Engine):
    """The rounds of a page with feet (CF-2 to CF-4).

    There is a slot for each number, in their order. `State.adds` are, by number, the arms that end in it;
    `State.owed` is the slot of the foot that must get its toes, once for each that is missing.
    """

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        super().__init__(rules, seats)
        self._slots_of = OfBits({1 << slot: (slot,) for slot in range(len(self._plays_at))})
        scores_early = self.scoring.scores_plays or self.scoring.scores_passes
        asks_more = rules.asks_for_blocker or rules.has_bonuses or self.scoring.asks_last_tile
        passes_early = self._passes_any_time or self._draw_ends_turn
        self._is_plain = (
            self._is_simple_turn and self._ends_round and not (scores_early or asks_more or passes_early)
        )
        self.slowness = 2 if self._is_plain else Engine.slowness

    def playout(self, state: State, move: int, random: Callable[[], float]) -> tuple[int, ...]:
        """`Engine.playout`, in one loop if only the end scores."""
        if not self._is_plain:
            return super().playout(state, move, random)
        after = copied(state)
        self._make(after, move)
        return after.scores if after.turn is None else self._played_out(after, random)

    def key(self, state: State) -> Hashable:
        """A hashable key for the rest of the round."""
        return (*state.adds, state.owed, *self._key_of_turn(state))

    def _joining(self, state: State) -> tuple[int, ...]:
        hand, fits, plays = state.hands[state.turn or 0], self._fits, self._plays_at
        if state.owed:
            slot = state.owed[0]
            return plays[slot][slot][hand & fits[slot]]
        found: tuple[int, ...] = ()
        for slot, count in enumerate(state.adds):
            if count and (fitting := hand & fits[slot]):
                found += plays[slot][slot][fitting]
        return found

    def _put(self, state: State, seat: Seat, move: int) -> int:
        slot, bit, outer, _ = self._laying[move]
        state.hands[seat] ^= bit
        state.laid |= bit
        owed, arms = state.owed, state.adds
        if owed:
            owed = owed[1:]
        else:
            arms[slot] -= 1
        if bit & self._doubles:
            owed = (slot,) * TOES
        else:
            arms[outer] += 1
        state.owed = owed if owed and self._fits[slot] & ~state.laid else ()
        if state.owed:
            state.numbers = [-1] * len(arms)
            state.numbers[slot] = slot
        else:
            state.numbers = [number if count else -1 for number, count in enumerate(arms)]
        return bit

    def _played_out(self, state: State, random: Callable[[], float]) -> tuple[int, ...]:
        """The points of the round after a play-out, which changes *state*.

        A round is blocked once all have passed in turn: then nobody can play or draw.
        """
        hands, arms, laid, owed, seat = state.hands, state.adds, state.laid, state.owed, state.turn or 0
        undrawn, passes, drew = state.undrawn, state.passes, state.this_turn & DREW
        fits, plays_at, laying, slots_of = self._fits, self._plays_at, self._laying, self._slots_of
        follower, ends = (
            self._follower[state.step],
            sum(1 << slot for slot, count in enumerate(arms) if count),
        )
        while True:
            hand = hands[seat]
            plays: tuple[int, ...] = ()
            for slot in owed[:1] or slots_of[ends]:
                if fitting := hand & fits[slot]:
                    plays += plays_at[slot][slot][fitting]
            if plays:
                slot, bit, outer, _ = laying[plays[int(random() * len(plays)) if len(plays) > 1 else 0]]
                hands[seat] = hand = hand ^ bit
                if not hand:
                    self._end(state, OUT, seat, bit)
                    return state.scores
                laid |= bit
                if owed:
                    owed = owed[1:]
                else:
                    arms[slot] -= 1
                    ends ^= 0 if arms[slot] else 1 << slot
                if bit & self._doubles:
                    owed = (slot,) * TOES
                else:
                    arms[outer] += 1
                    ends |= 1 << outer
                if owed and not fits[slot] & ~laid:
                    owed = ()
                drew = passes = 0
            elif undrawn > self._undrawable and (self._draws_till_playable or not drew):
                hands[seat] = hand | state.stock[-undrawn]
                undrawn, drew, passes = undrawn - 1, DREW, 0
                continue
            else:
                drew, passes = 0, passes + 1
                if passes == len(self.seats):
                    self._end(state, BLOCKED, None)
                    return state.scores
            seat = follower[seat]
