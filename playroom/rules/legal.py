"""Legal moves, and the objections to illegal ones."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from typing import assert_never

from msgspec import Struct

from playroom.rules.fit import inner_halves, joins, needs_orientation
from playroom.rules.layout import LEFT, RIGHT, End, Layout, OpenEnd, placed
from playroom.rules.match import Match, drawable
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.round import NEW_TURN, ThisTurn
from playroom.rules.rulebook.questions import AfterDraw, Doubles, Drawing, Opening, Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, lead_rank


class Objection(StrEnum):
    """Why a move is illegal; rulebook pages map these words to clauses."""

    NOT_HELD = "not_held"
    NO_END_YET = "no_end_yet"
    NO_SUCH_END = "no_such_end"
    DOES_NOT_FIT = "does_not_fit"
    DOES_NOT_FIT_THERE = "does_not_fit_there"
    TRAIN_CLOSED = "train_closed"
    MUST_COVER = "must_cover"
    OWN_TRAIN_ONLY = "own_train_only"
    WHICH_END = "which_end"
    WHICH_HALF = "which_half"
    OPENS_WITH_DOUBLE = "opens_with_double"
    OPENS_WITH_HIGHEST = "opens_with_highest"
    MUST_OPEN = "must_open"
    NO_DRAWING = "no_drawing"
    BONEYARD_EMPTY = "boneyard_empty"
    BONEYARD_RESERVED = "boneyard_reserved"
    DREW_ALREADY = "drew_already"
    CAN_PLAY_SO_NO_DRAW = "can_play_so_no_draw"
    CAN_PLAY_SO_NO_PASS = "can_play_so_no_pass"  # noqa: S105 (not a password)
    CAN_DRAW_SO_NO_PASS = "can_draw_so_no_pass"  # noqa: S105 (not a password)


COMMON_LAW = {
    Objection.NOT_HELD: "G-9",
    Objection.NO_END_YET: "G-6",
    Objection.NO_SUCH_END: "G-6",
    Objection.DOES_NOT_FIT: "G-2",
    Objection.DOES_NOT_FIT_THERE: "G-2",
    Objection.WHICH_END: "G-6",
}
"""The clauses common to all games; those of a page take precedence."""


class Position(Struct, frozen=True, dict=True):
    """The information that determines the legal moves of the seat to move, all of it known to that seat.

    *boneyard* is its number of tiles; *owed* are the ends with a double to cover, the oldest first.
    """

    rules: Rules
    seat: Seat | None
    hand: Hand
    layout: Layout
    boneyard: int
    this_turn: ThisTurn = NEW_TURN
    owed: tuple[End, ...] = ()

    @property
    def has_begun(self) -> bool:
        """Whether the layout has an end."""
        return bool(self.layout.open_ends)

    @property
    def drew(self) -> bool:
        """Whether the seat has drawn since its last tile of this turn."""
        return self.this_turn.drew

    @cached_property
    def reach(self) -> tuple[OpenEnd, ...]:
        """The ends where the seat may play a tile that joins there (MT-6, MT-8, MT-11)."""
        if self.owed:
            return tuple(each for each in self.layout.open_ends if each.end == self.owed[0])
        return self._own_and_open

    @cached_property
    def reach_of_doubles(self) -> tuple[OpenEnd, ...]:
        """The ends where the seat may play a double, also beside another that must be covered (MT-10)."""
        lays_another = self.rules.doubles is Doubles.SEVERAL and not self.this_turn.began_owing
        return self._own_and_open if lays_another else self.reach

    @property
    def _own_and_open(self) -> tuple[OpenEnd, ...]:
        """The ends where the seat may play if nothing is owed."""
        ends, extends = self.layout.open_ends, self.this_turn.extends
        return tuple(each for each in ends if (each.is_open and not extends) or self._is_own(each))

    def _is_own(self, end: OpenEnd) -> bool:
        return self.seat is not None and end.end.owner == self.seat

    @cached_property
    def is_stuck(self) -> bool:
        """Whether no tile in the hand may be played."""
        return self.has_begun and not any(map(self.is_playable, self.hand))

    @property
    def drawable(self) -> int:
        """The number of tiles that can be drawn."""
        return drawable(self.rules, self.boneyard)

    def is_playable(self, tile: Tile) -> bool:
        """Whether *tile* may be played now."""
        return any(True for _ in plays(self, tile))


def position(match: Match) -> Position:
    """The position of the seat to move; a ValueError between rounds."""
    now = match.round
    if now is None or now.turn is None:
        raise ValueError("nobody is to move")
    return Position(
        match.rules, now.turn, now.hands[now.turn], now.layout, len(now.boneyard), now.this_turn, now.owed
    )


def objection(position: Position, move: Move) -> Objection | None:
    """Why *move* is illegal; None if it is legal."""
    match move:
        case Play():
            return _against_play(position, move)
        case Draw():
            return against_draw(position)
        case Pass():
            return against_pass(position)
    assert_never(move)


def legal_moves(position: Position) -> tuple[Move, ...]:
    """The legal moves: each tile at each end, then a draw, then a pass."""
    every: list[Move] = [play for tile in position.hand for play in plays(position, tile)]
    return (*every, *(move for move in (Draw(), Pass()) if objection(position, move) is None))


def clause(rules: Rules, why: Objection) -> str:
    """The clause for an objection; empty if the page gives none."""
    return rules.clauses.get(why, COMMON_LAW.get(why, ""))


def plays(position: Position, tile: Tile) -> Iterator[Play]:
    """The legal plays of *tile*, in the order of the ends; the higher half inside first."""
    if not position.has_begun:
        if _against_opening(position, tile) is None:
            yield Play(tile)
        return
    names_half = needs_orientation(position.rules, tile)
    for open_end in position.reach_of_doubles if tile.is_double else position.reach:
        for inner in inner_halves(position.rules, tile, open_end.number):
            yield Play(tile, open_end.end, inner if names_half else None)


def matching_plays(position: Position, play: Play) -> tuple[Play, ...]:
    """The legal plays that match *play*, which may omit the end or the inner half (G-6, MA-4)."""
    return tuple(
        each
        for each in plays(position, play.tile)
        if play.end in (None, each.end) and (each.inner is None or play.inner in (None, each.inner))
    )


def only_play(position: Position, tile: Tile) -> Play | None:
    """The only legal play of *tile*, or the right-hand one of equivalent plays; None if they differ.

    Plays are equivalent if they leave the same ends; an end's share of the sum counts where a rule uses it.
    """
    ways = tuple(plays(position, tile))
    if len(ways) == 1:
        return ways[0]
    if tuple(way.end for way in ways) != (LEFT, RIGHT):
        return None
    left, right = (_ends_left_by(position, way) for way in ways)
    return ways[-1] if left == right else None


def _ends_left_by(position: Position, play: Play) -> list[tuple[int, int]]:
    """The number and the relevant sum of each end after *play*, sorted."""
    number = next(each.number for each in position.layout.open_ends if each.end == play.end)
    inner = inner_halves(position.rules, play.tile, number)[0]
    laid = placed(play.end, inner, play.tile.other(inner))
    ends = position.layout.joined(laid, play.end).open_ends
    return sorted((each.number, each.adds if position.rules.has_sum else 0) for each in ends)


def must_pass(position: Position) -> bool:
    """Whether a pass is the only legal move (G-8)."""
    return position.is_stuck and against_draw(position) is not None and against_pass(position) is None


def may_choose_pass(position: Position) -> bool:
    """Whether a pass is legal with any hand, so that nobody else knows whether it is forced (G-9)."""
    rules = position.rules
    keeps = position.drew and rules.after_draw is AfterDraw.MAY_PLAY
    is_free = keeps or position.this_turn.extends or rules.passing is Passing.ANY_TIME
    return position.has_begun and is_free


def opening_tile(hand: Hand) -> Tile:
    """The tile of the highest rank, with which its holder starts (C-2, AF-2, MA-2)."""
    return max(hand, key=lead_rank)


def against_draw(position: Position) -> Objection | None:
    """Why a draw is illegal now; None if it is legal."""
    rules = position.rules
    if not position.has_begun:
        return Objection.MUST_OPEN
    if rules.drawing is Drawing.NEVER:
        return Objection.NO_DRAWING
    if position.drew and rules.after_draw is not AfterDraw.UNTIL_PLAYABLE:
        return Objection.DREW_ALREADY
    if (rules.drawing is Drawing.IF_STUCK or position.drew) and not _may_draw_instead(position):
        return Objection.CAN_PLAY_SO_NO_DRAW
    if not position.drawable:
        return Objection.BONEYARD_RESERVED if position.boneyard else Objection.BONEYARD_EMPTY
    return None


def against_pass(position: Position) -> Objection | None:
    """Why a pass is illegal now; None if it is legal."""
    if not position.has_begun:
        return Objection.MUST_OPEN
    if may_choose_pass(position):
        return None
    if not position.is_stuck:
        return Objection.CAN_PLAY_SO_NO_PASS
    return None if against_draw(position) else Objection.CAN_DRAW_SO_NO_PASS


def _may_draw_instead(position: Position) -> bool:
    """Whether no tile fits, or only those that a draw may replace (MA-7)."""
    playable = filter(position.is_playable, position.hand)
    if position.rules.keep_matadors:
        return all(tile in position.rules.wild for tile in playable)
    return not any(True for _ in playable)


def _against_play(position: Position, play: Play) -> Objection | None:
    if play.tile not in position.hand:
        return Objection.NOT_HELD
    if not position.has_begun:
        return Objection.NO_END_YET if play.end else _against_opening(position, play.tile)
    meant = matching_plays(position, play)
    if len(meant) == 1:
        return None
    if meant:
        return Objection.WHICH_END if len({each.end for each in meant}) > 1 else Objection.WHICH_HALF
    return _why_nowhere(position, play)


def _why_nowhere(position: Position, play: Play) -> Objection:
    """Why a play of a tile is illegal."""
    ends = [each for each in position.layout.open_ends if play.end in (None, each.end)]
    if not ends:
        return Objection.NO_SUCH_END
    if not any(joins(position.rules, play.tile, each.number) for each in ends):
        fits = any(joins(position.rules, play.tile, each.number) for each in position.layout.open_ends)
        return Objection.DOES_NOT_FIT_THERE if fits and play.end else Objection.DOES_NOT_FIT
    if position.owed:
        return Objection.MUST_COVER
    return Objection.OWN_TRAIN_ONLY if position.this_turn.extends else Objection.TRAIN_CLOSED


def _against_opening(position: Position, tile: Tile) -> Objection | None:
    match position.rules.opening:
        case Opening.DOUBLE if not tile.is_double:
            return Objection.OPENS_WITH_DOUBLE
        case Opening.HIGHEST if tile != opening_tile(position.hand):
            return Objection.OPENS_WITH_HIGHEST
        case _:
            return None
