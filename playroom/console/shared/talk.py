"""Talking at a shared table: a line of text, or a quick phrase by its digit."""

from collections.abc import Callable
from functools import partial

from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.questions import TextEntry
from playroom.console.room import Room
from playroom.console.shared.protocols import SharedTableClient
from playroom.console.shared.words import PHRASES
from playroom.narration.message import Message


def write_line(room: Room, client: SharedTableClient) -> None:
    """Have a line written, and say it to the table."""
    prompt = Message("online.write_chat")
    room.places.open(TextEntry(room, prompt, "", lambda text: client.say(text) if text else None))


def list_phrases(room: Room, client: SharedTableClient) -> None:
    """Open the list of quick phrases."""
    room.places.open(PhraseList(room, lambda phrase: client.say(phrase=phrase)))


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
