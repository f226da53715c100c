"""Rounds on bit masks: moves with their consequences, and play-outs.

It goes by the same rules as `rules.flow`, at many times its speed.
"""

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from operator import add

from playroom.engine.legal import AGAIN, SKIP, TURN_ROUND, LegalMoves, followers, turn_effects
from playroom.engine.scoring import BLOCKED, OUT, Scoring
from playroom.engine.state import DREW, State, copied
from playroom.rules.event import Ending
from playroom.rules.rulebook.questions import AfterDraw, Finish, GoingOut, Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat, Side


class Engine(LegalMoves):
    """The implementation of `simulator.Simulator` for all layouts that the engine supports."""

    slowness = 3

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        super().__init__(rules, seats)
        self.scoring = Scoring(rules, seats, self.masks)
        self._follower = {step: followers(seats, step) for step in (1, -1)}
        self._laying, self._doubles = self.numbers.laying, self.masks.doubles
        self._pass_puts_out = rules.passing is Passing.AND_OUT
        self._draw_ends_turn = rules.after_draw is AfterDraw.WAIT
        self._remembers_passes = rules.asks_for_blocker or rules.bonuses_of_passes
        self._whole_team = rules.going_out is GoingOut.WHOLE_TEAM
        self._ends_round = rules.going_out is GoingOut.ENDS_ROUND
        self._target = rules.target if rules.finish is Finish.AT_ONCE else None
        self._effects = turn_effects(rules, len(self.numbers.ends))
        self._scores_plays = self.scoring.scores_plays
        largest = 2 * rules.set * len(self.numbers.ends)
        self._points_of_ends = self.scoring.of_ends(largest)
        self._points_of_sums = self.scoring.of_sums(largest)
        self._is_simple_turn = not (
            self._effects
            or self._whole_team
            or self._pass_puts_out
            or rules.has_trains
            or rules.plays_both_doubles
        )
        self._team = [
            [each for each in seats if rules.side(each) == rules.side(seat)] for seat in range(rules.players)
        ]

    def play(self, state: State, move: int) -> None:
        """Make a legal move, with its consequences and the forced passes after it (G-8)."""
        self._make(state, move)
        state.plays = None
        while state.turn is not None and (state.undrawn <= self._undrawable or not self._can_draw(state)):
            state.plays = self.plays(state)
            if state.plays:
                return
            self._pass(state)
            state.plays = None

    def playout(self, state: State, move: int, random: Callable[[], float]) -> tuple[int, ...]:
        """The points of each side after *move* and a random play-out of the round.

        The state stays as it is; *random* gives numbers from 0 to 1. Nobody draws or passes who has a play,
        nor draws who may pass.
        """
        after = copied(state)
        self._make(after, move)
        while (play := self._random_play(after, random)) is not None:
            self._lay(after, play)
        return after.scores

    def winners(self, state: State) -> tuple[Side, ...]:
        """The winners of a finished round."""
        return self.scoring.winners(state)

    @abstractmethod
    def key(self, state: State) -> Hashable:
        """A hashable key for the rest of the round, equal for mirrored lines."""

    @abstractmethod
    def _put(self, state: State, seat: Seat, move: int) -> int:
        """Move the tile of a play from the hand to the table, and return its bit."""

    def _key_of_turn(self, state: State) -> tuple[Hashable, ...]:
        """The part of `key` that is the same for all layouts."""
        counted = self._passes_any_time or self._pass_puts_out or self._remembers_passes
        last = (state.passes, state.out, state.last_player) if counted else ()
        return (*state.hands, state.turn, state.this_turn, state.step, state.undrawn, state.scores, last)

    def _random_play(self, state: State, random: Callable[[], float]) -> int | None:
        """A random play, after all draws and passes before it; None once the round is over.

        Where sums of the ends score, it is one of those that score most: uniform play-outs leave points lying
        that nobody would leave (docs/measurements.md).
        """
        while state.turn is not None:
            if plays := self._joining(state):
                if len(plays) > 1 and self._points_of_sums and state.laid:
                    plays = self._scoring_most(state, plays)
                return plays[int(random() * len(plays)) if len(plays) > 1 else 0]
            if self._passes_any_time or not self._can_draw(state):
                self._pass(state)
            else:
                self._draw(state)
        return None

    def _scoring_most(self, state: State, plays: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the plays that score most by the sum of the ends; all if none scores."""
        points, laying, adds = self._points_of_sums, self._laying, state.adds
        total, is_lone = sum(adds), not state.laid & (state.laid - 1)
        if is_lone and state.laid & self._doubles:
            adds = [0] * len(adds)  # it counts whole at the other end then
        scored = [points[total - adds[laying[play][0]] + laying[play][3]] for play in plays]
        if not (most := max(scored)):
            return plays
        return tuple([play for play, each in zip(plays, scored, strict=True) if each == most])

    def _make(self, state: State, move: int) -> None:
        """Make a legal move, with its consequences until the next choice."""
        if move < self.numbers.draw:
            self._lay(state, move)
        elif move == self.numbers.draw:
            self._draw(state)
        else:
            self._pass(state)

    def _lay(self, state: State, move: int) -> None:
        seat = state.turn
        assert seat is not None  # the round is not over
        bit = self._put(state, seat, move)
        state.passes, state.last_player = 0, seat
        if self._scores_plays:
            by_ends = self._points_of_ends
            if by_ends:
                points = by_ends[sum(state.adds)]
            else:
                points = self.scoring.of_play(state, seat, bit, len(self.seats) - state.out.bit_count())
            if points and self._score_side(state, self.scoring.side_of[seat], points):
                return
        if (self._pass_puts_out or not state.hands[seat]) and self._ends(state, seat, bit):
            return
        if self._is_simple_turn:
            state.turn, state.this_turn = self._follower[state.step][seat], 0
        else:
            self._after_play(state, seat, bit)

    def _score_side(self, state: State, side: Side, points: int) -> bool:
        """Add points to one side; True if that has ended the round (AF-9)."""
        scores, totals = list(state.scores), list(state.totals)
        scores[side] += points
        totals[side] += points
        state.scores, state.totals = tuple(scores), tuple(totals)
        if self._target is not None and totals[side] >= self._target:
            self._end(state, Ending.TARGET, None)
        return state.turn is None

    def _after_play(self, state: State, seat: Seat, bit: int) -> None:
        """Start the turn after a play, which may continue the same turn (PP-4, PP-5)."""
        effect = self._effects[sum(state.adds)] if self._effects else 0
        if effect & TURN_ROUND:
            state.step = -state.step
        if self._goes_on(state, seat, bit):
            return
        if not effect & AGAIN:
            seat = self._next(state, seat)
            if effect & SKIP or (self.rules.skip_on_equal_ends and self._has_equal_ends(state)):
                seat = self._next(state, seat)
        self._begin_turn(state, seat)

    def _goes_on(self, state: State, seat: Seat, bit: int) -> bool:  # noqa: ARG002 (trains need them)
        """Whether the turn of *seat* continues after the tile *bit*."""
        return False

    def _has_equal_ends(self, state: State) -> bool:
        return len({number for number in state.numbers if number >= 0}) == 1

    def _draw(self, state: State) -> None:
        seat = state.turn
        assert seat is not None  # the round is not over
        state.hands[seat] |= state.stock[-state.undrawn]
        state.undrawn -= 1
        state.passes = 0
        state.this_turn |= DREW
        if self._draw_ends_turn:
            self._begin_turn(state, self._next(state, seat))

    def _pass(self, state: State) -> None:
        """Pass; a round that was blocked before ends here (G-7)."""
        if self._is_blocked(state):
            self._end(state, BLOCKED, None)
        else:
            self._pass_unblocked(state)

    def _pass_unblocked(self, state: State) -> None:
        """Pass in a round that was not blocked before."""
        seat = state.turn
        assert seat is not None  # the round is not over
        state.passes += 1
        if self._pass_puts_out:
            state.out |= 1 << seat
        if self.scoring.scores_passes and self._score_pass(state, seat):
            return
        if self._pass_puts_out and self._ends(state, seat):
            return
        if self._passes_any_time:
            with_turns = sum(map(bool, state.hands)) if self._whole_team else len(self.seats)
            if state.passes >= with_turns:
                self._end(state, BLOCKED, None)
                return
        self._begin_turn(state, self._next(state, seat))

    def _score_pass(self, state: State, seat: Seat) -> bool:
        """Score a pass; True if that has ended the round."""
        points = self.scoring.of_pass(state, seat)
        return any(points) and self._score_sides(state, points)

    def _score_sides(self, state: State, points: list[int]) -> bool:
        """Add the points of each side, all at once; True if that has ended the round (AF-9)."""
        self._score(state, points)
        if self._target is not None and max(state.totals) >= self._target:
            self._end(state, Ending.TARGET, None)
        return state.turn is None

    def _ends(self, state: State, seat: Seat, bit: int = 0) -> bool:
        """End the round if the move of *seat*, the tile *bit* or a pass, has caused that."""
        if self._pass_puts_out and self._is_last_in(state):
            self._end(state, Ending.LAST_IN, None)
        elif not state.hands[seat]:  # D-9, PO-7
            team = self._team[seat] if self._whole_team else ()
            if self._ends_round or (team and not any(state.hands[each] for each in team)):
                self._end(state, OUT, seat, bit)
        return state.turn is None

    def _is_last_in(self, state: State) -> bool:
        """Whether all seats but one are out, and that one has played once more or cannot (PO-6)."""
        seats_in = [seat for seat in self.seats if not state.out >> seat & 1]
        return len(seats_in) == 1 and (
            state.passes == 0 or not state.hands[seats_in[0]] & self._fitting(state)
        )

    def _is_blocked(self, state: State) -> bool:
        """Whether the round is blocked (G-7)."""
        if self._pass_puts_out or state.undrawn > self._undrawable:
            return False
        for number in state.numbers:
            fitting = self._fits[number] & ~state.laid
            if fitting and any(map(fitting.__and__, state.hands)):
                return False
        return True

    def _next(self, state: State, seat: Seat) -> Seat:
        """The next seat with turns after *seat*."""
        follower = self._follower[state.step]
        after = follower[seat]
        if self._pass_puts_out:
            while after != seat and state.out >> after & 1:
                after = follower[after]
        elif self._whole_team:
            while after != seat and not state.hands[after]:
                after = follower[after]
        return after

    def _begin_turn(self, state: State, seat: Seat) -> None:
        state.turn, state.this_turn = seat, 0

    def _score(self, state: State, points: Sequence[int]) -> None:
        state.scores = tuple(map(add, state.scores, points))
        state.totals = tuple(map(add, state.totals, points))

    def _end(self, state: State, ending: Ending, seat: Seat | None, bit: int = 0) -> None:
        """End the round; *bit* is the last tile of a seat that has gone out."""
        state.ending, state.ended_by, state.turn = ending, seat, None
        if self.scoring.names_winner:
            is_last = bool(bit) and self._fits_both(state)
            self._score(state, self.scoring.of_named_round(state, bit, fits_both=is_last))
            if self.scoring.is_reset_due(state.totals):  # SL-4: all totals go back to 0
                self._score(state, [-total for total in state.totals])
        else:
            self._score(state, self.scoring.of_round(state.hands, ending, seat, sum(state.adds)))

    def _fits_both(self, state: State) -> bool:
        """Whether the last tile has left the two ends of a line equal (PA-4)."""
        numbers = [number for number in state.numbers if number >= 0]
        return len(numbers) == 2 and numbers[0] == numbers[1] and bool(state.laid & (state.laid - 1))  # noqa: PLR2004 (a line)
