"""The table in one braille line: "L5 R2|43 55 61|me3 An3 Be5|b12", "M7! T6 An4*|72 64|me2 An5|b9".

The ends, the own hand, the tile counts of the players, the boneyard. A short display omits the least
important cells first; "+2" is the number of hidden ends or tiles of the hand, and a plus alone at the end
of the line stands for hidden parts of the rest. T is the own train, M the Mexican one; a star marks a train
that is open to all, an exclamation mark a double to cover, an arm that takes a double alone, or a foot.
Closed trains of others come last.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import partial
from itertools import groupby

from msgspec import Struct

from playroom.narration.answers.ends import is_open_to
from playroom.narration.message import Blank, Message, about
from playroom.narration.phrases.phrasebook import Audience, Phrasebook, Verbosity
from playroom.rules.layout import OpenEnd, train
from playroom.rules.tile import Tile
from playroom.rules.view import View

SHORT_DISPLAY = 20
"""The cells of a display up to which lists have no positions, and the hand begins with what can be played."""
WIDEST_FIGURE = 9
SHORTEST_NAME = 2
COUNT = 3
"""The rank of a player's tile count, which comes after the hand."""
CLOSED = 5
"""The rank of another player's closed train, which is omitted first."""


class Part(IntEnum):
    """The parts of the line, in order."""

    ENDS = 0
    HAND = 1
    COUNTS = 2
    BONEYARD = 3


class Cell(Struct, frozen=True):
    """One piece of text in a part of the line; cells of a high rank are omitted first."""

    part: Part
    text: str
    rank: int


def table_line(view: View, book: Phrasebook, to: Audience, cells: int = 0) -> str:
    """The line in at most this many braille *cells*; 0 is no limit."""
    hand: Sequence[Tile] = view.hand
    if 0 < cells <= SHORT_DISPLAY:  # what can be played comes first
        hand = sorted(hand, key=partial(_tile_rank, view))
    # In sets where a half may have two digits, a separator stands between the halves.
    entry = f"listener.line.{'tile' if view.rules.set <= WIDEST_FIGURE else 'wide_tile'}"
    parts = [(Part.ENDS, message, rank) for message, rank in _ends(view, to)]
    for tile in hand:
        digits = Message(entry, blanks={"high": tile.high, "low": tile.low})
        parts.append((Part.HAND, digits, _tile_rank(view, tile)))
    for seat in (each for each in view.rules.seats_in_order(view.seat or 0) if each in view.seats):
        left: dict[str, Blank] = {"left": view.counts[seat], "name": short_names(to.names)[seat]}
        parts.append((Part.COUNTS, about("listener.line.count", (seat,), view.seat, left), COUNT))
    parts.append((Part.BONEYARD, Message("listener.line.boneyard", blanks={"boneyard": view.boneyard}), 4))
    every = tuple(Cell(part, book.say(message, to, Verbosity.BRIEF), rank) for part, message, rank in parts)
    shown: frozenset[int] = frozenset()
    for at in sorted(range(len(every)), key=lambda at: every[at].rank):  # the most important first
        if not cells or len(_line(every, shown | {at})) <= cells:
            shown |= {at}
    return _line(every, shown)


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """The first two letters of each name, or more until it differs from the others."""
    shortened = []
    for name in names:
        others = [other for other in names if other != name]
        lengths = range(SHORTEST_NAME, len(name))
        alone = (at for at in lengths if not any(other.startswith(name[:at]) for other in others))
        shortened.append(name[: next(alone, len(name))])
    return tuple(shortened)


def _ends(view: View, to: Audience) -> Iterator[tuple[Message, int]]:
    """Each end with its rank: doubles to cover first, trains closed to the listener last."""
    if not view.layout.open_ends:
        yield Message("listener.line.no_chain"), 0

    def order(each: OpenEnd) -> tuple[int, bool]:
        """The oldest double to cover, then the own train, then the others."""
        owed = view.owed.index(each.end) if each.end in view.owed else len(view.owed)
        return owed, view.seat is None or each.end != train(view.seat)

    due = (*view.layout.owing_arms, *view.layout.toes_owed)
    for each in sorted(view.layout.open_ends, key=order):
        owner, is_owed = each.end.owner, each.end in view.owed
        if is_owed or each.end in due:
            mark = "owed"
        else:
            mark = "open" if owner is not None and each.is_open else "none"
        blanks: dict[str, Blank] = {"end": each.number, "mark": mark}
        if owner is None:
            message = Message(f"listener.line.{each.end.arm}", blanks=blanks)
        else:
            blanks["name"] = short_names(to.names)[owner]
            message = about("listener.line.train", (owner,), view.seat, blanks)
        yield message, 0 if is_owed or is_open_to(each, view.seat) else CLOSED


def _tile_rank(view: View, tile: Tile) -> int:
    return 1 if view.position.is_playable(tile) else 2


def _line(every: tuple[Cell, ...], shown: frozenset[int]) -> str:
    """The line of the cells that are *shown*, with what says that others are hidden."""
    parts = []
    for part, group in groupby(enumerate(every), key=lambda each: each[1].part):
        cells = tuple(group)
        text = " ".join(cell.text for at, cell in cells if at in shown)
        hidden = sum(cell.rank < CLOSED for at, cell in cells if at not in shown)
        parts.append(f"{text}+{hidden}" if part in (Part.ENDS, Part.HAND) and hidden else text)
    # A plus at the end stands for hidden cells after the hand, unless the hand has a plus already.
    hidden_cells = tuple(cell for at, cell in enumerate(every) if at not in shown)
    is_marked = any(cell.part is Part.HAND for cell in hidden_cells)
    more = "+" if not is_marked and any(cell.rank >= COUNT for cell in hidden_cells) else ""
    return "|".join(filter(None, parts)) + more
