"""The menu of a table: all that can be done there by groups, with the keys for it."""

from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from playroom.console.play.table import COMMANDS, TablePlace
from playroom.console.ui.history import ANYWHERE, open_history, transcribe
from playroom.console.ui.history import COMMANDS as HISTORY_COMMANDS
from playroom.console.ui.list import ListPlace, TableMenu, group_item, list_title, search_item
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.keys.commands import Command, CommandGroup, PlaceName, command_entry, grouped
from playroom.narration.message import Message

GROUPS = (CommandGroup.MAIN, CommandGroup.TABLE, CommandGroup.TILES, CommandGroup.ADVICE)
"""The groups of commands in the menu; those of the room are lines of their own."""


def table_menu(
    room: Room,
    table: TablePlace,
    list_seats: Callable[[], tuple[Item, ...]],
    list_settings: Callable[[], None],
    seats_title: str = "menus.bots_title",
    people: tuple[Item, ...] = (),
) -> ListPlace:
    """The commands and what was said by groups, seats or *people*, settings, a search, and the way out."""
    by_group = grouped(
        command for command in COMMANDS if command is not Command.MENU and table.applies(command)
    )
    groups = tuple(
        group_item(room, group, [_command(room, table, command) for command in by_group[group]])
        for group in GROUPS
    )
    said = group_item(room, CommandGroup.SAID, _said(room, table, by_group[CommandGroup.SAID]))
    settings = Item("settings", Message("menus.settings"), choose=list_settings)
    leave = _command(room, table, Command.LEAVE)
    heading = list_title(Message(seats_title))
    seats = Item(
        *("bots", Message(seats_title)),
        choose=lambda: room.places.open(ListPlace(room, heading, list_seats)),
    )

    def lines() -> tuple[Item, ...]:
        return (
            *groups,
            said,
            *((seats,) if list_seats() else ()),
            *people,
            *(
                replace(item, choose=partial(_leave, table, item.choose))
                for item in table.look_back
                if item.choose
            ),
            settings,
        )

    return TableMenu(room, Message("menus.table"), lambda: (*lines(), search_item(room, lines), leave))


def _command(room: Room, table: TablePlace, command: Command) -> Item:
    label = room.speech.named(PlaceName.HAND, command)
    return Item(command, label, choose=partial(_leave, table, partial(table.obey, command)))


def _said(room: Room, table: TablePlace, commands: Iterable[Command]) -> tuple[Item, ...]:
    """The lines for what was said: the *commands* of the table for it, and those that work everywhere."""
    history = room.voice.history
    named = partial(room.speech.named, PlaceName.HAND)
    # What the menu itself has said is not said again.
    again = partial(room.voice.echo, history.latest(), history.latest_private_text())
    everywhere = {
        Command.REPEAT: again,
        **{command: partial(HISTORY_COMMANDS[command], room) for command in ANYWHERE},
        Command.HISTORY: partial(open_history, room),
    }
    transcript = Item(
        "transcript",
        Message(command_entry(PlaceName.HISTORY, Command.TRANSCRIPT)),
        choose=partial(_leave, table, partial(transcribe, room)),
    )
    return (
        *(_command(room, table, command) for command in commands),
        *(Item(each, named(each), choose=partial(_leave, table, do)) for each, do in everywhere.items()),
        *((transcript,) if room.reaches_machine else ()),
    )


def _leave(table: TablePlace, then: Callable[[], None]) -> None:
    """Close the menu, and do what was chosen."""
    table.room.places.drop_to(table)
    then()
