"""Play-outs on a line with two ends, in one loop, as most games are played on one."""

from collections.abc import Callable, Sequence
from operator import add

from playroom.engine.legal import AGAIN, SKIP, TURN_ROUND, followers, turn_effects
from playroom.engine.masks import MORE_THAN_ANY, Masks, OfBits
from playroom.engine.scoring import BLOCKED, OUT, Scoring
from playroom.engine.state import State, copied
from playroom.rules.event import Ending
from playroom.rules.rulebook.award import Counted, When
from playroom.rules.rulebook.questions import AfterDraw, Drawing, Finish, GoingOut, Passing, Shape
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat


def has_plain_line(rules: Rules) -> bool:
    """Whether rounds are played on a line and score nothing before the end."""
    puts_out = rules.passing is Passing.AND_OUT
    early = (When.PLAY,) if puts_out else (When.PLAY, When.PASS, When.LAST_TILE)
    scores_early = rules.bonuses_of_passes or any(award.when in early for award in rules.awards)
    asks_for_blocker = rules.asks_for_blocker and (
        rules.drawing is not Drawing.NEVER or turn_effects(rules, 2)
    )
    counts_ends = any(award.counts is Counted.ENDS for award in rules.awards)
    ends_early = rules.finish is Finish.AT_ONCE and rules.target is not None and not puts_out
    return (
        rules.shape is Shape.LINE
        and not (rules.spinner or scores_early or counts_ends or ends_early)
        and rules.going_out is not GoingOut.WHOLE_TEAM
        and not (puts_out and (rules.turn_round_on or rules.love))
        and not (asks_for_blocker or rules.both_doubles)
    )


Step = tuple[int, int, "OfBits[Step]", int]
"""The bit of a tile, the tiles that fit its outer half, the steps from there, its share of the sum."""


def _steps(masks: Masks) -> list[OfBits[Step]]:
    """For each number at an end of a line, the steps of each play by mask of the fitting tiles."""
    steps: list[OfBits[Step]] = [OfBits({}) for _ in masks.placings]
    for own, placings in zip(steps, masks.placings, strict=True):
        own.of_bit = {
            bit: tuple(
                (bit, masks.fits[outer], steps[outer], masks.adds[placing])
                for placing in several
                for outer in (masks.outer[placing],)
            )
            for bit, several in placings.items()
        }
    return steps


class LinePlayout:
    """Play-outs on a page with a plain line, from the second tile of a round on."""

    def __init__(
        self,
        rules: Rules,
        seats: tuple[Seat, ...],
        masks: Masks,
        laying: Sequence[tuple[int, int, int, int]],
        scoring: Scoring,
    ) -> None:
        self._laying, self._scoring = laying, scoring
        self._after = {step: followers(seats, step) for step in (1, -1)}
        self._fits, self._steps = masks.fits, _steps(masks)
        self._seats = seats
        self._target = rules.target if rules.finish is Finish.AT_ONCE else None
        puts_out = rules.passing is Passing.AND_OUT
        draws = rules.drawing is not Drawing.NEVER and rules.passing is not Passing.ANY_TIME
        self._way = (
            puts_out,
            rules.going_out is GoingOut.PLAYS_ON,
            turn_effects(rules, 2),
            SKIP if rules.skip_on_equal_ends else 0,
            rules.reserve if draws else MORE_THAN_ANY,
            rules.after_draw is not AfterDraw.UNTIL_PLAYABLE,
            rules.after_draw is AfterDraw.WAIT,
            MORE_THAN_ANY if puts_out else len(seats),
        )

    def scores(self, state: State, move: int, random: Callable[[], float]) -> tuple[int, ...]:
        """The points of each side after *move*, a play, and a play-out; see `Engine.playout`.

        A round is blocked once all have passed in turn: then nobody can play or draw.
        """
        puts_out, plays_on, effects, if_equal, undrawable, draws_once, draw_ends_turn, most_passes = self._way
        after, undrawn, seat = self._after[state.step], state.undrawn, state.turn
        hands, stock = state.hands[:], state.stock
        names_winner = self._scoring.names_winner
        assert seat is not None  # the round goes on
        number, other = state.numbers
        left_adds, right_adds = state.adds
        if not state.laid & (state.laid - 1) and number == other:
            left_adds = right_adds = 2 * number  # a double that is no longer alone
        slot, bit, outer, adds = self._laying[move]
        if slot:
            other, right_adds = outer, adds
        else:
            number, left_adds = outer, adds
        left, right = self._steps[number], self._steps[other]
        at_left, at_right = self._fits[number], self._fits[other]
        if puts_out:
            state, after = self._shared(state, hands, bit), self._after_those_in(state)
        while True:
            hands[seat] = hand = hands[seat] ^ bit
            if puts_out:
                state.last_player = seat
                if after[seat] == seat or not (hand or plays_on):
                    return self._scores_of_last_tile(state, seat, bit)
            elif not hand:
                if names_winner:
                    return self._of_named_round(state, hands, OUT, seat, bit, fits_both=left is right)
                return self._scoring.of_round(hands, OUT, seat)
            if effects and (effect := effects[left_adds + right_adds] | (if_equal if left is right else 0)):
                if effect & TURN_ROUND:
                    after = self._after[-1] if after is self._after[1] else self._after[1]
                if not effect & AGAIN:
                    seat = after[seat]
                    if effect & SKIP:
                        seat = after[seat]
            else:
                seat = after[seat]
            passes = drew = 0
            while True:
                hand = hands[seat]
                to_left, to_right = hand & at_left, hand & at_right
                if to_left:
                    plays = left[to_left]
                    if to_right:
                        others = right[to_right]
                        at = int(random() * (len(plays) + len(others)))
                        if at < len(plays):
                            bit, at_left, left, left_adds = plays[at]
                        else:
                            bit, at_right, right, right_adds = others[at - len(plays)]
                    else:
                        at = int(random() * len(plays)) if len(plays) > 1 else 0
                        bit, at_left, left, left_adds = plays[at]
                    break
                if to_right:
                    plays = right[to_right]
                    at = int(random() * len(plays)) if len(plays) > 1 else 0
                    bit, at_right, right, right_adds = plays[at]
                    break
                if undrawn > undrawable and not (drew and draws_once):
                    hands[seat] = hand | stock[-undrawn]
                    undrawn -= 1
                    passes, drew = 0, 1
                    if draw_ends_turn:
                        drew, seat = 0, after[seat]
                    continue
                passes += 1
                if passes >= most_passes:
                    if names_winner:
                        return self._of_named_round(state, hands, BLOCKED, seat)
                    return self._scoring.of_round(hands, BLOCKED, None)
                drew, stuck, seat = 0, seat, after[seat]
                if puts_out and self._stands_down(state, stuck, after, at_left | at_right):
                    return state.scores

    def _of_named_round(
        self,
        state: State,
        hands: list[int],
        ending: Ending,
        player: Seat,
        bit: int = 0,
        *,
        fits_both: bool = False,
    ) -> tuple[int, ...]:
        """The points of a round whose winner is named; *player* played the last tile (L-3)."""
        ended = copied(state)
        ended.hands, ended.last_player = hands, player
        ended.ending, ended.ended_by = ending, player if ending is OUT else None
        self._add(ended, self._scoring.of_named_round(ended, bit, fits_both=fits_both))
        if self._scoring.is_reset_due(ended.totals):
            self._add(ended, [-total for total in ended.totals])
        return ended.scores

    def _shared(self, state: State, hands: list[int], bit: int) -> State:
        """A copy with the tile *bit* on the table that shares its hands with the loop."""
        state = copied(state)
        state.hands, state.laid = hands, state.laid | bit
        return state

    def _after_those_in(self, state: State) -> list[Seat]:
        """The next seat still in the round, by seat."""
        after = self._after[state.step][:]
        for seat in self._seats:
            if state.out >> seat & 1:
                _leave_out(after, seat)
        return after

    def _stands_down(self, state: State, seat: Seat, after: list[Seat], fitting: int) -> bool:
        """Take a seat out of the round and score its pass (PO-4); True if that ends the round (PO-6)."""
        state.out |= 1 << seat
        self._add(state, self._scoring.of_pass(state, seat))
        last = after[seat]
        _leave_out(after, seat)
        totals = [state.totals[side] for side in self._scoring.sides_in]
        is_won = self._target is not None and max(totals) >= self._target
        return is_won or (after[last] == last and not state.hands[last] & fitting)

    def _scores_of_last_tile(self, state: State, seat: Seat, bit: int) -> tuple[int, ...]:
        """The points of each side after the play that ends the round (PO-6, PO-11)."""
        points = [0] * len(state.scores)
        seats_in = len(self._seats) - state.out.bit_count()
        points[self._scoring.side_of[seat]] = self._scoring.of_play(state, seat, bit, seats_in)
        self._add(state, points)
        return state.scores

    def _add(self, state: State, points: Sequence[int]) -> None:
        state.scores = tuple(map(add, state.scores, points))
        state.totals = tuple(map(add, state.totals, points))


def _leave_out(after: list[Seat], seat: Seat) -> None:
    """Remove a seat from the turn order; it then follows itself."""
    after[after.index(seat)] = after[seat]
    after[seat] = seat
