"""The tiles on the table, row by row."""

from playroom.narration.message import Blank, Message, about, answer, as_answer
from playroom.rules.layout import DOWN, MEXICAN, UP, Cross, End, Line, Row, Trains, train
from playroom.rules.seat import Seat
from playroom.rules.view import View


def rows(view: View) -> tuple[Message, ...]:
    """Each row of tiles: the line, up and down; or the trains, the own one first, and last the engine."""
    match view.layout:
        case Line(line):
            return (_line(line),)
        case Cross():
            return _cross(view, view.layout)
        case Trains():
            return (*_trains(view, view.layout), answer("rows.engine", tile=view.layout.engine))


def placed_row(row: Message, at: int, count: int) -> Message:
    """A row with its place among *count* rows; without it if it is the only one."""
    return answer("rows.placed", row=row, at=at, count=count) if count > 1 else row


def _line(line: Row) -> Message:
    return answer("answers.chain", tiles=line, laid=len(line)) if line else answer("answers.no_chain")


def _cross(view: View, layout: Cross) -> tuple[Message, ...]:
    line, arms = layout.main.line, _arms(view, layout)
    return (answer("rows.line", tiles=line, laid=len(line)), *arms) if arms else (_line(line),)


def _arms(view: View, layout: Cross) -> tuple[Message, ...]:
    """The arms of the spinner that are open or have tiles."""
    open_ends = {each.end for each in layout.open_ends}
    arms = {UP: layout.up, DOWN: layout.down}
    return tuple(
        answer(f"rows.{end.arm}", spinner=layout.spinner or "", **_tiles(view, row, end))
        for end, row in arms.items()
        if row or end in open_ends
    )


def _trains(view: View, layout: Trains) -> tuple[Message, ...]:
    by_seat = sorted(zip(layout.seats, layout.trains, strict=True), key=lambda each: each[0] != view.seat)
    trains = (_train(view, layout, seat, row) for seat, row in by_seat)
    return (*trains, answer("rows.mexican", **_tiles(view, layout.mexican, MEXICAN)))


def _train(view: View, layout: Trains, seat: Seat, row: Row) -> Message:
    marker = "up" if seat in layout.markers else "down"
    return as_answer(
        about("rows.train", (seat,), view.seat, {"marker": marker, **_tiles(view, row, train(seat))})
    )


def _tiles(view: View, row: Row, end: End) -> dict[str, Blank]:
    """The tiles of a row that grows at *end*, and whether a double there must be covered."""
    return {"tiles": row, "laid": len(row), "owed": int(end in view.owed)}
