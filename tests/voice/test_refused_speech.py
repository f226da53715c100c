"""Screen readers that take no text for a while, as NVDA in sleep mode: what is told once they take it."""

import ctypes
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from support.voice.fake_backend import FakeSpeaker
from support.voice.nvda_stand_in import NvdaStandIn
from support.voice.private_dispatcher import until
from support.voice.speech_loop_runner import Runner, fail
from support.voice.voice_texts import ALERT, ANSWER, EVENT, Open

from playroom.narration.message import Urgency
from playroom.voice.backends import nvda as nvda_output
from playroom.voice.backends.accessible_output import AccessibleOutput
from playroom.voice.backends.backend import BackendError, BackendKind, Failure, OnSpeechEvent, SpeechEvent
from playroom.voice.backends.nvda import NVDA
from playroom.voice.sources import Source
from playroom.voice.voice import SpeechChange


def sleeper(naps: int) -> tuple[FakeSpeaker, Runner]:
    """A screen reader that refuses so many calls, and what runs it."""
    fake = FakeSpeaker(before_speaking=fail(Failure.REFUSED, naps), kind=BackendKind.SCREEN_READER)
    return fake, Runner(fake)


def test_refused_speech_is_said_within_a_second_once_it_is_accepted() -> None:
    fake, runner = sleeper(naps=60)
    runner.say("Ben passes.", Urgency.EVENT)
    runner.say("Your turn.", Urgency.ALERT)

    runner.wait(29)
    before = list(fake.texts)
    runner.wait(2)

    assert (before, fake.texts) == ([], ["Ben passes. Your turn."])


def test_a_reader_that_refuses_is_neither_lost_nor_built_again() -> None:
    fake, runner = sleeper(naps=100)
    runner.say("Left 3.")

    runner.wait(60)

    assert (fake.texts, len(fake.built)) == (["Left 3."], 1)
    assert [speaker and speaker.name for speaker in runner.speakers] == ["fake"]


def test_only_the_newest_answer_is_said_once_speech_is_accepted() -> None:
    fake, runner = sleeper(naps=5)
    runner.say("Left 3.")
    runner.wait(1)

    runner.say("Right 5.")
    runner.wait(5)

    assert fake.texts == ["Right 5."]


def test_a_text_that_is_refused_after_the_call_is_given_again() -> None:
    fake = FakeSpeaker(ends_at_once=False)
    runner = Runner(fake)
    for text in ("Ben passes.", "Your turn."):
        runner.say(text, Urgency.EVENT)
        runner.wait(0.2)

    runner.hear(fake, SpeechEvent.REFUSED, "Ben passes.")
    runner.hear(fake, SpeechEvent.REFUSED, "Your turn.")
    runner.wait(0.5)

    assert fake.texts == ["Ben passes.", "Your turn.", "Ben passes. Your turn."]


def test_a_text_that_was_interrupted_before_it_was_refused_is_not_said_twice() -> None:
    fake = FakeSpeaker(ends_at_once=False, kind=BackendKind.SCREEN_READER)
    runner = Runner(fake)
    runner.say("Ben passes.", Urgency.EVENT)
    runner.wait(0.2)

    runner.key()
    runner.hear(fake, SpeechEvent.REFUSED, "Ben passes.")
    runner.wait(2)

    assert fake.texts == ["Ben passes.", "Ben passes."]


@pytest.fixture
def nvda(monkeypatch: pytest.MonkeyPatch) -> Iterator[NvdaStandIn]:
    stand_in = NvdaStandIn(is_asleep=True)
    monkeypatch.setattr(ctypes, "WINFUNCTYPE", lambda *_types: lambda function: function, raising=False)
    monkeypatch.setattr(nvda_output, "load_library", lambda _name: stand_in)
    yield stand_in
    stand_in.quit()


def accessible(on_event: OnSpeechEvent) -> AccessibleOutput:
    """NVDA as accessible-output2 would find it."""
    return AccessibleOutput([NVDA(on_event)], orca=False)


def texts_of(nvda: NvdaStandIn) -> list[str]:
    """The texts that NVDA has taken."""
    given = [str(call[1]) for call in nvda.calls if call[0] in {"speakText", "speakSsml"}]
    return ["".join(ET.fromstring(f"<text>{text}</text>").itertext()) for text in given]  # noqa: S314 (ours)


def refuse(nvda: NvdaStandIn, *, interrupt: bool) -> list[tuple[SpeechEvent, str]]:
    """What is reported of a text for an NVDA that sleeps."""
    events: list[tuple[SpeechEvent, str]] = []
    made = NVDA(lambda event, text: events.append((event, text)))
    made.speak("Ben passes.", interrupt=interrupt)
    assert until(lambda: bool(events))
    assert nvda.calls == []
    return events


@pytest.mark.usefixtures("patient")
def test_an_nvda_in_sleep_mode_reports_what_it_refuses(nvda: NvdaStandIn) -> None:
    assert refuse(nvda, interrupt=False) == [(SpeechEvent.REFUSED, "Ben passes.")]
    with pytest.raises(BackendError, match="sleep mode"):
        refuse(nvda, interrupt=True)


@pytest.mark.usefixtures("patient")
def test_an_older_nvda_in_sleep_mode_takes_nothing_either(nvda: NvdaStandIn) -> None:
    nvda.library_of_2024 = False

    for interrupt in (True, False):
        with pytest.raises(BackendError, match="sleep mode"):
            refuse(nvda, interrupt=interrupt)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("library_of_2024", [True, False])
def test_an_nvda_that_wakes_up_speaks_what_has_waited(
    nvda: NvdaStandIn,
    voice_of: Open,
    screen: list[str],
    library_of_2024: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    nvda.library_of_2024 = library_of_2024
    voice = voice_of(Source("nvda", accessible), mode=None)
    assert voice.changes() == (SpeechChange.FOUND,)
    for utterance in (ANSWER, EVENT, ALERT):
        voice.say(utterance)

    nvda.is_asleep = False

    if library_of_2024:
        assert until(lambda: bool(nvda.texts) and len(texts_of(nvda)) == 1)
        nvda.begin()
        nvda.end()
    assert until(lambda: texts_of(nvda) == [ANSWER.text, f"{EVENT.text} {ALERT.text}"])
    assert (voice.changes(), screen) == ((), [])
