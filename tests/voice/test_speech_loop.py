"""Which backend speaks, on a clock that the test moves."""

from math import inf

import pytest
from msgspec.structs import replace
from support.voice.fake_backend import FakeSpeaker
from support.voice.speech_loop_runner import Runner, fail

from playroom.narration.message import Urgency
from playroom.voice.backends.backend import BackendError, Failure, SpeechEvent


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


def test_a_text_is_spoken_as_it_is_pronounced_and_stays_as_it_is_written_in_braille() -> None:
    fake = FakeSpeaker(ends_at_once=False)
    fake.source = replace(fake.source, pronounced=lambda text: text.replace("5-3", "5 3"))
    runner = Runner(fake)
    runner.say("Ben: 5-3.", Urgency.EVENT)
    runner.say("Your turn.", Urgency.ALERT)
    runner.wait(1)

    runner.hear(fake, SpeechEvent.BEGUN, "Ben: 5 3. Your turn.")
    runner.hear(fake, SpeechEvent.FINISHED, "Ben: 5 3. Your turn.")

    assert fake.texts == ["Ben: 5 3. Your turn."]
    assert fake.brailled == ["Ben: 5-3. Your turn."]
    assert not runner.queue.sounding


def test_an_answer_that_comes_while_a_backend_is_built_replaces_the_one_that_waits() -> None:
    def build(attempt: int) -> None:
        if attempt == 0:
            raise BackendError(Failure.NOT_RUNNING, "for the test")
        runner.say_meanwhile("newest")

    fake = FakeSpeaker(before_building=build)
    runner = Runner(fake)
    runner.say("old")

    runner.wait(1)

    assert fake.texts == ["newest"]


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


def test_what_a_key_cut_is_said_again_if_its_backend_had_failed() -> None:
    fake = FakeSpeaker(ends_at_once=False)
    runner = Runner(fake)
    runner.say("Ben passes.", Urgency.EVENT)
    runner.wait(1)
    runner.hear(fake, SpeechEvent.BEGUN, "Ben passes.")
    runner.wait(5)
    runner.say("Left 3.")

    runner.hear(fake, SpeechEvent.DISCONNECTED, Failure.NO_AUDIO)
    runner.wait(5)

    assert fake.texts == ["Ben passes.", "Left 3.", "Ben passes."]


def test_the_rate_of_one_source_is_not_taken_for_that_of_another() -> None:
    fast = FakeSpeaker(ends_at_once=False, before_building=fail_later)
    slow = FakeSpeaker(ends_at_once=False)
    runner = Runner(fast, slow)
    first, last = "Cleo: 5-2, right. Ends 3 and 2.", "Ben: 5-5, right. Ends 3 and 5."
    runner.say(first, Urgency.EVENT)
    runner.wait(1)
    runner.hear(fast, SpeechEvent.BEGUN, first)
    runner.sleep(0.5)
    runner.hear(fast, SpeechEvent.FINISHED, first)
    runner.hear(fast, SpeechEvent.DISCONNECTED, "")

    runner.say(last, Urgency.EVENT)
    runner.wait(1)
    runner.hear(slow, SpeechEvent.BEGUN, last)
    runner.sleep(1)
    runner.say("Left 3.")
    runner.hear(slow, SpeechEvent.FINISHED, "Left 3.")
    runner.wait(5)

    assert slow.texts == [last, "Left 3.", last]


def fail_later(attempt: int) -> None:
    """Build one backend, and no other."""
    if attempt:
        raise BackendError(Failure.NOT_RUNNING, "for the test")


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
