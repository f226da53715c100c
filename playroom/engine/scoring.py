"""Scoring on bit masks, equal to `rules.score`."""

from collections.abc import Sequence
from typing import assert_never

from playroom.engine.masks import LARGEST_MEMORY, Masks, bits_of
from playroom.engine.state import State
from playroom.rules.event import Ending
from playroom.rules.rulebook.award import Award, Counted, Receiver, When, at, rounded
from playroom.rules.rulebook.questions import Best, Count, GoingOut, Passing, Points
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import FINAL, FIVE, worth
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import DOUBLE_BLANK

OUT, BLOCKED, LAST_PLAYER = Ending.OUT, Ending.BLOCKED, Receiver.LAST_PLAYER
"""Members looked up once, as enumerations are slow in Python 3.11."""


class Worths(dict[int, int]):
    """The pips of a hand, cached; the 0-0 may have a worth of its own."""

    def __init__(self, rules: Rules, masks: Masks) -> None:
        super().__init__()
        self._alone = {bit: worth(rules, (tile,), Count.PIPS) for tile, bit in masks.bits.items()}
        self._pips = {bit: tile.pips for tile, bit in masks.bits.items()}
        self._pips[masks.bits[DOUBLE_BLANK]] = rules.double_blank

    def __missing__(self, hand: int) -> int:
        if len(self) >= LARGEST_MEMORY:
            self.clear()
        alone, pips = self._alone, self._pips
        found = self[hand] = alone[hand] if hand in alone else sum([pips[bit] for bit in bits_of(hand)])
        return found


class Scoring:
    """The scoring of one page among *seats*."""

    def __init__(self, rules: Rules, seats: tuple[Seat, ...], masks: Masks) -> None:
        self.rules, self._masks = rules, masks
        self.sides_in = sorted({rules.side(seat) for seat in seats})
        self._losers = [[side for side in self.sides_in if side != out] for out in range(rules.sides)]
        self.side_of = [rules.side(seat) for seat in range(rules.players)]
        pips = Worths(rules, masks).__getitem__
        self._worth = int.bit_count if rules.count is Count.TILES else pips
        self._worth_blocked = int.bit_count if rules.blocked_count is Count.TILES else pips
        self._in_fives = rules.points is Points.FIVES
        self._and_out = rules.passing is Passing.AND_OUT
        self._of_play = at(rules.awards, When.PLAY)
        self._of_last_in = at(rules.awards, When.LAST_IN) if self._and_out else ()
        goes_out = rules.going_out is GoingOut.ENDS_ROUND
        self._of_last_tile = at(rules.awards, When.LAST_TILE) if goes_out else ()
        self._of_pass = at(rules.awards, When.PASS)
        self._final = {ending: at(rules.awards, FINAL[ending]) for ending in FINAL}
        self._fewest_win = any(award.to is Receiver.FEWEST for award in at(rules.awards, When.OUT))
        self.scores_plays = bool(self._of_play or self._of_last_in or self._of_last_tile)
        self._known: dict[tuple[int | None, ...], tuple[int, ...]] = {}
        self._nothing, self._teams = (0,) * rules.sides, rules.teams
        self.scores_passes = bool(self._of_pass)
        self.counts_ends = any(award.counts is Counted.ENDS for award in rules.awards)

    def of_ends(self, largest: int) -> list[int]:
        """The points of each sum of the ends, up to *largest*; empty if tiles score by anything else."""
        others = self._of_last_in + self._of_last_tile
        if len(self._of_play) != 1 or self._of_play[0].counts is not Counted.ENDS or others:
            return []
        return [self._valued(self._of_play[0], total) for total in range(largest + 1)]

    def of_play(self, state: State, seat: Seat, bit: int, seats_in: int) -> int:
        """The immediate points of the side of *seat* for a play."""
        awards = self._of_play
        if self._and_out and seats_in == 1:
            awards += self._of_last_in
        elif not state.hands[seat]:
            awards += self._of_last_tile
        points = 0
        for award in awards:
            points += self._valued(award, self._amount(award, state, seat, bit))
        return points

    def of_pass(self, state: State, seat: Seat) -> list[int]:
        """The immediate points of each side for a pass of *seat*."""
        points = [0] * self.rules.sides
        times = 2 if state.passes == 1 and self._is_first_tile(state) else 1
        for award in self._of_pass:
            receiver = state.last_player if award.to is LAST_PLAYER else seat
            if receiver is not None:
                amount = times * self._amount(award, state, seat)
                points[self.side_of[receiver]] += self._valued(award, amount)
        return points

    def _is_first_tile(self, state: State) -> bool:
        """Whether a pass counts double now (PO-5)."""
        return self.rules.first_pass_doubles and state.laid.bit_count() == 1 + self.rules.has_engine

    def of_round(self, hands: list[int], ending: Ending, seat: Seat | None, ends: int = 0) -> tuple[int, ...]:
        """The points of a round by side; *seat* went out, if one did; *ends* is the sum of the ends."""
        if ending is not OUT and ending is not BLOCKED:
            return self._nothing
        left = self._left_over(hands, ending)
        key = (seat, ends if self.counts_ends else 0, *left)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= LARGEST_MEMORY:
                self._known.clear()
            found = self._known[key] = self._of_left_over(left, ending, seat, ends)
        return found

    def _of_left_over(self, left: list[int], ending: Ending, seat: Seat | None, ends: int) -> tuple[int, ...]:
        points, side_out = [0] * self.rules.sides, None if seat is None else self.side_of[seat]
        for award in self._final.get(ending, ()):
            amounts = self._final_amounts(award, left, side_out, ends)
            for side in self._receivers(award, left, side_out):
                points[side] += amounts[side]
        return tuple(points)

    def winners(self, state: State) -> tuple[Side, ...]:
        """The winners of a finished round."""
        if self._and_out or state.ending is Ending.TARGET:
            return tuple(self._best(state.scores, Best.HIGHEST))
        if state.ending is OUT and not self._fewest_win:
            return (self.side_of[state.ended_by or 0],)
        return tuple(self._best(self._left_over(state.hands, state.ending), Best.LOWEST))

    def _amount(self, award: Award, state: State, seat: Seat, bit: int = 0) -> int:
        """The amount of an award for the tile *bit*, or for a pass."""
        match award.counts:
            case Counted.ENDS:
                return sum(state.adds)
            case Counted.OWN:
                return self._worth(state.hands[seat] | bit)
            case Counted.OTHERS | Counted.ALL:
                without_own = award.when is When.PASS and award.counts is Counted.OTHERS
                left_out = state.out | without_own << seat
                among = [hand for each, hand in enumerate(state.hands) if not left_out >> each & 1]
                return sum(map(self._worth, among))
            case Counted.TILE:
                return self._masks.hand(bit)[0].pips
            case Counted.FIXED:
                return award.points
        assert_never(award.counts)

    def _final_amounts(
        self, award: Award, left: list[int], side_out: Side | None, ends: int
    ) -> Sequence[int]:
        """The points of an award for each of its receivers at the end of a round."""
        amounts = self._final_counts(award, left, side_out, ends)
        if self._in_fives or award.nearest > 1 or award.multiple_of > 1:
            return [self._valued(award, amount) for amount in amounts]
        return amounts

    def _final_counts(self, award: Award, left: list[int], side_out: Side | None, ends: int) -> Sequence[int]:
        match award.counts:
            case Counted.OWN:
                more = left[side_out] if self.rules.winners_leftovers and side_out is not None else 0
                return [each + more for each in left] if more else left
            case Counted.OTHERS:
                total, own = sum(left), 2 if award.less_own else 1
                return [total - own * each for each in left]
            case Counted.ALL:
                return [sum(left)] * len(left)
            case Counted.FIXED:
                return [award.points] * len(left)
            case Counted.ENDS:
                return [ends] * len(left)
            case Counted.TILE:
                raise ValueError("no tile is played at the end of a round")
        assert_never(award.counts)

    def _receivers(self, award: Award, left: list[int], side_out: Side | None) -> Sequence[Side]:
        """The receivers of an award at the end of a round."""
        match award.to:
            case Receiver.EACH:
                return self.sides_in
            case Receiver.LOSERS:
                return self._losers[side_out or 0]
            case Receiver.WINNER if side_out is not None:
                return (side_out,)
            case Receiver.WINNER | Receiver.FEWEST:
                fewest = min([left[side] for side in self.sides_in])
                return (left.index(fewest),) if left.count(fewest) == 1 else self._without_tie(left, fewest)
            case Receiver.PLAYER | Receiver.LAST_PLAYER:
                raise ValueError(f"{award.to} is not known at the end of a round")
        assert_never(award.to)

    def _without_tie(self, left: list[int], fewest: int) -> Sequence[Side]:
        """The side with the fewest among those still in the match; none if tied."""
        among = [side for side in self.sides_in if left[side] == fewest]
        return among if len(among) == 1 else ()

    def _left_over(self, hands: list[int], ending: Ending | None) -> list[int]:
        """The worth of each side's hands at the end of a round."""
        left, teams = (
            list(map(self._worth_blocked if ending is BLOCKED else self._worth, hands)),
            self._teams,
        )
        return [sum(left[side::teams]) for side in range(teams)] if teams else left

    def _valued(self, award: Award, amount: int) -> int:
        points = rounded(award, amount)
        return points // FIVE if self._in_fives else points

    def _best(self, worths: list[int] | tuple[int, ...], best: Best) -> list[Side]:
        """The sides with the best worth."""
        among = [worths[side] for side in self.sides_in]
        top = max(among) if best is Best.HIGHEST else min(among)
        return [side for side in self.sides_in if worths[side] == top]
