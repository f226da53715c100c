"""The history of a match that all at one keyboard may know, in the words of each who reads it."""

from collections.abc import Iterable, Sequence

from playroom.console.match.recall import HistoryLine
from playroom.narration.phrases.phrasebook import Audience, Phrasebook
from playroom.voice.history import History
from playroom.voice.utterance import Utterance


class PublicHistory:
    """The lines that everybody may read, as a history for each language and way to say tiles.

    *first* is the history in the words of the room.
    """

    def __init__(self, book: Phrasebook, names: Sequence[str]) -> None:
        self._everybody = Audience(names)
        self._lines: list[tuple[HistoryLine, float]] = []
        self._histories: dict[tuple[str, str], tuple[Phrasebook, History]] = {}
        self.first = self.in_words_of(book)

    def publish(self, lines: Iterable[HistoryLine], now: float) -> None:
        """Add *lines* to the history in every language."""
        for line in lines:
            self._lines.append((line, now))
            for book, history in self._histories.values():
                self._record(book, history, line, now)

    def in_words_of(self, book: Phrasebook) -> History:
        """The history in the words of *book*, with all lines since the beginning."""
        words = book.language.code, book.tiles
        if words not in self._histories:
            history = History()
            for line, at in self._lines:
                self._record(book, history, line, at)
            self._histories[words] = book, history
        return self._histories[words][1]

    def _record(self, book: Phrasebook, history: History, line: HistoryLine, at: float) -> None:
        message, buffer = line
        history.record(Utterance(book.say(message, self._everybody), message.urgency, buffer), at)
