"""Lines spoken one after the other."""

import os
import subprocess
import sys
import threading

import pytest
from support.time.patience import PATIENCE
from support.voice.fake_backend import FakeSpeaker
from support.voice.private_dispatcher import until

from playroom.voice.backends.backend import BackendError, Failure, SpeechEvent
from playroom.voice.line_speaker import LineSpeaker
from playroom.voice.probe import ProbeResult

pytestmark = pytest.mark.usefixtures("patient")


def test_a_line_waits_for_the_end_of_the_one_before() -> None:
    slow = FakeSpeaker(ends_at_once=False)
    speaker = LineSpeaker([slow.source])

    speaker.put("one")
    speaker.put("two")
    assert until(lambda: slow.texts == ["one"])
    slow.built[0].on_event(SpeechEvent.FINISHED, "another text")
    assert slow.texts == ["one"]
    slow.built[0].on_event(SpeechEvent.FINISHED, "one")

    assert until(lambda: slow.texts == ["one", "two"])
    slow.built[0].on_event(SpeechEvent.FINISHED, "two")
    speaker.finish()
    assert (slow.closed, speaker.has_spoken) == (1, True)


def test_a_stop_silences_and_drops_the_other_lines() -> None:
    slow = FakeSpeaker(ends_at_once=False)
    speaker = LineSpeaker([slow.source])
    speaker.put("one")
    speaker.put("two")
    assert until(lambda: slow.texts == ["one"])

    speaker.stop()

    assert slow.said == [("one", False), ("", True)]
    assert slow.closed == 1


def test_a_stop_before_the_first_line_is_no_speech() -> None:
    release, building = threading.Event(), threading.Event()

    def wait(_attempt: int) -> None:
        building.set()
        release.wait()

    slow = FakeSpeaker(before_building=wait)
    speaker = LineSpeaker([slow.source])
    speaker.put("one")
    assert building.wait(PATIENCE)
    stopping = threading.Thread(target=speaker.stop)
    stopping.start()
    assert until(lambda: speaker.is_stopped)
    release.set()
    stopping.join()

    assert (slow.texts, speaker.has_spoken) == ([""], False)


def test_a_source_that_was_built_and_fails_is_reported_and_the_next_speaks_its_line() -> None:
    def fail(_call: int) -> None:
        raise BackendError(Failure.BROKEN, "no sound")

    def absent(_attempt: int) -> None:
        raise BackendError(Failure.NOT_INSTALLED, "nothing there")

    failures: list[ProbeResult] = []
    good = FakeSpeaker()
    broken = FakeSpeaker(before_speaking=fail)
    sources = [FakeSpeaker(before_building=absent), broken, good]
    speaker = LineSpeaker([each.source for each in sources], failures.append)

    speaker.put("one")
    speaker.put("two")
    speaker.finish()

    assert good.texts == ["one", "two"]
    assert failures == [ProbeResult("fake", failure=Failure.BROKEN, detail="no sound")]
    assert (broken.closed, good.closed) == (1, 1)


@pytest.mark.parametrize(
    ("event", "text"), [(SpeechEvent.DISCONNECTED, ""), (SpeechEvent.REFUSED, "one")], ids=["lost", "refused"]
)
def test_a_line_goes_to_the_next_source_when_it_is_not_spoken(event: SpeechEvent, text: str) -> None:
    lost, good = FakeSpeaker(ends_at_once=False), FakeSpeaker()
    speaker = LineSpeaker([lost.source, good.source])
    speaker.put("one")
    assert until(lambda: lost.texts == ["one"])

    lost.built[0].on_event(event, text)
    speaker.finish()

    assert good.texts == ["one"]


def test_without_sources_nothing_is_waited_for() -> None:
    speaker = LineSpeaker(())
    speaker.put("one")

    speaker.finish()

    assert not speaker.has_spoken


def test_a_backend_that_blocks_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playroom.voice.line_speaker._BUILD_TIMEOUT", 0.0)
    monkeypatch.setattr("playroom.voice.line_speaker.longest_duration", lambda *_, **__: 0.05)
    release, building = threading.Event(), threading.Event()

    def block(_attempt: int) -> None:
        building.set()
        release.wait()

    speaker = LineSpeaker([FakeSpeaker(before_building=block).source])
    speaker.put("one")
    assert building.wait(PATIENCE)

    speaker.finish()

    assert not speaker.has_spoken
    release.set()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="only the outputs of Linux print")
def test_the_library_prints_nothing_whenever_it_is_used() -> None:
    program = "from playroom.voice.backends.accessible_output import *; accessible_backend('', 0, print)"
    nobody = {"SPEECHD_ADDRESS": "unix_socket:/none", "SPEECHD_CMD": "/bin/false"}

    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **nobody},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.stdout == ""
    assert "BackendError: not-running" in ended.stderr
