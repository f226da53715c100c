"""The tiles of the layout one by one, in rows."""

from msgspec import Struct

from playroom.narration.answers.ends import end_choice
from playroom.narration.message import Message, answer
from playroom.rules.layout import DOWN, MEXICAN, UP, Cross, End, Laid, Line, Row, Trains, train
from playroom.rules.seat import Seat
from playroom.rules.view import View


class TableRow(Struct, frozen=True):
    """A row of tiles with its name, and the words for its first and last end."""

    name: Message
    tiles: Row
    first: str = "none"
    last: str = "none"

    def tile(self, index: int) -> Message:
        """The tile at *index*, with its end if it is at one."""
        return answer("rows.tile", tile=self.tiles[index], end=self._end(index))

    def _end(self, index: int) -> str:
        is_first, is_last = index == 0, index == len(self.tiles) - 1
        if is_first and is_last and "none" not in (self.first, self.last):
            return "both"
        return self.last if is_last else self.first if is_first else "none"


def table_rows(view: View) -> tuple[TableRow, ...]:
    """The rows with tiles: line and arms; or the trains, the own one first, and last the engine."""
    match view.layout:
        case Line(line):
            every: tuple[TableRow, ...] = (_line(line),)
        case Cross(main, _, up, down):
            every = (_line(main.line), _arm(up, UP, view.seat), _arm(down, DOWN, view.seat))
        case Trains(engine, seats, trains, mexican):
            engine_row = TableRow(Message("rows.engine_name"), (Laid(engine.high, engine.low),))
            by_seat = sorted(zip(seats, trains, strict=True), key=lambda each: each[0] != view.seat)
            own_first = (_arm(row, train(seat), view.seat) for seat, row in by_seat)
            every = (*own_first, _arm(mexican, MEXICAN, view.seat), engine_row)
    return tuple(row for row in every if row.tiles)


def _line(tiles: Row) -> TableRow:
    return TableRow(Message("rows.line_name"), tiles, "left", "right")


def _arm(tiles: Row, end: End, ear: Seat | None) -> TableRow:
    return TableRow(end_choice(end, ear), tiles, last="outer")
