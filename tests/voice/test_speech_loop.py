"""Which backend speaks, on a clock that the test moves."""

from collections import deque
from collections.abc import Callable
from itertools import count
from math import inf
from typing import TypeVar

import pytest
from fake_backend import FakeSpeaker

from playroom.narration.message import Urgency
from playroom.voice.active_backend import Speaker
from playroom.voice.backend import BackendError, BackendKind, Failure, SpeechEvent
from playroom.voice.queue import Queue
from playroom.voice.speech_loop import SpeechLoop
from playroom.voice.utterance import Utterance

Result = TypeVar("Result")


class BlocksError(BaseException):
    """Raised where a call would block for ever."""


class Runner:
    """A speech loop in the time of the test; calls that block are abandoned at once."""

    def __init__(self, *speakers: FakeSpeaker) -> None:
        self.now = 100.0
        self.speakers: list[Speaker | None] = []
        self.queue, self.lost = Queue(), frozenset[int]()
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

    def _take(self, report: Speaker | Queue | None) -> None:
        if isinstance(report, Queue):
            self.queue, self.lost = report, report.lost
        else:
            self.speakers.append(report)

    def say(self, text: str, urgency: Urgency = Urgency.ANSWER) -> None:
        utterance = Utterance(text, urgency)
        number = next(self._numbers)
        self._loop.change(lambda queue, now: queue.put(utterance, now, number))
        self._work()

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

    def return_abandoned(self) -> None:
        """Let the calls that were abandoned return."""
        self._loop.take_returned()
        self._work()

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


@pytest.mark.parametrize(("failure", "attempts"), [(Failure.NOT_RUNNING, 13), (Failure.BROKEN, 13)])
def test_a_source_that_fails_is_tried_after_a_moment_and_then_each_second(
    failure: Failure, attempts: int
) -> None:
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


def test_a_better_source_is_used_again_a_tenth_of_a_second_after_it_works() -> None:
    better = FakeSpeaker(before_building=fail(Failure.NOT_RUNNING, times=3))
    other = FakeSpeaker()
    runner = Runner(better, other)
    runner.say("before")

    runner.wait(0.25)
    runner.say("meanwhile")
    runner.wait(0.5)
    runner.say("after")

    assert (other.texts, better.texts) == (["before", "meanwhile", ""], ["after"])
    assert other.closed == 1


def test_a_better_source_is_used_again_while_there_is_always_something_to_say() -> None:
    better, other = (
        FakeSpeaker(before_building=fail(Failure.NOT_RUNNING, times=9)),
        FakeSpeaker(ends_at_once=False),
    )
    runner = Runner(better, other)

    for number in range(100):
        runner.say(f"Answer {number}")
        runner.wait(0.1)

    assert better.texts[-1] == "Answer 99"
    assert other.texts[0] == "Answer 0"
    assert other.said[-1] == ("", True)


def test_what_the_other_source_has_begun_is_not_cut_by_an_event() -> None:
    better = FakeSpeaker(before_building=fail(Failure.NOT_RUNNING, times=1))
    other = FakeSpeaker(ends_at_once=False)
    runner = Runner(better, other)
    runner.say("begun")
    runner.wait(0.2)

    other.built[0].on_event(SpeechEvent.FINISHED, "begun")
    runner.say("Ben passes.", Urgency.EVENT)
    runner.wait(10)

    assert (other.texts, better.texts) == (["begun"], ["Ben passes."])


def test_a_fault_of_a_few_seconds_loses_nothing() -> None:
    fake = FakeSpeaker(before_speaking=fail(Failure.BROKEN, times=13))
    runner = Runner(fake)
    runner.say("Ben passes.", Urgency.EVENT)

    runner.wait(30)

    assert fake.texts == ["Ben passes."]


def test_a_backend_that_fails_is_closed() -> None:
    fake = FakeSpeaker(before_speaking=fail(Failure.BROKEN, times=1))
    runner = Runner(fake)

    runner.say("Left 3.")

    assert (len(fake.built), fake.closed) == (2, 1)


def test_a_text_that_every_backend_throws_at_is_left_to_the_history() -> None:
    fake = FakeSpeaker(before_speaking=fail(Failure.BROKEN, times=14))
    runner = Runner(fake)
    runner.say("Ben passes.", Urgency.EVENT)
    runner.wait(30)

    runner.say("Left 3.")

    assert fake.texts == ["Left 3."]


def test_a_source_that_never_spoke_is_probed_each_30_seconds_after_ten_failures() -> None:
    never, other = FakeSpeaker(before_building=fail(Failure.NOT_RUNNING)), FakeSpeaker()
    runner = Runner(never, other)

    runner.wait(300)

    assert next(never.attempts) in range(18, 22)


def test_a_source_that_has_spoken_is_probed_each_second_as_long_as_it_takes() -> None:
    server_runs = True

    def need_server(_number: int) -> None:
        if not server_runs:
            raise BackendError(Failure.NOT_RUNNING, "for the test")

    better, other = FakeSpeaker(before_building=need_server, before_speaking=need_server), FakeSpeaker()
    runner = Runner(better, other)
    runner.say("before")
    server_runs = False
    runner.say("lost")
    runner.wait(300)
    server_runs = True

    runner.wait(1)
    runner.say("after")

    assert (better.texts, other.texts) == (["before", "after"], ["lost", ""])


def test_a_program_without_a_sound_device_gives_way_to_the_next_at_once() -> None:
    mute, other = FakeSpeaker(ends_at_once=False), FakeSpeaker()
    runner = Runner(mute, other)
    runner.say("Your turn.", Urgency.ALERT)
    runner.wait(1)

    mute.built[0].on_event(SpeechEvent.INTERRUPTED, "Your turn.")
    mute.built[0].on_event(SpeechEvent.DISCONNECTED, Failure.NO_AUDIO)
    runner.wait(1)

    assert (mute.texts, other.texts) == (["Your turn."], ["Your turn."])


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

    runner.wait(3)
    runner.say("after")

    assert (other.texts, blocks.texts) == (["before", ""], ["after"])


def test_a_source_that_loads_for_long_is_not_taken_for_lost_and_speaks_once_it_is_there() -> None:
    slow = FakeSpeaker(before_building=block(times=1))
    runner = Runner(slow, FakeSpeaker(before_building=fail(Failure.NOT_INSTALLED)))
    runner.say("Left 3.")
    before = list(runner.speakers)

    runner.return_abandoned()

    assert (before, slow.texts) == ([], ["Left 3."])
    assert None not in runner.speakers


def test_a_source_that_never_loads_is_lost_in_the_end() -> None:
    runner = Runner(FakeSpeaker(before_building=block(times=inf)))

    runner.wait(60)

    assert runner.speakers[:1] == [None]


def test_a_source_that_loads_for_long_gives_way_to_the_next_meanwhile() -> None:
    slow, other = FakeSpeaker(before_building=block(times=1)), FakeSpeaker()
    runner = Runner(slow, other)
    runner.say("before")

    runner.return_abandoned()
    runner.say("after")

    assert (other.texts, slow.texts) == (["before", ""], ["after"])


def test_how_long_a_voice_seemed_to_speak_before_it_failed_does_not_count() -> None:
    mute, other = FakeSpeaker(ends_at_once=False), FakeSpeaker()
    runner = Runner(mute, other)
    runner.say("Target: 100 points.")
    runner.wait(1)
    mute.built[0].on_event(SpeechEvent.BEGUN, "Target: 100 points.")
    runner.wait(1)
    mute.built[0].on_event(SpeechEvent.FINISHED, "Target: 100 points.")
    runner.say("Ben passes.", Urgency.EVENT)
    runner.wait(1)

    mute.built[0].on_event(SpeechEvent.BEGUN, "Ben passes.")
    runner.wait(4)
    mute.built[0].on_event(SpeechEvent.DISCONNECTED, Failure.NO_AUDIO)
    runner.wait(1)

    assert other.texts == ["Ben passes."]


def test_what_the_other_source_has_begun_is_told_again_if_it_fails() -> None:
    better = FakeSpeaker(before_building=fail(Failure.NOT_RUNNING, times=3))
    other = FakeSpeaker(ends_at_once=False)
    runner = Runner(better, other)
    runner.say("Ben passes.", Urgency.ALERT)
    runner.wait(1)

    other.built[0].on_event(SpeechEvent.DISCONNECTED, Failure.NO_AUDIO)
    runner.wait(10)

    assert (other.texts, better.texts) == (["Ben passes."], ["Ben passes."])


@pytest.mark.parametrize("call", ["silence", "close"])
def test_the_backend_in_use_is_not_blamed_for_the_one_before_that_blocks(
    call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    better = FakeSpeaker(before_building=fail(Failure.NOT_RUNNING, times=1))
    other = FakeSpeaker(ends_at_once=False)
    runner = Runner(better, other)

    def hang() -> None:
        raise BlocksError

    monkeypatch.setattr(other.built[0], call, hang)
    runner.wait(1)
    runner.say("Left 3.")
    runner.wait(0)

    assert (better.texts, other.texts) == (["Left 3."], [""] if call == "close" else [])
    assert (len(better.built), len(other.built)) == (2, 1)  # one of them for a probe


def reader(text: str) -> tuple[FakeSpeaker, Runner]:
    """A screen reader that tells when texts end, and that has begun to speak an event."""
    fake = FakeSpeaker(kind=BackendKind.SCREEN_READER, ends_at_once=False)
    runner = Runner(fake)
    runner.say(text, Urgency.EVENT)
    runner.wait(1)
    runner.hear(fake, SpeechEvent.BEGUN, text)
    return fake, runner


@pytest.mark.parametrize("seconds", [0.0, 0.1])
def test_what_our_key_cut_is_told_again_although_the_reader_reports_it_first(seconds: float) -> None:
    fake, runner = reader("Ben passes.")

    runner.hear(fake, SpeechEvent.INTERRUPTED, "Ben passes.")
    runner.wait(seconds)
    runner.key()
    runner.say("Left 3.")
    runner.hear(fake, SpeechEvent.FINISHED, "Left 3.")
    runner.wait(1)

    assert fake.texts == ["Ben passes.", "Left 3.", "Ben passes."]


def test_what_the_readers_own_key_silenced_is_told_again_only_if_asked_for() -> None:
    fake, runner = reader("Ben passes.")

    runner.hear(fake, SpeechEvent.INTERRUPTED, "Ben passes.")
    runner.wait(10)
    runner.key()
    runner.say("Left 3.")
    runner.wait(10)

    assert fake.texts == ["Ben passes.", "Left 3."]
    assert runner.lost == {1}


def test_the_report_of_a_text_that_our_key_has_cut_changes_nothing() -> None:
    fake, runner = reader("Ben passes.")

    runner.key()
    runner.hear(fake, SpeechEvent.INTERRUPTED, "Ben passes.")
    runner.wait(1)

    assert fake.texts == ["Ben passes.", "Ben passes."]
    assert runner.lost == set()


@pytest.mark.parametrize("reports_end", [True, False])
def test_what_sounded_when_the_computer_fell_asleep_is_told_again(reports_end: bool) -> None:  # noqa: FBT001
    fake = FakeSpeaker(ends_at_once=False, reports_end=reports_end)
    runner = Runner(fake)
    runner.say("Ben passes.", Urgency.EVENT)
    runner.wait(0.2)

    runner.sleep(3600)
    runner.hear(fake, SpeechEvent.FINISHED, "Ben passes.")
    runner.wait(1)

    assert fake.texts == ["Ben passes.", "", "Ben passes."]
    assert (len(fake.built), fake.closed) == (2, 1)


def test_the_hours_of_a_sleep_do_not_count_as_speech() -> None:
    fake = FakeSpeaker(ends_at_once=False)
    runner = Runner(fake)
    runner.say("Ben passes.", Urgency.EVENT)
    runner.wait(0.2)
    runner.hear(fake, SpeechEvent.BEGUN, "Ben passes.")

    runner.sleep(3600)
    runner.hear(fake, SpeechEvent.FINISHED, "Ben passes.")

    assert runner.queue.rate.value == 0


@pytest.mark.parametrize("reports_end", [True, False])
def test_what_was_heard_before_the_computer_slept_is_not_told_again(reports_end: bool) -> None:  # noqa: FBT001
    fake = FakeSpeaker(reports_end=reports_end)
    runner = Runner(fake)
    runner.say("Ben passes.", Urgency.EVENT)
    runner.wait(5)

    runner.sleep(3600)
    runner.say("Left 3.")

    assert fake.texts == ["Ben passes.", "Left 3."]


def test_a_source_that_was_given_up_is_tried_again_after_a_sleep() -> None:
    lost = FakeSpeaker(before_building=fail(Failure.NOT_INSTALLED, times=1))
    other = FakeSpeaker(ends_at_once=False)
    runner = Runner(lost, other)
    runner.say("Left 3.", Urgency.EVENT)
    runner.wait(0.2)

    runner.sleep(3600)
    runner.wait(1)

    assert (other.texts, lost.texts) == (["Left 3.", ""], ["Left 3."])
