"""Rounds on a tree, where every double is a foot that must get its toes."""

from collections.abc import Hashable

from playroom.engine.engine import Engine
from playroom.engine.state import State
from playroom.rules.layout import TOES
from playroom.rules.seat import Seat


class FeetEngine(Engine):
    """The rounds of a page with feet (CF-2 to CF-4).

    There is a slot for each number, in their order. `State.adds` are, by number, the arms that end in it;
    `State.owed` is the slot of the foot that must get its toes, once for each that is missing.
    """

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
