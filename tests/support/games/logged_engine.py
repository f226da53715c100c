"""Engines that keep a log: every event of the rounds that they play, as the rules have them."""

from collections.abc import Iterator, Sequence

from playroom.engine.engine import Engine
from playroom.engine.feet import FeetEngine
from playroom.engine.legal import AGAIN, SKIP
from playroom.engine.line import CrossEngine, LineEngine, OwingCrossEngine
from playroom.engine.state import DREW, EXTENDS, State
from playroom.engine.trains import TrainEngine
from playroom.rules.carry import carry_after, ends_series
from playroom.rules.event import (
    Again,
    ArmsFreed,
    Bonus,
    BonusKind,
    CarriedOver,
    DirectionReversed,
    Drew,
    Ended,
    Ending,
    Event,
    FootDone,
    MayExtend,
    MustCover,
    Passed,
    Played,
    PlayerOut,
    Scored,
    Skipped,
    TrainClosed,
    TrainOpened,
    Turn,
)
from playroom.rules.layout import MEXICAN, TOES, End, Laid, OpenEnd, first_laid, placed
from playroom.rules.move import Play
from playroom.rules.rulebook.award import at
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import FINAL, ROUND_BONUSES, kind_of_last
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import Tile


class Logged(Engine):
    """An engine that adds all that happens to its *log*."""

    def __init__(self, rules: Rules, seats: tuple[Seat, ...]) -> None:
        super().__init__(rules, seats)
        self.log: list[Event] = []
        self._turns_begin = 0
        self._scores_end = False
        self._turn = [Turn(seat) for seat in range(rules.players)]
        self._laid = [self._lying(move) for move in range(self.numbers.draw)]
        self._tile = {bit: tile for tile, bit in self.masks.bits.items()}
        self._open: dict[tuple[int, ...], tuple[OpenEnd, ...]] = {}
        self._scored_endings = {ending for ending, when in FINAL.items() if at(rules.awards, when)}

    def _lying(self, move: int) -> tuple[Tile, End | None, Laid]:
        """The tile of a play, its end, and how the tile lies then."""
        play = self.numbers.moves[move]
        assert isinstance(play, Play)  # those after them draw and pass
        outer = self.masks.outer[move % self.numbers.width]
        laid = first_laid(play.tile) if play.end is None else placed(play.end, play.tile.other(outer), outer)
        return play.tile, play.end, laid

    def _open_ends(self, state: State, markers: int) -> tuple[OpenEnd, ...]:
        key = (*state.numbers, *state.adds, markers)
        return self._open.get(key) or self._ends_now(state, key)

    def _owing(self, state: State) -> tuple[End, ...]:
        """The arms that take doubles alone (CR-3)."""
        if not state.arms or max(state.numbers) < self.masks.owing:
            return ()
        return tuple(
            [self.numbers.ends[at] for at, each in enumerate(state.numbers) if each >= self.masks.owing]
        )

    def _ends_now(self, state: State, key: tuple[int, ...]) -> tuple[OpenEnd, ...]:
        markers = key[-1]
        found = self._open[key] = tuple(
            OpenEnd(end, number % self.masks.owing, adds, self._is_open(end, slot, markers))
            for slot, (end, number, adds) in enumerate(
                zip(self.numbers.ends, state.numbers, state.adds, strict=True)
            )
            if number >= 0
        )
        return found

    def _is_open(self, end: End, slot: int, markers: int) -> bool:
        return not self.rules.has_trains or end == MEXICAN or bool(markers >> slot & 1)

    def _put(self, state: State, seat: Seat, move: int) -> int:
        markers = state.markers
        bit = super()._put(state, seat, move)  # type: ignore[safe-super] # of the layout beside it
        tile, end, laid = self._laid[move]
        owed = tuple([self.numbers.ends[slot] for slot in state.owed]) if state.owed else self._owing(state)
        ends, left = self._open_ends(state, markers), state.hands[seat].bit_count()
        self.log.append(Played(seat, tile, end, laid, ends, left, owed))
        if state.markers != markers:
            self.log.append(TrainClosed(seat))
        return bit

    def _lay(self, state: State, move: int) -> None:
        super()._lay(state, move)
        turn = state.turn
        if self._is_simple_turn and turn is not None:
            log = self.log
            self._turns_begin = len(log)
            log.append(self._turn[turn])

    def _score_side(self, state: State, side: Side, points: int) -> bool:
        self._tell_scored(state, [points if each == side else 0 for each in range(self.rules.sides)])
        return super()._score_side(state, side, points)

    def _tell_scored(self, state: State, points: list[int]) -> None:
        totals = tuple([total + more for total, more in zip(state.totals, points, strict=True)])
        self.log.append(Scored(tuple(points), totals))

    def _after_play(self, state: State, seat: Seat, bit: int) -> None:
        self._turns_begin, step = len(self.log), state.step
        super()._after_play(state, seat, bit)
        if state.owed or self._effects or state.this_turn & EXTENDS:
            self._tell_effects(state, seat, step)

    def _tell_effects(self, state: State, seat: Seat, step: int) -> None:
        """What a tile does to turns, in the place of the turn that it began."""
        said, begun = self.log[self._turns_begin :], self._turns_begin
        del self.log[begun:]
        if state.step != step:
            self.log.append(DirectionReversed(step < 0))
        if not said:
            self.log.append(MayExtend(seat) if state.this_turn & EXTENDS else self._must_cover(state, seat))
        elif self._effects and self._effects[sum(state.adds)] & AGAIN:
            self.log.append(Again(seat))
        else:
            follower = self._next(state, seat)
            self.log += [Skipped(follower)] if self._skips(state) else []
            self.log += said

    def _skips(self, state: State) -> bool:
        effect = self._effects[sum(state.adds)] if self._effects else 0
        return bool(effect & SKIP) or (self.rules.skip_on_equal_ends and self._has_equal_ends(state))

    def _must_cover(self, state: State, seat: Seat) -> MustCover:
        slot = state.owed[0]
        return MustCover(seat, self.numbers.ends[slot], state.numbers[slot])

    def _draw(self, state: State) -> None:
        seat, tile = state.turn, self._tile[state.stock[-state.undrawn]]
        assert seat is not None  # a seat is to move
        left = state.undrawn - 1
        drawable = 0 if left < self._undrawable else left - self._undrawable
        self.log.append(Drew(seat, tile, drawable))
        self._turns_begin = len(self.log)
        super()._draw(state)

    def _pass(self, state: State) -> None:
        seat, is_blocked = state.turn, self._is_blocked(state)
        assert seat is not None  # a seat is to move
        if is_blocked and self._turns_begin:
            del self.log[self._turns_begin :]
        else:
            self._tell_pass(state, seat)
        if is_blocked:
            self._end(state, Ending.BLOCKED, None)
        else:
            self._pass_unblocked(state)

    def _tell_pass(self, state: State, seat: Seat) -> None:
        extends = bool(state.this_turn & EXTENDS)
        forced = self.moves(state) == (self.numbers.stay,)
        self.log.append(Passed(seat, self._reached(state), forced, bool(state.this_turn & DREW), extends))
        if isinstance(self, TrainEngine) and not extends and not state.markers >> self._own[seat] & 1:
            self.log.append(TrainOpened(seat))
        if self._pass_puts_out:
            still_in = tuple([each for each in self.seats if not (state.out | 1 << seat) >> each & 1])
            self.log.append(PlayerOut(seat, state.hands[seat].bit_count(), still_in))

    def _reached(self, state: State) -> tuple[int, ...]:
        """The numbers that the seat to move might have joined."""
        return () if self._owing(state) else tuple([number for number in state.numbers if number >= 0])

    def _begin_turn(self, state: State, seat: Seat) -> None:
        super()._begin_turn(state, seat)
        self.log.append(self._turn[seat])
        if state.owed and self.rules.has_trains:
            self.log.append(self._must_cover(state, seat))

    def _end(self, state: State, ending: Ending, seat: Seat | None, bit: int = 0) -> None:
        state.ending, state.ended_by = ending, seat
        winner = self.scoring.winner(state) if self.rules.names_winner and ending in FINAL else None
        self.log.append(Ended(ending, seat, winner))
        bonuses = [*self._bonuses_of_round(state, winner, bit)]
        self.log += bonuses
        before, won_by = state.start.carry, None if winner is None else self.rules.side(winner)
        may_score = self.rules.series is None or ends_series(self.rules, before, won_by)
        self._scores_end = bool(bonuses) or (may_score and ending in self._scored_endings)
        awarded = self.scoring.awarded(state, bit, fits_both=bool(bit) and self._fits_both(state))
        carry = carry_after(self.rules, before, self.scoring.result(state, awarded))
        super()._end(state, ending, seat, bit)
        self.log += [CarriedOver(carry)] if carry != before else []

    def _score(self, state: State, points: Sequence[int]) -> None:
        super()._score(state, points)
        if state.ending and self._scores_end:
            self.log.append(Scored(tuple(points), state.totals))

    def _bonuses_of_round(self, state: State, winner: Seat | None, bit: int) -> Iterator[Bonus]:
        """The bonuses of the winner of a round (PA-4, PA-5, PA-8)."""
        if winner is None:
            return
        kind = kind_of_last(self.rules, self._tile[bit], fits_both=self._fits_both(state)) if bit else None
        if kind is not None:
            points = self.rules.capicua if kind is BonusKind.CAPICUA else self.rules.chuchazo
            yield Bonus(winner, kind, points)
        if self.rules.round_bonus and state.start.number <= len(ROUND_BONUSES):
            yield Bonus(winner, BonusKind.ROUND, ROUND_BONUSES[state.start.number - 1])

    def _score_pass(self, state: State, seat: Seat) -> bool:
        self.log += self.scoring.bonuses_of_pass(state)
        return super()._score_pass(state, seat)

    def _score_sides(self, state: State, points: list[int]) -> bool:
        self._tell_scored(state, points)
        return super()._score_sides(state, points)


class LoggedLine(Logged, LineEngine):
    """The same for a line."""


class LoggedCross(Logged, CrossEngine):
    """The same for a cross."""


class LoggedOwingCross(Logged, OwingCrossEngine):
    """The same where its arms owe doubles."""

    def _free_arms(self, state: State) -> tuple[int, ...]:
        arms, freed = state.arms, super()._free_arms(state)
        if freed:
            several = ((self.numbers.ends[at], arm) for at, arm in enumerate(arms) if at in freed and arm)
            opened = tuple([OpenEnd(end, arm.number, arm.adds) for end, arm in several])
            at = self._turns_begin if isinstance(self.log[-1], Turn | Again | MayExtend) else len(self.log)
            ends = self._open_ends(state, state.markers)
            self.log.insert(at, ArmsFreed(opened, ends, self._owing(state)))
            self._turns_begin += 1
        return freed


class LoggedTrains(Logged, TrainEngine):
    """The same for trains."""

    def _reached(self, state: State) -> tuple[int, ...]:
        seat = state.turn or 0
        own = 1 << self._own[seat]
        reach = own if state.this_turn & EXTENDS else self._reach_of[seat] | state.markers
        slots = state.owed[:1] or self._slots_of[reach]
        return tuple([state.numbers[slot] for slot in slots])


class LoggedFeet(Logged, FeetEngine):
    """The same for a tree of feet."""

    def _open_ends(self, state: State, markers: int) -> tuple[OpenEnd, ...]:  # noqa: ARG002 (of trains)
        return tuple([OpenEnd(self.numbers.ends[number], number) for number in state.numbers if number >= 0])

    def _lay(self, state: State, move: int) -> None:
        owed = state.owed
        super()._lay(state, move)
        tile, _, laid = self._laid[move]
        if state.turn is None or state.owed or not (owed or tile.is_double):
            return
        missing = len(owed) - 1 if owed else TOES
        self.log.insert(self._turns_begin, FootDone(laid.left, missing, self._open_ends(state, 0)))
        self._turns_begin += 1


def logged_engine(rules: Rules, seats: tuple[Seat, ...]) -> Logged:
    """An engine with a log for this page."""
    if rules.has_feet:
        return LoggedFeet(rules, seats)
    if rules.has_trains:
        return LoggedTrains(rules, seats)
    if rules.owes_doubles:
        return LoggedOwingCross(rules, seats)
    return LoggedCross(rules, seats) if rules.begins_all_arms else LoggedLine(rules, seats)
