"""A text to be said, and its forms."""

import re
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

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


class Utterance(Struct, frozen=True):
    """A text to be spoken, and its short form for long bursts.

    *spoken* replaces the text and its short form in speech and on the screen, but not in the history.
    *braille* replaces the text on a braille display and on the screen, where it may have several lines; with
    an empty text nothing is spoken.
    *is_event* is set on an answer that tells what has happened, which must be heard as other events are.
    *is_private* is set where the text is for fingers alone: whenever it is spoken, *spoken* takes its place.
    *several* are the texts for 2, 3, ... such utterances in a row, of which this is the last.
    """

    text: str
    urgency: Urgency
    buffer: Buffer = Buffer.TABLE
    short: str = ""
    braille: str = ""
    is_event: bool = False
    spoken: str = ""
    is_private: bool = False
    several: tuple[str, ...] = ()

    @property
    def output(self) -> "Utterance":
        """The utterance as it is spoken and written."""
        if not self.spoken:
            return self
        braille = self.braille or self.private_text
        several = () if self.is_private else self.several
        return replace(self, text=self.spoken, short="", spoken="", braille=braille, several=several)

    @property
    def audible_text(self) -> str:
        """The text as it is spoken when it is read again."""
        return self.spoken if self.is_private else self.text

    @property
    def private_text(self) -> str:
        """The text for fingers alone."""
        return self.text if self.is_private else ""

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
    given = (utterance.text, utterance.short, utterance.braille, utterance.spoken, *utterance.several)
    text, short, braille, spoken, *several = clean = tuple(map(cleaned, given))
    if "\n" in utterance.braille:
        braille = "\n".join(map(cleaned, utterance.braille.split("\n")))
    elif clean == given:
        return utterance
    return replace(utterance, text=text, short=short, braille=braille, spoken=spoken, several=tuple(several))
