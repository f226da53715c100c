"""The lines of a player's own table: whether others find it and reach it, and the way back to it."""

from collections.abc import Callable
from functools import partial

from playroom.console.settings.setting_item import on_or_off
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.narration.message import Message, Urgency, answer
from playroom.online.client.table_client import TableClient
from playroom.online.client.tables_protocol import SharedTables
from playroom.table.shared_table import OutsideReach


def announce(room: Room, tables: SharedTables, client: TableClient) -> None:
    """Announce an own table in the network, if that is set."""
    state = client.table.state
    if client.is_own and room.settings.announce:
        tables.announce(state.code, state.name(client.table.me), state.settings.game)


def own_items(room: Room, tables: SharedTables, client: TableClient) -> tuple[Item, ...]:
    """The lines that only an own table has."""
    return _announcement_item(room, tables, client), outside_item(room, tables, client)


def _announcement_item(room: Room, tables: SharedTables, client: TableClient) -> Item:
    """The line that lets the table be found, or not."""

    def step(_by: int) -> None:
        room.change_settings(announce=not room.settings.announce)
        if room.settings.announce:
            announce(room, tables, client)
        else:
            tables.withdraw()
        room.speech.answer(_message(room))

    return Item("announce", _message(room), choose=partial(step, 1), step=step)


def _message(room: Room) -> Message:
    return Message("online.announced", blanks={"value": on_or_off(on=room.settings.announce)})


def outside_item(room: Room, tables: SharedTables, client: TableClient) -> Item:
    """The line that asks the router, whose answer is said when it comes."""
    return Item("outside", Message("online.outside"), choose=partial(_ask, room, tables, client))


def _ask(room: Room, tables: SharedTables, client: TableClient) -> None:
    room.speech.answer(answer("online.outside_asking"))
    tables.ask_outside(client.table.state.code, partial(_tell, room))


def _tell(room: Room, outside: OutsideReach) -> None:
    """Say how far the table reaches, and what to change; copy the invite for outside if there is one."""
    blanks = {"port": outside.port, "address": outside.address}
    message = Message(
        f"online.reach.{outside.reach}", blanks={name: str(value) for name, value in blanks.items()}
    )
    room.speech.say(message, urgency=Urgency.ALERT)
    if outside.invite:
        room.speech.say(room.display.copy(outside.invite), urgency=Urgency.ALERT)


def list_own_table(room: Room, code: str, go_back: Callable[[], None], open_new: Callable[[], None]) -> None:
    """Ask whether to go back to the table of this code, or to open another one."""
    items = (
        Item("table", Message("online.go_back"), choose=go_back),
        Item("new", Message("online.open_new"), choose=open_new),
    )
    title = Message("online.own_goes_on", blanks={"code": code})
    room.places.open(ListPlace(room, title, lambda: items))
