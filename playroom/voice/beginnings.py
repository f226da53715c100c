"""The beginnings of utterances as they are heard, for their cues. Pure: times are in seconds."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.voice.speech_request import SpeechRequest

MOST_BEGINNINGS: Final = 100
"""The newest beginnings that are remembered."""


class Beginning(Struct, frozen=True):
    """The utterance of this number begins to be heard at this time."""

    number: int
    at: float

    def by(self, now: float) -> "Beginning":
        """The same, at this time at the latest."""
        return self if self.at <= now else replace(self, at=now)


class Beginnings(Struct, frozen=True):
    """The beginnings of the texts that were spoken last: known, and expected by the length of the texts."""

    known: tuple[Beginning, ...] = ()

    def noting(self, speech: SpeechRequest, rate: float) -> "Beginnings":
        """A copy with the starts of the parts of a text that has begun, at a rate in characters a second."""
        if speech.begun is None:
            return self
        new = (Beginning(number, speech.begun + before / rate) for number, before in speech.offsets)
        return Beginnings((*self.known, *new)[-MOST_BEGINNINGS:])

    def ended(self, now: float) -> "Beginnings":
        """Those once a text has ended: no part of it begins later."""
        return Beginnings(tuple(each.by(now) for each in self.known))

    def cut_short(self, now: float) -> "Beginnings":
        """Those once what sounds was cut: the rest of it does not begin."""
        return Beginnings(tuple(each for each in self.known if each.at <= now))
