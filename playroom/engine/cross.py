"""Rounds on a cross, where all four arms of a middle begin before any of them grows."""

from playroom.engine.line import LEFT, LineEngine
from playroom.engine.state import EngineArm, State
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat


class CrossEngine(LineEngine):
    """The rounds of a page whose arms begin first (CR-2)."""

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        super().__init__(rules, seats)
        self._owes_doubles = rules.owes_doubles

    def _put(self, state: State, seat: Seat, move: int) -> int:
        is_first = not state.laid
        bit = super()._put(state, seat, move)
        if state.arms:
            slot = self._laying[move][0]
            owes = self._owes_doubles and state.arms[slot] is None
            grown = EngineArm(state.numbers[slot], state.adds[slot], owes)
            self._show(state, (*state.arms[:slot], grown, *state.arms[slot + 1 :]))
        elif state.spinner < 0 and bit & self._doubles:
            self._begin(state, LEFT if is_first else self._laying[move][0], is_first=is_first)
        return bit

    def _begin(self, state: State, slot: int, *, is_first: bool) -> None:
        """Make the first double the middle."""
        state.spinner, other = state.numbers[slot], 1 - slot
        is_short = state.laid.bit_count() == 2  # noqa: PLR2004 (the middle and one tile)
        begun = EngineArm(state.numbers[other], state.adds[other], self._owes_doubles and is_short)
        self._show(state, tuple(begun if arm == other and not is_first else None for arm in range(4)))

    def _show(self, state: State, arms: tuple[EngineArm | None, ...]) -> None:
        """Open the next arm to begin; then those that owe a double, to doubles alone; then all."""
        if None in arms:
            state.numbers, state.adds, state.arms = [-1] * 4, [0] * 4, arms
            state.numbers[arms.index(None)] = state.spinner
            return
        begun, owing = [arm for arm in arms if arm], self.masks.owing
        if self._owes_doubles and any(arm.owes for arm in begun):
            state.numbers = [arm.number + owing if arm.owes else -1 for arm in begun]
            state.adds, state.arms = [arm.adds if arm.owes else 0 for arm in begun], arms
        else:
            state.numbers, state.adds = [arm.number for arm in begun], [arm.adds for arm in begun]
            state.arms = ()


class OwingCrossEngine(CrossEngine):
    """The same for a page whose arms owe doubles then (CR-3).

    The number of an end that takes a double alone is higher by `Masks.owing`: legal moves, blocks and
    play-outs need no other code.
    """

    def _lay(self, state: State, move: int) -> None:
        super()._lay(state, move)
        if state.arms:
            self._free_arms(state)

    def _draw(self, state: State) -> None:
        super()._draw(state)
        if state.arms:
            self._free_arms(state)

    def _free_arms(self, state: State) -> tuple[int, ...]:
        """Free the arms that owe a double in no hand, once nothing is drawable (CR-3); their slots."""
        if None in state.arms or state.undrawn > self._undrawable or state.turn is None:
            return ()
        held = 0
        for seat, hand in enumerate(state.hands):
            held |= 0 if state.out >> seat & 1 else hand
        freed = tuple(
            slot for slot, number in enumerate(state.numbers) if number >= 0 and not held & self._fits[number]
        )
        if freed:
            several = ((at in freed, arm) for at, arm in enumerate(state.arms))
            self._show(
                state, tuple(arm._replace(owes=False) if is_free and arm else arm for is_free, arm in several)
            )
        return freed
