"""The tiles on the table: row by row as messages, and one by one in rows."""

from msgspec import Struct

from playroom.narration.answers.ends import end_choice
from playroom.narration.message import Blank, Message, about, answer, as_answer
from playroom.rules.layout import DOWN, MEXICAN, UP, Cross, End, Laid, Line, Row, Trains, train
from playroom.rules.seat import Seat
from playroom.rules.view import View


def rows(view: View) -> tuple[Message, ...]:
    """Each row of tiles: the line, up and down; or the trains, the own one first, and last the engine."""
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


def placed_row(row: Message, at: int, count: int) -> Message:
    """A row with its place among *count* rows; without it if it is the only one."""
    return answer("rows.placed", row=row, at=at, count=count) if count > 1 else row


def _line(line: Row) -> Message:
    return answer("answers.chain", tiles=line, laid=len(line)) if line else answer("answers.no_chain")


def _tiles(view: View, row: Row, end: End) -> dict[str, Blank]:
    """The tiles of a row that grows at *end*, and whether a double there must be covered."""
    return {"tiles": row, "laid": len(row), "owed": int(end in view.owed)}


class TableRow(Struct, frozen=True):
    """A row of tiles with its name, and the words for its first and last end."""

    name: Message
    tiles: Row
    first: str = "none"
    last: str = "none"

    def tile(self, index: int) -> Message:
        """The tile at *index*, with its end if it is at one."""
        is_first, is_last = index == 0, index == len(self.tiles) - 1
        if is_first and is_last and "none" not in (self.first, self.last):
            end = "both"
        else:
            end = self.last if is_last else self.first if is_first else "none"
        return answer("rows.tile", tile=self.tiles[index], end=end)


def table_rows(view: View) -> tuple[TableRow, ...]:
    """The rows with tiles: line and arms; or the trains, the own one first, and last the engine."""
    match view.layout:
        case Line(line):
            every: tuple[TableRow, ...] = (_line_row(line),)
        case Cross(main, _, up, down):
            every = (_line_row(main.line), _arm_row(up, UP, view.seat), _arm_row(down, DOWN, view.seat))
        case Trains(engine, seats, trains, mexican):
            engine_row = TableRow(Message("rows.engine_name"), (Laid(engine.high, engine.low),))
            by_seat = sorted(zip(seats, trains, strict=True), key=lambda each: each[0] != view.seat)
            own_first = (_arm_row(row, train(seat), view.seat) for seat, row in by_seat)
            every = (*own_first, _arm_row(mexican, MEXICAN, view.seat), engine_row)
    return tuple(row for row in every if row.tiles)


def _line_row(tiles: Row) -> TableRow:
    return TableRow(Message("rows.line_name"), tiles, "left", "right")


def _arm_row(tiles: Row, end: End, ear: Seat | None) -> TableRow:
    return TableRow(end_choice(end, ear), tiles, last="outer")
