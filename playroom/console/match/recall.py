"""The events of a match as lines of the history, for somebody who did not hear them here."""

from collections.abc import Iterable
from typing import Final

from playroom.console.match.log import without_forced_turns
from playroom.narration.introduction import before_deal, introduction
from playroom.narration.message import Message, Title
from playroom.narration.narrate import narrate
from playroom.rules.event import Dropped, Ended, Event, Scored, Won
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.variant import Rules
from playroom.rules.view import seen
from playroom.voice.utterance import Buffer

SCORING: Final = (Ended, Scored, Dropped, Won)
"""The events that stand in the history under the scores."""

HistoryLine = tuple[Message, Buffer]
"""What is said, and the part of the history in which it stands."""


def recalled(title: Title, match: Match, ear: Seat | None) -> tuple[HistoryLine, ...]:
    """All that was played so far, as the listener at seat *ear* saw it; first what the match is."""
    logs = (tuple(seen(event, ear) for event in each.log) for each in match.rounds)
    events = (event for log in logs for event in without_forced_turns(log, match.rules))
    lines = history_lines(events, ear, match.rules)
    begins = introduction(title, match.rules, ear)
    first = ((before_deal(begins, message), buffer) for message, buffer in lines[:1])
    return (*first, *lines[1:])


def history_lines(events: Iterable[Event], ear: Seat | None, rules: Rules) -> tuple[HistoryLine, ...]:
    """These events, as the listener at seat *ear* saw them."""
    told = ((narrate(event, ear, rules), buffer_of(event)) for event in events)
    return tuple((message, buffer) for message, buffer in told if message)


def buffer_of(event: Event) -> Buffer:
    """The part of the history in which an event stands."""
    return Buffer.SCORE if isinstance(event, SCORING) else Buffer.TABLE
