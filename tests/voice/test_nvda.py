"""NVDA, of 2024 and older: how its texts queue and are cut, and what it reports."""

import ctypes
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import accessible_output2
import pytest
from support.voice.nvda_stand_in import NORMAL, NOW, NvdaStandIn
from support.voice.private_dispatcher import until

from playroom.voice.backends import nvda as nvda_output
from playroom.voice.backends.backend import SpeechEvent
from playroom.voice.backends.nvda import LIBRARIES, NVDA
from playroom.voice.backends.ssml import SsmlClient, SsmlPriority, SsmlSeries

pytestmark = pytest.mark.usefixtures("patient")

Events = list[tuple[SpeechEvent, str]]
BEGUN, FINISHED, INTERRUPTED = SpeechEvent.BEGUN, SpeechEvent.FINISHED, SpeechEvent.INTERRUPTED


@pytest.fixture
def nvda(monkeypatch: pytest.MonkeyPatch) -> Iterator[NvdaStandIn]:
    stand_in = NvdaStandIn()
    monkeypatch.setattr(ctypes, "WINFUNCTYPE", lambda *_types: lambda function: function, raising=False)
    monkeypatch.setattr(nvda_output, "load_library", partial(loaded, stand_in))
    yield stand_in
    stand_in.quit()


def loaded(stand_in: NvdaStandIn, name: str) -> NvdaStandIn:
    if name == LIBRARIES[0] and not stand_in.library_of_2024:
        raise FileNotFoundError(name)
    return stand_in


@pytest.fixture
def events() -> Events:
    return []


def output(events: Events) -> NVDA:
    return NVDA(lambda event, text: events.append((event, text)))


def sounding(nvda: NvdaStandIn, text: str) -> bool:
    """Whether a text is the first that NVDA has, which it may begin."""
    return until(lambda: nvda.texts[:1] == [text])


def nvda_threads() -> set[threading.Thread]:
    """The threads of outputs for NVDA; other tests may have left some."""
    return {each for each in threading.enumerate() if each.name.startswith("nvda")}


def speaking(nvda: NvdaStandIn, events: Events) -> NVDA:
    """An output that speaks a text, while another one waits."""
    made = output(events)
    made.speak("Ben passes.")
    made.speak("Your turn.")
    assert sounding(nvda, "Ben passes.")
    nvda.begin()
    assert until(lambda: bool(events))
    return made


def test_what_began_and_ended_is_reported(nvda: NvdaStandIn, events: Events) -> None:
    made = output(events)

    made.speak("Ben passes.")
    assert sounding(nvda, "Ben passes.")
    nvda.begin()
    assert until(lambda: events == [(BEGUN, "Ben passes.")])
    nvda.end()

    assert until(lambda: events == [(BEGUN, "Ben passes."), (FINISHED, "Ben passes.")])
    assert made.reports_end


def test_events_queue_and_nvda_has_one_at_a_time(nvda: NvdaStandIn, events: Events) -> None:
    speaking(nvda, events)
    assert nvda.texts == ["Ben passes."]

    nvda.end()

    assert sounding(nvda, "Your turn.")
    assert [heard.priority for heard in nvda.waiting] == [NORMAL]


def test_an_answer_cuts_what_sounds_and_waits(nvda: NvdaStandIn, events: Events) -> None:
    made = speaking(nvda, events)

    made.speak("Left 3.", interrupt=True)

    assert sounding(nvda, "Left 3.")
    assert [heard.priority for heard in nvda.waiting] == [NOW]
    assert events[1:] == [(INTERRUPTED, "Ben passes."), (INTERRUPTED, "Your turn.")]


def test_a_player_who_silences_nvda_silences_what_waits_here_too(nvda: NvdaStandIn, events: Events) -> None:
    made = output(events)
    made.speak("Ben passes.")
    made.speak("Your turn.")
    assert sounding(nvda, "Ben passes.")
    nvda.begin()

    nvda.silence()

    assert until(lambda: (INTERRUPTED, "Your turn.") in events)
    made.speak("Ann draws.")
    assert sounding(nvda, "Ann draws.")


def test_a_call_that_never_returns_keeps_nobody_waiting(nvda: NvdaStandIn, events: Events) -> None:
    made = output(events)
    made.speak("Ben passes.")
    assert sounding(nvda, "Ben passes.")

    made.speak("Left 3.", interrupt=True)

    assert sounding(nvda, "Left 3.")
    assert [heard.text for heard in nvda.orphans] == ["Ben passes."]
    assert events == [(INTERRUPTED, "Ben passes.")]


def test_a_text_whose_sound_does_not_begin_does_not_hold_back_the_next(
    nvda: NvdaStandIn, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.voice.backends.ssml._BEGIN_TIMEOUT", 0.01)
    made = output(events)

    made.speak("Ben passes.")
    made.speak("Your turn.")

    assert until(lambda: nvda.texts == ["Ben passes.", "Your turn."])


def test_an_nvda_whose_speech_is_off_is_asked_for_no_more_reports(
    nvda: NvdaStandIn, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.voice.backends.ssml.expected_duration", lambda _text, _rate: 0.0)
    monkeypatch.setattr("playroom.voice.backends.ssml._LONGEST_QUEUE", 0.0)
    made = output(events)
    for text in ("One.", "Two.", "Three."):
        made.speak(text, interrupt=True)
        assert sounding(nvda, text)

    made.speak("Four.", interrupt=True)
    made.speak("Five.")

    assert until(lambda: (FINISHED, "Four.") in events and "Five." in nvda.texts)
    assert [heard.news for heard in nvda.waiting] == [None, None]
    assert len(nvda.orphans) == 3


@pytest.mark.parametrize("is_silent", [False, True])
def test_a_text_that_is_cut_when_its_turn_has_come_is_not_spoken(
    nvda: NvdaStandIn,
    events: Events,
    monkeypatch: pytest.MonkeyPatch,
    is_silent: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    made, before = output(events), nvda_threads()

    def cut(_client: SsmlClient) -> bool:
        made.silence()
        return is_silent

    monkeypatch.setattr(SsmlClient, "is_silent", property(cut))
    made.speak("Ben passes.")

    assert until(lambda: events == [(INTERRUPTED, "Ben passes.")] and not nvda_threads() - before)
    assert [call[0] for call in nvda.calls] == ["cancelSpeech"]


def test_a_text_that_comes_while_the_player_silences_nvda_is_spoken(
    nvda: NvdaStandIn, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, opened = output(events), []
    add = SsmlSeries.add

    def cut_before(series: SsmlSeries, text: str, priority: SsmlPriority) -> bool:
        opened.append(series)
        if len(opened) == 1:
            series.cut()
        return add(series, text, priority)

    monkeypatch.setattr(SsmlSeries, "add", cut_before)
    made.speak("Ben passes.")

    assert sounding(nvda, "Ben passes.")
    assert len(opened) == 2


def test_texts_are_escaped(nvda: NvdaStandIn, events: Events) -> None:
    output(events).speak("Tom & Ann: 3 < 5")

    assert sounding(nvda, "Tom & Ann: 3 < 5")


def test_an_nvda_that_ends_is_reported_as_lost(nvda: NvdaStandIn, events: Events) -> None:
    made = output(events)
    made.speak("Ben passes.")
    assert sounding(nvda, "Ben passes.")
    assert made.is_active()

    nvda.quit()

    assert until(lambda: events == [(SpeechEvent.DISCONNECTED, "")])
    assert not made.is_active()


def test_what_waits_is_given_to_nvda_before_the_end(nvda: NvdaStandIn, events: Events) -> None:
    made = output(events)
    made.speak("Ben passes.")
    assert sounding(nvda, "Ben passes.")
    nvda.begin()
    assert until(lambda: bool(events))
    made.speak("Goodbye.")

    made.close()

    assert nvda.texts == ["Ben passes.", "Goodbye."]


def test_the_older_library_is_one_that_comes_with_accessible_output2() -> None:
    word = "64" if ctypes.sizeof(ctypes.c_void_p) == 8 else "32"

    assert word in LIBRARIES[1]
    assert (Path(accessible_output2.__file__).parent / "lib" / LIBRARIES[1]).is_file()


@pytest.mark.parametrize(("library", "program"), [(False, True), (True, False)])
def test_an_older_library_or_nvda_speaks_as_ever(
    nvda: NvdaStandIn,
    events: Events,
    library: bool,  # noqa: FBT001 (a row's answer)
    program: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    nvda.library_of_2024, nvda.nvda_of_2024 = library, program
    made = output(events)

    made.speak("Left 3.", interrupt=True)
    made.speak("Ben passes.")
    made.braille("Ben passes.")

    assert not made.reports_end
    assert nvda.calls == [
        ("cancelSpeech",),
        ("speakText", "Left 3."),
        ("speakText", "Ben passes."),
        ("brailleMessage", "Ben passes."),
    ]
