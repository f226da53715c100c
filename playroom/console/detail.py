"""How much the listener wants to be told of what happens: each event and each urgency has a switch."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from playroom.narration.message import Urgency
from playroom.narration.phrasebook import Verbosity
from playroom.rules.event import (
    Again,
    Dealt,
    Drew,
    Dropped,
    Ended,
    Event,
    Lots,
    Passed,
    Played,
    Redealt,
    Scored,
    Skipped,
    StoodDown,
    Turn,
    Won,
)


class DetailLevel(StrEnum):
    """How much is told of an event."""

    USUAL = "usual"  # as long as the listener wants everything
    FULL = "full"
    BRIEF = "brief"
    SOUND = "sound"  # neither said nor written, but kept in the history
    NOTHING = "nothing"  # not even that


SWITCHES: Final[Mapping[type[Event], str]] = {
    Lots: "dealt",
    Redealt: "dealt",
    Dealt: "dealt",
    Turn: "turn",
    Played: "played",
    Drew: "drew",
    Passed: "passed",
    StoodDown: "stood_down",
    Again: "again",
    Skipped: "skipped",
    Ended: "ended",
    Scored: "scored",
    Dropped: "dropped",
    Won: "won",
}
"""The switch of each event."""


def detail_level(told: Mapping[str, str], urgency: Urgency, event: Event | None) -> DetailLevel:
    """How much of *event* the switches in *told* want: its own switch, or else that of its urgency.

    Answers are always told, but for a deal, and so is what belongs to no event, but for hints.
    """
    switch = SWITCHES[type(event)] if event else ""
    is_answer = urgency is Urgency.ANSWER and switch != SWITCHES[Dealt]
    if is_answer or (event is None and urgency is not Urgency.HINT):
        return DetailLevel.USUAL
    own = told.get(switch)
    return DetailLevel(own or told.get(urgency) or DetailLevel.USUAL)


def length(wanted: DetailLevel, usual: Verbosity) -> Verbosity:
    """The length of what is told at this level."""
    return Verbosity(wanted) if wanted in (DetailLevel.FULL, DetailLevel.BRIEF) else usual
