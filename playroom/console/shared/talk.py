"""Talking at a shared table, requests for its seats, and the keys that concern the others there."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from playroom.console.shared.report import list_reportable
from playroom.console.shared.turn_clock import extend
from playroom.console.shared.words import tell_proof
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import Keymap
from playroom.narration.message import Blank, Message, SeatedCue, Urgency, answer
from playroom.online.client.followed_table import FollowedTable
from playroom.online.client.table_client import TableClient
from playroom.online.wire.entries import SeatAsked
from playroom.online.wire.table_commands import GiveSeat
from playroom.sound.cue import Cue
from playroom.table.shared_table import PHRASES, Recipient


def write_line(room: Room, client: TableClient, to: Recipient = "table") -> None:
    """Have a line written, and say it."""

    def say(text: str) -> None:
        if text:
            client.say(text, to=to)
        else:
            room.speech.answer(answer("online.nothing_to_send"))

    if isinstance(to, int):
        prompt = Message("online.write_to", blanks={"name": client.table.state.name(to)})
    else:
        prompt = Message("online.write_chat" if to == "table" else "online.write_team")
    room.places.open(TextEntry(room, prompt, "", say))


def list_phrases(room: Room, client: TableClient, to: Recipient = "table") -> None:
    """Open the list of quick phrases."""
    room.places.open(PhraseList(room, lambda phrase: client.say(phrase=phrase, to=to)))


def list_recipients(room: Room, client: TableClient) -> None:
    """Ask to whom a line is to be said, and have it written."""

    def choose(to: Recipient) -> None:
        room.places.drop()
        write_line(room, client, to)

    state = client.table.state
    labels = {
        to: Message("online.person", blanks={"name": state.name(to)})
        if isinstance(to, int)
        else Message(f"online.to_{to}")
        for to in client.table.recipients
    }
    items = tuple(Item(str(to), label, choose=partial(choose, to)) for to, label in labels.items())
    if items:
        room.places.open(ListPlace(room, Message("online.recipients"), lambda: items))
    else:
        room.speech.answer(answer("online.nobody_else"))


class PhraseList(ListPlace):
    """The quick phrases; a digit says one at once."""

    def __init__(self, room: Room, say: Callable[[str], None]) -> None:
        self._say = say
        super().__init__(room, Message("online.phrases_title"))

    def typed(self, key: str) -> bool:
        """Say the phrase of a digit."""
        digit = self.room.keymap.digit(key)
        if digit is None:
            return super().typed(key)
        self._take_phrase(PHRASES[digit - 1])
        return True

    def items(self) -> tuple[Item, ...]:
        """The phrases."""
        return tuple(
            Item(phrase, Message(f"online.phrase.{phrase}"), choose=partial(self._take_phrase, phrase))
            for phrase in PHRASES
        )

    def _take_phrase(self, phrase: str) -> None:
        self.room.places.drop()
        self._say(phrase)


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

    def leave_and(do: Callable[[], None]) -> None:
        room.places.drop()
        do()

    def lines() -> Iterator[Item]:
        for line in request_lines(client):
            assert line.choose  # both lines of a request can be chosen
            yield Item(line.key, line.label, choose=partial(leave_and, line.choose))

    if client.table.requests:
        room.places.open(ListPlace(room, Message("online.seat_asked.title"), lines))
    else:
        room.speech.answer(answer("online.seat_asked.none"))


WITH_OTHERS: Final[Mapping[Command, Callable[[Room, TableClient], None]]] = {
    Command.CHAT: write_line,
    Command.CHAT_TO: list_recipients,
    Command.PHRASES: list_phrases,
    Command.EXTEND: extend,
    Command.PROOF: tell_proof,
    Command.REQUESTS: list_requests,
    Command.REPORT: list_reportable,
}
"""The commands that lead to a shared table, or to its people."""


def signs_with_others(keymap: Keymap) -> Mapping[Command, tuple[str, ...]]:
    """The keys of these commands that are neither letters nor digits, as far as they have some."""
    keys = {each: keymap.keys(PlaceName.HAND, each) for each in WITH_OTHERS}
    signs = {each: tuple(key for key in several if not key.isalnum()) for each, several in keys.items()}
    return {each: several for each, several in signs.items() if several}
