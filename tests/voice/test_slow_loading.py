"""Libraries that load for longer than a call may take: one that answers is used at once."""

import threading
from collections.abc import Iterator

import pytest
from support.time.patience import PATIENCE
from support.voice.fake_backend import FakeSpeaker
from support.voice.private_dispatcher import until
from support.voice.speech_loop_runner import BlocksError, Runner, block
from support.voice.voice_texts import ANSWER, EVENT

from playroom.narration.message import Urgency
from playroom.voice.sources import Source
from playroom.voice.speech_loop import build
from playroom.voice.voice import SpeechChange, Voice


class SlowLibrary:
    """A source whose building takes until it answers; *threads* are those that have built a backend."""

    def __init__(self) -> None:
        self.answers = threading.Event()
        self.threads: list[int] = []
        self.speaker = FakeSpeaker(before_building=self._load)

    def _load(self, _attempt: int) -> None:
        self.threads.append(threading.get_ident())
        assert self.answers.wait(PATIENCE)


@pytest.fixture
def library(patient: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowLibrary]:
    """A library that loads for longer than the worker waits for a call."""
    del patient
    monkeypatch.setattr("playroom.voice.worker.CALL_TIMEOUT", 1.0)
    slow = SlowLibrary()
    yield slow
    slow.answers.set()


def source_of(voice: Voice) -> str:
    """The name of the source that speaks; "" if none does."""
    voice.changes()
    return voice.speaker.source if voice.speaker else ""


def voices() -> set[threading.Thread]:
    """The threads of voices; those of other tests may be among them."""
    return {thread for thread in threading.enumerate() if thread.name == "voice"}


@pytest.mark.long
def test_the_thread_that_has_loaded_the_library_speaks_what_was_said_meanwhile(library: SlowLibrary) -> None:
    before = voices()
    voice = Voice(lambda _line: None, [library.speaker.source])
    assert until(lambda: len(voices() - before) == 2)  # the first is given up
    voice.say(EVENT)

    library.answers.set()

    assert until(lambda: library.speaker.texts == [EVENT.text])
    assert voice.changes() == (SpeechChange.FOUND,)
    assert library.speaker.threads == set(library.threads)
    assert len(library.threads) == 1
    assert until(lambda: [thread.ident for thread in voices() - before] == library.threads)
    voice.close()


@pytest.mark.long
def test_a_backend_that_comes_when_another_speaks_is_closed_and_built_again(library: SlowLibrary) -> None:
    other = FakeSpeaker()
    voice = Voice(lambda _line: None, [library.speaker.source, Source("other", other.build)])
    voice.say(ANSWER)
    assert until(lambda: other.texts == [ANSWER.text])

    library.answers.set()

    assert until(lambda: source_of(voice) == "fake")
    assert library.speaker.closed >= 1
    voice.close()


@pytest.mark.long
def test_a_library_that_answers_once_the_voice_is_closed_leaves_no_thread(library: SlowLibrary) -> None:
    before = voices()
    voice = Voice(lambda _line: None, [library.speaker.source])
    assert until(lambda: len(voices() - before) == 2)
    voice.close(PATIENCE)

    library.answers.set()

    assert until(lambda: not voices() - before)
    assert library.speaker.closed == 1


def test_what_is_loading_is_not_loaded_twice_within_half_a_minute() -> None:
    attempts: list[float] = []

    def load(_attempt: int) -> None:
        attempts.append(runner.now if attempts else 100.0)
        raise BlocksError

    runner = Runner(FakeSpeaker(before_building=load))

    runner.wait(30)

    assert attempts == [100.0, 130.0]


def test_what_has_loaded_is_used_without_being_loaded_again() -> None:
    slow = FakeSpeaker(before_building=block(times=1))
    runner = Runner(slow)
    runner.say("Ben passes.", Urgency.EVENT)
    runner.wait(6)
    loaded = build(slow.source, 1, lambda _event, _text: None)

    is_used = runner.return_abandoned(loaded)

    assert is_used
    assert (slow.texts, len(slow.built)) == (["Ben passes."], 1)
    assert [speaker and speaker.source for speaker in runner.speakers] == ["fake"]


def test_what_has_loaded_is_not_used_where_another_speaks() -> None:
    slow, other = FakeSpeaker(before_building=block(times=1)), FakeSpeaker()
    runner = Runner(slow, other)
    loaded = build(slow.source, 1, lambda _event, _text: None)

    assert not runner.return_abandoned(loaded)
