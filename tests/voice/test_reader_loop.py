"""What is told again after a screen reader was silenced, or the computer has slept."""

import pytest
from support.voice.fake_backend import FakeSpeaker
from support.voice.speech_loop_runner import Runner, fail

from playroom.narration.message import Urgency
from playroom.voice.backends.backend import BackendKind, Failure, SpeechEvent


def reader(text: str) -> tuple[FakeSpeaker, Runner]:
    """A screen reader that tells when texts end, and that has begun to speak an event."""
    fake = FakeSpeaker(kind=BackendKind.SCREEN_READER, ends_at_once=False)
    runner = Runner(fake)
    runner.say(text, Urgency.EVENT)
    runner.wait(1)
    runner.hear(fake, SpeechEvent.BEGUN, text)
    return fake, runner


@pytest.mark.parametrize("seconds", [0.0, 0.1])
def test_speech_that_our_key_interrupts_is_repeated_although_the_reader_reports_it_first(
    seconds: float,
) -> None:
    fake, runner = reader("Ben passes.")

    runner.hear(fake, SpeechEvent.INTERRUPTED, "Ben passes.")
    runner.wait(seconds)
    runner.key()
    runner.say("Left 3.")
    runner.hear(fake, SpeechEvent.FINISHED, "Left 3.")
    runner.wait(1)

    assert fake.texts == ["Ben passes.", "Left 3.", "Ben passes."]


def test_speech_that_the_readers_own_key_silences_is_repeated_only_on_request() -> None:
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
def test_speech_that_sleep_interrupts_is_repeated(reports_end: bool) -> None:  # noqa: FBT001
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
def test_speech_that_was_heard_before_sleep_is_not_repeated(reports_end: bool) -> None:  # noqa: FBT001
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


def test_the_listener_is_reported_only_what_has_changed_for_it() -> None:
    _, runner = reader("Ben passes.")
    count = len(runner.statuses)

    runner.wait(0.5)
    runner.say("", Urgency.HINT)

    assert len(runner.statuses) == count
    assert runner.statuses[-1].pending(runner.now) == {1}
