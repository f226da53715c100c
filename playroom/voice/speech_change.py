"""Changes in what can speak."""

from enum import StrEnum

from playroom.voice.active_backend import Speaker


class SpeechChange(StrEnum):
    """A change in what can speak; each is reported once."""

    FOUND = "found"
    """A backend speaks."""
    LOST = "lost"
    """No backend can speak: everything is written."""
    BACK = "back"
    """A backend speaks again, or at last."""


class SpeechChanges:
    """The changes that were reported."""

    def __init__(self) -> None:
        self._reported: set[SpeechChange] = set()

    def take(self, speaker: Speaker | None) -> SpeechChange | None:
        """The change that this speaker makes, or None for one that was reported."""
        change = self._change_to(speaker)
        if change in self._reported:
            return None
        self._reported.add(change)
        return change

    def _change_to(self, speaker: Speaker | None) -> SpeechChange:
        if speaker is None:
            return SpeechChange.LOST
        return SpeechChange.BACK if SpeechChange.LOST in self._reported else SpeechChange.FOUND
