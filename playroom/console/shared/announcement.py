"""Whether the listener's own table is found within their network."""

from functools import partial

from playroom.console.menus.setting_item import on_or_off
from playroom.console.places.items import Item
from playroom.console.room import Room
from playroom.console.shared.outside import outside_item
from playroom.console.shared.protocols import SharedTableClient, SharedTables
from playroom.narration.message import Message


def announce(room: Room, tables: SharedTables, client: SharedTableClient) -> None:
    """Let an own table be found, if the listener wants that."""
    state = client.state
    if client.is_own and room.settings.announce:
        tables.announce(state.code, state.people[state.me].name, state.setup.game)


def own_items(room: Room, tables: SharedTables, client: SharedTableClient) -> tuple[Item, ...]:
    """The lines that only an own table has."""
    return _announcement_item(room, tables, client), outside_item(room, tables, client)


def _announcement_item(room: Room, tables: SharedTables, client: SharedTableClient) -> Item:
    """The line that lets the table be found, or not."""

    def step(_by: int) -> None:
        room.settle(announce=not room.settings.announce)
        if room.settings.announce:
            announce(room, tables, client)
        else:
            tables.withdraw()
        room.speech.answer(_told(room))

    return Item("announce", _told(room), choose=partial(step, 1), step=step)


def _told(room: Room) -> Message:
    return Message("online.announced", blanks={"value": on_or_off(on=room.settings.announce)})
