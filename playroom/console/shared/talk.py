"""Talking at a shared table: a line of text or a quick phrase, to the table, to one's team or to a person."""

from collections.abc import Callable
from functools import partial

from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.questions import TextEntry
from playroom.console.room import Room
from playroom.console.shared.protocols import SharedTableClient
from playroom.narration.message import Message, answer
from playroom.table.shared_table import PHRASES, Recipient, SharedTableState


def write_line(room: Room, client: SharedTableClient, to: Recipient = "table") -> None:
    """Have a line written, and say it."""

    def say(text: str) -> None:
        if text:
            client.say(text, to=to)

    room.places.open(TextEntry(room, _prompt(client.state, to), "", say))


def list_phrases(room: Room, client: SharedTableClient, to: Recipient = "table") -> None:
    """Open the list of quick phrases."""
    room.places.open(PhraseList(room, lambda phrase: client.say(phrase=phrase, to=to)))


def list_recipients(room: Room, client: SharedTableClient) -> None:
    """Ask to whom a line is to be said, and have it written."""
    items = tuple(_recipient(room, client, to) for to in client.state.recipients)
    if items:
        room.places.open(ListPlace(room, Message("online.recipients"), lambda: items))
    else:
        room.speech.answer(answer("online.nobody_else"))


def _recipient(room: Room, client: SharedTableClient, to: Recipient) -> Item:
    def choose() -> None:
        room.places.drop()
        write_line(room, client, to)

    return Item(str(to), _name(client.state, to), choose=choose)


def _name(state: SharedTableState, to: Recipient) -> Message:
    if isinstance(to, int):
        return Message("online.person", blanks={"name": state.people[to].name})
    return Message(f"online.to_{to}")


def _prompt(state: SharedTableState, to: Recipient) -> Message:
    if isinstance(to, int):
        return Message("online.write_to", blanks={"name": state.people[to].name})
    return Message("online.write_chat" if to == "table" else "online.write_team")


class PhraseList(ListPlace):
    """The quick phrases; a digit says one at once."""

    def __init__(self, room: Room, say: Callable[[str], None]) -> None:
        self._say = say
        super().__init__(room, Message("online.phrases_title"), self._phrases)

    def typed(self, key: str) -> bool:
        """Say the phrase of a digit."""
        digit = self.room.keymap.digit(key)
        if digit is None:
            return super().typed(key)
        self._take_phrase(PHRASES[digit - 1])
        return True

    def _phrases(self) -> tuple[Item, ...]:
        return tuple(
            Item(phrase, Message(f"online.phrase.{phrase}"), choose=partial(self._take_phrase, phrase))
            for phrase in PHRASES
        )

    def _take_phrase(self, phrase: str) -> None:
        self.room.places.drop()
        self._say(phrase)
