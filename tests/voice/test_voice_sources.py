"""Which source speaks, and what becomes of texts whose backend throws, hangs or is gone."""

import threading
from collections.abc import Sequence

import pytest
from support.time.patience import PATIENCE
from support.voice.fake_backend import FakeSpeaker
from support.voice.private_dispatcher import until
from support.voice.voice_texts import ANSWER, EVENT, Open, at_one_moment, refuse

from playroom.narration.message import Urgency
from playroom.voice.backends.backend import BackendKind, Failure, SpeechEvent
from playroom.voice.mode import Mode
from playroom.voice.sources import Source
from playroom.voice.speech_loop import Change, Report, Speaker
from playroom.voice.utterance import Utterance
from playroom.voice.voice import SpeechChange, Voice
from playroom.voice.worker import Runtime

pytestmark = pytest.mark.usefixtures("patient")


def test_the_second_source_speaks_where_the_first_cannot(voice_of: Open) -> None:
    first, second = FakeSpeaker(before_building=refuse(Failure.NOT_INSTALLED)), FakeSpeaker()
    voice = voice_of(first.source, Source("second", second.build))

    voice.say(ANSWER)

    assert until(lambda: second.texts == [ANSWER.text])
    assert voice.changes() == (SpeechChange.FOUND,)
    assert voice.speaker
    assert voice.speaker.source == "second"


def test_other_sources_can_be_chosen(voice_of: Open) -> None:
    first, second = FakeSpeaker(), FakeSpeaker()
    voice = voice_of(first.source)

    voice.use([second.source])
    voice.say(ANSWER)

    assert until(lambda: second.texts == [ANSWER.text])
    assert until(lambda: first.closed == 1)
    assert first.texts == []


def test_other_sources_can_be_chosen_where_nothing_could_speak(voice_of: Open) -> None:
    second = FakeSpeaker()
    voice = voice_of(FakeSpeaker(before_building=refuse(Failure.NOT_RUNNING)).source, mode=None)
    assert voice.changes() == (SpeechChange.LOST,)

    voice.use([second.source])

    assert until(lambda: voice.changes() == (SpeechChange.BACK,))
    voice.say(ANSWER)
    assert until(lambda: second.texts == [ANSWER.text])


class SilentWorker:
    """A worker that does nothing but what a test reports in its name."""

    def __init__(self, _sources: Sequence[Source], report: Report) -> None:
        self.report = report

    def change(self, change: Change) -> None:
        pass

    def key(self) -> None:
        pass

    def close(self, seconds: float) -> None:
        pass


def test_what_the_worker_of_other_sources_reports_late_does_not_count(screen: list[str]) -> None:
    workers: list[SilentWorker] = []

    def worker(sources: Sequence[Source], report: Report) -> SilentWorker:
        workers.append(SilentWorker(sources, report))
        return workers[-1]

    voice = Voice(screen.append, (), runtime=Runtime(lambda: 0.0, worker))
    speaker = Speaker("Eva", BackendKind.SYNTHESISER, "second")
    voice.use([])

    first, second = workers
    second.report(speaker)
    first.report(None)

    assert voice.changes() == (SpeechChange.FOUND,)
    assert voice.speaker == speaker


def test_a_backend_that_throws_is_built_anew_and_says_the_text(voice_of: Open) -> None:
    def throw(call: int) -> None:
        if call == 0:
            raise RuntimeError

    fake = FakeSpeaker(before_speaking=throw)
    voice = voice_of(fake.source)

    voice.say(ANSWER)

    assert until(lambda: fake.texts == [ANSWER.text])
    assert len(fake.built) == 2


def test_a_backend_that_throws_when_it_is_built_is_tried_again(voice_of: Open) -> None:
    def throw(attempt: int) -> None:
        if attempt == 0:
            raise OSError

    fake = FakeSpeaker(before_building=throw)
    voice = voice_of(fake.source)

    voice.say(ANSWER)

    assert until(lambda: fake.texts == [ANSWER.text])
    assert voice.changes() == (SpeechChange.LOST, SpeechChange.BACK)


@pytest.mark.long
@pytest.mark.usefixtures("impatient")
def test_a_backend_that_hangs_is_left_to_itself_and_the_newest_text_is_said(voice_of: Open) -> None:
    threads = threading.active_count() + 2
    hanging, release = threading.Event(), threading.Event()

    def hang(call: int) -> None:
        if call == 0:
            hanging.set()
            release.wait()

    fake = FakeSpeaker(before_speaking=hang)
    voice = voice_of(fake.source)

    voice.say(Utterance("old", Urgency.ANSWER))
    assert hanging.wait(PATIENCE)
    with at_one_moment(voice):
        voice.say(EVENT)
        voice.say(ANSWER)

    assert until(lambda: fake.texts == [ANSWER.text, EVENT.text])
    assert len(fake.threads) == 2
    release.set()
    voice.say(Utterance("new", Urgency.ANSWER))
    assert until(lambda: "new" in fake.texts)
    assert until(lambda: threading.active_count() <= threads)


@pytest.mark.long
@pytest.mark.usefixtures("impatient")
def test_a_backend_that_hangs_when_it_is_built_is_replaced_by_the_next(voice_of: Open) -> None:
    release = threading.Event()
    first = FakeSpeaker(before_building=lambda _attempt: release.wait())
    second = FakeSpeaker()

    voice = voice_of(first.source, Source("second", second.build))
    voice.say(ANSWER)

    assert until(lambda: second.texts == [ANSWER.text])
    assert voice.changes() == (SpeechChange.FOUND,)
    release.set()


def test_a_backend_that_says_it_is_gone_is_built_anew_before_it_is_needed(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)

    fake.built[0].on_event(SpeechEvent.DISCONNECTED, "")

    assert until(lambda: len(fake.built) == 2)
    voice.say(ANSWER)
    assert until(lambda: fake.texts == [ANSWER.text])


def test_what_a_lost_backend_still_reports_is_not_believed(voice_of: Open) -> None:
    fake = FakeSpeaker()
    voice = voice_of(fake.source)
    fake.built[0].on_event(SpeechEvent.DISCONNECTED, "")
    voice.say(ANSWER)
    assert until(lambda: fake.texts == [ANSWER.text])

    fake.built[0].on_event(SpeechEvent.DISCONNECTED, "")
    voice.say(EVENT)

    assert until(lambda: fake.texts == [ANSWER.text, EVENT.text])
    assert len(fake.built) == 2


def test_all_is_written_where_no_thread_can_be_started(
    monkeypatch: pytest.MonkeyPatch, screen: list[str]
) -> None:
    def refuse_thread(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse_thread)
    voice = Voice(screen.append, [FakeSpeaker().source])

    changes = voice.changes()
    voice.say(EVENT)

    assert (changes, voice.mode, screen) == ((SpeechChange.LOST,), Mode.TEXT, [EVENT.text])
