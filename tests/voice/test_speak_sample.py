"""Ways to speak that are tried with one sentence."""

import sys
import threading
from pathlib import Path

import pytest
from conftest import Start
from support.time.patience import PATIENCE
from support.voice.fake_backend import FakeSpeaker
from support.voice.private_dispatcher import Dispatcher, until

from playroom.voice import probe
from playroom.voice.backends.backend import BackendError, BackendKind, Failure, SpeechEvent
from playroom.voice.probe import ProbeResult, probe_sources, speak_sample
from playroom.voice.sources import Source, all_sources

pytestmark = pytest.mark.usefixtures("patient")

WAYS = {source.name: source for source in all_sources(words="fr", rate=200)}


def stub(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Puts a stand-in for espeak-ng on the path."""
    if sys.platform == "win32":
        pytest.skip("the stand-in for a program is a shell script")
    program = folder / "espeak-ng"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


def test_a_real_server_says_the_sentence_to_its_end(start_dispatcher: Start) -> None:
    dispatcher = start_dispatcher(100)

    finding = speak_sample(WAYS["accessible-output2"], "Do you hear this sentence?")

    assert dispatcher.spoken("end") == ["Do you hear this sentence?"]
    assert (finding.speaker, finding.kind, finding.failure) == (
        "Linux Speech Dispatcher",
        BackendKind.SYNTHESISER,
        None,
    )


@pytest.mark.usefixtures("impatient")
def test_a_server_that_freezes_is_reported(dispatcher: Dispatcher) -> None:
    dispatcher.freeze()

    finding = speak_sample(WAYS["accessible-output2"], "Do you hear this?")

    assert finding.failure is Failure.NOT_RUNNING


def test_a_program_says_the_sentence_in_its_language_and_at_its_rate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub(tmp_path, monkeypatch, f'sleep 0.2; echo "$@: $(cat)" > "{tmp_path}/said"')

    finding = speak_sample(WAYS["espeak-ng"], "Bonjour.")

    assert finding == ProbeResult("espeak-ng", "espeak-ng", BackendKind.SYNTHESISER, reports_end=True)
    assert (tmp_path / "said").read_text() == "--stdin -v fr -s 200: Bonjour.\n"


def test_a_program_that_is_found_and_cannot_speak_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub(tmp_path, monkeypatch, "exit 3")

    (before,), after = probe_sources([WAYS["espeak-ng"]]), speak_sample(WAYS["espeak-ng"], "Hello.")

    assert before.speaker == "espeak-ng"
    assert after == ProbeResult("espeak-ng", failure=Failure.BROKEN, detail="espeak-ng ended with 3")


def test_a_sentence_that_a_key_has_cut_is_no_failure(start_dispatcher: Start) -> None:
    dispatcher = start_dispatcher(1)
    findings: list[ProbeResult] = []
    trial = threading.Thread(
        target=lambda: findings.append(speak_sample(WAYS["accessible-output2"], "As long as it is."))
    )
    trial.start()
    assert until(dispatcher.spoken)

    own = WAYS["accessible-output2"].build(lambda _report, _text: None)
    own.speak("Left 3.", interrupt=True)

    trial.join(PATIENCE)
    assert findings[0].speaker == "Linux Speech Dispatcher"
    own.close()


def test_what_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    hangs = FakeSpeaker(before_speaking=lambda _call: release.wait())
    monkeypatch.setattr(probe, "PROBE_TIMEOUT", 0.1)
    monkeypatch.setattr(probe, "longest_duration", lambda _text, *, reports_end: 0.1 * reports_end)

    finding = speak_sample(hangs.source, "Hello.")

    assert finding.failure is Failure.STUCK
    release.set()


def test_what_dies_while_it_speaks_is_reported() -> None:
    dying = FakeSpeaker(ends_at_once=False)
    dying.before_speaking = lambda _call: dying.built[0].on_event(SpeechEvent.DISCONNECTED, "")

    finding = speak_sample(dying.source, "Hello.")

    assert (finding.failure, finding.detail) == (Failure.BROKEN, "it is gone")


def test_what_refuses_the_text_is_reported() -> None:
    asleep = FakeSpeaker(ends_at_once=False)
    asleep.before_speaking = lambda _call: asleep.built[0].on_event(SpeechEvent.REFUSED, "Hello.")

    finding = speak_sample(asleep.source, "Hello.")

    assert (finding.failure, finding.detail) == (Failure.REFUSED, "it takes no text")


def test_what_cannot_be_built_is_not_spoken_to() -> None:
    def refuse(_heard: object) -> None:
        raise BackendError(Failure.NOT_RUNNING, "no server")

    finding = speak_sample(Source("fake", refuse), "Hello.")  # type: ignore[arg-type] # it never returns

    assert finding == ProbeResult("fake", failure=Failure.NOT_RUNNING, detail="no server")
