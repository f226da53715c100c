"""Utterances for tests of the voice, and backends that cannot be built."""

from collections.abc import Callable

from playroom.narration.message import Urgency
from playroom.voice.backend import BackendError, Failure
from playroom.voice.utterance import Utterance
from playroom.voice.voice import Voice

ANSWER = Utterance("Left 3, right 5.", Urgency.ANSWER)
ALERT = Utterance("Your turn.", Urgency.ALERT)
EVENT = Utterance("Ben passes.", Urgency.EVENT)
Open = Callable[..., Voice]


def refuse(why: Failure) -> Callable[[int], None]:
    def build(_attempt: int) -> None:
        raise BackendError(why, "for the test")

    return build
