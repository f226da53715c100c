"""The thread that plays sounds: its callers notice nothing of what happens to it."""

import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from support.sound.loopback import LoopbackOpener
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import until

from playroom.sound import device, sound_thread
from playroom.sound.cue import Cue, PlacedCue
from playroom.sound.output import SoundMode, SoundOptions, SoundState
from playroom.sound.sound_engine import SoundEngine
from playroom.sound.sound_thread import SoundThread, open_output

BELL = PlacedCue(Cue.YOUR_TURN)


@pytest.fixture
def output(patient: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[SoundThread]:
    """What plays sounds into memory, while no other thread of sounds is left."""
    del patient
    assert until(lambda: not sound_threads())
    monkeypatch.setattr(device, "DeviceOpener", LoopbackOpener)
    made = open_output(SoundOptions())
    yield made
    made.close()
    assert until(lambda: not sound_threads())


def sound_threads() -> int:
    return sum(thread.name == "sound" for thread in threading.enumerate())


def test_nothing_starts_before_there_is_a_sound_or_a_word(output: SoundThread) -> None:
    output.stop()
    output.apply(SoundOptions(volume=50))

    assert output.state == SoundState(is_known=False)
    assert sound_threads() == 0


@pytest.mark.parametrize("mode", [SoundMode.HEADPHONES, SoundMode.OFF])
def test_a_sound_starts_the_thread_unless_sounds_are_off(output: SoundThread, mode: SoundMode) -> None:
    output.apply(SoundOptions(mode=mode))
    output.play([BELL])

    assert sound_threads() == (mode is not SoundMode.OFF)


def test_the_device_is_closed_with_the_thread(output: SoundThread) -> None:
    output.duck(1.0)
    assert until(lambda: output.state.device)

    output.close()
    output.play([BELL])

    assert until(lambda: not sound_threads())
    assert not output.state.device


def test_a_thread_that_fails_is_replaced(output: SoundThread, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_engine: SoundEngine) -> None:
        raise OSError

    with monkeypatch.context() as broken:
        broken.setattr(SoundEngine, "work", fail)
        output.play([BELL])
        assert until(lambda: output.state.is_known and not sound_threads())
        assert not output.state.device

    output.play([BELL])

    assert until(lambda: output.state.device)


@pytest.mark.usefixtures("patient")
def test_the_program_is_woken_when_sound_is_found_and_when_it_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_engine: SoundEngine) -> None:
        raise OSError

    monkeypatch.setattr(device, "DeviceOpener", LoopbackOpener)
    found: list[bool] = []
    made = open_output(SoundOptions(), lambda: found.append(bool(made.state.device)))
    made.play([BELL])
    assert until(lambda: found == [True])

    monkeypatch.setattr(SoundEngine, "work", fail)
    made.play([BELL])

    assert until(lambda: found == [True, False])
    made.close()
    assert until(lambda: not sound_threads())


class Hang:
    """A call of the library that ends when a test lets it."""

    def __init__(self) -> None:
        self.has_begun, self.may_end = threading.Event(), threading.Event()

    def __call__(self) -> None:
        self.has_begun.set()
        self.may_end.wait()


@pytest.fixture
def hang(output: SoundThread, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hang]:
    """What the thread hangs in, with an open device."""
    made = Hang()
    output.play([BELL])
    assert until(lambda: output.state.device)
    with monkeypatch.context() as frozen:
        frozen.setattr(SoundEngine, "stop", made)
        output.stop()
        assert made.has_begun.wait(PATIENCE)
    yield made
    made.may_end.set()


def test_a_thread_that_is_blocked_plays_on_no_device(
    output: SoundThread, hang: Hang, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sound_thread, "BLOCKED_SECONDS", 0.0)
    assert output.state.library
    assert not output.state.device

    hang.may_end.set()

    assert until(lambda: output.state.device)


@pytest.mark.usefixtures("hang")
def test_a_restart_replaces_a_thread_that_is_blocked(
    output: SoundThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as hasty:
        hasty.setattr(sound_thread, "BLOCKED_SECONDS", 0.0)
        output.restart()

    assert until(lambda: output.state.device)


def test_options_reach_a_thread_for_which_many_calls_wait(output: SoundThread, hang: Hang) -> None:
    for _ in range(sound_thread.MOST_WAITING):
        output.stop()
    output.apply(SoundOptions(mode=SoundMode.OFF))

    hang.may_end.set()

    assert until(lambda: output.state.is_known and not output.state.device)


SILENT_START = """
import sys
from playroom.sound.output import SoundOptions
from playroom.sound.sound_thread import open_output
open_output(SoundOptions())
print(*sys.modules)
"""


def test_an_output_that_has_played_nothing_has_loaded_nothing() -> None:
    command = [sys.executable, "-c", SILENT_START]

    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    assert not {"ctypes", "wave", "playroom.sound.device", "cyal", "pyalsoft"} & set(loaded)
