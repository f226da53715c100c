"""The events of a match as lines of the history, for those who have not heard them here, or all know them."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from playroom.console.play.log import without_forced_turns
from playroom.narration.introduction import before_deal, introduction
from playroom.narration.message import Message, Title
from playroom.narration.narrated import UNKNOWN, RoundContext, narrated, round_context
from playroom.narration.phrases.phrasebook import Audience, Phrasebook
from playroom.rules.event import Bonus, CarriedOver, Ended, Event, Scored, SidesEliminated, Won
from playroom.rules.match import Match
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.view import seen
from playroom.voice.history import History
from playroom.voice.utterance import Buffer, Utterance

SCORING: Final = (Ended, Bonus, Scored, CarriedOver, SidesEliminated, Won)
"""The events that stand in the history under the scores."""

HistoryLine = tuple[Message, Buffer]
"""A message, and the part of the history in which it stands."""


def recalled(title: Title, match: Match, ear: Seat | None) -> tuple[HistoryLine, ...]:
    """All that was played so far, as the listener at seat *ear* saw it; first what the match is."""
    lines = [line for each in match.rounds for line in _round_lines(match, each.log, ear)]
    begins = introduction(title, match.rules, ear)
    first = ((before_deal(begins, message), buffer) for message, buffer in lines[:1])
    return (*first, *lines[1:])


def history_lines(
    events: Iterable[Event], ear: Seat | None, rules: Rules, known: RoundContext = UNKNOWN
) -> tuple[HistoryLine, ...]:
    """These events, as the listener at seat *ear* saw them."""
    lines = narrated(tuple(events), ear, rules, known)
    return tuple((message, buffer_of(event)) for event, message in lines if message)


def _round_lines(match: Match, log: Sequence[Event], ear: Seat | None) -> tuple[HistoryLine, ...]:
    """The tiles that were played in one round of a match, with this log."""
    events = without_forced_turns(tuple(seen(event, ear) for event in log), match.rules)
    return history_lines(events, ear, match.rules, replace(round_context(match), log=log))


def buffer_of(event: Event) -> Buffer:
    """The part of the history in which an event stands."""
    return Buffer.SCORE if isinstance(event, SCORING) else Buffer.TABLE


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
