"""Sounds arrive at a real PulseAudio server, and again after it was killed."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from support.sound.private_pulse import PulseServer
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import until

from playroom.sound.cue import Cue, PlacedCue
from playroom.sound.output import SoundOptions
from playroom.sound.sound_thread import SoundThread, found_sound, open_output

pytestmark = pytest.mark.long

BELL = PlacedCue(Cue.YOUR_TURN)


@pytest.fixture
def output(pulse_server: PulseServer, patient: None) -> Iterator[SoundThread]:
    """What plays sounds at the server."""
    del patient
    assert pulse_server.environment
    made = open_output(SoundOptions())
    yield made
    made.close()


def arrives(pulse_server: PulseServer, output: SoundThread) -> bool:
    """Whether a cue that is played again and again is heard at some time."""

    def heard() -> bool:
        output.play([BELL])
        return pulse_server.heard() > 100

    return until(heard, PATIENCE)


def test_sounds_arrive_and_the_device_has_a_name(pulse_server: PulseServer, output: SoundThread) -> None:
    pulse_server.start()

    assert arrives(pulse_server, output)
    assert until(output.devices, PATIENCE)
    assert output.state.device in output.devices()


def test_sounds_arrive_at_a_server_that_starts_later(pulse_server: PulseServer, output: SoundThread) -> None:
    output.play([BELL])
    assert until(lambda: output.state.is_known, PATIENCE)
    assert not output.state.device

    pulse_server.start()

    assert arrives(pulse_server, output)


def test_sounds_return_after_the_server_was_killed(pulse_server: PulseServer, output: SoundThread) -> None:
    for _ in range(3):
        pulse_server.start()
        assert arrives(pulse_server, output)
        pulse_server.kill()
        assert until(lambda: not output.state.device, PATIENCE)


@pytest.mark.usefixtures("patient")
def test_the_device_and_the_library_are_reported(pulse_server: PulseServer) -> None:
    pulse_server.start()

    state = found_sound(SoundOptions())

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


def program(pulse_server: PulseServer, *lines: str) -> subprocess.CompletedProcess[str]:
    """A program of these lines that has ended; there may be a sound card too."""
    return subprocess.run(
        [sys.executable, "-c", BEGIN + "\n".join(lines)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, **pulse_server.environment, "ALSOFT_DRIVERS": "pulse,alsa"},
    )


@pytest.mark.parametrize("end", ["", "output.close()"])
def test_sounds_print_nothing(pulse_server: PulseServer, end: str) -> None:
    pulse_server.start()

    ended = program(pulse_server, OPEN, PLAY, end)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.strip()


def test_where_no_device_opens_nothing_is_printed(pulse_server: PulseServer) -> None:
    ended = program(pulse_server, OPEN, PLAY)

    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_crash_closes_the_device(pulse_server: PulseServer) -> None:
    pulse_server.start()

    ended = program(pulse_server, OPEN, PLAY, "1 / 0")

    assert ended.returncode == 1
    assert ended.stderr.splitlines()[-1] == "ZeroDivisionError: division by zero"


@pytest.mark.parametrize("before", [[], [OPEN, PLAY]])
def test_a_frozen_server_keeps_no_program_from_its_end(pulse_server: PulseServer, before: list[str]) -> None:
    pulse_server.start()

    ended = program(pulse_server, *before, f"os.kill({pulse_server.pid}, signal.SIGSTOP)", PLAY)

    assert (ended.returncode, ended.stderr) == (0, "")
