"""What sounds cost. usage: python tests/bench/bench_sound.py

With a private PulseAudio server it prints what a caller waits for ``play`` while three threads compute as
bots do, until the library is loaded and a device is open, and how much later the program's first text is
queued than without sounds.
"""

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[1]))

from player import Player, folder
from private_dispatcher import Dispatcher
from private_pulse import PulseServer
from verdict import Figure, verdict

from playroom.commands.assembly import SWITCH_INTERVAL
from playroom.sound.cue import Cue, PlacedCue
from playroom.sound.output import SoundOptions
from playroom.sound.sound_thread import SoundThread, open_output

CALLS = 600
STARTS = 21
BOTS = 3
PLAY, LATER = 1.0, 30.0
"""Targets in milliseconds: the p99 of calls, and the difference of the medians of starts."""
CUES = [PlacedCue(cue, angle) for cue in (Cue.PLAYED, Cue.DRAWN, Cue.PASSED) for angle in (-60.0, 0.0, 60.0)]
TABLE = ("play", "--seed", "7", "--pace", "0")


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
        figures.append(Figure("first text later", later(), LATER, " ms"))
        tell("first text later with sounds", figures[-1].value)
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


def later() -> float:
    """How many milliseconds later the first text is queued with sounds than without, by the medians."""
    times: dict[str, list[float]] = {"headphones": [], "off": []}
    with ExitStack() as stack:
        dispatcher = Dispatcher(stack.enter_context(folder()))
        stack.callback(dispatcher.stop)
        dispatcher.start()
        homes = {mode: stack.enter_context(folder()) for mode in times}
        for _ in range(STARTS):
            for mode, home in homes.items():
                settings = {"language": "en", "sound": mode}
                with Player(dispatcher, home, *TABLE, settings=settings) as player:
                    times[mode].append(player.wait_for("")[0].ms)
    for mode, each in times.items():
        tell(f"start to first text, sounds {mode}", median(each))
    return median(times["headphones"]) - median(times["off"])


if __name__ == "__main__":
    main()
