"""What sounds cost. usage: python tests/bench/bench_sound.py

With a private PulseAudio server it prints what a caller waits for ``play`` while three threads compute as
bots do, and until the device has the sound; until the library is loaded and a device is open; and how much
later than without sounds the program's first text is queued, and its answer to a key.
"""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import trials
from support.console.player import Player, folder
from support.sound.private_pulse import PulseServer
from support.voice.private_dispatcher import Dispatcher
from verdict import Figure, verdict

from playroom.commands.assembly import SWITCH_INTERVAL
from playroom.sound.cue import Cue, PlacedCue
from playroom.sound.device import Device
from playroom.sound.output import SoundOptions, SourcePosition
from playroom.sound.sound_thread import SoundThread, open_output

CALLS = trials(300)
STARTS = trials(21)
BOTS = 3
KEYS = trials(120)
PLAY, BEGIN, LATER, KEY_LATER = 1.0, 30.0, 30.0, 1.0
"""Targets in milliseconds: the p99 of calls and of the begin of sounds; the differences of medians.

A device has a buffer of 25 ms: with it, a sound that begins within 30 ms of its call is heard within 60.
"""
CUES = [PlacedCue(cue, angle) for cue in (Cue.PLAYED, Cue.DRAWN, Cue.PASSED) for angle in (-60.0, 0.0, 60.0)]
TABLE = ("play", "--seed", "1", "--pace", "0", "--players", "2")
MODES = ("headphones", "off")


def main() -> None:
    sys.setswitchinterval(SWITCH_INTERVAL)
    with ExitStack() as stack:
        server = PulseServer(stack.enter_context(folder()))
        stack.callback(server.kill)
        server.start()
        os.environ.update(server.environment)
        output = open_output(SoundOptions())
        stack.callback(output.close)
        began = time.perf_counter()
        output.look(60)
        tell("library loaded and device open", (time.perf_counter() - began) * 1000)
        figures = [figure("play()", calls(output), PLAY)]
        with busy():
            figures.append(figure(f"play() while {BOTS} threads compute", calls(output), PLAY))
            figures.append(figure("... until it begins", begins(output), BEGIN))
        figures.append(compared("start to first text", LATER, *starts()))
        figures.append(compared("key to answer", KEY_LATER, *answers()))
    print(verdict(figures))


def tell(name: str, milliseconds: float) -> None:
    print(f"{name:44} {milliseconds:8.3f} ms")


def figure(name: str, times: list[float], target: float) -> Figure:
    """The p99 of times in milliseconds."""
    p99 = quantiles(times, n=100)[-1]
    tell(f"{name}, median", median(times))
    tell(f"{name}, p99", p99)
    return Figure(f"{name}, p99", p99, target, " ms")


@contextmanager
def busy(count: int = BOTS) -> Iterator[None]:
    """Threads that compute all the time, as bots that think do."""
    done = threading.Event()
    threads = [threading.Thread(target=compute, args=[done]) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        done.set()
        for thread in threads:
            thread.join()


def compute(done: threading.Event) -> None:
    while not done.is_set():
        sum(range(1000))


def calls(output: SoundThread) -> list[float]:
    """The milliseconds that each call took, with a key's pause before it."""
    times = []
    for number in range(CALLS):
        time.sleep(0.005)
        began = time.perf_counter()
        output.play([CUES[number % len(CUES)]])
        times.append((time.perf_counter() - began) * 1000)
    return times


def begins(output: SoundThread) -> list[float]:
    """The milliseconds from each call until the device was given the sound."""
    times: list[float] = []
    asked = 0.0
    started = threading.Event()
    start = Device.start

    def note(device: Device, source: int, buffer: int, where: SourcePosition, pitch: float) -> None:
        start(device, source, buffer, where, pitch)
        times.append((time.perf_counter() - asked) * 1000)
        started.set()

    with patch.object(Device, "start", note):
        for number in range(CALLS):
            time.sleep(0.06)  # longer than the gap between two equal cues
            started.clear()
            asked = time.perf_counter()
            output.play([CUES[number % len(CUES)]])
            started.wait()
    return times


@contextmanager
def dispatcher() -> Iterator[Dispatcher]:
    """A private server of speech."""
    with folder() as place:
        made = Dispatcher(place)
        made.start()
        try:
            yield made
        finally:
            made.stop()


@contextmanager
def playing(speech: Dispatcher, home: Path, mode: str) -> Iterator[Player]:
    """A player whose sounds have this mode."""
    with Player(speech, home, *TABLE, settings={"language": "en", "sound": mode}) as player:
        yield player


def starts() -> tuple[list[float], list[float]]:
    """The milliseconds from each start until the first text was queued, with sounds and without, in turn."""
    times: tuple[list[float], list[float]] = [], []
    with dispatcher() as speech, folder() as one, folder() as other:
        for _ in range(STARTS):
            for found, home, mode in zip(times, (one, other), MODES, strict=True):
                with playing(speech, home, mode) as player:
                    found.append(player.wait_for("")[0].ms)
    return times


def answers() -> tuple[list[float], list[float]]:
    """The milliseconds from each key until its answer was queued, with sounds and without, in turn."""
    times: tuple[list[float], list[float]] = [], []
    with ExitStack() as stack:
        players = []
        for mode in MODES:
            speech, home = stack.enter_context(dispatcher()), stack.enter_context(folder())
            players.append(stack.enter_context(playing(speech, home, mode)))
            players[-1].wait_for("You start.")
        for number in range(KEYS):
            for found, player in zip(times, players, strict=True):
                player.new()
                player.send("right" if number % 8 < 4 else "left")  # a sound goes with each of these
                found.append(player.wait_for("")[0].ms)
    return times


def compared(name: str, target: float, sounding: list[float], silent: list[float]) -> Figure:
    """How much later the median is with sounds."""
    for mode, times in zip(MODES, (sounding, silent), strict=True):
        tell(f"{name}, sounds {mode}, median", median(times))
    return Figure(f"{name}, later with sounds", median(sounding) - median(silent), target, " ms")


if __name__ == "__main__":
    main()
