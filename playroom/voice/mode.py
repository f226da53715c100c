"""Who is told what: the ear, the screen, or both."""

from enum import StrEnum
from typing import assert_never

from playroom.narration.message import Urgency
from playroom.voice.backend import Sort


class Mode(StrEnum):
    """What is spoken, and what is written on the screen."""

    VOICE = "voice"  # everything is spoken
    BOTH = "both"  # everything is spoken and written
    TEXT = "text"  # everything is written
    QUIET = "quiet"  # answers are spoken, and nothing else

    @property
    def writes(self) -> bool:
        """Whether the screen gets everything."""
        return self in (Mode.BOTH, Mode.TEXT)

    def speaks(self, urgency: Urgency) -> bool:
        """Whether utterances of this urgency are spoken."""
        return self in (Mode.VOICE, Mode.BOTH) or (self is Mode.QUIET and urgency is Urgency.ANSWER)

    @property
    def next(self) -> "Mode":
        """The mode after this one, round and round."""
        modes = tuple(Mode)
        return modes[(modes.index(self) + 1) % len(modes)]


def default_mode(sort: Sort | None, *, terminal: bool) -> Mode:
    """What suits best where this sort of speaker was found, or none, and there is a terminal or none."""
    if not terminal or sort is None:
        return Mode.TEXT
    match sort:
        case Sort.READER | Sort.POLITE_READER:
            return Mode.VOICE
        case Sort.SYNTHESISER:
            return Mode.BOTH
        case Sort.TERMINAL_READER:
            return Mode.TEXT
    assert_never(sort)
