"""A round played on bit masks: a move with all that follows from it, and play-outs.

It goes by the same rules as `rules.flow`, at many times its speed.
"""

from collections.abc import Callable, Hashable, Sequence
from operator import add

from playroom.engine.legal import LegalMoves
from playroom.engine.line_playout import LinePlayout, has_plain_line
from playroom.engine.moves import followers
from playroom.engine.scoring import Scoring
from playroom.engine.state import (
    BEGAN_OWING,
    DREW,
    EXTENDS,
    IS_FIRST,
    LEFT_SIDE,
    RIGHT_SIDE,
    STRAYED,
    State,
    copied,
)
from playroom.rules.event import Ending
from playroom.rules.questions import (
    AfterDraw,
    Finish,
    FirstTurn,
    GoingOut,
    Passing,
)
from playroom.rules.seat import Seat, Side
from playroom.rules.variant import Rules

LEFT, RIGHT, UP, DOWN = range(4)
"""The slots of a line."""

NO_SUM = -1
"""The sum of the ends where it does not matter."""


class Engine(LegalMoves):
    """The rounds of one page among *seats*, as `simulator.Simulator` has them."""

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        super().__init__(rules, seats)
        self.scoring = Scoring(rules, seats, self.masks)
        self._follower = {step: followers(seats, step) for step in (1, -1)}
        self._line = LinePlayout(rules, seats, self._follower, self.masks, self.numbers.laying, self.scoring)
        self._has_plain_line = has_plain_line(rules)
        self.slowness = 1 if self._has_plain_line else 3
        self._laying, self._doubles = self.numbers.laying, self.masks.doubles
        self._pass_puts_out = rules.passing is Passing.AND_OUT
        self._draw_ends_turn = rules.after_draw is AfterDraw.WAIT
        self._whole_team = rules.going_out is GoingOut.WHOLE_TEAM
        self._extends = rules.first_turn is FirstTurn.MANY and rules.has_engine
        self._has_target = rules.finish is Finish.AT_ONCE and rules.target is not None
        self._target = rules.target or 0
        self._again, self._skip = frozenset(rules.again_on), frozenset(rules.skip_on)
        self._turn_round = frozenset(rules.turn_round_on)
        self._has_effects = bool(self._again or self._skip or self._turn_round or rules.skip_on_equal_ends)
        self._scores_plays = self.scoring.scores_plays
        self._points_of_ends = self.scoring.of_ends(2 * rules.set * len(self.numbers.ends))
        self._branches = rules.spinner and not rules.has_engine
        self._is_simple_turn = not (self._has_effects or self._whole_team or self._pass_puts_out)
        self._counts_ends = bool(self._again or self._skip or self._turn_round or self.scoring.counts_ends)
        self._team = [
            [each for each in seats if rules.side(each) == rules.side(seat)] for seat in range(rules.players)
        ]

    def play(self, state: State, move: int) -> None:
        """Makes a legal move, with all that follows and the passes that make themselves (G-8)."""
        self._make(state, move)
        state.plays = None
        while state.turn is not None and not self._can_draw(state):
            state.plays = self.plays(state)
            if state.plays:
                return
            self._pass(state)
            state.plays = None

    def playout(self, state: State, move: int, random: Callable[[], float]) -> tuple[int, ...]:
        """What each side will have scored once *move* is made and the round is played on at random.

        The state stays as it is; *random* gives numbers from 0 to 1. Nobody draws or passes who has a play,
        nor draws who may pass.
        """
        if self._has_plain_line and state.laid and move < self.numbers.draw:
            return self._line.scores(state, move, random)
        after, plays_of = copied(state), self._train_plays if self._common else self._line_plays
        self._make(after, move)
        while after.turn is not None:
            if plays := plays_of(after):
                chosen = plays[int(random() * len(plays)) if len(plays) > 1 else 0]
                if self._has_plain_line:
                    return self._line.scores(after, chosen, random)
                self._lay(after, chosen)
            elif self._passes_any_time or not self._can_draw(after):
                self._pass(after)
            else:
                self._draw(after)
        return after.scores

    def winners(self, state: State) -> tuple[Side, ...]:
        """The sides that won a round that is over."""
        return self.scoring.winners(state)

    def key(self, state: State) -> Hashable:
        """All that decides how a round goes on from here, the same for two lines that mirror each other."""
        adds = state.adds if self._counts_ends else state.numbers
        sides = [state.bare & LEFT_SIDE, state.bare & RIGHT_SIDE, 0, 0]
        ends = list(zip(state.numbers, adds, sides, strict=False))
        counted = self._passes_any_time or self._pass_puts_out
        last = (state.passes, state.out, state.last_player) if counted else ()
        turn = (state.turn, state.this_turn, state.step, state.undrawn, state.scores)
        if self._common:
            return (*state.numbers, *state.hands, turn, last, state.owed, state.markers, state.moved)
        return (*sorted((number, add, bool(bare)) for number, add, bare in ends), *state.hands, turn, last)

    def _make(self, state: State, move: int) -> None:
        """Makes a legal move, with all that follows until somebody is to move."""
        if move < self.numbers.draw:
            self._lay(state, move)
        elif move == self.numbers.draw:
            self._draw(state)
        else:
            self._pass(state)

    def _lay(self, state: State, move: int) -> None:
        seat = state.turn
        assert seat is not None  # somebody is to move
        slot, bit, outer, adds = self._laying[move]
        state.hands[seat] = hand = state.hands[seat] ^ bit
        state.passes, state.last_player = 0, seat
        if self._common:
            state.numbers[slot], state.adds[slot] = outer, adds
            state.laid |= bit
            self._after_train_play(state, seat, slot, bit)
        else:
            self._join_line(state, slot, bit, outer, adds)
            state.laid |= bit
        if self._scores_plays:
            points = self._points_of_play(state, seat, bit)
            if points and self._score_side(state, self.scoring.side_of[seat], points):
                return
        may_end = not hand or state.undrawn <= self._undrawable or self._pass_puts_out
        if may_end and self._ends(state, seat):
            return
        if self._is_simple_turn and not (self._common and self._goes_on(state, seat, bit)):
            self._begin_turn(state, self._follower[1][seat])
        elif not self._is_simple_turn:
            self._after_play(state, seat, bit)

    def _join_line(self, state: State, slot: int, bit: int, outer: int, adds: int) -> None:
        """Puts a tile to an end of a line."""
        numbers, laid = state.numbers, state.laid
        if not laid:
            state.numbers[:2] = state.adds[:2] = [self.masks.inner[bit], outer]
        else:
            if not laid & (laid - 1) and numbers[LEFT] == numbers[RIGHT]:
                state.adds[1 - slot] *= 2  # the first tile, a double, is no longer alone
            numbers[slot], state.adds[slot] = outer, adds
        if self._branches and (bit & self._doubles or slot == UP or state.bare):
            self._branch(state, slot, bit & self._doubles)

    def _branch(self, state: State, slot: int, double: int) -> None:
        """Makes the first double the spinner, and opens up and down (AF-3)."""
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

    def _after_train_play(self, state: State, seat: Seat, slot: int, bit: int) -> None:
        """What is owed now (MT-8, MT-9); the marker of a player who is back on the own train (MT-7)."""
        if bit & self._doubles:
            owed = (*state.owed, slot) if state.hands[seat] else state.owed
        else:
            owed = tuple([each for each in state.owed if each != slot]) if state.owed else ()
        if owed:
            numbers, fits, laid = state.numbers, self._fits, state.laid
            owed = tuple([each for each in owed if fits[numbers[each]] & ~laid])
        state.owed = owed
        state.this_turn &= ~EXTENDS
        if slot != self._own[seat]:
            state.this_turn |= STRAYED
        elif state.markers >> slot & 1:
            state.markers ^= 1 << slot

    def _points_of_play(self, state: State, seat: Seat, bit: int) -> int:
        if self._points_of_ends:
            return self._points_of_ends[sum(state.adds)]
        return self.scoring.of_play(state, seat, bit, len(self.seats) - state.out.bit_count())

    def _score_side(self, state: State, side: Side, points: int) -> bool:
        """Gives points to one side at once; whether that has ended the round (AF-9)."""
        scores, totals = list(state.scores), list(state.totals)
        scores[side] += points
        totals[side] += points
        state.scores, state.totals = tuple(scores), tuple(totals)
        if self._has_target and totals[side] >= self._target:
            self._end(state, Ending.TARGET, None)
        return state.turn is None

    def _after_play(self, state: State, seat: Seat, bit: int) -> None:
        """Whose turn follows a tile: the same may go on (MT-8, MT-11), or another begin (PP-4, PP-5)."""
        total = sum(state.adds) if self._has_effects else NO_SUM
        if total in self._turn_round:
            state.step = -state.step
        if self._common and self._goes_on(state, seat, bit):
            return
        if total in self._again:
            self._begin_turn(state, seat)
        elif self._skips_next(state, total):
            self._begin_turn(state, self._next(state, self._next(state, seat)))
        else:
            self._begin_turn(state, self._next(state, seat))

    def _goes_on(self, state: State, seat: Seat, bit: int) -> bool:
        """Whether the turn goes on after a tile on a train, and how (MT-8, MT-11)."""
        if state.owed and bit & self._doubles:
            state.this_turn &= ~DREW
        elif self._extends and self._may_extend(state, seat):
            state.this_turn = state.this_turn & ~DREW | EXTENDS
        else:
            return False
        return True

    def _skips_next(self, state: State, total: int) -> bool:
        """Whether the ends take the next player's turn (PP-5)."""
        return total in self._skip or (self.rules.skip_on_equal_ends and self._has_equal_ends(state))

    def _has_equal_ends(self, state: State) -> bool:
        return len({number for number in state.numbers if number >= 0}) == 1

    def _may_extend(self, state: State, seat: Seat) -> bool:
        """Whether more tiles may go to the own train in the first turn of the round (MT-11)."""
        if state.owed or state.this_turn & (IS_FIRST | STRAYED) != IS_FIRST:
            return False
        return bool(state.hands[seat] & self.masks.fits[state.numbers[self._own[seat]]])

    def _draw(self, state: State) -> None:
        seat = state.turn
        assert seat is not None  # somebody is to move
        state.hands[seat] |= state.stock[-state.undrawn]
        state.undrawn -= 1
        state.passes = 0
        state.this_turn |= DREW
        if self._is_blocked(state):
            self._end(state, Ending.BLOCKED, None)
        elif self._draw_ends_turn:
            self._begin_turn(state, self._next(state, seat))

    def _pass(self, state: State) -> None:
        seat = state.turn
        assert seat is not None  # somebody is to move
        state.passes += 1
        if self._common and not state.this_turn & EXTENDS:
            state.markers |= 1 << self._own[seat]
        if self._pass_puts_out:
            state.out |= 1 << seat
        if self.scoring.scores_passes and self._score_pass(state, seat):
            return
        if (self._pass_puts_out or self._common) and self._ends(state, seat):
            return
        if self._passes_any_time and state.passes >= self._turns(state):
            self._end(state, Ending.BLOCKED, None)
        else:
            self._begin_turn(state, self._next(state, seat))

    def _score_pass(self, state: State, seat: Seat) -> bool:
        """Scores a pass; whether that has ended the round."""
        points = self.scoring.of_pass(state, seat)
        return any(each and self._score_side(state, side, each) for side, each in enumerate(points))

    def _ends(self, state: State, seat: Seat) -> bool:
        """Ends the round if the move of *seat* has brought that."""
        if self._pass_puts_out and self._is_last_in(state):
            self._end(state, Ending.LAST_IN, None)
        elif not state.hands[seat] and self._is_out(state, seat):
            self._end(state, Ending.OUT, seat)
        elif self._is_blocked(state):
            self._end(state, Ending.BLOCKED, None)
        else:
            return False
        return True

    def _is_last_in(self, state: State) -> bool:
        """Whether all but one are out, and that one has played once more or cannot (PO-6)."""
        seats_in = [seat for seat in self.seats if not state.out >> seat & 1]
        return len(seats_in) == 1 and (
            state.passes == 0 or not state.hands[seats_in[0]] & self._fitting(state)
        )

    def _is_out(self, state: State, seat: Seat) -> bool:
        """Whether a seat without tiles has ended the round (D-9, PO-7)."""
        if self._whole_team:
            return not any(state.hands[each] for each in self._team[seat])
        return self.rules.going_out is GoingOut.ENDS_ROUND

    def _is_blocked(self, state: State) -> bool:
        """Whether nobody can go on (G-7)."""
        if self._pass_puts_out or state.undrawn > self._undrawable:
            return False
        held = 0
        for hand in state.hands:
            held |= hand
        return not held & self._fitting(state)

    def _turns(self, state: State) -> int:
        """How many seats turns come to."""
        return sum(map(bool, state.hands)) if self._whole_team else len(self.seats)

    def _next(self, state: State, seat: Seat) -> Seat:
        """The next seat after *seat* that turns come to."""
        follower = self._follower[state.step]
        after = follower[seat]
        if self._pass_puts_out or self._whole_team:
            while after != seat and self._is_passed_by(state, after):
                after = follower[after]
        return after

    def _is_passed_by(self, state: State, seat: Seat) -> bool:
        return bool(state.out >> seat & 1) if self._pass_puts_out else not state.hands[seat]

    def _begin_turn(self, state: State, seat: Seat) -> None:
        state.turn = seat
        if self._common:
            state.this_turn = (BEGAN_OWING if state.owed else 0) | (
                0 if state.moved >> seat & 1 else IS_FIRST
            )
            state.moved |= 1 << seat
        else:
            state.this_turn = 0

    def _score(self, state: State, points: Sequence[int]) -> None:
        state.scores = tuple(map(add, state.scores, points))
        state.totals = tuple(map(add, state.totals, points))

    def _end(self, state: State, ending: Ending, seat: Seat | None) -> None:
        state.ending, state.ended_by, state.turn = ending, seat, None
        self._score(state, self.scoring.of_round(state.hands, ending, seat, sum(state.adds)))
