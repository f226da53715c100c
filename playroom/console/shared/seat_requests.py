"""Bots' seats in a running match, for which people ask: what is heard of that, and the answers to them."""

from collections.abc import Callable, Iterator
from functools import partial

from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.narration.message import Blank, Message, SeatedCue, Urgency, answer
from playroom.online.client.followed_table import FollowedTable
from playroom.online.client.table_client import TableClient
from playroom.online.wire.entries import SeatAsked
from playroom.online.wire.table_commands import GiveSeat
from playroom.sound.cue import Cue


def asked_message(table: FollowedTable, asked: SeatAsked) -> Message:
    """That a person asks for a seat: for the listener who does, who may answer, or who only hears of it."""
    state = table.state
    blanks: dict[str, Blank] = {"name": state.name(asked.person), "seat": asked.seat + 1}
    sound = SeatedCue(Cue.CHAT) if asked.person in table.requests else None
    if asked.person == table.me:
        word = "own" if table.has_host else "own_of_all"
        blanks["host"] = state.name(state.host)
    else:
        word = "question" if sound else "heard"
    return Message(f"online.seat_asked.{word}", blanks=blanks, sound=sound, urgency=Urgency.EVENT)


def request_lines(client: TableClient) -> Iterator[Item]:
    """The lines that grant or refuse requested seats, if the listener may."""
    for person, seat in client.table.requests.items():
        blanks: dict[str, Blank] = {"name": client.table.state.name(person), "seat": seat + 1}
        for word, is_given in (("give", True), ("refuse", False)):
            do = partial(client.do, GiveSeat(person, is_given))
            yield Item(f"{word} {person}", Message(f"online.seat_asked.{word}", blanks=blanks), choose=do)


def list_requests(room: Room, client: TableClient) -> None:
    """Open the list of those who ask for a seat; an answer closes it."""

    def lines() -> Iterator[Item]:
        for line in request_lines(client):
            assert line.choose  # both lines of a request can be chosen
            yield Item(line.key, line.label, choose=partial(_leave_and, room, line.choose))

    if client.table.requests:
        room.places.open(ListPlace(room, Message("online.seat_asked.title"), lambda: tuple(lines())))
    else:
        room.speech.answer(answer("online.seat_asked.none"))


def _leave_and(room: Room, do: Callable[[], None]) -> None:
    room.places.drop()
    do()
