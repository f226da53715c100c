"""Backends whose calls block, or that load for long, on a clock that the test moves."""

from math import inf

import pytest
from support.voice.fake_backend import FakeSpeaker
from support.voice.speech_loop_runner import BlocksError, Runner, block, fail

from playroom.narration.message import Urgency
from playroom.voice.backends.backend import Failure, SpeechEvent


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


def test_speech_that_the_other_source_has_begun_is_repeated_if_it_fails() -> None:
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
