"""Sounds arrive at a real PulseAudio server, and again after it was killed."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from private_dispatcher import until
from private_pulse import PulseServer

from playroom.sound.cue import Cue, PlacedCue
from playroom.sound.output import SoundOptions
from playroom.sound.sound_thread import SoundThread, found_sound, open_output

pytestmark = pytest.mark.long

PATIENCE = 60.0
BELL = PlacedCue(Cue.YOUR_TURN)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PulseServer]:
    """A private server that has not started yet; this process plays there."""
    if not shutil.which("pulseaudio") or not shutil.which("parec"):
        missing = "pulseaudio or pulseaudio-utils is not installed"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    folder = Path(tempfile.mkdtemp(prefix="playroom-"))
    made = PulseServer(folder)
    for name, value in made.environment.items():
        monkeypatch.setenv(name, value)
    yield made
    made.kill()
    shutil.rmtree(folder)


@pytest.fixture
def output(server: PulseServer) -> Iterator[SoundThread]:
    """What plays sounds at the server."""
    assert server.environment
    made = open_output(SoundOptions())
    yield made
    made.close()


def arrives(server: PulseServer, output: SoundThread) -> bool:
    """Whether a cue that is played again and again is heard at some time."""

    def heard() -> bool:
        output.play([BELL])
        return server.heard() > 100

    return until(heard, PATIENCE)


def test_sounds_arrive_and_the_device_has_a_name(server: PulseServer, output: SoundThread) -> None:
    server.start()

    assert arrives(server, output)
    assert until(output.devices, PATIENCE)
    assert output.state.device in output.devices()


def test_sounds_arrive_at_a_server_that_starts_later(server: PulseServer, output: SoundThread) -> None:
    output.play([BELL])
    assert until(lambda: output.state.is_known, PATIENCE)
    assert not output.state.device

    server.start()

    assert arrives(server, output)


def test_sounds_return_after_the_server_was_killed(server: PulseServer, output: SoundThread) -> None:
    for _ in range(3):
        server.start()
        assert arrives(server, output)
        server.kill()
        assert until(lambda: not output.state.device, PATIENCE)


def test_the_device_is_reported(server: PulseServer) -> None:
    server.start()

    state = found_sound(SoundOptions(), PATIENCE)

    assert state.device
    assert "openal" in state.library.lower()


BEGIN = """
import os, signal
from playroom.sound.cue import Cue, PlacedCue
from playroom.sound.output import SoundOptions
from playroom.sound.sound_thread import open_output
output = open_output(SoundOptions())
"""
OPEN = f"print(output.look({PATIENCE}).device)"
PLAY = "output.play([PlacedCue(Cue.DEAL)])"


def program(server: PulseServer, *lines: str) -> subprocess.CompletedProcess[str]:
    """A program of these lines that has ended; there may be a sound card too."""
    return subprocess.run(
        [sys.executable, "-c", BEGIN + "\n".join(lines)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **server.environment, "ALSOFT_DRIVERS": "pulse,alsa"},
    )


@pytest.mark.parametrize("end", ["", "output.close()"])
def test_sounds_print_nothing(server: PulseServer, end: str) -> None:
    server.start()

    ended = program(server, OPEN, PLAY, end)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.strip()


def test_where_no_device_opens_nothing_is_printed(server: PulseServer) -> None:
    ended = program(server, OPEN, PLAY)

    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_crash_closes_the_device(server: PulseServer) -> None:
    server.start()

    ended = program(server, OPEN, PLAY, "1 / 0")

    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1] == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize("before", [[], [OPEN, PLAY]])
def test_a_frozen_server_keeps_no_program_from_its_end(server: PulseServer, before: list[str]) -> None:
    server.start()

    ended = program(server, *before, f"os.kill({server.pid}, signal.SIGSTOP)", PLAY)

    assert (ended.returncode, ended.stderr) == (0, "")
