"""A text to be said, and its forms."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from playroom.narration.message import Urgency

_UNSPEAKABLE = re.compile(r"[\x00-\x20\x7f-\xa0\u2028\u2029\ud800-\udfff\ufffe\uffff]+")


class Buffer(StrEnum):
    """A part of the history: an utterance is in one of them, and what happened is in ALL as well."""

    ALL = "all"
    """Everything that happened: TABLE, SCORE, CHAT and SYSTEM together."""
    TABLE = "table"
    SCORE = "score"
    CHAT = "chat"
    ANSWERS = "answers"
    """Answers to the player's questions, and refusals."""
    SYSTEM = "system"
    FOCUS = "focus"
    """Lists, typed letters, keys without a meaning: what is found only here, not by a search either."""


OWN: Final = frozenset({Buffer.ANSWERS, Buffer.FOCUS})
"""The parts of what the player's own keys made the program say, which did not happen at the table."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """A text to be spoken, and its short form for long bursts.

    *spoken* replaces the text and its short form in speech and on the screen, but not in the history.
    *braille* replaces the text on a braille display and on the screen; with an empty text nothing is spoken.
    *is_event* is set on an answer that tells what has happened, which must be heard as other events are.
    """

    text: str
    urgency: Urgency
    buffer: Buffer = Buffer.TABLE
    short: str = ""
    braille: str = ""
    is_event: bool = False
    spoken: str = ""

    @property
    def output(self) -> "Utterance":
        """The utterance as it is spoken and written."""
        return replace(self, text=self.spoken, short="", spoken="") if self.spoken else self

    def __bool__(self) -> bool:
        """Whether there is anything to speak or to read."""
        return bool(self.text or self.braille)


def cleaned(text: object) -> str:
    """The text as one line that any synthesiser and braille display can take; "" for anything but a str."""
    if not isinstance(text, str):
        return ""
    # Nearly every text is clean already; isprintable() is a hundred times faster than the search.
    return text.strip() if text.isprintable() else _UNSPEAKABLE.sub(" ", text).strip()


def speakable(utterance: Utterance) -> Utterance:
    """The utterance with each of its texts cleaned."""
    given = (utterance.text, utterance.short, utterance.braille, utterance.spoken)
    text, short, braille, spoken = clean = tuple(map(cleaned, given))
    return (
        utterance
        if clean == given
        else Utterance(text, utterance.urgency, utterance.buffer, short, braille, utterance.is_event, spoken)
    )
