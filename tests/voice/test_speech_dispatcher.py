from collections.abc import Callable
from pathlib import Path

import pytest
from accessible_output2.outputs.base import Output, OutputError
from support.systems import needs_unix_sockets
from support.voice.private_dispatcher import Dispatcher, until

from playroom.voice.backends.backend import SpeechEvent
from playroom.voice.backends.ssip import SpeechDispatcher

pytestmark = pytest.mark.usefixtures("patient")

Start = Callable[[float], Dispatcher]


def output() -> SpeechDispatcher:
    return SpeechDispatcher("", lambda _report, _text: None)


def test_it_is_an_output_of_the_library(dispatcher: Dispatcher) -> None:
    made = output()

    made.speak("Ben passes.")

    assert until(lambda: dispatcher.texts() == ["Ben passes."])
    assert isinstance(made, Output)
    assert (made.is_active(), made.is_system_output()) == (True, False)
    made.close()


def test_an_interrupting_text_is_important_and_the_next_is_not(dispatcher: Dispatcher) -> None:
    made = output()

    made.speak("Left 3.", interrupt=True)
    made.speak("Ben passes.")

    assert until(lambda: len(dispatcher.queued()) == 2)
    assert [queued.priority for queued in dispatcher.queued()] == ["important", "message"]
    made.close()


def test_no_text_is_nothing_to_say_and_ends_the_interruption(dispatcher: Dispatcher) -> None:
    made = output()

    made.speak("", interrupt=True)
    made.speak("")
    made.speak("Ben passes.")

    assert until(dispatcher.queued)
    assert [(queued.text, queued.priority) for queued in dispatcher.queued()] == [("Ben passes.", "message")]
    made.close()


def test_an_interrupting_text_stops_what_sounds_and_what_waits(start_dispatcher: Start) -> None:
    dispatcher = start_dispatcher(10)
    made = output()
    made.speak("a text of many seconds " * 10)
    made.speak("it waits")
    assert until(dispatcher.spoken)

    made.speak("now", interrupt=True)

    assert until(lambda: "now" in dispatcher.spoken("end"))
    assert dispatcher.spoken("stop") == ["a text of many seconds " * 10]
    assert "it waits" not in dispatcher.spoken()
    made.close()


def test_an_interrupting_text_stops_another_program(start_dispatcher: Start) -> None:
    dispatcher = start_dispatcher(10)
    other, made = output(), output()
    other.speak("a text of many seconds " * 10)
    assert until(dispatcher.spoken)

    made.speak("now", interrupt=True)

    assert until(lambda: "now" in dispatcher.spoken("end"))
    assert dispatcher.spoken("stop") == ["a text of many seconds " * 10]
    other.close()
    made.close()


def test_reports_arrive(dispatcher: Dispatcher) -> None:
    reports: list[tuple[SpeechEvent, str]] = []
    made = SpeechDispatcher("", lambda report, text: reports.append((report, text)))

    made.speak("Ben passes.")

    assert until(lambda: [event for event, _ in reports] == [SpeechEvent.BEGUN, SpeechEvent.FINISHED])
    assert dispatcher.texts() == ["Ben passes."]
    made.close()


@needs_unix_sockets
def test_it_cannot_be_made_without_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path}/none")

    with pytest.raises(OutputError, match="does not start"):
        output()
