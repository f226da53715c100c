"""The events of a match as lines of the history, for a listener who has not heard them here."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from playroom.console.match.log import without_forced_turns
from playroom.narration.introduction import before_deal, introduction
from playroom.narration.message import Message, Title
from playroom.narration.narrated import UNKNOWN, RoundContext, narrated, round_context
from playroom.rules.event import Ended, Event, Scored, SidesEliminated, Won
from playroom.rules.match import Match
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.view import seen
from playroom.voice.utterance import Buffer

SCORING: Final = (Ended, Scored, SidesEliminated, Won)
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
