"""Legal moves, the objections to illegal ones, and which tiles join which ends."""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache, cached_property
from typing import assert_never

from msgspec import Struct

from playroom.rules.layout import End, Laid, Layout, OpenEnd, first_laid, placed
from playroom.rules.match import Match, drawable
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.round import NEW_TURN, ThisTurn
from playroom.rules.rulebook.questions import AfterDraw, Doubles, Drawing, Joining, Opening, Passing, Starter
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, lead_rank, lowest_double_rank, one_one_rank, whole_set


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
    OTHER_DOUBLE_ONLY = "other_double_only"
    DOUBLES_OWED = "doubles_owed"
    TOES_OWED = "toes_owed"
    WHICH_END = "which_end"
    WHICH_HALF = "which_half"
    OPENS_WITH_DOUBLE = "opens_with_double"
    OPENS_WITH_HIGHEST = "opens_with_highest"
    OPENS_WITH_LOWEST = "opens_with_lowest"
    OPENS_WITH_ONE_ONE = "opens_with_one_one"
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

    *boneyard* is its number of tiles; *owed* are the ends with a double to cover, the oldest first;
    *starting_rule* is the rule by which the round started, None if the round before it decided that.
    """

    rules: Rules
    seat: Seat | None
    hand: Hand
    layout: Layout
    boneyard: int
    this_turn: ThisTurn = NEW_TURN
    owed: tuple[End, ...] = ()
    starting_rule: Starter | None = None

    @property
    def opening(self) -> Opening:
        """The tiles with which the seat may open the round (L-4)."""
        return opening(self.rules, self.starting_rule)

    @cached_property
    def has_begun(self) -> bool:
        """Whether a tile lies, the engine included; doubles may have closed all ends of its arms (CF-4)."""
        return bool(self.layout.open_ends) or self.rules.has_engine

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

    @cached_property
    def takes_doubles_alone(self) -> bool:
        """Whether only doubles may be played: another in the same turn (KZ-4), or those owed (CR-3)."""
        goes_on = self.this_turn.extends and self.rules.plays_both_doubles
        return goes_on or bool(self.layout.owing_arms)

    @property
    def _own_and_open(self) -> tuple[OpenEnd, ...]:
        """The ends where the seat may play if nothing is owed."""
        ends, extends, seat = self.layout.open_ends, self.this_turn.extends, self.seat
        if self.takes_doubles_alone or not self.rules.has_trains:
            return ends
        return tuple(
            each
            for each in ends
            if (each.is_open and not extends) or (seat is not None and each.end.owner == seat)
        )

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
        match.rules,
        now.turn,
        now.hands[now.turn],
        now.layout,
        len(now.boneyard),
        now.this_turn,
        now.owed,
        now.starting_rule,
    )


def objection(position: Position, move: Move) -> Objection | None:
    """Why *move* is illegal; None if it is legal."""
    match move:
        case Play():
            meant = meant_play(position, move)
            return meant if isinstance(meant, Objection) else None
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
    if position.takes_doubles_alone and not tile.is_double:
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


def laid_by(position: Position, play: Play) -> Laid:
    """The tile of a legal play as it lies; only the first tile of a round may omit its end."""
    if play.end is None:
        return first_laid(play.tile)
    inner = play.inner
    if inner is None:
        numbers = {each.end: each.number for each in position.layout.open_ends}
        inner = inner_halves(position.rules, play.tile, numbers[play.end])[0]
    return placed(play.end, inner, play.tile.other(inner))


def only_play(position: Position, tile: Tile) -> Play | None:
    """The only legal play of *tile*, or the last of equivalent plays; None if they differ."""
    ways = distinct_plays(position, tile)
    return ways[0] if len(ways) == 1 else None


def distinct_plays(position: Position, tile: Tile, *, with_sides: bool = False) -> tuple[Play, ...]:
    """The legal plays of *tile*, and of equivalent ones the last alone.

    Plays are equivalent if they leave the same ends; an end's share of the sum counts where a rule uses it.
    Trains differ by their owners. *with_sides*: each end must be where it is, as on a table of wood.
    """
    ways = tuple(plays(position, tile))
    if position.rules.has_engine or len(ways) < 2:  # noqa: PLR2004 (two plays)
        return ways
    if with_sides:
        return tuple({_open_ends_left_by(position, way): way for way in ways}.values())
    return tuple({_ends_left_by(position, way): way for way in ways}.values())


def distinct_moves(position: Position) -> tuple[Move, ...]:
    """The legal moves, and of equivalent plays the last alone."""
    tiles = dict.fromkeys(move.tile for move in legal_moves(position) if isinstance(move, Play))
    distinct = [play for tile in tiles for play in distinct_plays(position, tile)]
    return (*distinct, *(move for move in legal_moves(position) if not isinstance(move, Play)))


def distinct_move(position: Position, move: Move) -> Move:
    """The one of the distinct moves that a legal move is equivalent to; one whose end is named."""
    if not isinstance(move, Play) or move.end is None or position.rules.has_engine:
        return move
    left = _ends_left_by(position, move)
    same = (each for each in distinct_plays(position, move.tile) if _ends_left_by(position, each) == left)
    return next(same)


def _ends_left_by(position: Position, play: Play) -> tuple[tuple[int, int], ...]:
    """The number and the relevant sum of each end after *play*, sorted."""
    ends = _open_ends_left_by(position, play)
    return tuple(sorted((each.number, each.adds if position.rules.has_sum else 0) for each in ends))


def _open_ends_left_by(position: Position, play: Play) -> tuple[OpenEnd, ...]:
    """All ends after *play*."""
    ends = position.layout.joined(laid_by(position, play), play.end).open_ends
    return ends if position.rules.has_sum else tuple(each._replace(adds=0) for each in ends)


def must_pass(position: Position) -> bool:
    """Whether a pass is the only legal move (G-8)."""
    return position.is_stuck and against_draw(position) is not None and against_pass(position) is None


def may_choose_pass(position: Position) -> bool:
    """Whether a pass is legal with any hand, so that nobody else knows whether it is forced (G-9)."""
    rules = position.rules
    keeps = position.drew and rules.after_draw is AfterDraw.MAY_PLAY
    is_free = keeps or position.this_turn.extends or rules.passing is Passing.ANY_TIME
    return position.has_begun and is_free


def opening(rules: Rules, starting_rule: Starter | None) -> Opening:
    """The tiles with which a round that started by this rule may be opened (L-4)."""
    if starting_rule is None:
        return Opening.ANY
    return rules.opening if starting_rule is rules.starter else Opening.HIGHEST


def opening_tile(hand: Hand, opening: Opening) -> Tile:
    """The tile with which the starter opens, where that is decided (C-2, AF-2, MA-2, BE-2)."""
    return max(hand, key=OPENING_RANKS.get(opening, lead_rank))


OPENING_RANKS = {
    Opening.HIGHEST: lead_rank,
    Opening.LOWEST: lowest_double_rank,
    Opening.ONE_ONE: one_one_rank,
}
"""The ranks of tiles for openings with the highest one of the hand."""


def against_draw(position: Position) -> Objection | None:
    """Why a draw is illegal now; None if it is legal."""
    rules = position.rules
    if not position.has_begun:
        return Objection.MUST_OPEN
    if rules.drawing is Drawing.NEVER:
        return Objection.NO_DRAWING
    if position.drew and rules.after_draw is not AfterDraw.UNTIL_PLAYABLE:
        return Objection.DREW_ALREADY
    if rules.drawing is Drawing.IF_STUCK or position.drew:
        playable = filter(position.is_playable, position.hand)
        if any(not rules.keep_matadors or tile not in rules.wild for tile in playable):  # MA-7
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


def meant_play(position: Position, play: Play) -> Play | Objection:
    """The legal play that is meant by one that may omit the end or the inner half, or why it is illegal."""
    if play.tile not in position.hand:
        return Objection.NOT_HELD
    if not position.has_begun:
        why = Objection.NO_END_YET if play.end else _against_opening(position, play.tile)
        return why or Play(play.tile)
    meant = matching_plays(position, play)
    if len(meant) == 1:
        return meant[0]
    if meant:
        return Objection.WHICH_END if len({each.end for each in meant}) > 1 else Objection.WHICH_HALF
    if position.layout.toes_owed:
        return Objection.TOES_OWED
    ends = [each for each in position.layout.open_ends if play.end in (None, each.end)]
    if not ends:
        return Objection.NO_SUCH_END
    if position.layout.owing_arms:
        return Objection.DOUBLES_OWED
    if not any(joins(position.rules, play.tile, each.number) for each in ends):
        fits = any(joins(position.rules, play.tile, each.number) for each in position.layout.open_ends)
        return Objection.DOES_NOT_FIT_THERE if fits and play.end else Objection.DOES_NOT_FIT
    if position.owed:
        return Objection.MUST_COVER
    if position.takes_doubles_alone:
        return Objection.OTHER_DOUBLE_ONLY
    return Objection.OWN_TRAIN_ONLY if position.this_turn.extends else Objection.TRAIN_CLOSED


def _against_opening(position: Position, tile: Tile) -> Objection | None:
    match position.opening:
        case Opening.DOUBLE if not tile.is_double:
            return Objection.OPENS_WITH_DOUBLE
        case Opening.HIGHEST if tile != opening_tile(position.hand, Opening.HIGHEST):
            return Objection.OPENS_WITH_HIGHEST
        case Opening.LOWEST if tile != opening_tile(position.hand, Opening.LOWEST):
            return Objection.OPENS_WITH_LOWEST
        case Opening.ONE_ONE if tile != opening_tile(position.hand, Opening.ONE_ONE):
            return Objection.OPENS_WITH_ONE_ONE
        case _:
            return None


SEVEN = 7
"""The sum of touching halves in Matador (MA-3)."""


def inner_halves(rules: Rules, tile: Tile, number: int) -> tuple[int, ...]:
    """The halves of *tile* that may touch *number*, the higher first; empty if it does not join."""
    if tile in rules.wild:
        return (tile.high,) if tile.is_double else (tile.high, tile.low)
    wanted = number if rules.joining is Joining.EQUAL else SEVEN - number
    return (wanted,) if wanted in (tile.low, tile.high) else ()


def joins(rules: Rules, tile: Tile, number: int) -> bool:
    """Whether *tile* joins an end with *number*."""
    return bool(inner_halves(rules, tile, number))


@cache
def joining_tiles(rules: Rules, number: int) -> frozenset[Tile]:
    """The tiles of the set that join *number*."""
    return frozenset([tile for tile in whole_set(rules.set) if joins(rules, tile, number)])


def joining_doubles(rules: Rules, number: int) -> frozenset[Tile]:
    """The doubles of the set that join *number*."""
    return frozenset([tile for tile in joining_tiles(rules, number) if tile.is_double])


def playable_tiles(position: Position) -> frozenset[Tile]:
    """The tiles of the set that the seat could play at an end, if it held them."""
    rules, numbers = position.rules, {each.number for each in position.reach}
    fitting = frozenset[Tile]().union(*[joining_tiles(rules, number) for number in numbers])
    if position.takes_doubles_alone:
        return frozenset([tile for tile in fitting if tile.is_double])
    if not position.owed:
        return fitting
    numbers = {each.number for each in position.reach_of_doubles}
    doubles = [joining_doubles(rules, number) for number in numbers]
    return frozenset([tile for tile in fitting if not tile.is_double]).union(*doubles)


def fitting_ends(rules: Rules, layout: Layout, tile: Tile) -> tuple[OpenEnd, ...]:
    """The ends that *tile* joins, of any owner; a tile that is no double joins none that owes one (CR-3)."""
    if not tile.is_double and layout.owing_arms:
        return ()
    return tuple(end for end in layout.open_ends if joins(rules, tile, end.number))


def can_go_on(rules: Rules, layout: Layout, hand: Hand) -> bool:
    """Whether a tile of *hand* joins any end, including closed trains (G-7, MT-12)."""
    numbers = {end.number for end in layout.open_ends}
    if layout.owing_arms:
        hand = tuple(tile for tile in hand if tile.is_double)
    if rules.wild or rules.joining is not Joining.EQUAL:
        return any(joins(rules, tile, number) for tile in hand for number in numbers)
    return any(tile.low in numbers or tile.high in numbers for tile in hand)


def needs_orientation(rules: Rules, tile: Tile) -> bool:
    """Whether *tile* fits either way round, so that a play must name its inner half (MA-4)."""
    return tile in rules.wild and not tile.is_double
