"""The tiles on the table: row by row as messages, and one by one in rows."""

from collections.abc import Collection, Iterator

from msgspec import Struct

from playroom.narration.answers.ends import end_choice
from playroom.narration.message import Blank, Half, Message, about, answer, as_answer
from playroom.rules.layout import (
    DOWN,
    LEFT,
    MEXICAN,
    RIGHT,
    UP,
    Cross,
    End,
    Feet,
    Laid,
    Line,
    Row,
    Trains,
    on,
    train,
)
from playroom.rules.legal import plays
from playroom.rules.seat import Seat
from playroom.rules.view import View


def rows(view: View) -> tuple[Message, ...]:
    """Each row of tiles: the line, up and down; or the trains, the own one first, and last the engine.

    Of feet, the engine, then the toes of each foot with what has grown from them.
    """
    match view.layout:
        case Line(line):
            return (_line(line),)
        case Cross() as cross:
            line, open_ends = cross.main.line, {each.end for each in cross.open_ends}
            arms = tuple(
                answer(f"rows.{end.arm}", spinner=cross.spinner or "", **_tiles(view, row, end))
                for end, row in ((UP, cross.up), (DOWN, cross.down))
                if row or end in open_ends
            )
            return (answer("rows.line", tiles=line, laid=len(line)), *arms) if arms else (_line(line),)
        case Trains(engine, seats, trains, mexican) as layout:
            messages = []
            for seat, row in sorted(zip(seats, trains, strict=True), key=lambda each: each[0] != view.seat):
                marker = "up" if seat in layout.markers else "down"
                blanks = {"marker": marker, **_tiles(view, row, train(seat))}
                messages.append(as_answer(about("rows.train", (seat,), view.seat, blanks)))
            shared = answer("rows.mexican", **_tiles(view, mexican, MEXICAN))
            return (*messages, shared, answer("rows.engine", tile=engine))
        case Feet(engine) as layout:
            grown = (row.tiles for row in _tree(layout, frozenset()) if row.root is not None)
            toes = (answer("rows.arm", number=Half(each[0].left), tiles=each) for each in grown)
            return (answer("rows.engine", tile=engine), *toes)


def placed_row(row: Message, at: int, count: int) -> Message:
    """A row with its place among *count* rows; without it if it is the only one."""
    return answer("rows.placed", row=row, at=at, count=count) if count > 1 else row


def _line(line: Row) -> Message:
    return answer("answers.chain", tiles=line, laid=len(line)) if line else answer("answers.no_chain")


def _tiles(view: View, row: Row, end: End) -> dict[str, Blank]:
    """The tiles of a row that grows at *end*, and whether a double there must be covered."""
    return {"tiles": row, "laid": len(row), "owed": int(end in view.owed)}


class TableRow(Struct, frozen=True):
    """A row of tiles with its name, and the words for its first and last end.

    *root* is the index of the row at whose last tile it begins, None if rows lie side by side; *fit* are the
    indexes of its tiles at an end where a tile of the hand may be played.
    """

    name: Message
    tiles: Row
    first: str = "none"
    last: str = "none"
    root: int | None = None
    fit: frozenset[int] = frozenset()

    def tile(self, index: int) -> Message:
        """The tile at *index*, with its end if it is at one."""
        is_first, is_last = index == 0, index == len(self.tiles) - 1
        if is_first and is_last and "none" not in (self.first, self.last):
            end = "both"
        else:
            end = self.last if is_last else self.first if is_first else "none"
        return answer("rows.tile", tile=self.tiles[index], end=end)


def table_rows(view: View) -> tuple[TableRow, ...]:
    """The rows with tiles: line and arms; the trains, the own one first, and last the engine; the tree."""
    ends = frozenset(play.end for tile in view.hand for play in plays(view.position, tile) if play.end)
    match view.layout:
        case Line(line):
            every: tuple[TableRow, ...] = (_line_row(line, ends),)
        case Cross(main, _, up, down):
            arms = (_arm_row(row, end, view.seat, ends) for row, end in ((up, UP), (down, DOWN)))
            every = (_line_row(main.line, ends), *arms)
        case Trains(engine, seats, trains, mexican):
            engine_row = TableRow(Message("rows.engine_name"), (Laid(engine.high, engine.low),))
            by_seat = sorted(zip(seats, trains, strict=True), key=lambda each: each[0] != view.seat)
            own_first = (_arm_row(row, train(seat), view.seat, ends) for seat, row in by_seat)
            every = (*own_first, _arm_row(mexican, MEXICAN, view.seat, ends), engine_row)
        case Feet() as layout:
            every = _tree(layout, ends)
    return tuple(row for row in every if row.tiles)


Ends = frozenset[End]
"""The ends where a tile of the hand may be played."""


def _line_row(tiles: Row, ends: Ends) -> TableRow:
    fit = frozenset(at for at, end in ((0, LEFT), (len(tiles) - 1, RIGHT)) if end in ends)
    return TableRow(Message("rows.line_name"), tiles, "left", "right", fit=fit)


def _arm_row(tiles: Row, end: End, ear: Seat | None, ends: Ends) -> TableRow:
    return TableRow(end_choice(end, ear), tiles, last="outer", fit=_outer({end}, ends, tiles))


def _outer(there: Collection[End], ends: Ends, tiles: Row) -> frozenset[int]:
    """The index of the last tile if one of the ends that are *there* is one where a tile may be played."""
    return frozenset() if ends.isdisjoint(there) else frozenset({len(tiles) - 1})


def _tree(layout: Feet, ends: Ends) -> tuple[TableRow, ...]:
    """The engine, then each of its arms, followed by those that begin at the double at its end."""
    engine = (Laid(layout.engine.high, layout.engine.low),)
    fit = _outer({on(layout.engine.high)}.intersection(layout.toes_owed), ends, engine)
    root = TableRow(Message("rows.engine_name"), engine, last="foot", fit=fit)
    return (root, *_toes(layout, ends, layout.engine.high, 0))


def _toes(layout: Feet, ends: Ends, number: int, root: int) -> Iterator[TableRow]:
    """The arms that begin at the double with *number* that ends the row *root*, and all that grows there."""
    toes = [row for row in layout.arms if row[0].left == number]
    at = root + 1
    for place, tiles in enumerate(toes, 1):
        name = Message("rows.toe_name", blanks={"number": Half(number), "place": place, "count": len(toes)})
        outer, is_foot = tiles[-1].right, tiles[-1].left == tiles[-1].right
        is_open = on(outer) in layout.toes_owed if is_foot else not layout.toes_owed
        fit = _outer({on(outer)} if is_open else (), ends, tiles)
        yield TableRow(name, tiles, last="foot" if is_foot else "outer", root=root, fit=fit)
        grown = tuple(_toes(layout, ends, outer, at)) if is_foot else ()
        yield from grown
        at += 1 + len(grown)
