"""NVDA 2026.2, where a cancellation also ends the call of a text that was given after it, and older ones."""

import ctypes
from collections.abc import Callable, Iterator
from functools import partial
from unittest.mock import Mock

import pytest
from support.voice.nvda_stand_in import NvdaStandIn
from support.voice.private_dispatcher import until

from playroom.voice.backends import nvda as nvda_output
from playroom.voice.backends import ssml
from playroom.voice.backends.backend import SpeechEvent
from playroom.voice.backends.nvda import NVDA
from playroom.voice.backends.ssml import SsmlClient

pytestmark = pytest.mark.usefixtures("patient")

Events = list[tuple[SpeechEvent, str]]
BEGUN, FINISHED, INTERRUPTED = SpeechEvent.BEGUN, SpeechEvent.FINISHED, SpeechEvent.INTERRUPTED
ANSWERS = 30
"""The answers of a test, behind each of which two sentences wait."""


@pytest.fixture
def nvda(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[NvdaStandIn]:
    """NVDA 2026.2, or an older one if a test asks for that; it carries out nothing by itself."""
    stand_in = NvdaStandIn(nvda_of_2026=getattr(request, "param", True), is_busy=True)
    monkeypatch.setattr(ctypes, "WINFUNCTYPE", lambda *_types: lambda function: function, raising=False)
    monkeypatch.setattr(nvda_output, "load_library", lambda _name: stand_in)
    yield stand_in
    stand_in.quit()


@pytest.fixture
def events() -> Events:
    return []


@pytest.fixture
def made(nvda: NvdaStandIn, events: Events) -> NVDA:
    del nvda
    return NVDA(lambda event, text: events.append((event, text)))


def is_given(nvda: NvdaStandIn, text: str) -> bool:
    """Whether NVDA was given a text, be it carried out or not."""
    return until(lambda: any(call[0] == "speakSsml" and f">{text}<" in str(call[1]) for call in nvda.calls))


def carry_out_before(nvda: NvdaStandIn, text: str) -> None:
    """Carry out the cancellation before the text is given, and then the text."""
    nvda.carry_out()
    assert is_given(nvda, text)
    nvda.carry_out()


def carry_out_after(nvda: NvdaStandIn, text: str) -> None:
    """Carry out the cancellation when the text was given too."""
    assert is_given(nvda, text)
    nvda.carry_out()


def speak_until(nvda: NvdaStandIn, texts: list[str]) -> None:
    """Speak what NVDA was given until these texts were spoken."""

    def are_spoken() -> bool:
        nvda.carry_out()
        if nvda.waiting:
            nvda.begin()
            nvda.end()
        return nvda.spoken[-1:] == texts[-1:]

    assert until(are_spoken)


@pytest.mark.sample(1)
@pytest.mark.parametrize("nvda", [False, True], ids=["2024", "2026.2"], indirect=True)
@pytest.mark.parametrize("carry_out", [carry_out_before, carry_out_after])
@pytest.mark.parametrize(
    "times",
    [
        pytest.param(1, id="each answer is spoken"),
        pytest.param(3, marks=pytest.mark.long, id="each third answer is spoken"),
    ],
)
def test_every_sentence_behind_an_answer_is_spoken_once(
    nvda: NvdaStandIn,
    made: NVDA,
    events: Events,
    monkeypatch: pytest.MonkeyPatch,
    carry_out: Callable[[NvdaStandIn, str], None],
    times: int,
) -> None:
    monkeypatch.setattr(ssml, "expected_duration", lambda _text, _rate: 0.01)
    expected: list[str] = []

    for number in range(ANSWERS):
        for newer in range(times):
            made.speak(f"Answer {number}, {newer}.", interrupt=True)
            carry_out(nvda, f"Answer {number}, {newer}.")
        texts = [f"Answer {number}, {times - 1}.", f"Ben passes {number}.", f"Your turn {number}."]
        for text in texts[1:]:
            made.speak(text)
        speak_until(nvda, texts)
        assert until(partial(events.__contains__, (FINISHED, texts[-1])))
        expected += texts

    assert nvda.spoken == expected
    assert [text for event, text in events if event is FINISHED and text in expected] == expected


def test_an_answer_that_our_own_cancellation_ends_has_begun_and_ends_as_expected(
    nvda: NvdaStandIn, made: NVDA, events: Events
) -> None:
    made.speak("Left 3.", interrupt=True)
    made.speak("Ben passes.")
    carry_out_after(nvda, "Left 3.")

    assert is_given(nvda, "Ben passes.")
    assert events == [(BEGUN, "Left 3."), (FINISHED, "Left 3.")]


def test_answers_that_are_cut_before_their_sound_begins_do_not_stop_the_reports(
    nvda: NvdaStandIn, made: NVDA, events: Events
) -> None:
    nvda.is_busy = False
    for text in ("One.", "Two.", "Three.", "Four."):
        made.speak(text, interrupt=True)
        assert is_given(nvda, text)

    assert until(lambda: nvda.texts == ["Four."])
    nvda.begin()
    nvda.end()

    assert until(lambda: events[-2:] == [(BEGUN, "Four."), (FINISHED, "Four.")])
    assert nvda.orphans == []


def test_a_player_who_silences_nvda_before_the_sound_begins_silences_what_waits_too(
    nvda: NvdaStandIn, made: NVDA, events: Events
) -> None:
    made.speak("Ben passes.")
    made.speak("Your turn.")
    carry_out_after(nvda, "Ben passes.")

    nvda.silence()

    assert until(lambda: events == [(INTERRUPTED, "Ben passes."), (INTERRUPTED, "Your turn.")])


def test_a_text_that_was_spoken_after_our_cancellation_shows_that_it_was_carried_out(
    nvda: NvdaStandIn, made: NVDA, events: Events
) -> None:
    made.speak("Left 3.", interrupt=True)
    made.speak("Ben passes.")
    carry_out_before(nvda, "Left 3.")
    nvda.begin()
    nvda.end()
    carry_out_after(nvda, "Ben passes.")

    nvda.silence()

    assert until(lambda: (INTERRUPTED, "Ben passes.") in events)


def test_texts_that_a_busy_nvda_has_when_it_carries_out_our_cancellation_are_heard_in_turn(
    nvda: NvdaStandIn, made: NVDA, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playroom.voice.backends.ssml._CANCEL_TIMEOUT", 0.01)
    monkeypatch.setattr(ssml, "expected_duration", lambda _text, _rate: 0.01)
    texts = ["Left 3.", "Ben passes.", "Your turn."]
    made.speak(texts[0], interrupt=True)
    for text in texts[1:]:
        made.speak(text)
    assert all(is_given(nvda, text) for text in texts)

    nvda.carry_out()

    assert until(lambda: len(events) == 6)
    assert events == [(event, text) for text in texts for event in (BEGUN, FINISHED)]
    assert nvda.texts == texts


def test_a_cancellation_is_ours_until_nvda_has_come_to_what_was_given_after_it(nvda: NvdaStandIn) -> None:
    client = SsmlClient(nvda)

    pending = [client.cancellation]
    for step in (client.cancel, client.cancel, lambda: client.note_carried_out(1)):
        step()
        pending.append(client.cancellation)
    client.note_carried_out(2)

    assert (pending, client.cancellation) == ([0, 1, 2, 2], 0)


def test_a_text_without_reports_ends_once_nvda_says_that_it_does_not_sound(
    nvda: NvdaStandIn, made: NVDA, events: Events, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ssml, "expected_duration", lambda _text, _rate: 0.01)
    nvda.library_of_2026 = True
    made = NVDA(lambda event, text: events.append((event, text)))
    made.speak("Left 3.", interrupt=True)
    assert is_given(nvda, "Left 3.")
    nvda.carry_out()
    nvda.begin()
    assert until(lambda: (BEGUN, "Left 3.") in events)
    assert events == [(BEGUN, "Left 3.")]

    nvda.end()

    assert until(lambda: (FINISHED, "Left 3.") in events)


@pytest.mark.parametrize(
    ("seconds", "texts", "is_silent"), [(3.9, 3, False), (4.0, 2, False), (4.0, 3, True), (0.0, 12, True)]
)
def test_nvda_is_silent_if_nothing_sounds_for_longer_than_its_queue(
    nvda: NvdaStandIn,
    seconds: float,
    texts: int,
    is_silent: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    client = SsmlClient(nvda, clock := Mock(return_value=100.0))

    for _ in range(texts):
        client.note_silence()
    clock.return_value += seconds

    assert client.is_silent is is_silent


def test_a_text_without_reports_takes_as_long_as_others_have(nvda: NvdaStandIn) -> None:
    client = SsmlClient(nvda)
    before = client.expected_duration("a" * 30)

    client.note_spoken("a" * 60, 2.0)

    assert (before, client.expected_duration("a" * 30)) == (2.1, 1.1)


def test_the_rate_of_nvda_is_measured_between_its_marks(
    nvda: NvdaStandIn, made: NVDA, events: Events
) -> None:
    nvda.is_busy = False
    client = ssml.ssml_client(nvda)
    assert client
    client.clock = iter([10.0, 10.5]).__next__
    made.speak("a" * 30)
    assert is_given(nvda, "a" * 30)
    nvda.begin()
    nvda.end()

    assert until(lambda: (FINISHED, "a" * 30) in events)

    assert client.expected_duration("a" * 60) == 1.1
