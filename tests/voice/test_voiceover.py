"""VoiceOver, which speaks what it is given one after the other, and may refuse what programs give it."""

import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace

import pytest
from accessible_output2.outputs.voiceover import VoiceOver
from support.voice.fake_backend import FakeSpeaker
from support.voice.private_dispatcher import until
from support.voice.speech_loop_runner import Runner
from support.voice.voice_texts import ANSWER, EVENT, Open

from playroom.narration.message import Urgency
from playroom.voice.backends.accessible_output import AccessibleOutput
from playroom.voice.backends.backend import BackendKind
from playroom.voice.mode import Mode
from playroom.voice.sources import Source
from playroom.voice.voice import SpeechChange

PATIENTLY = pytest.mark.usefixtures("patient")


@pytest.fixture
def voiceover() -> FakeSpeaker:
    """A voice that reports nothing and that nothing interrupts."""
    return FakeSpeaker(kind=BackendKind.TERMINAL_READER, reports_end=False, ends_at_once=False)


def test_an_answer_waits_for_current_speech_which_is_not_repeated(voiceover: FakeSpeaker) -> None:
    runner = Runner(voiceover)
    runner.say("Ben passes.", Urgency.EVENT)
    runner.wait(0.2)

    runner.say("Left 3.")
    before = list(voiceover.texts)
    runner.wait(10)

    assert (before, voiceover.texts) == (["Ben passes."], ["Ben passes.", "Left 3."])


def test_of_the_answers_that_wait_the_newest_alone_is_spoken(voiceover: FakeSpeaker) -> None:
    runner = Runner(voiceover)

    for text in ("Left 3.", "Right 5.", "Ben has 6."):
        runner.say(text)
    runner.wait(10)

    assert voiceover.texts == ["Left 3.", "Ben has 6."]


def test_events_wait_for_each_other_and_become_one_text(voiceover: FakeSpeaker) -> None:
    runner = Runner(voiceover)

    for text in ("Ben passes.", "Cleo draws.", "Your turn."):
        runner.say(text, Urgency.EVENT)
        runner.wait(0.2)
    runner.wait(10)

    assert voiceover.texts == ["Ben passes.", "Cleo draws. Your turn."]


def test_the_last_words_are_given_although_something_sounds(voiceover: FakeSpeaker) -> None:
    runner = Runner(voiceover)
    runner.say("Ben passes.", Urgency.EVENT)
    runner.wait(0.2)
    runner.say("Goodbye.", Urgency.EVENT)

    runner.finish()

    assert voiceover.texts == ["Ben passes.", "Goodbye."]


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that a VoiceOver refuses which no program may control."""
    texts: list[str] = []

    def output(text: str) -> None:
        texts.append(text)
        raise RuntimeError("Command failed: OSERROR: -1708")

    app = SimpleNamespace(output=output, isrunning=lambda: True)
    appscript = ModuleType("appscript")
    vars(appscript)["app"] = lambda _name: app
    monkeypatch.setitem(sys.modules, "appscript", appscript)
    return texts


def mac(_on_event: Callable[..., None]) -> AccessibleOutput:
    """VoiceOver as accessible-output2 finds it."""
    return AccessibleOutput([VoiceOver()], orca=False)


@PATIENTLY
def test_where_voiceover_refuses_texts_the_next_source_speaks_them(
    voice_of: Open, refused: list[str], screen: list[str]
) -> None:
    say = FakeSpeaker()
    voice = voice_of(Source("voiceover", mac), Source("say", say.build))

    for utterance in (ANSWER, EVENT):
        voice.say(utterance)

    assert until(lambda: say.texts == [ANSWER.text, EVENT.text])
    assert refused[0] == ANSWER.text
    assert (voice.changes(), screen) == ((SpeechChange.FOUND,), [])


@PATIENTLY
def test_where_voiceover_alone_is_there_and_refuses_all_is_written(
    voice_of: Open, refused: list[str], screen: list[str]
) -> None:
    voice = voice_of(Source("voiceover", mac))

    voice.say(ANSWER)

    assert until(lambda: SpeechChange.LOST in voice.changes())
    assert screen == [ANSWER.text]
    assert set(refused) == {ANSWER.text}


@PATIENTLY
def test_a_player_who_has_chosen_nothing_hears_voiceover_read_the_terminal(
    voice_of: Open, refused: list[str], screen: list[str]
) -> None:
    voice = voice_of(Source("voiceover", mac), mode=None)
    voice.changes()

    voice.say(ANSWER)

    assert (voice.mode, screen, refused) == (Mode.TEXT, [ANSWER.text], [])
