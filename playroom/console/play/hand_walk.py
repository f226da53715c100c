"""Navigation in the hand: its tiles, then the other choices, and all choices for those who scan."""

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from playroom.console.ui.places import Item
from playroom.console.ui.questions import KeyQuestion
from playroom.console.ui.room import Room
from playroom.keys.commands import Command
from playroom.narration.answers import answer as answers
from playroom.narration.message import Half, Message, SeatedCue, answer
from playroom.narration.preferences import HandOrder
from playroom.rules.event import Ending
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.seat import Side
from playroom.rules.tile import Hand, Tile
from playroom.sound.cue import Cue

if TYPE_CHECKING:
    from playroom.console.play.table import TablePlace

Stage = tuple[int, Ending | None, tuple[Side, ...]]
"""The number of a round, how it ended if it has, and who has won the match."""


class HandWalk:
    """The focus in the hand of the listener at *table*; what it is put on is said."""

    def __init__(self, room: Room, table: "TablePlace") -> None:
        self._room, self._table = room, table
        self._cursor = HandFocus()
        self._behind = ""
        self._searched_turn = -1
        """The listener's turn in which they last moved to a tile that fits."""
        self._stage: Stage | None = None

    @property
    def tile(self) -> Tile | None:
        """The tile in focus; None in an empty hand."""
        return self._cursor.tile

    @property
    def behind(self) -> Item | None:
        """The choice behind the last tile that is in focus, if one is."""
        return next((item for item in behind_hand(self._table) if item.key == self._behind), None)

    def follow(self) -> bool:
        """Keep the focus on its tile while the hand changes; a new round begins at the first tile.

        True if a round has begun since this was called before.
        """
        seen = self._table.view
        is_new = self._stage is None or self._stage[0] != seen.round_number
        self._cursor = HandFocus(seen.hand) if is_new else self._cursor.renewed(seen.hand)
        stage = seen.round_number, seen.ending, seen.winners
        if stage != self._stage:
            self._stage, self._behind = stage, ""
        return is_new

    def focused(self) -> tuple[Message, ...]:
        """The tile, or the choice behind the last one, that is in focus; nothing if there is neither."""
        if self.behind:
            return (self.behind.label,)
        return (self._tile_in_focus(self._cursor.tile),) if self._cursor.tile else ()

    def put(self, index: int) -> None:
        """Put the focus on the tile at this place of the hand, and say nothing."""
        self._cursor, self._behind = self._cursor.at(index), ""

    def return_to_hand(self) -> None:
        """Leave the choices behind the last tile."""
        self._behind = ""

    def step(self, step: int) -> None:
        """Move the focus; after the last tile follow the other choices."""
        cursor, items = self._cursor, behind_hand(self._table)
        tiles, names = len(cursor.hand), [item.key for item in items]
        here = tiles + names.index(self._behind) if self._behind in names else cursor.focus if tiles else -1
        there = max(0, min(here + step, tiles + len(items) - 1))
        cue = Cue.LIST_END if there == here else Cue.CURSOR
        if there < tiles:
            self.go_to(there, cue)
            return
        is_said = self._behind == names[there - tiles]
        self._behind = names[there - tiles]
        line = self._room.speech.placed(items[there - tiles].label, there - tiles, len(items))
        self._room.speech.answer(replace(answer("menus.list_end") if is_said else line, sound=SeatedCue(cue)))

    def go_to(self, index: int, cue: Cue = Cue.CURSOR) -> None:
        """Put the focus on a tile by its place in the hand, or on the nearest, and say it with *cue*."""
        self.put(index)
        if self._cursor.tile is None:
            self._room.speech.answer(answers.no_tile(self._table.view))
        else:
            self._room.speech.answer(replace(self._tile_in_focus(self._cursor.tile), sound=SeatedCue(cue)))

    def _tile_in_focus(self, tile: Tile) -> Message:
        """The tile in focus with where it fits, and its place in the hand."""
        message = answers.hand_tile(self._table.view, tile)
        return self._room.speech.placed(message, self._cursor.focus, len(self._cursor.hand))

    def go_to_last(self) -> None:
        """Put the focus on the last tile, and say it."""
        self.go_to(len(self._cursor.hand))

    def go_to_playable(self, step: int, turn: int) -> None:
        """Put the focus on the next tile that fits, at first in a *turn* on the one that has it already."""
        is_first, self._searched_turn = turn != self._searched_turn, turn
        start = self._cursor.focus - step if is_first else self._cursor.focus
        seen = self._table.view
        found = None if seen.turn is None else answers.next_playable(seen, start, step)
        if found is None:
            self._room.speech.reply(answers.none_playable(self._table.view), *self._table.way_on)
        else:
            self.go_to(found)

    def go_to_number(self, digit: int) -> None:
        """Put the focus on the next tile with this number, or say that there is none."""
        found = answers.next_with_number(self._table.view, self._cursor.focus, digit)
        if found is None:
            self._room.speech.answer(answer("answers.none_with_number", number=Half(digit)))
        else:
            self.go_to(found)

    def find_number(self) -> None:
        """Go to the next tile with the number on the key that was pressed; if it has none, ask for one."""

        def go_to(key: str) -> None:
            digit = self._room.keymap.digit(key)
            if digit is None:
                self._room.speech.answer(answer("menus.no_number", key=self._room.speech.key_name(key)))
            else:
                self.go_to_number(digit)

        digit = self._room.keymap.digit(self._room.repeat_filter.key)
        if digit is None:
            self._room.places.open(KeyQuestion(self._room, answer("menus.which_number"), go_to))
        else:
            self.go_to_number(digit)

    def sort(self) -> None:
        """Put the hand in the next order; the focus stays on its tile."""
        order = HandOrder(self._room.settings.hand_order).next
        self._room.change_settings(hand_order=str(order))
        self.follow()
        message = answer("menus.hand_sorted", order=Message(f"menus.hand_orders.{order}"))
        self._room.answer_with_focus((message,), (answers.hand(self._table.view),))


class HandFocus(Struct, frozen=True):
    """A hand and the index of the tile in focus; the index means nothing in an empty hand."""

    hand: Hand = ()
    focus: int = 0

    @property
    def tile(self) -> Tile | None:
        """The tile in focus; None in an empty hand."""
        return self.hand[self.focus] if self.hand else None

    def at(self, focus: int) -> "HandFocus":
        """The focus on a tile by its index, or on the nearest there is."""
        return replace(self, focus=max(0, min(focus, len(self.hand) - 1)))

    def renewed(self, hand: Hand) -> "HandFocus":
        """The focus after a change of the hand: on the same tile, else on the next one."""
        if self.tile in hand:
            return HandFocus(hand, hand.index(self.tile))
        later = [tile for tile in self.hand[self.focus :] if tile in hand]
        return HandFocus(hand, hand.index(later[0])) if later else HandFocus(hand).at(len(hand))


QUERIES = (Command.ENDS, Command.HAND, Command.CHAIN, Command.TURN, Command.HINT)
"""The questions of those who scan that need no menu."""


def behind_hand(table: "TablePlace") -> tuple[Item, ...]:
    """What follows the last tile, for those who have arrows and Enter alone."""
    return (*_going_on(table), *_moves(table), _command(table, Command.MENU))


def every_choice(table: "TablePlace") -> tuple[Item, ...]:
    """The tiles that can be played, the other moves, the next round, questions, and the menu."""
    seen = table.view
    moves = legal_moves(seen.position) if seen.is_to_move else ()
    fitting = {move.tile for move in moves if isinstance(move, Play)}
    tiles = (
        Item(str(tile), answers.hand_tile(seen, tile), choose=partial(table.choose, index))
        for index, tile in enumerate(seen.hand)
        if tile in fitting
    )
    queries = (_command(table, command) for command in QUERIES)
    menu = _command(table, Command.MENU)
    undo = (_command(table, Command.UNDO),) if table.can_take_back else ()
    return (*_going_on(table), *tiles, *_moves(table), *queries, *undo, menu)


def _moves(table: "TablePlace") -> tuple[Item, ...]:
    """To draw and to pass, where that is allowed."""
    seen = table.view
    allowed = legal_moves(seen.position) if seen.is_to_move else ()
    commands = {Command.DRAW: Draw(), Command.PASS: Pass()}
    return tuple(_command(table, command) for command, move in commands.items() if move in allowed)


def _going_on(table: "TablePlace") -> tuple[Item, ...]:
    seen = table.view
    if not seen.ending and not seen.winners:
        return ()
    label = table.mode.again if seen.winners else Message("menus.deal")
    leave = Item("leave", Message("menus.back_to_hall"), choose=partial(table.obey, Command.LEAVE))
    going_on = (Item("go on", label, choose=table.go_on), _command(table, Command.COACH))
    return (*going_on, *table.look_back, leave) if seen.winners else going_on


def _command(table: "TablePlace", command: Command) -> Item:
    """The item of a command, whose short name says what it does now."""
    name: str = command
    if command is Command.PASS and table.view.drew:
        name = "keep"
    elif command is Command.HAND and table.view.ending:
        name = "hands"
    return Item(command, Message(f"keys.choices.{name}"), choose=partial(table.obey, command))
