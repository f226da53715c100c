"""A text to be said, and its forms."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from playroom.narration.message import Urgency

_UNSPEAKABLE = re.compile(r"[\x00-\x20\x7f-\xa0\u2028\u2029\ud800-\udfff\ufffe\uffff]+")


class Buffer(StrEnum):
    """A part of the history. Everything stands in ALL, and in one of the others too."""

    ALL = "all"
    TABLE = "table"
    SCORE = "score"
    CHAT = "chat"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Utterance:
    """One ready text, with a short form for bursts of more than four; "" is none.

    *braille* is what fingers read in its place, on a display and on the screen; with no text beside it,
    the ear hears nothing.
    """

    text: str
    urgency: Urgency
    buffer: Buffer = Buffer.TABLE
    short: str = ""
    braille: str = ""

    def __bool__(self) -> bool:
        """Whether there is anything to hear or to read."""
        return bool(self.text or self.braille)


def cleaned(text: object) -> str:
    """The text as one line that any synthesiser and any braille display can take; "" for what is no text."""
    if not isinstance(text, str):
        return ""
    # Nearly every text is clean already, and to see that is a hundred times faster than to search it.
    return text.strip() if text.isprintable() else _UNSPEAKABLE.sub(" ", text).strip()


def speakable(utterance: Utterance) -> Utterance:
    """The utterance with all its forms cleaned."""
    text, short, braille = map(cleaned, (utterance.text, utterance.short, utterance.braille))
    clean = (text, short, braille) == (utterance.text, utterance.short, utterance.braille)
    return utterance if clean else replace(utterance, text=text, short=short, braille=braille)
