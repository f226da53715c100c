"""The menu of a table: all that can be done there, with the keys for it."""

from collections.abc import Callable
from functools import partial

from playroom.console.match.bot_seats import BotSeats
from playroom.console.places.history import open_history, transcribe
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.table import COMMANDS, TablePlace
from playroom.console.room import Room
from playroom.keys.commands import Command, PlaceName, command_entry
from playroom.narration.message import Message


def table_menu(
    room: Room, table: TablePlace, seats: BotSeats, list_settings: Callable[[], None]
) -> ListPlace:
    """The commands, the strength of each bot, the history, the transcript and the settings."""
    return ListPlace(
        room,
        Message("menus.table"),
        lambda: (
            *(_command(room, table, command) for command in COMMANDS if command is not Command.MENU),
            *seats.items(table.session.table),
            *_records(room),
            Item("settings", Message("menus.settings"), choose=list_settings),
        ),
    )


def _command(room: Room, table: TablePlace, command: Command) -> Item:
    label = room.speech.named(PlaceName.HAND, command)
    return Item(command, label, choose=partial(_leave, room, partial(table.obey, command)))


def _records(room: Room) -> tuple[Item, ...]:
    history = room.speech.named(PlaceName.HAND, Command.HISTORY)
    transcript = Message(command_entry(PlaceName.HISTORY, Command.TRANSCRIPT))
    return (
        Item("history", history, choose=partial(_leave, room, partial(open_history, room))),
        Item("transcript", transcript, choose=partial(_leave, room, partial(transcribe, room))),
    )


def _leave(room: Room, then: Callable[[], None]) -> None:
    """Close the menu, and do what was chosen."""
    room.places.drop()
    then()
