"""A round as one mutable object that is cheap to copy."""

from dataclasses import dataclass
from typing import NamedTuple

from playroom.engine.masks import Masks, Moves
from playroom.rules.event import CarryOver, Ending
from playroom.rules.layout import Cross, Feet, Layout, Line, Trains, laid_tiles, train
from playroom.rules.legal import opening
from playroom.rules.match import Match
from playroom.rules.round import ThisTurn
from playroom.rules.rulebook.questions import Doubles, FirstTurn, Opening
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat

DREW, BEGAN_OWING, IS_FIRST, STRAYED, EXTENDS = (1 << bit for bit in range(5))
"""The actions of the seat to move in its turn so far, as in `rules.match.ThisTurn`."""

LEFT_SIDE, RIGHT_SIDE = 1, 2
"""The sides along the line where the spinner is still at the end."""


class EngineArm(NamedTuple):
    """An arm of a middle: its number, its share of the sum, and whether it owes a double (CR-3)."""

    number: int
    adds: int
    owes: bool


class RoundStart(NamedTuple):
    """What does not change in a round: its first player, its number, how it opens, and what it inherits."""

    opener: Seat
    number: int
    opening: Opening
    carry: CarryOver


@dataclass(slots=True, eq=False)
class State:
    """A round with all hands open; once it is over, *turn* is None and *scores* are final.

    *start* is how it began.

    *hands* are bit masks by seat; *stock* is the boneyard, of which the last *undrawn* tiles remain.
    *numbers* and *adds* are, by slot (see `Moves`), the number to join, -1 while the slot is not open, and
    its share of the sum of the ends or, in a tree, how many arms end there; *laid* are the tiles on the
    table, with the engine; *bare* are the sides of the *spinner* (its number, or -1) that are open along the
    line or, where that matters, the sides that end in a double. *owed* are slots, *markers* has a bit for the
    slot of each open train; *moved* and *out* have one for each seat. *plays* caches the legal plays, None if
    unknown. *arms* are those of a middle while some of them are closed, None for each that has not begun
    (CR-2).
    """

    start: RoundStart
    hands: list[int]
    stock: tuple[int, ...]
    undrawn: int
    numbers: list[int]
    adds: list[int]
    laid: int
    spinner: int
    bare: int
    markers: int
    owed: tuple[int, ...]
    turn: Seat | None
    this_turn: int
    moved: int
    passes: int
    step: int
    out: int
    last_player: Seat | None
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    ending: Ending | None
    ended_by: Seat | None
    plays: tuple[int, ...] | None = None
    arms: tuple[EngineArm | None, ...] = ()


def copied(state: State) -> State:
    """A copy of the state."""
    copy = State.__new__(State)
    copy.start = state.start
    copy.hands = state.hands[:]
    copy.stock = state.stock
    copy.undrawn = state.undrawn
    copy.numbers = state.numbers[:]
    copy.adds = state.adds[:]
    copy.laid = state.laid
    copy.spinner = state.spinner
    copy.bare = state.bare
    copy.markers = state.markers
    copy.owed = state.owed
    copy.turn = state.turn
    copy.this_turn = state.this_turn
    copy.moved = state.moved
    copy.passes = state.passes
    copy.step = state.step
    copy.out = state.out
    copy.last_player = state.last_player
    copy.scores = state.scores
    copy.totals = state.totals
    copy.ending = state.ending
    copy.ended_by = state.ended_by
    copy.plays = state.plays
    copy.arms = state.arms
    return copy


def of_match(match: Match, masks: Masks, moves: Moves) -> State:
    """The current or the last round of *match* as a state."""
    now, layout, slots = match.now, match.now.layout, moves.slots
    spinner = layout.spinner if isinstance(layout, Cross) else None
    state = State(
        start=RoundStart(
            now.starter, len(match.rounds), opening(match.rules, now.starting_rule), match.carry
        ),
        hands=[masks.mask(hand) for hand in now.hands],
        stock=tuple(masks.bits.get(tile, 0) for tile in now.boneyard),  # an unknown tile has no bit
        undrawn=len(now.boneyard),
        numbers=[-1] * len(slots),
        adds=[0] * len(slots),
        laid=masks.mask(laid.tile for laid in laid_tiles(layout)),
        spinner=spinner.left if spinner else -1,
        bare=_bare(match.rules, layout),
        markers=0,
        owed=tuple(slots[end] for end in now.owed or layout.toes_owed),
        turn=now.turn,
        this_turn=_flags(match.rules, now.this_turn),
        moved=sum(1 << seat for seat in now.moved),
        passes=now.passes,
        step=now.step,
        out=sum(1 << seat for seat in now.out),
        last_player=now.last_player,
        scores=now.scores,
        totals=match.totals,
        ending=now.ending,
        ended_by=now.ended_by,
        arms=_arms(layout),
    )
    owing = masks.owing if layout.owing_arms else 0
    for each in layout.open_ends:
        state.numbers[slots[each.end]], state.adds[slots[each.end]] = each.number + owing, each.adds
    if isinstance(layout, Trains | Feet):
        state.laid |= masks.bits[layout.engine]
    if isinstance(layout, Feet):
        state.adds = [layout.bag[number] for number in range(layout.numbers)]
    if isinstance(layout, Trains):
        state.markers = sum(1 << slots[train(seat)] for seat in layout.markers)
    return state


def _arms(layout: Layout) -> tuple[EngineArm | None, ...]:
    """The arms of a middle while some are closed, None for each that has not begun (CR-2, CR-3)."""
    if not isinstance(layout, Cross) or not layout.begins_all:
        return ()
    if None not in layout.arms and not layout.owing_arms:
        return ()
    return tuple(
        None if arm is None else EngineArm(arm.number, arm.adds, arm.end in layout.short_arms)
        for arm in layout.arms
    )


def _bare(rules: Rules, layout: Layout) -> int:
    """The sides along the line where the spinner is at the end or, where that matters, any double (BE-4)."""
    if isinstance(layout, Cross) and layout.spinner and not layout.begins_all:
        row, spinner = layout.main.line, layout.spinner
        return LEFT_SIDE * (row[0] == spinner) + RIGHT_SIDE * (row[-1] == spinner)
    if not (rules.asks_for_end_doubles and isinstance(layout, Line) and layout.line):
        return 0
    first, last = layout.line[0].tile, layout.line[-1].tile
    return LEFT_SIDE * first.is_double + RIGHT_SIDE * last.is_double


def _flags(rules: Rules, turn: ThisTurn) -> int:
    """The parts of a turn that matter in this game."""
    return (
        DREW * turn.drew
        | EXTENDS * (turn.extends and rules.plays_both_doubles)
        | BEGAN_OWING * (turn.began_owing and rules.doubles is Doubles.SEVERAL)
        | (rules.has_trains and rules.first_turn is FirstTurn.MANY)
        * (IS_FIRST * turn.is_first | STRAYED * turn.strayed | EXTENDS * turn.extends)
    )
