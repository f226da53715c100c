import os
import subprocess
import sys
import threading
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace

import pytest
from support.time.patience import PATIENCE
from support.voice.fake_backend import FakeSpeaker
from support.voice.private_dispatcher import Dispatcher, until

from playroom.narration.message import Urgency
from playroom.voice import probe
from playroom.voice.backends import accessible_output, ssip
from playroom.voice.backends.accessible_output import accessible_backend
from playroom.voice.backends.backend import BackendError, BackendKind, Failure, is_running
from playroom.voice.backends.prism import prism_backend
from playroom.voice.backends.program import SYNTHESISERS
from playroom.voice.probe import ProbeResult, probe_sources
from playroom.voice.sources import all_sources, preferred_first
from playroom.voice.utterance import Utterance
from playroom.voice.voice import Voice

pytestmark = pytest.mark.usefixtures("patient")


def test_orca_comes_first_and_commands_last() -> None:
    assert [source.name for source in all_sources()] == ["orca", "accessible-output2", "prism", *SYNTHESISERS]


def test_a_player_may_prefer_another() -> None:
    names = [source.name for source in preferred_first("espeak-ng", all_sources())]

    assert names == ["espeak-ng", "orca", "accessible-output2", "prism", "say", "espeak"]


@pytest.mark.long
def test_nothing_that_speaks_is_imported_before_it_is_needed() -> None:
    names = "import sys, playroom.voice.voice; print(*sys.modules)"
    heavy = {"accessible_output2", "prism", "subprocess", "socket", "asyncio"}

    imported = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True)

    assert not heavy & set(imported.stdout.split())


def test_results_name_the_source_that_speaks_and_why_others_do_not() -> None:
    def refuse(_attempt: int) -> None:
        raise BackendError(Failure.NOT_RUNNING, "no server")

    def fail(_attempt: int) -> None:
        raise OSError("no such device")

    good = FakeSpeaker(kind=BackendKind.SCREEN_READER)
    refuses, fails = FakeSpeaker(before_building=refuse), FakeSpeaker(before_building=fail)

    results = probe_sources(fake.source for fake in (good, refuses, fails))

    assert results == (
        ProbeResult(
            "fake", speaker="fake", kind=BackendKind.SCREEN_READER, has_braille=True, reports_end=True
        ),
        ProbeResult("fake", failure=Failure.NOT_RUNNING, detail="no server"),
        ProbeResult("fake", failure=Failure.BROKEN, detail="OSError: no such device"),
    )
    assert (good.closed, good.said) == (1, [])


def test_a_listener_who_knows_of_the_delay_waits_longer_for_a_slow_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(probe, "PROBE_TIMEOUT", 0.0)
    loaded, told = threading.Event(), []

    def tell() -> None:
        told.append("slow")
        loaded.set()

    slow = FakeSpeaker(before_building=lambda _attempt: loaded.wait())

    results = probe_sources([slow.source], tell)

    assert ([each.speaker for each in results], told) == (["fake"], ["slow"])


def test_sources_that_block_are_given_up_all_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "PROBE_TIMEOUT", 0.1)
    release, all_build = threading.Event(), threading.Barrier(6)

    def block(_attempt: int) -> None:
        all_build.wait()
        release.wait()

    blocks = FakeSpeaker(before_building=block).source

    results = probe_sources([blocks] * 5)

    # Each is still building when the last is given up: none has waited for another.
    all_build.wait(PATIENCE)
    assert results == (ProbeResult("fake", failure=Failure.STUCK, detail="no answer in time"),) * 5
    release.set()


def test_a_real_server_is_found_and_a_frozen_one_is_reported(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first,) = probe_sources(all_sources()[1:2])
    dispatcher.freeze()
    monkeypatch.setattr(ssip, "REPLY_TIMEOUT", 0.2)
    (then,) = probe_sources(all_sources()[1:2])

    assert first == ProbeResult(
        "accessible-output2",
        speaker="Linux Speech Dispatcher",
        kind=BackendKind.SYNTHESISER,
        reports_end=True,
    )
    assert then.failure is Failure.NOT_RUNNING
    assert "the server is silent" in then.detail


def test_the_language_reaches_the_server(dispatcher: Dispatcher) -> None:
    backend = accessible_backend("fr", 0, lambda _report, _text: None)

    backend.speak("Bonjour.", interrupt=False)

    assert until(lambda: dispatcher.spoken() == ["Bonjour."])
    assert until(lambda: any("language=fr" in values for values in dispatcher.spoken("set")))
    backend.close()


def test_orca_is_a_screen_reader_that_no_key_of_ours_silences(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dispatcher
    before = kind_of_dispatcher()
    monkeypatch.setattr(accessible_output, "is_running", lambda name: name == "orca")

    assert (before, kind_of_dispatcher()) == (BackendKind.SYNTHESISER, BackendKind.KEY_TOLERANT_READER)


@pytest.mark.skipif(sys.platform != "linux", reason="only the programs of Linux can be asked for")
def test_a_program_is_running_until_it_has_ended() -> None:
    name = f"reader-{os.getpid()}"
    with subprocess.Popen(["bash", "-c", f"exec -a /usr/bin/{name} sleep 600"]) as reader:
        was_running = until(lambda: is_running(name))
        reader.kill()

    assert was_running
    assert not is_running(name)


def kind_of_dispatcher() -> BackendKind:
    backend = accessible_backend("", 0, lambda _report, _text: None)
    kind = backend.kind
    backend.close()
    return kind


def library(calls: list[tuple[object, ...]], number: str, *, braille: bool) -> ModuleType:
    """A stand-in for prismatoid with one backend."""

    def note(name: str) -> object:
        return lambda *arguments: calls.append((name, *arguments))

    backend = SimpleNamespace(name=number.title(), features=SimpleNamespace(supports_braille=braille))
    vars(backend).update({name: note(name) for name in ("speak", "braille", "stop")})
    context = SimpleNamespace(acquire_best=lambda: backend, id_of=lambda _name: SimpleNamespace(name=number))
    made = ModuleType("prism")
    vars(made).update(
        Context=lambda: context, common=SimpleNamespace(PrismNotSpeakingError=type("Quiet", (Exception,), {}))
    )
    return made


@pytest.mark.parametrize(
    ("number", "sort"),
    [
        ("ORCA", BackendKind.KEY_TOLERANT_READER),
        ("NVDA", BackendKind.SCREEN_READER),
        ("SPEECH_DISPATCHER", BackendKind.SYNTHESISER),
        ("VOICE_OVER", BackendKind.TERMINAL_READER),
    ],
)
def test_prism_speaks_and_brailles(monkeypatch: pytest.MonkeyPatch, number: str, sort: BackendKind) -> None:
    calls: list[tuple[object, ...]] = []
    monkeypatch.setitem(sys.modules, "prism", library(calls, number, braille=True))
    backend = prism_backend(lambda _report, _text: None)

    backend.speak("Left 3.", interrupt=True)
    backend.braille("Left 3.")
    backend.silence()

    assert (backend.kind, backend.reports_end, backend.has_braille) == (sort, False, True)
    assert calls == [("speak", "Left 3.", True), ("braille", "Left 3."), ("stop",)]


def test_prism_shows_nothing_where_there_is_no_braille(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[object, ...]] = []
    monkeypatch.setitem(sys.modules, "prism", library(calls, "SAPI", braille=False))

    prism_backend(lambda _report, _text: None).braille("Left 3.")

    assert calls == []


def test_prism_that_is_not_installed_or_finds_nothing_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> None:
        raise ValueError("Invalid or unsupported backend")

    empty = ModuleType("prism")
    vars(empty).update(Context=lambda: SimpleNamespace(acquire_best=nothing))
    reasons = []

    for installed in (None, empty):
        monkeypatch.setitem(sys.modules, "prism", installed)
        (finding,) = probe_sources([source for source in all_sources() if source.name == "prism"])
        reasons.append(finding.failure)

    assert reasons == [Failure.NOT_INSTALLED, Failure.NOT_RUNNING]


def test_prism_is_not_used_where_its_threads_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    calls: list[tuple[object, ...]] = []
    monkeypatch.setitem(sys.modules, "prism", library(calls, "ORCA", braille=True))
    monkeypatch.setattr(threading.Thread, "start", refuse)

    with pytest.raises(BackendError) as refused:
        prism_backend(lambda _report, _text: None)

    assert refused.value.failure is Failure.NOT_RUNNING


@pytest.mark.long
def test_the_real_prism_speaks_to_a_real_server(dispatcher: Dispatcher) -> None:
    if not find_spec("prism"):
        missing = "prismatoid is not installed"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    (way,) = (source for source in all_sources() if source.name == "prism")
    voice = Voice(lambda _line: None, [way])

    voice.say(Utterance("Left 3.", Urgency.ANSWER))

    assert until(lambda: dispatcher.texts() == ["Left 3."])
    voice.close()
