"""Windows and macOS: the real accessible-output2 over stubs of what it calls there."""

import ctypes
import importlib
import platform
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from support.time.patience import PATIENCE
from support.voice.com_stand_ins import ComError, JawsStandIn, SapiStandIn, com_loader
from support.voice.nvda_stand_in import OF_2024
from support.voice.private_dispatcher import until

from playroom.narration.message import Urgency
from playroom.voice.backends.accessible_output import AccessibleOutput, accessible_backend
from playroom.voice.backends.backend import BackendError, BackendKind, Failure
from playroom.voice.mode import Mode
from playroom.voice.probe import probe_sources
from playroom.voice.sources import Source, all_sources
from playroom.voice.utterance import Utterance
from playroom.voice.voice import Voice

pytestmark = pytest.mark.usefixtures("patient")

Calls = list[tuple[object, ...]]


class Function:
    """A function of a library: it notes its call, and gives what it was told to give."""

    def __init__(self, name: str, calls: Calls, result: object) -> None:
        self.name, self.calls, self.result = name, calls, result

    def __call__(self, *arguments: object) -> object:
        self.calls.append((self.name, *arguments))
        return self.result


class Libraries:
    """``ctypes.windll``: each function of each library, or none where they are for another processor."""

    def __init__(self, calls: Calls, results: Mapping[str, object], *, loads: bool = True) -> None:
        self.calls, self.results, self.loads = calls, results, loads

    def __getitem__(self, path: str) -> "Libraries":
        if not Path(path).exists():
            raise FileNotFoundError(path)
        if not self.loads:
            raise OSError("[WinError 193] %1 is not a valid Win32 application")
        return self

    def __getattr__(self, name: str) -> Function:
        if name in OF_2024:
            raise AttributeError(name)
        return Function(name, self.calls, self.results.get(name, 0))


def module(name: str, **contents: object) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(contents)
    return made


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Makes this another system, for libraries that are imported from now on."""
    libraries = ("accessible_output2", "libloader")
    ours = ("playroom.voice.backends.nvda", "playroom.voice.backends.jaws", "playroom.voice.backends.sapi")

    def forget() -> None:
        for name in [name for name in sys.modules if name.partition(".")[0] in libraries or name in ours]:
            del sys.modules[name]

    def become(system: str) -> None:
        # Where the files of a package lie is asked of the true system.
        importlib.import_module("platform_utils.paths")
        forget()
        monkeypatch.setattr(platform, "system", lambda: system)

    monkeypatch.setenv("SPEECHD_CMD", "/bin/false")
    yield become
    forget()


@pytest.fixture
def calls() -> Calls:
    return []


Start = Callable[..., None]


@pytest.fixture
def windows(elsewhere: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, calls: Calls) -> Start:
    """Starts Windows with these screen readers running; SAPI 5 is always there."""

    def windows(*, nvda: bool = False, jaws: bool = False, arm: bool = False, pywin32: bool = True) -> None:
        elsewhere("Windows")
        silent = {"PCTKStatus": 0, "GetSpeakState": 2, "nvdaController_testIfRunning": 0 if nvda else 1}
        objects = {
            "SAPI.SPVoice": lambda: SapiStandIn(calls=calls),
            "FreedomSci.JawsApi": lambda: JawsStandIn(calls, is_running=jaws),
        }
        libraries = Libraries(calls, silent, loads=not arm)
        for name in ("windll", "cdll"):
            monkeypatch.setattr(ctypes, name, libraries, raising=False)
        for name in ("WinDLL", "WINFUNCTYPE"):
            monkeypatch.setattr(ctypes, name, None, raising=False)
        gencache = SimpleNamespace(is_readonly=False, EnsureDispatch=com_loader(objects))
        joined = SimpleNamespace(CoInitialize=lambda: calls.append(("CoInitialize", threading.get_ident())))
        stubs = {
            "pywintypes": module("pywintypes", com_error=ComError),
            "win32com": module("win32com"),
            "win32com.client": module("win32com.client", gencache=gencache),
            "win32gui": module("win32gui", FindWindow=lambda *_names: 0),
            "pythoncom": module("pythoncom", **vars(joined)),
        }
        for name, stub in stubs.items():
            monkeypatch.setitem(sys.modules, name, stub if pywin32 else None)

    return windows


def speaker() -> AccessibleOutput:
    return accessible_backend("", 0, lambda _report, _text: None)


def spoken(calls: Calls) -> Calls:
    """The calls that speak or braille, without those that only look around."""
    quiet = {"nvdaController_testIfRunning", "PCTKStatus", "GetSpeakState", "InitTTS", "CoInitialize"}
    return [call for call in calls if call[0] not in {*quiet, "DolAccess_GetSystem"}]


@pytest.mark.long
def test_nvda_speaks_and_brailles(windows: Start, calls: Calls) -> None:
    windows(nvda=True)
    backend = speaker()

    backend.speak("Left 3.", interrupt=True)
    backend.speak("Ben passes.", interrupt=False)
    backend.braille("Ben passes.")

    assert (backend.name, backend.kind, backend.has_braille) == ("NVDA", BackendKind.SCREEN_READER, True)
    assert spoken(calls) == [
        ("nvdaController_cancelSpeech",),
        ("nvdaController_speakText", "Left 3."),
        ("nvdaController_speakText", "Ben passes."),
        ("nvdaController_brailleMessage", "Ben passes."),
    ]


def test_nvda_is_silenced(windows: Start, calls: Calls) -> None:
    windows(nvda=True)

    speaker().silence()

    assert spoken(calls)[0] == ("nvdaController_cancelSpeech",)


def test_jaws_speaks_brailles_and_is_silenced(windows: Start, calls: Calls) -> None:
    windows(jaws=True)
    backend = speaker()

    backend.speak("Left 3.", interrupt=True)
    backend.speak("Ben passes.", interrupt=False)
    backend.braille('Ben says "go".')
    backend.silence()

    assert (backend.name, backend.kind, backend.has_braille) == ("jaws", BackendKind.SCREEN_READER, True)
    assert spoken(calls) == [
        ("SayString", "      Left 3.", True),
        ("SayString", "      Ben passes.", False),
        ("RunFunction", "BrailleString(\"Ben says 'go'.\")"),
        ("StopSpeech",),
    ]


@pytest.mark.long
def test_sapi_speaks_where_no_screen_reader_runs(windows: Start, calls: Calls) -> None:
    windows()
    backend = speaker()

    backend.speak("Tom & Ann: 3 < 5", interrupt=False)
    backend.braille("no display")

    assert (backend.name, backend.kind, backend.has_braille) == ("sapi5", BackendKind.SYNTHESISER, False)
    assert [call[1] for call in spoken(calls)] == ["Tom & Ann: 3 < 5"]


@pytest.mark.long
def test_a_screen_reader_that_is_started_later_takes_over(
    windows: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows()
    backend = speaker()

    monkeypatch.setattr(Libraries, "__getattr__", without_2024)
    with pytest.raises(BackendError, match="sapi5 is not the active output"):
        backend.speak("Left 3.", interrupt=False)

    assert speaker().name == "NVDA"


def without_2024(library: Libraries, name: str) -> Function:
    """A function of a library by which NVDA is running."""
    if name in OF_2024:
        raise AttributeError(name)
    return Function(name, library.calls, 0)


@pytest.mark.long
def test_windows_on_arm_speaks_by_sapi_though_no_library_loads(windows: Start, calls: Calls) -> None:
    windows(nvda=True, arm=True)
    backend = speaker()

    backend.speak("Left 3.", interrupt=True)

    assert backend.name == "sapi5"
    assert "Left 3." in str(calls[-1])


def test_the_thread_that_speaks_has_made_its_com_objects(windows: Start, calls: Calls) -> None:
    windows()
    voice = Voice(lambda _line: None, all_sources()[1:2])

    voice.say(Utterance("Left 3.", Urgency.ANSWER))

    assert until(lambda: any(call[0] == "Speak" for call in calls))
    joined = {call[1] for call in calls if call[0] == "CoInitialize"}
    assert len(joined) == 2
    assert threading.get_ident() not in joined
    voice.close()


@pytest.mark.parametrize(("nvda", "mode"), [(True, Mode.VOICE), (False, Mode.BOTH)])
def test_the_default_mode_on_windows(windows: Start, nvda: bool, mode: Mode) -> None:  # noqa: FBT001
    windows(nvda=nvda)
    awake = threading.Event()
    voice = Voice(lambda _line: None, all_sources()[1:2], wake=awake.set)
    assert awake.wait(PATIENCE)

    voice.changes()

    assert voice.mode is mode
    voice.close()


def test_windows_without_pywin32_is_reported(windows: Start) -> None:
    windows(nvda=True, pywin32=False)

    (finding,) = probe_sources(all_sources()[1:2])

    assert finding.failure is Failure.NOT_INSTALLED
    assert "pywintypes" in finding.detail or "win32com" in finding.detail


def voiceover(calls: Calls, *, running: bool) -> ModuleType:
    app = SimpleNamespace(output=lambda text: calls.append(("output", text)), isrunning=lambda: running)
    return module("appscript", app=lambda _name: app)


def test_voiceover_speaks_and_its_player_reads_the_terminal(
    elsewhere: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, calls: Calls
) -> None:
    elsewhere("Darwin")
    monkeypatch.setitem(sys.modules, "appscript", voiceover(calls, running=True))
    backend = speaker()

    backend.speak("Left 3.", interrupt=True)
    backend.silence()

    assert (backend.name, backend.kind) == ("VoiceOver", BackendKind.TERMINAL_READER)
    assert calls == [("output", "Left 3."), ("output", "")]


@pytest.mark.parametrize("installed", [True, False])
def test_a_mac_without_voiceover_or_appscript_is_reported(
    elsewhere: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    calls: Calls,
    installed: bool,  # noqa: FBT001
) -> None:
    elsewhere("Darwin")
    stub = voiceover(calls, running=False) if installed else None
    monkeypatch.setitem(sys.modules, "appscript", stub)

    with pytest.raises(BackendError) as told:
        speaker()

    assert told.value.failure is Failure.NOT_RUNNING
    assert ("appscript" in told.value.detail) != installed


def test_a_mac_without_anything_that_speaks_is_written_to(
    elsewhere: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere("Darwin")
    monkeypatch.setitem(sys.modules, "appscript", None)
    screen: list[str] = []
    awake = threading.Event()
    voice = Voice(screen.append, all_sources()[1:2], wake=awake.set)
    voice.say(Utterance("Ben passes.", Urgency.EVENT))
    assert awake.wait(PATIENCE)

    voice.changes()

    assert (voice.mode, screen) == (Mode.TEXT, ["Ben passes."])
    voice.close()


def test_a_jaws_that_takes_no_text_loses_none(windows: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    windows(jaws=True)
    backend = speaker()
    monkeypatch.setattr(JawsStandIn, "SayString", lambda _jaws, text, _flush: not text)

    with pytest.raises(Exception, match="JAWS takes no text"):
        backend.speak("Left 3.", interrupt=True)


def test_a_jaws_that_hangs_is_given_up_and_speaks_again_later(
    windows: Start, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows(jaws=True)
    goes_on, hung = threading.Event(), threading.Event()
    say = JawsStandIn.SayString

    def hang_once(jaws: JawsStandIn, text: str, flush: int) -> bool:
        if text and not hung.is_set():
            hung.set()
            goes_on.wait()
            return False
        return say(jaws, text, flush)

    monkeypatch.setattr(JawsStandIn, "SayString", hang_once)
    monkeypatch.setattr("playroom.voice.worker.CALL_TIMEOUT", 0.05)
    monkeypatch.setattr("playroom.voice.sources._SLOW_DELAYS", (0.0,))
    backend = speaker()  # loading the library may take longer than that
    voice = Voice(lambda _line: None, [Source("accessible-output2", lambda _on_event: backend)])

    voice.say(Utterance("Left 3.", Urgency.ANSWER))

    assert until(lambda: ("SayString", "      Left 3.", True) in calls)
    assert hung.is_set()
    goes_on.set()
    voice.close()
