"""Rounds on a line, which may branch at a spinner, or begin with the four arms of a middle."""

from collections.abc import Callable, Hashable

from playroom.engine.engine import Engine
from playroom.engine.line_playout import LinePlayout, has_plain_line
from playroom.engine.scoring import BLOCKED, OUT
from playroom.engine.state import DREW, EXTENDS, LEFT_SIDE, RIGHT_SIDE, EngineArm, State, copied
from playroom.rules.event import Ending
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat

LEFT, RIGHT, UP, DOWN = range(4)
"""The slots of a line."""


class LineEngine(Engine):
    """The rounds of a page with a line."""

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        super().__init__(rules, seats)
        self._branches, self._asks_for_end_doubles = rules.spinner, rules.asks_for_end_doubles
        self._opens_arms_later = rules.spinner and not rules.begins_all_arms
        self._is_plain = has_plain_line(rules)
        self._plays_both_doubles, self._slot = rules.plays_both_doubles, LEFT
        self._line = LinePlayout(rules, seats, self.masks, self.numbers.laying, self.scoring)
        self._counts_ends = self.scoring.counts_ends or any(self._effects)
        self._scores_sums = (
            self._is_simple_turn
            and self._ends_round
            and not (rules.begins_all_arms or self._passes_any_time or self._draw_ends_turn)
            and not (self.scoring.scores_passes or rules.asks_for_end_doubles or rules.asks_for_blocker)
            and self.scoring.scores_sums
        )
        self.slowness = 1 if self._is_plain else 2 if self._scores_sums else Engine.slowness

    def playout(self, state: State, move: int, random: Callable[[], float]) -> tuple[int, ...]:
        """`Engine.playout`, in one loop from the second tile on if the line is plain or its sums score."""
        if self._scores_sums:
            after = copied(state)
            self._make(after, move)
            if not after.laid & (after.laid - 1) and (play := self._random_play(after, random)) is not None:
                self._lay(after, play)
            return after.scores if after.turn is None else self._played_out(after, random)
        if not self._is_plain:
            return super().playout(state, move, random)
        if state.laid and move < self.numbers.draw:
            return self._line.scores(state, move, random)
        after = copied(state)
        self._make(after, move)
        play = self._random_play(after, random)
        return after.scores if play is None else self._line.scores(after, play, random)

    def key(self, state: State) -> Hashable:
        """A hashable key for the rest of the round, equal for mirrored lines."""
        adds = state.adds if self._counts_ends else state.numbers
        sides = (bool(state.bare & LEFT_SIDE), bool(state.bare & RIGHT_SIDE), False, False)
        return (*sorted(zip(state.numbers, adds, sides, strict=False)), state.arms, *self._key_of_turn(state))

    def _joining(self, state: State) -> tuple[int, ...]:
        hand, fits, plays = state.hands[state.turn or 0], self._fits, self._plays_at
        if self._plays_both_doubles and state.this_turn & EXTENDS:
            hand &= self._doubles
        if not self._branches:
            (left, right), (at_left, at_right) = state.numbers, plays
            return at_left[left][hand & fits[left]] + at_right[right][hand & fits[right]]
        found: tuple[int, ...] = ()
        for slot, number in enumerate(state.numbers):
            if fitting := hand & fits[number]:
                found += plays[slot][number][fitting]
        return found

    def _put(self, state: State, seat: Seat, move: int) -> int:
        slot, bit, outer, adds = self._laying[move]
        numbers, laid = state.numbers, state.laid
        self._slot = slot
        if not laid:
            state.numbers[:2] = state.adds[:2] = [self.masks.inner[bit], outer]
        else:
            if not laid & (laid - 1) and numbers[LEFT] == numbers[RIGHT]:
                state.adds[1 - slot] *= 2  # the first tile, a double, is no longer alone
            numbers[slot], state.adds[slot] = outer, adds
        if self._asks_for_end_doubles:
            sides = 1 << slot if laid else LEFT_SIDE | RIGHT_SIDE
            state.bare = state.bare | sides if bit & self._doubles else state.bare & ~sides
        state.hands[seat] ^= bit
        state.laid |= bit
        if self._opens_arms_later and (bit & self._doubles or slot == UP or state.bare):
            self._branch(state, slot, bit & self._doubles)
        return bit

    def _goes_on(self, state: State, seat: Seat, bit: int) -> bool:
        """Whether *seat* may play another double in this turn, at another end than the last (KZ-4)."""
        is_first = not state.laid & (state.laid - 1)
        if not self._plays_both_doubles or not bit & self._doubles or is_first:
            return False
        doubles = state.hands[seat] & self._doubles
        if not any(doubles & self._fits[each] for at, each in enumerate(state.numbers) if at != self._slot):
            return False
        state.this_turn = state.this_turn & ~DREW | EXTENDS
        return True

    def _branch(self, state: State, slot: int, double: int) -> None:
        """Make the first double the spinner, and open its arms (AF-3)."""
        if slot == UP and state.numbers[DOWN] < 0:
            state.numbers[DOWN] = state.spinner
        elif state.spinner < 0:
            if double:
                state.spinner = state.numbers[slot if slot < UP else LEFT]
                state.bare = 1 << slot if slot < UP else LEFT_SIDE | RIGHT_SIDE
        elif slot < UP and state.bare & 1 << slot:
            state.bare ^= 1 << slot
            if not state.bare:
                state.numbers[UP] = state.spinner

    def _played_out(self, state: State, random: Callable[[], float]) -> tuple[int, ...]:
        """The points of the round after a play-out in which sums of the ends score; it changes *state*.

        A round is blocked once all have passed in turn: then nobody can play or draw.
        """
        hands, numbers, adds, seat = state.hands, state.numbers, state.adds, state.turn or 0
        undrawn, passes, drew, total = state.undrawn, state.passes, state.this_turn & DREW, sum(state.adds)
        fits, plays_at, laying, doubles = self._fits, self._plays_at, self._laying, self._doubles
        points, of_last, most = self._points_of_sums, self.scoring.of_last, self.scoring.most
        scores, totals, side_of = [*state.scores], [*state.totals], self.scoring.side_of
        follower, opens, bit = self._follower[state.step], self._opens_arms_later, 0
        while True:
            hand = hands[seat]
            plays: tuple[int, ...] = ()
            for at_slot, number in zip(plays_at, numbers, strict=True):
                if fitting := hand & fits[number]:
                    plays += at_slot[number][fitting]
            if plays:
                if len(plays) > 1:
                    worths = [points[total - adds[laying[play][0]] + laying[play][3]] for play in plays]
                    if top := max(worths):
                        plays = tuple([play for play, each in zip(plays, worths, strict=True) if each == top])
                slot, bit, outer, more = laying[plays[int(random() * len(plays)) if len(plays) > 1 else 0]]
                hands[seat] = hand = hand ^ bit
                total += more - adds[slot]
                numbers[slot], adds[slot] = outer, more
                state.laid |= bit
                if opens and (state.bare or (state.spinner < 0 and bit & doubles) or slot == UP):
                    self._branch(state, slot, bit & doubles)
                scored, side = points[total] + (0 if hand else of_last), side_of[seat]
                if scored and totals[side] + scored <= most:
                    scores[side] += scored
                    totals[side] += scored
                    if self._target is not None and totals[side] >= self._target:
                        ending = Ending.TARGET
                        break
                if not hand:
                    ending = OUT
                    break
                drew = passes = 0
            elif undrawn > self._undrawable and (self._draws_till_playable or not drew):
                hands[seat] = hand | state.stock[-undrawn]
                undrawn, drew, passes = undrawn - 1, DREW, 0
                continue
            else:
                drew, passes = 0, passes + 1
                if passes == len(self.seats):
                    ending = BLOCKED
                    break
            seat = follower[seat]
        state.undrawn, state.scores, state.totals = undrawn, tuple(scores), tuple(totals)
        self._end(state, ending, seat if ending is OUT else None, bit if ending is OUT else 0)
        return state.scores


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
        elif state.spinner < 0 and bit & self._doubles:  # the first double becomes the middle
            slot = LEFT if is_first else self._laying[move][0]
            state.spinner, other = state.numbers[slot], 1 - slot
            is_short = state.laid.bit_count() == 2  # noqa: PLR2004 (the middle and one tile)
            begun = EngineArm(state.numbers[other], state.adds[other], self._owes_doubles and is_short)
            self._show(state, tuple(begun if arm == other and not is_first else None for arm in range(4)))
        return bit

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
