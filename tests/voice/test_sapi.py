"""SAPI 5: its rate, how it is cut, what it reports, and what happens without a voice or if it blocks."""

import sys
import threading
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace

import pytest
from accessible_output2.outputs.base import OutputError
from support.voice.com_stand_ins import ASYNC, NOT_XML, PURGE, ComError, SapiStandIn, com_loader
from support.voice.private_dispatcher import until

from playroom.narration.message import Urgency
from playroom.voice import worker
from playroom.voice.backends.accessible_output import AccessibleOutput
from playroom.voice.backends.backend import SpeechEvent
from playroom.voice.backends.sapi import SAPI, sapi_rate
from playroom.voice.sources import Source
from playroom.voice.utterance import Utterance
from playroom.voice.voice import Voice

pytestmark = pytest.mark.usefixtures("patient")

Events = list[tuple[SpeechEvent, str]]
BEGUN, FINISHED, INTERRUPTED = SpeechEvent.BEGUN, SpeechEvent.FINISHED, SpeechEvent.INTERRUPTED


@pytest.fixture
def sapi(monkeypatch: pytest.MonkeyPatch) -> Iterator[SapiStandIn]:
    stand_in = SapiStandIn()
    library = ModuleType("libloader.com")
    vars(library)["load_com"] = com_loader({"SAPI.SPVoice": lambda: stand_in})
    monkeypatch.setitem(sys.modules, "libloader.com", library)
    com = SimpleNamespace(CoInitialize=lambda: stand_in.calls.append(("CoInitialize", threading.get_ident())))
    monkeypatch.setitem(sys.modules, "pythoncom", com)
    yield stand_in
    if stand_in.is_blocked:
        stand_in.is_blocked.set()


@pytest.fixture
def events() -> Events:
    return []


def output(events: Events, rate: int = 0) -> SAPI:
    return SAPI(rate, lambda event, text: events.append((event, text)))


def test_what_began_and_ended_is_reported(sapi: SapiStandIn, events: Events) -> None:
    made = output(events)
    made.speak("Ben passes.")
    made.speak("Your turn.")

    sapi.begin()
    assert until(lambda: events == [(BEGUN, "Ben passes.")])
    sapi.end()
    assert until(lambda: events[1:] == [(FINISHED, "Ben passes."), (BEGUN, "Your turn.")])
    sapi.end()

    assert until(lambda: events[3:] == [(FINISHED, "Your turn.")])
    assert made.reports_end


def test_a_text_that_ends_between_two_looks_is_reported_whole(sapi: SapiStandIn, events: Events) -> None:
    made = output(events)
    made.speak("Ben passes.")

    sapi.begin()
    sapi.end()

    assert until(lambda: events == [(BEGUN, "Ben passes."), (FINISHED, "Ben passes.")])


def test_an_answer_cuts_what_sounds_and_waits(sapi: SapiStandIn, events: Events) -> None:
    made = output(events)
    made.speak("Ben passes.")
    made.speak("Your turn.")

    made.speak("Left 3.", interrupt=True)

    assert list(sapi.waiting.values()) == ["Left 3."]
    assert events == [(INTERRUPTED, "Ben passes."), (INTERRUPTED, "Your turn.")]
    assert sapi.calls[-2:] == [("Speak", "", ASYNC | PURGE | NOT_XML), ("Speak", "Left 3.", ASYNC | NOT_XML)]


def test_all_calls_come_from_the_thread_that_has_joined_com(sapi: SapiStandIn, events: Events) -> None:
    made = output(events)

    made.speak("Ben passes.")
    made.close()

    assert sapi.threads == {call[1] for call in sapi.calls if call[0] == "CoInitialize"}
    assert sapi.threads != {threading.get_ident()}


@pytest.mark.parametrize(("words", "rate"), [(180, 0), (540, 10), (60, -10), (300, 5), (900, 10), (20, -10)])
def test_words_a_minute_are_steps_of_its_rate(words: int, rate: int) -> None:
    assert sapi_rate(words) == rate


def test_the_rate_is_set_if_the_player_has_chosen_one(sapi: SapiStandIn, events: Events) -> None:
    sapi.Rate = 4
    output(events)
    untouched = sapi.Rate

    output(events, rate=300)

    assert (untouched, sapi.Rate) == (4, 5)


def test_without_a_voice_it_cannot_be_made(sapi: SapiStandIn, events: Events) -> None:
    sapi.voices = 0

    with pytest.raises(OutputError, match="no voice"):
        output(events)


def test_an_error_of_a_call_is_raised(sapi: SapiStandIn, events: Events) -> None:
    made = output(events)
    sapi.error = ComError("no sound device")

    with pytest.raises(ComError, match="no sound device"):
        made.speak("Ben passes.")


def test_a_voice_that_fails_while_it_speaks_is_reported_as_lost(sapi: SapiStandIn, events: Events) -> None:
    made = output(events)
    made.speak("Ben passes.")

    sapi.error = ComError("the device is gone")

    assert until(lambda: events == [(SpeechEvent.DISCONNECTED, "")])


def test_its_last_words_are_spoken_before_it_is_closed(sapi: SapiStandIn, events: Events) -> None:
    made = output(events)
    made.speak("Goodbye.")

    made.close()

    assert sapi.calls[-1][0] == "WaitUntilDone"


def test_a_voice_that_fails_is_released_when_it_is_closed(sapi: SapiStandIn, events: Events) -> None:
    before = set(threading.enumerate())
    made = output(events)
    (thread,) = (each for each in threading.enumerate() if each.name == "sapi" and each not in before)
    sapi.error = ComError("the device is gone")

    with pytest.raises(ComError):
        made.close()

    assert until(lambda: not thread.is_alive())


@pytest.mark.long
def test_a_call_that_blocks_is_given_up_and_another_voice_speaks(
    sapi: SapiStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "CALL_TIMEOUT", 0.5)
    second = SapiStandIn()
    built = iter((sapi, second))
    load = com_loader({"SAPI.SPVoice": lambda: next(built)})
    monkeypatch.setattr(sys.modules["libloader.com"], "load_com", load)
    # To make an output, and to load its library, may take longer than that.
    outputs = iter([AccessibleOutput((SAPI(0, lambda _event, _text: None),), orca=False) for _ in range(2)])
    sapi.is_blocked = threading.Event()
    source = Source("sapi", lambda _on_event: next(outputs))
    voice = Voice(lambda _line: None, [source])

    voice.say(Utterance("Left 3.", Urgency.ANSWER))

    assert until(lambda: second.spoken == ["Left 3."])
    second.waiting.clear()
    voice.close()
