"""Whether others outside the listener's network can reach their own table."""

from functools import partial

from playroom.console.places.items import Item
from playroom.console.room import Room
from playroom.console.shared.protocols import SharedTableClient, SharedTables
from playroom.narration.message import Message, Urgency, answer
from playroom.table.shared_table import OutsideReach


def outside_item(room: Room, tables: SharedTables, client: SharedTableClient) -> Item:
    """The line that has the router asked; what it says is told once it is known."""
    return Item("outside", Message("online.outside"), choose=partial(_ask, room, tables, client))


def _ask(room: Room, tables: SharedTables, client: SharedTableClient) -> None:
    room.speech.answer(answer("online.outside_asking"))
    tables.ask_outside(client.state.code, partial(_tell, room))


def _tell(room: Room, outside: OutsideReach) -> None:
    """Say how far the table reaches, and what to change; copy the invite for outside if there is one."""
    blanks = {"port": outside.port, "address": outside.address}
    told = Message(
        f"online.reach.{outside.reach}", blanks={name: str(value) for name, value in blanks.items()}
    )
    room.speech.say(told, urgency=Urgency.ALERT)
    if outside.invite:
        room.speech.say(room.display.copy(outside.invite), urgency=Urgency.ALERT)
