"""Why a move is not allowed, and the moves against which nothing stands."""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from playroom.rules.chain import Chain, End
from playroom.rules.match import Match, drawable
from playroom.rules.move import Draw, Move, Pass, Play, plays
from playroom.rules.question import AfterDraw, Drawing, Opening, Passing
from playroom.rules.tile import Hand, Tile
from playroom.rules.variant import Rules


class Objection(StrEnum):
    """Why a move is not allowed; a page names its clause by these words."""

    NOT_HELD = "not_held"
    NO_END_YET = "no_end_yet"
    DOES_NOT_FIT = "does_not_fit"
    DOES_NOT_FIT_THERE = "does_not_fit_there"
    WHICH_END = "which_end"
    OPENS_WITH_DOUBLE = "opens_with_double"
    MUST_OPEN = "must_open"
    NO_DRAWING = "no_drawing"
    BONEYARD_EMPTY = "boneyard_empty"
    BONEYARD_RESERVED = "boneyard_reserved"
    DREW_ALREADY = "drew_already"
    CAN_PLAY_SO_NO_DRAW = "can_play_so_no_draw"
    CAN_PLAY_SO_NO_PASS = "can_play_so_no_pass"  # noqa: S105 (no password)
    CAN_DRAW_SO_NO_PASS = "can_draw_so_no_pass"  # noqa: S105 (no password)


COMMON_LAW = {
    Objection.NOT_HELD: "G-9",
    Objection.NO_END_YET: "G-6",
    Objection.DOES_NOT_FIT: "G-2",
    Objection.DOES_NOT_FIT_THERE: "G-2",
    Objection.WHICH_END: "G-6",
}
"""The clauses common to all games; a page's own come first."""


@dataclass(frozen=True, slots=True)
class Position:
    """All that decides what the seat to move may do, and no more than that seat knows."""

    rules: Rules
    hand: Hand
    chain: Chain
    boneyard: int
    drew: bool

    @property
    def has_begun(self) -> bool:
        """Whether a tile lies on the table."""
        return bool(self.chain)

    @property
    def is_stuck(self) -> bool:
        """Whether no tile in the hand fits either end."""
        return self.has_begun and not any(map(self.chain.fits, self.hand))

    @property
    def drawable(self) -> int:
        """How many tiles can be drawn."""
        return drawable(self.rules, self.boneyard)


def position(match: Match) -> Position:
    """What the seat to move faces; a ValueError between rounds."""
    now = match.round
    if now is None or now.turn is None:
        raise ValueError("nobody is to move")
    return Position(match.rules, now.hands[now.turn], now.chain, len(now.boneyard), now.drew)


def objection(position: Position, move: Move) -> Objection | None:
    """Why *move* is not allowed; None if it is."""
    match move:
        case Play(tile, end):
            return _against_play(position, tile, end)
        case Draw():
            return against_draw(position)
        case Pass():
            return against_pass(position)
    assert_never(move)


def moves(position: Position) -> tuple[Move, ...]:
    """Every move that is allowed: each tile, with its end once the chain has begun; to draw; to pass."""
    ways = slice(1, None) if position.chain else slice(1)
    every: list[Move] = [play for tile in position.hand for play in plays(tile)[ways]]
    every += (Draw(), Pass())
    return tuple(move for move in every if objection(position, move) is None)


def clause(rules: Rules, why: Objection) -> str:
    """The clause that *why* rests on; empty if the page names none."""
    return rules.clauses.get(why, COMMON_LAW.get(why, ""))


def _against_play(position: Position, tile: Tile, end: End | None) -> Objection | None:
    if tile not in position.hand:
        return Objection.NOT_HELD
    if not position.chain:
        return _against_opening(position, tile, end)
    fitting = position.chain.fits(tile)
    if not fitting:
        return Objection.DOES_NOT_FIT
    if end is None:
        return Objection.WHICH_END if len(fitting) > 1 else None
    return None if end in fitting else Objection.DOES_NOT_FIT_THERE


def _against_opening(position: Position, tile: Tile, end: End | None) -> Objection | None:
    if end is not None:
        return Objection.NO_END_YET
    needs_double = position.rules.opening is Opening.DOUBLE
    return Objection.OPENS_WITH_DOUBLE if needs_double and not tile.is_double else None


def against_draw(position: Position) -> Objection | None:
    """Why one may not draw now; None if one may."""
    rules = position.rules
    if not position.has_begun:
        return Objection.MUST_OPEN
    if rules.drawing is Drawing.NEVER:
        return Objection.NO_DRAWING
    if position.drew and rules.after_draw is not AfterDraw.UNTIL_PLAYABLE:
        return Objection.DREW_ALREADY
    if (rules.drawing is Drawing.IF_STUCK or position.drew) and not position.is_stuck:
        return Objection.CAN_PLAY_SO_NO_DRAW
    if not position.drawable:
        return Objection.BONEYARD_RESERVED if position.boneyard else Objection.BONEYARD_EMPTY
    return None


def against_pass(position: Position) -> Objection | None:
    """Why one may not pass now; None if one may."""
    rules = position.rules
    if not position.has_begun:
        return Objection.MUST_OPEN
    keeps = position.drew and rules.after_draw is AfterDraw.MAY_PLAY
    if keeps or rules.passing is Passing.ANY_TIME:
        return None
    if not position.is_stuck:
        return Objection.CAN_PLAY_SO_NO_PASS
    return None if against_draw(position) else Objection.CAN_DRAW_SO_NO_PASS


def must_pass(position: Position) -> bool:
    """Whether nothing but a pass is allowed (G-8)."""
    return position.is_stuck and against_draw(position) is not None and against_pass(position) is None
