"""The sentences of a match one after the other, for a translator to hear and to mark what is wrong."""

from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.console.ui.waiting import QuietTimer
from playroom.keys.commands import Command
from playroom.narration.message import Message, answer
from playroom.sound.cue import Cue


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

BETWEEN: Final = 1.0
"""Seconds from the end of a sentence to the next one."""


class SentenceList(ListPlace):
    """One sentence follows the other once it was heard.

    Enter pauses, and says when the sentence is said; once more, it goes on. Left and Right mark it as wrong
    or not.
    """

    def __init__(self, room: Room, review: SentenceReview) -> None:
        self._review = review
        self._marked: set[str] = set()
        self._timer = QuietTimer(room.voice, room.background, lambda: BETWEEN)
        self._is_paused = False
        super().__init__(room, TITLE, sentences=True)

    def obey(self, command: Command) -> None:
        """Walk, which ends a pause, mark a sentence, or go back."""
        if command not in (Command.CHOOSE, Command.LESS, Command.MORE):
            self._is_paused = command is Command.CANCEL
        self._timer.cancel()
        super().obey(command)

    def tell_item(self, before: Message | None = None, cue: Cue | None = None) -> None:
        """Say the sentence in focus, and the next one once it was heard."""
        super().tell_item(before, cue)
        if not self._is_paused:
            self._timer.start(self._go_on)

    def update(self) -> None:
        """Check again whether the sentence was heard, after a report of the voice."""
        self._timer.update()

    def items(self) -> tuple[Item, ...]:
        """The sentences."""

        def line(each: ReviewedSentence) -> Item:
            entry = "replay.wrong_sentence" if each.key in self._marked else "replay.sentence"
            label = Message(entry, blanks={"text": each.text})

            def pause() -> None:
                """Pause, and say when the sentence is said; after a pause, go on."""
                self._is_paused = not self._is_paused
                if self._is_paused:
                    blanks = {"when": each.when, "english": each.english}
                    self.room.speech.answer(answer("replay.when_said", **blanks))
                else:
                    self._go_on()

            def switch(_by: int) -> Message | None:
                """Mark the sentence as wrong, or take the mark from it."""
                self._marked ^= {each.key}
                return self._review.mark(
                    [each for each in self._review.sentences if each.key in self._marked]
                )

            return Item(each.key, label, choose=pause, step=switch)

        return tuple(map(line, self._review.sentences))

    def _go_on(self) -> None:
        """Go to the next sentence, unless something else is open above the list; say that it was the last."""
        if self.room.places.current is self:
            self._walk(1)
