"""Navigation in the layout by keys, and the whole layout as notes, each row from its direction."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Final

from msgspec.structs import replace

from playroom.console.ui.places import Item
from playroom.console.ui.questions import answer_query
from playroom.console.ui.room import Room
from playroom.keys.commands import Command, PlaceName
from playroom.narration.answers.table_rows import TableRow, table_rows
from playroom.narration.message import Message, SeatedCue, answer
from playroom.narration.sound_words import silence_reason
from playroom.rules.layout import Cross, Feet, Laid, Line, Row, Trains
from playroom.rules.view import View
from playroom.sound.cue import Cue, PlacedCue, pitch, placed_cue, spread

PLAYING: Final = frozenset({Command.PLAY, Command.PLAY_LEFT, Command.PLAY_RIGHT, Command.BRANCH})
"""The commands that act on the tile in focus in the hand, or on the move in focus in a replay."""


class LayoutWalk:
    """The place to walk along the tiles on the table; the focus stays on its tile while the table grows."""

    bindings = PlaceName.LAYOUT

    def __init__(self, room: Room, view: Callable[[], View]) -> None:
        self._room, self._view = room, view
        self._row = self._index = 0
        self._tile: Laid | None = None

    def tell(self) -> None:
        """Say the row and the tile in focus."""
        self._walk(0, says_row=True)

    def obey(self, command: Command) -> None:
        """Walk along the row, to another row, or back to the hand."""
        match command:
            case Command.PREVIOUS:
                self._walk(-1)
            case Command.NEXT:
                self._walk(1)
            case Command.FIRST:
                self._index, self._tile = 0, None
                self._walk(0)
            case Command.LAST:
                self._index, self._tile = len(self._tiles) - 1, None
                self._walk(0)
            case Command.LESS:
                self._change_row(-1)
            case Command.MORE:
                self._change_row(1)
            case Command.NEXT_PLAYABLE:
                self._go_to_fit(1)
            case Command.PREVIOUS_PLAYABLE:
                self._go_to_fit(-1)
            case _:
                self._room.places.back()

    def typed(self, key: str) -> bool:
        """A query about the table is answered here too; another key of the table leads back there.

        What would play a tile of the hand, which is not in focus here, says how to go back.
        """
        table = self._room.places.below
        command = self._room.keymap.command(table.bindings, key) if table and table.bindings else None
        if table is None or command is None:
            return False
        if command in PLAYING:
            self._room.speech.answer(answer("rows.goes_back"))
        elif not answer_query(self._room, key):
            self._room.places.drop()
            table.obey(command)
        return True

    def choices(self) -> tuple[Item, ...]:
        """The tiles for the scanner, row by row."""
        tiles = (
            Item(
                *(f"{at} {index}", self._tile_message(row, index, says_row=index == 0)),
                choose=partial(self._put, at, index),
            )
            for at, row in enumerate(self._rows)
            for index in range(len(row.tiles))
        )
        return (*tiles, Item("back", Message("menus.back"), choose=self._room.places.back))

    @property
    def _rows(self) -> tuple[TableRow, ...]:
        return table_rows(self._view())

    @property
    def _tiles(self) -> tuple[Laid, ...]:
        rows = self._rows
        return rows[min(self._row, len(rows) - 1)].tiles if rows else ()

    def _change_row(self, step: int) -> None:
        """Go to the first tile of another row from the same place; the first and the last are the end."""
        rows = self._rows
        beside = [at for at, row in enumerate(rows) if row.root == rows[self._row].root]
        there = beside.index(self._row) + step
        if 0 <= there < len(beside):
            self._put(beside[there], 0)
        else:
            self._walk(0, says_row=True)

    def _go_to_fit(self, step: int) -> None:
        """Go to the next end where a tile of the hand may be played, round the table."""
        fit = [(at, index) for at, row in enumerate(self._rows) for index in sorted(row.fit)]
        if not fit:
            self._room.speech.answer(answer("answers.none_fits"))
            return
        here = (self._row, self._index)
        ahead = [each for each in fit if each > here] if step > 0 else [each for each in fit if each < here]
        self._put(*(ahead or fit)[0 if step > 0 else -1])

    def _put(self, row: int, index: int) -> None:
        self._row, self._index, self._tile = row, index, None
        self._walk(0, says_row=True)

    def _walk(self, step: int, *, says_row: bool = False) -> None:
        """Move by a number of tiles from the tile in focus, and say the new one."""
        tiles, rows = self._tiles, self._rows
        if not tiles:
            self._room.speech.answer(answer("answers.no_chain"))
            return
        here = tiles.index(self._tile) if self._tile in tiles else self._index
        # Beyond its row, the tree goes on at the root of the row, or at its first toe.
        root, toe = (
            rows[self._row].root,
            next((at for at, row in enumerate(rows) if row.root == self._row), None),
        )
        if here + step < 0 and root is not None:
            self._put(root, len(rows[root].tiles) - 1)
            return
        if toe is not None and here + step >= len(rows[self._row].tiles):
            self._put(toe, 0)
            return
        self._index = max(0, min(here + step, len(tiles) - 1))
        self._row, self._tile = min(self._row, len(rows) - 1), tiles[self._index]
        message = self._tile_message(rows[self._row], self._index, says_row=says_row)
        cue = Cue.LIST_END if step and self._index == here else Cue.CURSOR
        self._room.speech.answer(replace(message, sound=SeatedCue(cue)))

    def _tile_message(self, row: TableRow, index: int, *, says_row: bool) -> Message:
        tile = row.tile(index)
        message = answer("rows.tile_of", row=row.name, tile=tile) if says_row else tile
        return self._room.speech.placed(message, index, len(row.tiles))


def walk_layout(room: Room, view: Callable[[], View]) -> None:
    """Walk along the tiles on the table; before the first one, the keys stay with the hand."""
    if table_rows(view()):
        room.places.open(LayoutWalk(room, view))
    else:
        room.speech.reply(answer("answers.no_chain"))


def sweep_layout(room: Room, view: View) -> None:
    """Play the tiles on the table as notes, or say why there is nothing to hear."""
    silence = silence_reason(room.sound_options, room.sound.state)
    if silence:
        room.speech.reply(silence)
    elif notes := layout_sweep(view):
        room.sound.play(notes)
    else:
        room.speech.reply(answer("answers.no_chain"))


NOTE_SPACING: Final = 0.09
ROW_SPACING: Final = 0.25
"""Seconds from one note to the next, and more before another row."""

LINE_END: Final = 80.0
"""The angle of the right end of a line; the left one is as far on the other side."""

Notes = tuple[PlacedCue, ...]
"""The notes of one row, without their times."""


def layout_sweep(view: View) -> tuple[PlacedCue, ...]:
    """The number at the beginning of each row and of each tile's outer half, one after the other."""
    notes: list[PlacedCue] = []
    start = 0.0
    for row in filter(None, _rows(view)):
        notes.extend(replace(note, delay=start + index * NOTE_SPACING) for index, note in enumerate(row))
        start += len(row) * NOTE_SPACING + ROW_SPACING
    return tuple(notes)


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
        case Feet(arms=arms):
            for place, row in enumerate(arms):
                yield _row(row, PlacedCue(Cue.END_NOTE, spread(place, len(arms), LINE_END)))


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
