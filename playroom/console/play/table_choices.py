"""The actions at the table, as lists: behind the hand, and for those who scan."""

from functools import partial
from typing import TYPE_CHECKING

from playroom.console.ui.items import Item
from playroom.keys.commands import Command
from playroom.narration.answers import answer as answers
from playroom.narration.message import Message
from playroom.rules.legal import legal_moves
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.view import View

if TYPE_CHECKING:
    from playroom.console.play.table import TablePlace

QUERIES = (Command.ENDS, Command.HAND, Command.CHAIN, Command.TURN, Command.HINT)
"""The questions of those who scan that need no menu."""


def behind_hand(table: "TablePlace") -> tuple[Item, ...]:
    """What follows the last tile, for those who have arrows and Enter alone."""
    return (*_going_on(table), *_moves(table), _command(table, Command.MENU))


def every_choice(table: "TablePlace") -> tuple[Item, ...]:
    """The tiles that can be played, the other moves, the next round, questions, and the menu."""
    queries = (_command(table, command) for command in QUERIES)
    menu = _command(table, Command.MENU)
    undo = (_command(table, Command.UNDO),) if table.can_take_back else ()
    return (*_going_on(table), *_tiles(table), *_moves(table), *queries, *undo, menu)


def _tiles(table: "TablePlace") -> tuple[Item, ...]:
    seen = table.view
    if not seen.is_to_move:
        return ()
    fitting = {move.tile for move in legal_moves(seen.position) if isinstance(move, Play)}
    return tuple(
        Item(str(tile), answers.hand_tile(seen, tile), choose=partial(table.choose, index))
        for index, tile in enumerate(seen.hand)
        if tile in fitting
    )


def _moves(table: "TablePlace") -> tuple[Item, ...]:
    """To draw and to pass, where that is allowed."""
    seen = table.view
    allowed = legal_moves(seen.position) if seen.is_to_move else ()
    commands = {Command.DRAW: Draw(), Command.PASS: Pass()}
    return tuple(_command(table, command) for command, move in commands.items() if move in allowed)


def _name(seen: View, command: Command) -> str:
    """The short name of a command among the choices, by what it does now."""
    if command is Command.PASS and seen.drew:
        return "keep"
    return "hands" if command is Command.HAND and seen.ending else command


def _going_on(table: "TablePlace") -> tuple[Item, ...]:
    seen = table.view
    if not seen.ending and not seen.winners:
        return ()
    label = Message("menus.again" if seen.winners else "menus.deal")
    leave = Item("leave", Message("menus.back_to_hall"), choose=partial(table.obey, Command.LEAVE))
    going_on = (Item("go on", label, choose=table.go_on), _command(table, Command.COACH))
    return (*going_on, *table.look_back, leave) if seen.winners else going_on


def _command(table: "TablePlace", command: Command) -> Item:
    label = Message(f"keys.choices.{_name(table.view, command)}")
    return Item(command, label, choose=partial(table.obey, command))
