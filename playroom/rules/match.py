"""The state of a match, and the function that applies events to it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from msgspec import Struct, field
from msgspec.structs import replace

from playroom.rules.event import (
    CarriedOver,
    CarryOver,
    Dealt,
    Event,
    Redealt,
    Scored,
    SidesEliminated,
    StartDraw,
    Won,
)
from playroom.rules.layout import (
    LEFT,
    MEXICAN,
    RIGHT,
    SIDES,
    Cross,
    End,
    Feet,
    Layout,
    Line,
    Trains,
    on,
    train,
)
from playroom.rules.round import EventLog, InRound, Round
from playroom.rules.rulebook.questions import Drawing, LaterStarter, NoWinner, Shape, Starter
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import Tile, known_tiles


class Rounds(Sequence[Round]):
    """The rounds of a match in order, as an immutable sequence; *last* is the last one, None if empty.

    The states of the last round share the earlier ones.
    """

    __slots__ = ("_earlier", "last")

    def __init__(self, rounds: Iterable[Round] = ()) -> None:
        every = tuple(rounds)
        self._earlier, self.last = every[:-1], every[-1] if every else None

    def after(self, dealt: Round) -> "Rounds":
        """The rounds with one more."""
        return Rounds((*self, dealt))

    def with_last(self, now: Round) -> "Rounds":
        """The rounds with another state of the last one."""
        rounds = Rounds.__new__(Rounds)
        rounds._earlier, rounds.last = self._earlier, now  # noqa: SLF001 (a constructor)
        return rounds

    @overload
    def __getitem__(self, index: int) -> Round: ...
    @overload
    def __getitem__(self, index: slice) -> "Rounds": ...
    def __getitem__(self, index: int | slice) -> "Round | Rounds":
        if isinstance(index, slice):
            return Rounds(tuple(self)[index])
        return self.last if self.last and index == -1 else tuple(self)[index]

    def __len__(self) -> int:
        return len(self._earlier) + (self.last is not None)

    def __iter__(self) -> Iterator[Round]:
        yield from self._earlier
        if self.last:
            yield self.last

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rounds):
            return NotImplemented
        return self.last == other.last and self._earlier == other._earlier

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Rounds({tuple(self)!r})"

    def __reduce__(self) -> tuple[type["Rounds"], tuple[tuple[Round, ...]]]:
        return Rounds, (tuple(self),)


class Match(Struct, frozen=True, gc=False):
    """The rounds so far, the total of each side, the sides still in, and the winners once it is over.

    *carry* is what outlives a round beside the totals.
    """

    rules: Rules
    totals: tuple[int, ...]
    sides_in: tuple[Side, ...]
    carry: CarryOver
    rounds: Rounds = field(default_factory=Rounds)
    winners: tuple[Side, ...] = ()

    @property
    def round(self) -> Round | None:
        """The round being played; None between rounds and when the match is over."""
        last = self.rounds.last
        return last if last and not last.ending else None

    @property
    def now(self) -> Round:
        """The current or the last round; an IndexError if none was dealt."""
        return self.rounds.last or self.rounds[-1]

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """The seats still in the match (G-4)."""
        return tuple(seat for seat in range(self.rules.players) if self.rules.side(seat) in self.sides_in)

    @property
    def turn(self) -> Seat | None:
        """The seat to move; None between rounds."""
        return self.round.turn if self.round else None

    def after(self, event: Event) -> "Match":
        """The match after *event*."""
        match event:
            case StartDraw() | Redealt():
                return self
            case Dealt():
                return replace(self, rounds=self.rounds.after(_dealt(event, self)))
            case Scored(totals=totals):
                return replace(self._with_round(event), totals=totals)
            case CarriedOver(carry):
                return replace(self._with_round(event), carry=carry)
            case SidesEliminated(sides):
                left = tuple(side for side in self.sides_in if side not in sides)
                return replace(self._with_round(event), sides_in=left)
            case Won(sides):
                return replace(self._with_round(event), winners=sides)
            case _:
                return self._with_round(event)

    def with_last(self, now: Round) -> "Match":
        """The match with another state of its last round."""
        return replace(self, rounds=self.rounds.with_last(now))

    def _with_round(self, event: InRound) -> "Match":
        return replace(self, rounds=self.rounds.with_last(self.now.after(event)))


def new_match(rules: Rules) -> Match:
    """A match without events."""
    nothing = (0,) * rules.sides
    return Match(rules, nothing, tuple(range(rules.sides)), CarryOver(nothing, nothing))


def drawable(rules: Rules, boneyard: int) -> int:
    """The number of tiles that can be drawn from a *boneyard* of this size (TP-2)."""
    return 0 if rules.drawing is Drawing.NEVER else max(0, boneyard - rules.reserve)


def empty_layout(rules: Rules, seats: tuple[Seat, ...], engine: Tile | None) -> Layout:
    """The layout before the first tile; with an engine, a train for each of *seats* (MT-5), or its foot."""
    if engine is not None and rules.shape is Shape.FEET:
        return Feet(engine, rules.set + 1, rules.first_toes)
    if engine is not None:
        return Trains(engine, seats, ((),) * len(seats))
    return (
        Cross(begins_all=rules.begins_all_arms, owes_doubles=rules.owes_doubles) if rules.spinner else Line()
    )


def possible_ends(rules: Rules, seats: Iterable[Seat]) -> tuple[End, ...]:
    """Every end that a layout may ever have, in the order of its open ends; a train for each of *seats*."""
    if rules.has_feet:
        return tuple(map(on, range(rules.set + 1)))
    if rules.has_trains:
        return (*map(train, seats), MEXICAN)
    return SIDES if rules.spinner else (LEFT, RIGHT)


def is_series_over(match: Match) -> bool:
    """Whether the last round has ended a series (CO-4): nobody has won a round of the next one."""
    return match.rules.series is not None and match.now.winner is not None and not any(match.carry.won)


def starting_rule(match: Match) -> Starter | None:
    """The rule by which the next round starts; None if the last round decides it (L-4)."""
    rules = match.rules
    if rules.later_starter is LaterStarter.AS_FIRST or not match.rounds:
        return rules.starter
    is_unwon, was_reset = match.now.winner is None, rules.love and not any(match.totals)
    if rules.no_winner is NoWinner.AS_FIRST and (is_unwon or was_reset):
        return rules.starter  # SL-2
    if is_series_over(match):
        return rules.starter  # CO-2
    is_by_highest = rules.no_winner is NoWinner.HIGHEST and is_unwon
    return Starter.HIGHEST_DOUBLE_OR_HEAVIEST if is_by_highest else None  # DU-3


def _dealt(event: Dealt, match: Match) -> Round:
    rules = match.rules
    hands = tuple(map(known_tiles, event.hands))
    seats = tuple(seat for seat, hand in enumerate(hands) if hand)
    layout = empty_layout(rules, seats, event.engine)
    return Round(
        event.starter,
        seats,
        hands,
        known_tiles(event.boneyard),
        (0,) * rules.sides,
        layout,
        step=rules.step,
        starting_rule=starting_rule(match),
        log=EventLog((event,)),
    )
