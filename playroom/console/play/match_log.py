"""The events of a match as the listener at one seat needs them, and as lines of the history."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from playroom.narration.introduction import before_deal, introduction
from playroom.narration.message import Message, Title
from playroom.narration.narrate import UNKNOWN, RoundContext, narrated, round_context
from playroom.narration.phrases.phrasebook import Audience, Phrasebook
from playroom.rules.event import (
    Bonus,
    CarriedOver,
    Chosen,
    Dealt,
    Ended,
    Event,
    MustCover,
    Passed,
    Redealt,
    Scored,
    SidesEliminated,
    StartDraw,
    Turn,
    Won,
)
from playroom.rules.match import Match
from playroom.rules.rulebook.questions import Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.view import seen
from playroom.voice.history import History
from playroom.voice.utterance import Buffer, Utterance


def is_own(event: Event, ear: Seat | None) -> bool:
    """Whether *event* is what a key of the listener at seat *ear* does: a deal, or a move of their own."""
    is_deal = isinstance(event, StartDraw | Redealt | Dealt)
    return is_deal or (isinstance(event, Chosen) and event.seat == ear)


def has_moved(match: Match, seats: Collection[Seat]) -> bool:
    """Whether one of these seats has made a move, besides passes that go by themselves."""
    events = (event for each in match.rounds for event in each.log)
    moves = (event for event in events if isinstance(event, Chosen))
    return any(event.seat in seats and not _is_forced(event, match.rules) for event in moves)


def since_own_move(match: Match, ear: Seat | None) -> tuple[Event, ...]:
    """The events that the listener saw in the last round since their last move or the deal."""
    rules = match.rules
    log = tuple(seen(event, ear) for event in match.now.log) if match.rounds else ()
    own = (index for index, event in enumerate(log) if is_own(event, ear) and not _is_forced(event, rules))
    return without_forced_turns(log[max(own, default=-1) + 1 :], rules)


def without_forced_turns(events: Sequence[Event], rules: Rules) -> tuple[Event, ...]:
    """*events* without the turns that come to nothing but a pass that goes by itself (G-8, MT-8)."""
    kept = []
    for event, *following in (events[index:] for index in range(len(events))):
        passes = next((each for each in following if not isinstance(each, Turn | MustCover)), None)
        if not (isinstance(event, Turn | MustCover) and passes and _is_forced(passes, rules)):
            kept.append(event)
    return tuple(kept)


def _is_forced(event: Event, rules: Rules) -> bool:
    """Whether *event* is a pass that goes by itself, as far as that is public."""
    if not isinstance(event, Passed):
        return False
    if event.forced is None:
        return rules.passing is Passing.IF_STUCK and not event.stops
    return event.forced


SCORING: Final = (Ended, Bonus, Scored, CarriedOver, SidesEliminated, Won)
"""The events that stand in the history under the scores."""

HistoryLine = tuple[Message, Buffer]
"""A message, and the part of the history in which it stands."""


def recalled(title: Title, match: Match, ear: Seat | None) -> tuple[HistoryLine, ...]:
    """All that was played so far, as the listener at seat *ear* saw it; first what the match is."""
    lines: list[HistoryLine] = []
    for now in match.rounds:
        events = without_forced_turns(tuple(seen(event, ear) for event in now.log), match.rules)
        lines += history_lines(events, ear, match.rules, replace(round_context(match, now), log=now.log))
    begins = introduction(title, match.rules, ear)
    first = ((before_deal(begins, message), buffer) for message, buffer in lines[:1])
    return (*first, *lines[1:])


def history_lines(
    events: Iterable[Event], ear: Seat | None, rules: Rules, known: RoundContext = UNKNOWN
) -> tuple[HistoryLine, ...]:
    """These events, as the listener at seat *ear* saw them."""
    lines = narrated(tuple(events), ear, rules, known)
    return tuple((message, buffer_of(event)) for event, message in lines if message)


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
