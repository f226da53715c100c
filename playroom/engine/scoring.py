"""Scoring on bit masks, equal to `rules.score`."""

from collections.abc import Sequence
from typing import assert_never

from playroom.engine.masks import LARGEST_MEMORY, MORE_THAN_ANY, Masks, bits_of
from playroom.engine.state import RoundStart, State
from playroom.rules.carry import RoundResult, ends_series, entered, pigs
from playroom.rules.event import Bonus, BonusKind, CarryOver, Ending
from playroom.rules.round_winner import blocked_worth, heaviest_side, lightest, losing_sides
from playroom.rules.rulebook.award import (
    FIVE,
    Award,
    Counted,
    Only,
    Receiver,
    When,
    at,
    kind_of_last_tile,
    kind_of_tile,
    rounded,
)
from playroom.rules.rulebook.questions import Best, BlockedBy, Count, GoingOut, Opening, Passing, Points
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import FINAL, ROUND_BONUSES, kind_of_last, worth
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import DOUBLE_BLANK

OUT, BLOCKED, LAST_PLAYER, CARRIED = Ending.OUT, Ending.BLOCKED, Receiver.LAST_PLAYER, Counted.CARRIED
PIGS = Counted.PIGS
"""Members looked up once, as enumerations are slow in Python 3.11."""


UNKNOWN_START = RoundStart(0, 0, Opening.ANY, CarryOver((), ()))
"""The start of a round where nothing depends on it."""


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
        self.rules, self._masks, self._seats = rules, masks, seats
        self.names_winner = rules.names_winner
        self.sides_in = rules.sides_of(seats)
        self._losers = {
            winner: losing_sides(rules, self.sides_in, winner) for winner in (None, *range(rules.sides))
        }
        self.side_of = [rules.side(seat) for seat in range(rules.players)]
        pips = Worths(rules, masks).__getitem__
        self._worth = int.bit_count if rules.count is Count.TILES else pips
        self._worth_blocked = int.bit_count if rules.blocked_count is Count.TILES else pips
        self._in_fives = rules.points is Points.FIVES
        self._and_out = rules.passing is Passing.AND_OUT
        self._of_play = at(rules.awards, When.PLAY)
        self._of_last_in = at(rules.awards, When.LAST_IN) if self._and_out else ()
        goes_out = rules.going_out is not GoingOut.PLAYS_ON
        self.most = rules.target if rules.exact and rules.target is not None else MORE_THAN_ANY
        whole_team = rules.going_out is GoingOut.WHOLE_TEAM
        self._team = [
            [*rules.seats(rules.side(each))] if whole_team else [each] for each in range(rules.players)
        ]
        self._of_last_tile = at(rules.awards, When.LAST_TILE) if goes_out else ()
        self._of_pass = at(rules.awards, When.PASS)
        self._final = {ending: at(rules.awards, FINAL[ending]) for ending in FINAL}
        self._asks_tile = any(award.only is not Only.ANY for award in self._of_play)
        self.asks_last_tile = any(award.only is not Only.ANY for award in self._final[OUT])
        self._fewest_win = any(award.to is Receiver.FEWEST for award in at(rules.awards, When.OUT))
        self.scores_plays = bool(self._of_play or self._of_last_in or self._of_last_tile)
        self._known: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._nothing, self._teams = (0,) * rules.sides, rules.teams
        self.scores_passes = bool(self._of_pass) or rules.bonuses_of_passes
        self.counts_ends = any(award.counts is Counted.ENDS for award in rules.awards)
        self.scores_sums = bool(self._of_play) and all(
            award.counts is kind and award.only is Only.ANY
            for awards, kind in ((self._of_play, Counted.ENDS), (self._of_last_tile, Counted.FIXED))
            for award in awards
        )
        self.of_last = sum(self._valued(award, award.points) for award in self._of_last_tile)

    def of_ends(self, largest: int) -> list[int]:
        """The points of each sum of the ends, up to *largest*; empty if tiles score by anything else."""
        others = self._of_last_in + self._of_last_tile
        if (
            len(self._of_play) != 1
            or self._of_play[0].counts is not Counted.ENDS
            or others
            or self.rules.exact
            or self._asks_tile
        ):
            return []
        return [self._valued(self._of_play[0], total) for total in range(largest + 1)]

    def of_sums(self, largest: int) -> list[int]:
        """The points of each sum of the ends by all awards, for play-outs; empty if no sum scores."""
        awards = [each for each in self._of_play if each.counts is Counted.ENDS and each.only is Only.ANY]
        if not awards:
            return []
        return [sum(self._valued(each, total) for each in awards) for total in range(largest + 1)]

    def of_play(self, state: State, seat: Seat, bit: int, seats_in: int) -> int:
        """The immediate points of the side of *seat* for a play."""
        awards = self._of_play
        if self._and_out and seats_in == 1:
            awards += self._of_last_in
        elif self._of_last_tile and not any(map(state.hands.__getitem__, self._team[seat])):
            awards += self._of_last_tile
        points = 0
        kind = Only.ANY
        if self._asks_tile:
            numbers = state.numbers
            kind = kind_of_tile(
                self._masks.hand(bit)[0],
                is_first=state.laid == bit,
                has_equal_ends=numbers[0] == numbers[1],
                has_end_double=bool(state.bare),
            )
            if kind is Only.OPENING_DOUBLE and not self.rules.opening_scores:
                kind = Only.ANY
        for award in awards:
            if award.only is Only.ANY or award.only is kind:
                points += self._valued(award, self._amount(award, state, seat, bit))
        return points if state.totals[self.side_of[seat]] + points <= self.most else 0

    def of_pass(self, state: State, seat: Seat) -> list[int]:
        """The immediate points of each side for a pass of *seat*."""
        points = [0] * self.rules.sides
        doubles = self.rules.first_pass_doubles and state.passes == 1 and self._is_first_tile(state)
        times = 2 if doubles else 1  # PO-5
        for award in self._of_pass:
            receiver = state.last_player if award.to is LAST_PLAYER else seat
            if receiver is not None:
                amount = times * self._amount(award, state, seat)
                points[self.side_of[receiver]] += self._valued(award, amount)
        if self.rules.bonuses_of_passes:
            for bonus in self.bonuses_of_pass(state):
                points[self.side_of[bonus.seat]] += bonus.points
        return points

    def bonuses_of_pass(self, state: State) -> list[Bonus]:
        """The bonuses of others for a pass (PA-6, PA-7)."""
        rules, last, bonuses = self.rules, state.last_player, []
        if rules.opening_pass and state.passes == 1 and self._is_first_tile(state):
            bonuses.append(Bonus(state.start.opener, BonusKind.OPENING_PASS, rules.opening_pass))
        seats_in = len(self._seats) - state.out.bit_count()
        if rules.all_pass and last is not None and state.passes == seats_in - 1:
            bonuses.append(Bonus(last, BonusKind.ALL_PASS, rules.all_pass))
        return bonuses

    def _is_first_tile(self, state: State) -> bool:
        """Whether the tile on the table is the first of the round."""
        return state.laid.bit_count() == 1 + self.rules.has_engine

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

    def of_named_round(self, state: State, bit: int, *, fits_both: bool) -> tuple[int, ...]:
        """The points of a finished round with a winner (L-3); *bit* is the last tile of a seat that went out.

        *fits_both* is whether that tile has fitted both ends of a line.
        """
        points = self.awarded(state, bit, fits_both=fits_both)
        if self.rules.entry is None:
            return points
        return entered(self.rules, state.start.carry, self.result(state, points))[0]

    def result(self, state: State, points: tuple[int, ...]) -> RoundResult:
        """What a finished round changes beside the totals; *points* are those awarded for it."""
        winner = self.winner(state)
        before = tuple([total - scored for total, scored in zip(state.totals, state.scores, strict=True)])
        side, left = (
            None if winner is None else self.side_of[winner],
            self._left_over(state.hands, state.ending),
        )
        return RoundResult(side, state.ending, tuple(left), points, before)

    def awarded(self, state: State, bit: int, *, fits_both: bool) -> tuple[int, ...]:
        """The points awarded for a round with a winner, also those that wait (KZ-7)."""
        ending = state.ending
        if ending is not OUT and ending is not BLOCKED:
            return self._nothing
        winner = self.winner(state)
        left = self._left_over(state.hands, ending)
        side, ends = None if winner is None else self.side_of[winner], sum(state.adds) * self.counts_ends
        only, start = Only.ANY, state.start
        if bit and self.asks_last_tile:
            only = kind_of_last_tile(self._masks.hand(bit)[0], fits_both=fits_both)
        key = (ending is OUT, side, ends, only, start.carry, start.opener, *left)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= LARGEST_MEMORY:
                self._known.clear()
            found = self._known[key] = self._of_left_over(left, ending, winner, ends, only, start)
        if winner is None or not self.rules.has_bonuses:
            return found
        rules, points, number = self.rules, list(found), start.number
        bonus = ROUND_BONUSES[number - 1] if rules.round_bonus and number <= len(ROUND_BONUSES) else 0  # PA-8
        kind = kind_of_last(rules, self._masks.hand(bit)[0], fits_both=fits_both) if bit else None
        if kind is not None:
            bonus += rules.capicua if kind is BonusKind.CAPICUA else rules.chuchazo  # PA-4, PA-5
        points[self.side_of[winner]] += bonus
        return tuple(points)

    def is_reset_due(self, totals: tuple[int, ...]) -> bool:
        """Whether the totals after a round go back to 0: every side has a point (SL-4)."""
        if not self.rules.love or min(totals) <= 0:
            return False
        return self.rules.target is None or max(totals) < self.rules.target

    def winner(self, state: State) -> Seat | None:
        """The seat that has won a finished round (L-3); None if nobody has."""
        if state.ending is OUT:
            return state.ended_by
        worths = list(map(self._worth_blocked, state.hands))
        if self.rules.blocked_by is BlockedBy.NO_DOUBLES:
            has_double = [bool(hand & self._masks.doubles) for hand in state.hands]
            worths = [blocked_worth(self.rules, *each) for each in zip(worths, has_double, strict=True)]
        opener, blocker = state.start.opener, state.last_player
        return lightest(self.rules, self._seats, worths, opener, blocker or 0, state.step)

    def _of_left_over(
        self,
        left: list[int],
        ending: Ending,
        winner: Seat | None,
        ends: int,
        only: Only = Only.ANY,
        start: RoundStart = UNKNOWN_START,
    ) -> tuple[int, ...]:
        points, side = [0] * self.rules.sides, None if winner is None else self.side_of[winner]
        for award in self._final.get(ending, ()):
            if award.only is not Only.ANY and award.only is not only:
                continue
            side_out = side if ending is OUT else None
            amount = ends
            if award.counts is CARRIED:
                amount = start.carry.carried
            elif award.counts is PIGS:
                amount = 0
                if side is not None and ends_series(self.rules, start.carry, side):  # CO-4
                    amount = pigs(self.sides_in, start.carry, side)
            amounts = self._final_amounts(award, left, side_out, amount)
            for receiver in self._receivers(award, left, side, start.opener):
                points[receiver] += amounts[receiver]
        return tuple(points)

    def winners(self, state: State) -> tuple[Side, ...]:
        """The winners of a finished round."""
        if self._and_out or state.ending is Ending.TARGET:
            return tuple(self._best(state.scores, Best.HIGHEST))
        if self.names_winner:
            winner = self.winner(state)
            return tuple(self.sides_in) if winner is None else (self.side_of[winner],)
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
            case Counted.CARRIED | Counted.PIGS:
                raise ValueError(f"{award.counts} are counted at the end of a round")
        assert_never(award.counts)

    def _final_amounts(
        self, award: Award, left: list[int], side_out: Side | None, amount: int
    ) -> Sequence[int]:
        """The points of an award for each of its receivers at the end of a round.

        *amount* is the sum of the ends, what is carried, or the pigs, if it counts that.
        """
        amounts: Sequence[int] = left
        match award.counts:
            case Counted.OWN:
                if self.rules.winners_leftovers and side_out is not None:
                    amounts = [each + left[side_out] for each in left]
            case Counted.OTHERS:
                total, own = sum(left), 2 if award.less_own else 1
                amounts = [total - own * each for each in left]
            case Counted.ALL:
                amounts = [sum(left)] * len(left)
            case Counted.FIXED:
                amounts = [award.points] * len(left)
            case Counted.ENDS | Counted.CARRIED | Counted.PIGS:
                amounts = [amount] * len(left)
            case Counted.TILE:
                raise ValueError("no tile is played at the end of a round")
            case _:
                assert_never(award.counts)
        if self._in_fives or award.nearest > 1 or award.multiple_of > 1:
            return [self._valued(award, amount) for amount in amounts]
        return amounts

    def _receivers(
        self, award: Award, left: list[int], side_out: Side | None, opener: Seat
    ) -> Sequence[Side]:
        """The receivers of an award at the end of a round."""
        match award.to:
            case Receiver.EACH:
                return self.sides_in
            case Receiver.LOSERS:
                return self._losers[side_out]
            case Receiver.MOST:
                return heaviest_side(self.rules, self._losers[side_out], left, opener)
            case Receiver.WINNER if side_out is not None:
                return (side_out,)
            case Receiver.WINNER if self.names_winner:
                return ()
            case Receiver.WINNER | Receiver.FEWEST:
                fewest = min([left[side] for side in self.sides_in])
                if left.count(fewest) == 1:
                    return (left.index(fewest),)
                among = [side for side in self.sides_in if left[side] == fewest]
                return among if len(among) == 1 else ()
            case Receiver.PLAYER | Receiver.LAST_PLAYER:
                raise ValueError(f"{award.to} is not known at the end of a round")
        assert_never(award.to)

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
