"""A round as one mutable object that is cheap to copy."""

from playroom.engine.masks import Masks
from playroom.engine.moves import Moves
from playroom.rules.event import Ending
from playroom.rules.layout import Cross, Laid, Layout, Line, Trains, laid_tiles, train
from playroom.rules.match import Match, ThisTurn
from playroom.rules.seat import Seat

DREW, BEGAN_OWING, IS_FIRST, STRAYED, EXTENDS = (1 << bit for bit in range(5))
"""What the seat to move has done in its turn so far, as in `rules.match.ThisTurn`."""

LEFT_SIDE, RIGHT_SIDE = 1, 2
"""The sides along the line on which the spinner still lies last."""


class State:
    """A round with all hands open; once it is over, *turn* is None and *scores* are final.

    *hands* are bit masks by seat; *stock* is the boneyard, its last *undrawn* tiles are still there.
    *numbers* and *adds* say of each slot (see `Moves`) the number to join, -1 while it is not open, and
    what it adds to the sum of the ends; *laid* are the tiles on the table, with the engine; *bare* are the
    sides of the *spinner* (its number, or -1) that lie open along the line. *owed* are slots, *markers* has
    a bit for the slot of each open train; *moved* and *out* have one for each seat. *plays* are the legal
    plays, if they are known already.
    """

    __slots__ = (
        "adds",
        "bare",
        "ended_by",
        "ending",
        "hands",
        "laid",
        "last_player",
        "markers",
        "moved",
        "numbers",
        "out",
        "owed",
        "passes",
        "plays",
        "scores",
        "spinner",
        "step",
        "stock",
        "this_turn",
        "totals",
        "turn",
        "undrawn",
    )

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
    plays: tuple[int, ...] | None


def copied(state: State) -> State:
    """The same state once more."""
    copy = State.__new__(State)
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
    return copy


def of_match(match: Match, masks: Masks, moves: Moves) -> State:
    """The current or the last round of *match* as a state."""
    now = match.now
    state = State.__new__(State)
    state.hands = [masks.mask(hand) for hand in now.hands]
    state.stock, state.undrawn = tuple(masks.bits[tile] for tile in now.boneyard), len(now.boneyard)
    _put_layout(state, now.layout, masks, moves)
    state.owed = tuple(moves.slots[end] for end in now.owed)
    state.turn, state.this_turn = now.turn, _flags(now.this_turn)
    if not isinstance(now.layout, Trains):
        state.this_turn &= DREW  # the rest matters to trains alone
    state.moved, state.out = _seat_bits(now.moved), _seat_bits(now.out)
    state.passes, state.step, state.last_player = now.passes, now.step, now.last_player
    state.scores, state.totals = now.scores, match.totals
    state.ending, state.ended_by, state.plays = now.ending, now.ended_by, None
    return state


def _put_layout(state: State, layout: Layout, masks: Masks, moves: Moves) -> None:
    """Puts the tiles on the table."""
    slots = moves.slots
    state.numbers, state.adds = [-1] * len(slots), [0] * len(slots)
    for each in layout.open_ends:
        state.numbers[slots[each.end]], state.adds[slots[each.end]] = each.number, each.adds
    state.laid = masks.mask(laid.tile for laid in laid_tiles(layout))
    state.spinner, state.bare, state.markers = -1, 0, 0
    if isinstance(layout, Cross) and layout.spinner is not None:
        state.spinner, state.bare = layout.spinner.left, _bare(layout.main, layout.spinner)
    if isinstance(layout, Trains):
        state.laid |= masks.bits[layout.engine]
        state.markers = sum(1 << slots[train(seat)] for seat in layout.markers)


def _bare(line: Line, spinner: Laid) -> int:
    """The sides along the line on which the spinner lies last."""
    return LEFT_SIDE * (line.line[0] == spinner) + RIGHT_SIDE * (line.line[-1] == spinner)


def _flags(turn: ThisTurn) -> int:
    return (
        DREW * turn.drew
        | BEGAN_OWING * turn.began_owing
        | IS_FIRST * turn.is_first
        | STRAYED * turn.strayed
        | EXTENDS * turn.extends
    )


def _seat_bits(seats: frozenset[Seat]) -> int:
    return sum(1 << seat for seat in seats)
