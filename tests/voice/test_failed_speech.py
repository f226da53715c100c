"""What the queue tries again after a backend has failed, and what it leaves to the history."""

import pytest
from msgspec.structs import replace
from support.voice.queue_listener import ALERT, ANSWER, BEN, CLEO, SPEECH, Listener

from playroom.voice.queue import Queue
from playroom.voice.speech_request import STALE_AFTER


def test_what_the_backend_failed_to_say_is_tried_again() -> None:
    ear = Listener()
    speech, queue = Queue().put(ANSWER, 99).next(99)
    assert speech

    ear.queue = queue.failed(speech, 99)
    ear.wait(1)

    assert ear.texts == [ANSWER.text]


@pytest.mark.parametrize(("pause", "failures"), [(1.0, 11), (5.0, 6)])
def test_what_failed_six_times_and_for_ten_seconds_is_left_to_the_history(
    pause: float, failures: int
) -> None:
    queue, now, failed = Queue().put(ANSWER, 99), 99.0, 0

    while (due := queue.due()) is not None:
        speech, queue = queue.next(max(now, due))
        assert speech
        queue, now, failed = queue.failed(speech, now), now + pause, failed + 1

    assert (replace(queue, cut_at=0.0), failed) == (Queue(), failures)


def test_only_failures_in_a_row_count() -> None:
    speech, queue = Queue().put(BEN, 99).next(100)

    for now in range(100, 200, 10):
        assert speech
        speech, queue = queue.failed(speech, now).next(now)
        assert speech
        speech, queue = queue.started(speech, now, SPEECH).interrupt(now).next(now)

    assert speech
    assert speech.text == BEN.text


def test_an_event_that_a_newer_answer_replaces_after_a_failure_is_said_after_it() -> None:
    ear = Listener()
    speech, queue = Queue().put(replace(ANSWER, text="You: 6-1.", is_event=True), 99).next(99)
    assert speech

    ear.queue = queue.put(ANSWER, 100).failed(speech, 100)
    ear.wait(10)

    assert ear.texts == [ANSWER.text, "You: 6-1."]


def test_a_newer_answer_wins_over_one_that_failed() -> None:
    ear = Listener()
    speech, queue = Queue().put(ANSWER, 99).next(99)
    assert speech

    ear.queue = queue.put(replace(ANSWER, text="Nine."), 100).failed(speech, 100)
    ear.wait(10)

    assert ear.texts == ["Nine."]


def test_after_a_long_silence_only_what_is_fresh_is_said_and_the_newest_alert() -> None:
    ear = Listener()
    queue = Queue()
    for second, utterance in enumerate([BEN, ALERT, CLEO, ALERT, BEN]):
        queue = queue.put(utterance, second)
    queue = queue.put(CLEO, 99)

    ear.queue = queue
    ear.wait(1)

    assert STALE_AFTER < 90
    assert ear.texts == ["Cleo passes. Your turn."]


def test_what_waits_does_not_grow_without_end() -> None:
    queue = Queue()

    for second in range(1000):
        queue = queue.put(replace(BEN, text=f"{second}."), 10.0 * second)

    assert len(queue.burst) < 10


def test_an_empty_queue_waits_for_ever() -> None:
    assert Queue().due() is None
    assert Queue().next(1e9) == (None, Queue())
