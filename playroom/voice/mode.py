"""The modes of speech and screen: spoken, written, or both."""

from enum import StrEnum
from typing import assert_never

from playroom.voice.backends.backend import BackendKind


class Mode(StrEnum):
    """The player's choice between speech and writing."""

    VOICE = "voice"
    """Everything is spoken."""
    BOTH = "both"
    """Everything is spoken and written."""
    TEXT = "text"
    """Everything is written."""

    def __init__(self, word: str) -> None:
        self.writes, self.speaks = word != "voice", word != "text"
        """Whether everything is written, and whether anything is spoken."""

    def silences(self, mode: "Mode") -> bool:
        """Whether *mode* leaves unspoken what this one speaks."""
        return self.speaks and not mode.speaks

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
