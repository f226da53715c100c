"""The modes of speech and screen: spoken, written, or both."""

from enum import StrEnum
from typing import assert_never

from playroom.narration.message import Urgency
from playroom.voice.backends.backend import BackendKind


class Mode(StrEnum):
    """The player's choice between speech and writing."""

    VOICE = "voice"
    """Everything is spoken."""
    BOTH = "both"
    """Everything is spoken and written."""
    TEXT = "text"
    """Everything is written."""
    QUIET = "quiet"
    """Only answers are spoken."""

    @property
    def writes(self) -> bool:
        """Whether everything is written."""
        return self in (Mode.BOTH, Mode.TEXT)

    def speaks(self, urgency: Urgency) -> bool:
        """Whether utterances of this urgency are spoken."""
        return self in (Mode.VOICE, Mode.BOTH) or (self is Mode.QUIET and urgency is Urgency.ANSWER)

    def silences(self, mode: "Mode") -> bool:
        """Whether *mode* leaves something unspoken that this one speaks."""
        return any(self.speaks(urgency) and not mode.speaks(urgency) for urgency in Urgency)

    @property
    def next(self) -> "Mode":
        """The mode after this one, in a cycle."""
        modes = tuple(Mode)
        return modes[(modes.index(self) + 1) % len(modes)]


def default_mode(kind: BackendKind | None, *, terminal: bool) -> Mode:
    """The mode for a player who has not chosen one; *kind* is None if nothing can speak."""
    if not terminal or kind is None:
        return Mode.TEXT
    match kind:
        case BackendKind.SCREEN_READER | BackendKind.KEY_TOLERANT_READER:
            return Mode.VOICE
        case BackendKind.SYNTHESISER:
            return Mode.BOTH
        case BackendKind.TERMINAL_READER:
            return Mode.TEXT
    assert_never(kind)
