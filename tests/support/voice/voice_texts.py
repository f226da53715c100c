"""Utterances for tests of the voice, and backends that cannot be built."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playroom.narration.message import Urgency
from playroom.voice.backends.backend import BackendError, Failure
from playroom.voice.queue import Queue
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


@contextmanager
def at_one_moment(voice: Voice) -> Iterator[None]:
    """Holds up the thread that speaks: all that is said meanwhile comes to it at once, on any machine."""
    may_go_on = threading.Event()

    def wait(queue: Queue, _now: float) -> Queue:
        may_go_on.wait()
        return queue

    voice._change_queue(wait)  # noqa: SLF001 (nothing public holds up the thread)
    try:
        yield
    finally:
        may_go_on.set()
