"""The levels of detail that the player has chosen for events and urgencies."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from playroom.narration.cues import EventSwitch, event_switch
from playroom.narration.message import Urgency
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.rules.event import Event


class DetailLevel(StrEnum):
    """The detail in which events are announced."""

    USUAL = "usual"  # by the verbosity
    FULL = "full"
    BRIEF = "brief"
    SOUND = "sound"  # heard by its cue alone, and kept in the history in words
    NOTHING = "nothing"  # not kept either


URGENCIES: Final = (Urgency.ALERT, Urgency.EVENT, Urgency.HINT)
"""The urgencies that have a switch; an answer is always said."""

CHAT: Final = "chat"
"""The name of the switch for chat."""


def detail_level(levels: Mapping[str, str], urgency: Urgency, event: Event | None) -> DetailLevel:
    """The level of an event: by its switch in *levels*, or else by that of its urgency.

    Answers other than a deal always have the usual level, as have messages without an event other than hints.
    """
    switch = event_switch(event) if event else None
    is_answer = urgency is Urgency.ANSWER and switch is not EventSwitch.DEALT
    if is_answer or (event is None and urgency is not Urgency.HINT):
        return DetailLevel.USUAL
    own = levels.get(switch) if switch else None
    return DetailLevel(own or levels.get(urgency) or DetailLevel.USUAL)


def is_announced(levels: Mapping[str, str], urgency: Urgency, switch: EventSwitch) -> bool:
    """Whether events are announced in words, by the level of their switch or of their urgency."""
    level = levels.get(switch) or levels.get(urgency)
    return level not in (DetailLevel.SOUND, DetailLevel.NOTHING)


def chat_level(levels: Mapping[str, str]) -> DetailLevel:
    """The level of chat."""
    return DetailLevel(levels.get(CHAT, DetailLevel.USUAL))


def length(wanted: DetailLevel, usual: Verbosity) -> Verbosity:
    """The verbosity of messages at this level."""
    return Verbosity(wanted) if wanted in (DetailLevel.FULL, DetailLevel.BRIEF) else usual
