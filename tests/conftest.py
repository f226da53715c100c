import gettext
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from unittest.mock import patch

import pytest
from support.console.plain_bots import plain_bots
from support.console.player import folder
from support.sound.private_pulse import PulseServer
from support.systems import ON_WINDOWS
from support.time.patience import PATIENCE, extend_limits, hide_programs
from support.time.same_chance import seed_chance
from support.voice.private_dispatcher import Dispatcher
from support.voice.voice_texts import Open

from playroom.advice import coach
from playroom.strict_yaml import parser
from playroom.voice import worker
from playroom.voice.backends import ssip
from playroom.voice.mode import Mode
from playroom.voice.sources import Source
from playroom.voice.voice import Voice

pytest_plugins = ["support.collection", "support.online.shared_room", "support.programs.runs"]
POSIX_ALONE = "left out on Windows: test_posix_*.py (pseudo-terminals, signals, limits of disks and files)"
_OTHER_SYSTEM = "test_posix_*.py" if ON_WINDOWS else "test_windows_*.py"
collect_ignore_glob = [_OTHER_SYSTEM, f"*/{_OTHER_SYSTEM}"]
OF_THIS_SESSION = (
    *("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY"),
    *("TMUX", "STY", "VTE_VERSION", "TERM_PROGRAM"),
    *("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"),
)
Start = Callable[[float], Dispatcher]


def pytest_report_header() -> str:
    """What is left out on this system, and why."""
    return POSIX_ALONE if ON_WINDOWS else ""


def pytest_configure() -> None:
    """Set the environment of all tests, once: as a fixture it would take time in each of them."""
    # No test speaks to the machine's own server, or starts it, which would outlive the test.
    os.environ.update(SPEECHD_ADDRESS="unix_socket:/dev/null/none", SPEECHD_CMD="/bin/false")
    # None plays sounds on the machine; the one driver that is left plays nothing.
    os.environ["ALSOFT_DRIVERS"] = "null"
    # The language, folders, terminal and screen of this session change nothing that a program does.
    os.environ["LANGUAGE"] = "en"
    for name in OF_THIS_SESSION:
        os.environ.pop(name, None)
    # Programs that tests start take Ctrl+C, which a shell has its background jobs ignore.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    hide_programs(setattr)
    # What nearly all tests do is done once: the texts of the package are read, words of argparse looked for.
    patch.object(gettext, "find", lru_cache(gettext.find)).start()
    patch.object(parser, "_parsed", lru_cache(maxsize=1000)(parser._parsed)).start()  # noqa: SLF001 (slow)
    # Nothing waits for the disk but the programs that tests start, some of which are killed.
    patch.object(os, "fsync", lambda _: None).start()
    # The coach looks as long as it takes: what it finds is the same on a slow machine.
    patch.object(coach, "perf_counter", lambda: 0.0).start()


def pytest_sessionstart() -> None:
    """Let programs started by tests write byte code, as installed ones do."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Seed the random deals and names of a test with its node id."""
    seed_chance(setattr, item.nodeid)


@pytest.fixture
def _plain_bots() -> Iterator[None]:
    """Lets the two lowest strengths play as in the stories, where a test needs certain moves."""
    with plain_bots():
        yield


@pytest.fixture
def start_dispatcher(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts a private server whose voice says so many characters a second; this process speaks there."""
    if ON_WINDOWS:
        pytest.skip("Speech Dispatcher does not run on Windows")
    if not shutil.which("speech-dispatcher"):
        missing = "speech-dispatcher is not installed"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    started = []

    def start(speed: float) -> Dispatcher:
        # A socket's path has room for a hundred characters only: not below pytest's own folders.
        dispatcher = Dispatcher(Path(tempfile.mkdtemp(prefix="playroom-")), speed)
        started.append(dispatcher)
        dispatcher.start()
        for name, value in dispatcher.environment.items():
            monkeypatch.setenv(name, value)
        return dispatcher

    yield start
    for dispatcher in started:
        dispatcher.stop()
        shutil.rmtree(dispatcher.folder, ignore_errors=True)


@pytest.fixture
def dispatcher(start_dispatcher: Start) -> Dispatcher:
    """A private server whose voice says everything at once."""
    return start_dispatcher(0)


@pytest.fixture
def pulse_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PulseServer]:
    """A private server that has not started yet; this process plays there."""
    if not shutil.which("pulseaudio") or not shutil.which("parec"):
        missing = "pulseaudio or pulseaudio-utils is not installed"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    # A socket's path has room for a hundred characters only: not below pytest's own folders.
    place = Path(tempfile.mkdtemp(prefix="playroom-"))
    made = PulseServer(place)
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
    yield made
    made.kill()
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture
def home() -> Iterator[Path]:
    """A player's home, empty as that of a new player."""
    with folder() as place:
        yield place


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives real servers and programs much time, as they are slow on a busy machine."""
    extend_limits(monkeypatch.setattr)


@pytest.fixture
def impatient(patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives up soon, for tests in which a server or a call never answers."""
    del patient
    monkeypatch.setattr(ssip, "REPLY_TIMEOUT", 0.2)
    monkeypatch.setattr(worker, "CALL_TIMEOUT", 1.0)


@pytest.fixture
def screen() -> list[str]:
    """What the voices of a test have written."""
    return []


@pytest.fixture
def voice_of(screen: list[str]) -> Iterator[Open]:
    """Opens a voice that speaks by these sources, once it has found one or given up."""
    voices: list[Voice] = []

    def voice_of(*ways: Source, mode: Mode | None = Mode.VOICE, terminal: bool = True) -> Voice:
        awake = threading.Event()
        voice = Voice(screen.append, ways, mode=mode, terminal=terminal, wake=awake.set)
        voices.append(voice)
        if mode is not Mode.TEXT and terminal:
            assert awake.wait(PATIENCE)
        return voice

    yield voice_of
    for voice in voices:
        voice.close(0.1)
