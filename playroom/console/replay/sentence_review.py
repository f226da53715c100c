"""The sentences of a match one after the other, for a translator to hear and to mark what is wrong."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from msgspec import Struct

from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.message import Message, answer


class ReviewedSentence(Struct, frozen=True):
    """A sentence as it is heard, when it is said, and the same in English."""

    key: str
    text: str
    when: str
    english: str


class SentenceReview(Struct, frozen=True):
    """The sentences to hear; *mark* keeps those that are marked as wrong, and says where."""

    sentences: tuple[ReviewedSentence, ...]
    mark: Callable[[Sequence[ReviewedSentence]], Message]


TITLE: Final = Message("replay.sentences")


class SentenceList(ListPlace):
    """Down goes to the next sentence, Enter says when it is said, Left and Right mark it as wrong or not."""

    def __init__(self, room: Room, review: SentenceReview) -> None:
        self._review = review
        self._marked: set[str] = set()
        super().__init__(room, TITLE, self._lines, sentences=True)

    def _lines(self) -> tuple[Item, ...]:
        return tuple(map(self._line, self._review.sentences))

    def _line(self, each: ReviewedSentence) -> Item:
        entry = "replay.wrong_sentence" if each.key in self._marked else "replay.sentence"
        label = Message(entry, blanks={"text": each.text})
        tell = partial(self._tell_when, each)
        return Item(each.key, label, choose=tell, step=lambda _: self._switch(each.key))

    def _tell_when(self, each: ReviewedSentence) -> None:
        blanks = {"when": each.when, "english": each.english}
        self.room.speech.answer(answer("replay.when_said", **blanks))

    def _switch(self, key: str) -> Message | None:
        """Mark a sentence as wrong, or take the mark from it."""
        self._marked ^= {key}
        return self._review.mark([each for each in self._review.sentences if each.key in self._marked])
