"""How long speech takes. usage: python tests/bench/bench_voice.py

It prints what a caller waits for ``say``, with a server that works and with one that is frozen, and
what passes until a real speech-dispatcher has queued the text, alone and beside a busy thread.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import TextIO

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import trials
from support.voice.private_dispatcher import Dispatcher, until
from verdict import Figure, verdict

from playroom.narration.message import Urgency
from playroom.voice.mode import Mode
from playroom.voice.sources import all_sources
from playroom.voice.terminal import own_terminal
from playroom.voice.utterance import Utterance
from playroom.voice.voice import Voice

TIMES = trials(200)
SAY, QUEUED, POLITE = 1.0, 5.0, 10.0
"""Targets, p95 in milliseconds: a call, and until its text is queued, alone and beside a polite thread."""

FIRST_WORD = """
from playroom.voice.voice import Voice
from playroom.voice.sources import all_sources
from playroom.voice.terminal import own_terminal
from playroom.narration.message import Urgency
from playroom.voice.utterance import Utterance
voice = Voice(print, all_sources()[1:2])
voice.say(Utterance("First word.", Urgency.ANSWER))
voice.close()
"""


def main() -> None:
    with own_terminal() as terminal, server() as dispatcher:
        figures: list[Figure] = []
        report = partial(tell, terminal, figures)
        report("process start to queued", starts(dispatcher))
        voice = Voice(lambda _line: None, all_sources()[1:2], mode=Mode.VOICE)
        said(voice, "warm")
        assert until(lambda: "warm" in dispatcher.texts())
        report("say(), the server works", calls(voice), SAY)
        report("say() to queued", queued(voice, dispatcher, "alone"), QUEUED)
        with busy():
            report("... beside a busy thread", queued(voice, dispatcher, "busy"))
            sys.setswitchinterval(0.0005)
            report("... that gives way every 0.5 ms", queued(voice, dispatcher, "polite"), POLITE)
        dispatcher.freeze()
        report("say(), the server is frozen", calls(voice), SAY)
        voice.close(0)
        print(verdict(figures), file=terminal)


@contextmanager
def server() -> Iterator[Dispatcher]:
    dispatcher = Dispatcher(Path(tempfile.mkdtemp(prefix="playroom-")))
    dispatcher.start()
    os.environ.update(dispatcher.environment)
    try:
        yield dispatcher
    finally:
        dispatcher.stop()
        shutil.rmtree(dispatcher.folder)


@contextmanager
def busy() -> Iterator[None]:
    """A thread that computes all the time, as a bot that thinks does."""
    done = threading.Event()
    thread = threading.Thread(target=compute, args=[done.is_set])
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def compute(done: Callable[[], bool]) -> None:
    while not done():
        sum(range(1000))


def said(voice: Voice, text: str) -> float:
    """The wall clock's seconds when this was said."""
    began = time.time()
    voice.say(Utterance(text, Urgency.ANSWER))
    return began


def calls(voice: Voice) -> list[float]:
    """The seconds that each call took."""
    times = []
    for number in range(TIMES):
        began = time.perf_counter()
        voice.say(Utterance(f"Answer {number}", Urgency.ANSWER))
        times.append(time.perf_counter() - began)
        time.sleep(0.005)
    return times


def queued(voice: Voice, dispatcher: Dispatcher, name: str) -> list[float]:
    """The seconds from each call until the server had queued its text."""
    began = {}
    for number in range(TIMES):
        text = f"{name} {number}"
        began[text] = said(voice, text)
        time.sleep(0.02)
    assert until(lambda: f"{name} {TIMES - 1}" in dispatcher.texts())
    return [at.at - began[at.text] for at in dispatcher.queued() if at.text in began]


def starts(dispatcher: Dispatcher) -> list[float]:
    """The seconds from each start of a process until its first word was queued."""
    times = []
    for _ in range(10):
        count, began = len(dispatcher.queued()), time.time()
        subprocess.run([sys.executable, "-c", FIRST_WORD], check=True, stdout=subprocess.DEVNULL)
        times.append(dispatcher.queued()[count].at - began)
    return times


def tell(
    terminal: TextIO, figures: list[Figure], what: str, times: list[float], target: float | None = None
) -> None:
    ms = [1000 * seconds for seconds in times]
    last = quantiles(ms, n=20)[-1]
    print(f"{what:32} median {median(ms):8.3f} ms   p95 {last:8.3f} ms   of {len(ms)}", file=terminal)
    terminal.flush()
    if target is not None:
        figures.append(Figure(f"{what}, p95", last, target, " ms"))


if __name__ == "__main__":
    main()
