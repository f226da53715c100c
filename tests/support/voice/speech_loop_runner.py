"""A speech loop whose clock the test moves, and backends that fail or block."""

from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import count
from math import inf
from typing import TypeVar

from playroom.narration.message import Urgency
from playroom.voice.backends.backend import BackendError, Failure, SpeechEvent
from playroom.voice.hearing import SpeechStatus
from playroom.voice.queue import Queue
from playroom.voice.speech_loop import Speaker, SpeechLoop
from playroom.voice.utterance import Utterance
from support.voice.fake_backend import FakeSpeaker

Result = TypeVar("Result")


class BlocksError(BaseException):
    """Raised where a call would block for ever."""


class Runner:
    """A speech loop in the time of the test; calls that block are abandoned at once."""

    def __init__(self, *speakers: FakeSpeaker) -> None:
        self.now = 100.0
        self.speakers: list[Speaker | None] = []
        self.statuses = [SpeechStatus()]
        """All that was reported, the newest last."""
        self._numbers = count(1)
        self._posted: deque[Callable[[], None]] = deque()
        self._loop = SpeechLoop(
            [speaker.source for speaker in speakers],
            self._take,
            clock=lambda: self.now,
            guard=self._call,
            post=self._posted.append,
            background=lambda call: call(),
        )
        self._work()

    def _take(self, report: Speaker | SpeechStatus | None) -> None:
        if isinstance(report, SpeechStatus):
            self.statuses.append(report)
        else:
            self.speakers.append(report)

    @property
    def queue(self) -> Queue:
        """The queue of the loop."""
        queues: list[Queue] = []

        def look(queue: Queue, _now: float) -> Queue:
            queues.append(queue)
            return queue

        self._loop.change(look)
        return queues[0]

    @property
    def lost(self) -> frozenset[int]:
        """What was reported last as silenced."""
        return self.statuses[-1].lost

    def say(self, text: str, urgency: Urgency = Urgency.ANSWER) -> None:
        self.say_meanwhile(text, urgency)
        self._work()

    def say_meanwhile(self, text: str, urgency: Urgency = Urgency.ANSWER) -> None:
        """Say something while the loop is at work, which takes it in later."""
        utterance, number = Utterance(text, urgency), next(self._numbers)
        put = partial(self._loop.change, lambda queue, now: queue.put(utterance, now, number))
        self._posted.append(put)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        self._work()
        while self._loop.due() <= end:
            self.now = max(self.now, self._loop.due())
            self._work()
        self.now = end

    def sleep(self, seconds: float) -> None:
        """Let time pass in which nothing can work."""
        self.now += seconds

    def key(self) -> None:
        self._loop.key()
        self._work()

    def hear(self, speaker: FakeSpeaker, event: SpeechEvent, text: str) -> None:
        """Let the newest backend of a speaker report this."""
        speaker.built[-1].on_event(event, text)
        self._work()

    @property
    def due(self) -> float:
        return self._loop.due()

    def return_abandoned(self, result: object = None) -> bool:
        """Let the calls that were abandoned return; whether the loop goes on with their result."""
        is_wanted = self._loop.take_returned(result)
        self._work()
        return is_wanted

    def finish(self) -> None:
        """Speak what still waits, as at the end of the program."""
        self._loop.finish()

    def _work(self) -> None:
        """Do all the work of this moment."""
        while self._posted or self._loop.due() <= self.now:
            while self._posted:
                self._posted.popleft()()
            try:
                self._loop.work()
            except BlocksError:
                self._loop.abandon(2.0)

    @staticmethod
    def _call(function: Callable[[], Result]) -> Result:
        return function()


def fail(failure: Failure, times: float = inf) -> Callable[[int], None]:
    def build(attempt: int) -> None:
        if attempt < times:
            raise BackendError(failure, "for the test")

    return build


def block(times: float) -> Callable[[int], None]:
    def call(number: int) -> None:
        if number < times:
            raise BlocksError

    return call
