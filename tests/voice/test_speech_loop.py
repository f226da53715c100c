"""Which backend speaks, on a clock that the test moves."""

from collections import deque
from collections.abc import Callable
from math import inf
from typing import TypeVar

import pytest
from fake_backend import FakeSpeaker

from playroom.narration.message import Urgency
from playroom.voice.backend import BackendError, Failure
from playroom.voice.queue import Queue
from playroom.voice.speech_loop import UPGRADE_INTERVAL, Speaker, SpeechLoop
from playroom.voice.utterance import Utterance

Result = TypeVar("Result")


class BlocksError(BaseException):
    """Raised where a call would block for ever."""


class Runner:
    """A speech loop in the time of the test; calls that block are abandoned at once."""

    def __init__(self, *speakers: FakeSpeaker) -> None:
        self.now = 100.0
        self.speakers: list[Speaker | None] = []
        self._posted: deque[Callable[[], None]] = deque()
        self._loop = SpeechLoop(
            [speaker.source for speaker in speakers],
            self._take,
            clock=lambda: self.now,
            guard=self._call,
            post=self._posted.append,
        )
        self._work()

    def _take(self, report: Speaker | Queue | None) -> None:
        if not isinstance(report, Queue):
            self.speakers.append(report)

    def say(self, text: str, urgency: Urgency = Urgency.ANSWER) -> None:
        utterance = Utterance(text, urgency)
        self._loop.change(lambda queue, now: queue.put(utterance, now))
        self._work()

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self._loop.due() <= end:
            self.now = max(self.now, self._loop.due())
            self._work()
        self.now = end

    @property
    def due(self) -> float:
        return self._loop.due()

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


def test_a_source_that_is_not_installed_is_tried_once() -> None:
    fake = FakeSpeaker(before_building=fail(Failure.NOT_INSTALLED))
    runner = Runner(fake)

    runner.wait(100_000)

    assert next(fake.attempts) == 1
    assert (runner.due, runner.speakers) == (inf, [None])


@pytest.mark.parametrize(("failure", "attempts"), [(Failure.NOT_RUNNING, 8), (Failure.BROKEN, 8)])
def test_a_source_that_fails_is_tried_at_longer_and_longer_intervals(failure: Failure, attempts: int) -> None:
    fake = FakeSpeaker(before_building=fail(failure))
    runner = Runner(fake)

    runner.wait(10)

    assert next(fake.attempts) == attempts


def test_a_text_waits_for_a_backend() -> None:
    fake = FakeSpeaker(before_building=fail(Failure.NOT_RUNNING, times=3))
    runner = Runner(fake)
    runner.say("Left 3.")
    before = list(fake.texts)

    runner.wait(2)

    assert (before, fake.texts) == ([], ["Left 3."])


def test_a_better_source_is_used_again_once_it_works() -> None:
    better, other = FakeSpeaker(before_building=fail(Failure.NOT_RUNNING, times=1)), FakeSpeaker()
    runner = Runner(better, other)
    runner.say("before")

    runner.wait(UPGRADE_INTERVAL - 1)
    runner.say("meanwhile")
    runner.wait(2)
    runner.say("after")

    assert (other.texts, better.texts) == (["before", "meanwhile"], ["after"])
    assert other.closed == 1


def test_the_best_source_that_is_installed_stays_in_use() -> None:
    absent, present = FakeSpeaker(before_building=fail(Failure.NOT_INSTALLED)), FakeSpeaker()
    runner = Runner(absent, present)

    runner.wait(100_000)

    assert (len(present.built), runner.due) == (1, inf)


def test_a_text_whose_call_blocks_is_spoken_by_the_next_backend() -> None:
    fake = FakeSpeaker(before_speaking=block(times=1))
    runner = Runner(fake)

    runner.say("Left 3.")

    assert fake.texts == ["Left 3."]
    assert len(fake.built) == 2


def test_a_source_that_blocks_gives_way_and_is_tried_again_later() -> None:
    blocks, other = FakeSpeaker(before_building=block(times=1)), FakeSpeaker()
    runner = Runner(blocks, other)
    runner.say("before")

    runner.wait(UPGRADE_INTERVAL + 1)
    runner.say("after")

    assert (other.texts, blocks.texts) == (["before"], ["after"])
