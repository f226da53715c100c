"""The whole layout as notes, each row from its direction."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from msgspec.structs import replace

from playroom.rules.layout import Cross, Line, Row, Trains
from playroom.rules.view import View
from playroom.sound.cue import Cue, PlacedCue, pitch, placed_cue, spread

NOTE_SPACING: Final = 0.09
ROW_SPACING: Final = 0.25
"""Seconds from one note to the next, and more before another row."""

LINE_END: Final = 80.0
"""The angle of the right end of a line; the left one is as far on the other side."""

Notes = tuple[PlacedCue, ...]
"""The notes of one row, without their times."""


def layout_sweep(view: View) -> tuple[PlacedCue, ...]:
    """The number at the beginning of each row and of each tile's outer half, one after the other."""
    rows = tuple(filter(None, _rows(view)))
    starts = _starts(rows)
    return tuple(
        replace(note, delay=start + index * NOTE_SPACING)
        for start, row in zip(starts, rows, strict=True)
        for index, note in enumerate(row)
    )


def _starts(rows: Sequence[Notes]) -> Iterator[float]:
    start = 0.0
    for row in rows:
        yield start
        start += len(row) * NOTE_SPACING + ROW_SPACING


def _rows(view: View) -> Iterator[Notes]:
    match view.layout:
        case Line(line):
            yield _line(line)
        case Cross(main, spinner, up, down):
            yield _line(main.line)
            across = spread(main.line.index(spinner), len(main.line), LINE_END) if spinner else 0.0
            yield _row(up, PlacedCue(Cue.END_NOTE, across, is_own=False))
            yield _row(down, PlacedCue(Cue.END_NOTE, across))
        case Trains(_, seats, trains, mexican):
            for seat, row in zip(seats, trains, strict=True):
                yield _row(row, placed_cue(Cue.END_NOTE, seat, view.rules.players, view.seat))
            yield _row(mexican, PlacedCue(Cue.END_NOTE, is_own=False))


def _line(tiles: Row) -> Notes:
    """A line from the left to the right."""
    numbers = _numbers(tiles)
    return tuple(
        PlacedCue(Cue.END_NOTE, spread(index, len(numbers), LINE_END), pitch=pitch(number))
        for index, number in enumerate(numbers)
    )


def _row(tiles: Row, where: PlacedCue) -> Notes:
    """A row from the inside out, which is heard from one place."""
    return tuple(replace(where, pitch=pitch(number)) for number in _numbers(tiles))


def _numbers(tiles: Row) -> tuple[int, ...]:
    """The number that a row begins with, then the outer one of each tile; nothing of an empty row."""
    return tuple(chain((tile.left for tile in tiles[:1]), (tile.right for tile in tiles)))
