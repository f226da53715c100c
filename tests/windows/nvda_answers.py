"""Answers with sentences behind them, spoken by an NVDA that carries out its calls late.

usage: nvda_answers.py LIBRARY [VERSION DELAY]

LIBRARY is the stand-in for the client library of NVDA 2024. Each line that is printed says, for a version of
NVDA and the milliseconds that its queue takes, what became of the answers and sentences.
"""

import ctypes
import os
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from functools import partial
from itertools import islice, pairwise, product
from pathlib import Path
from queue import SimpleQueue
from typing import Final, TypeAlias

from playroom.voice.backends import nvda as nvda_output
from playroom.voice.backends.backend import SpeechEvent
from playroom.voice.backends.nvda import NVDA
from playroom.voice.backends.ssml import ssml_client

MARK: Final = re.compile(r"begin (\d+)")
"""The mark before a text, with its number."""

Events: TypeAlias = SimpleQueue[tuple[SpeechEvent, str]]

ANSWERS: Final = 30
"""How many answers are spoken, with two sentences behind each."""
TEXTS: Final = 3
"""An answer and its sentences."""
CHARACTER_MS: Final = "2"
"""The milliseconds that a character takes."""
LONGEST: Final = 30.0
"""Seconds in which an answer and its sentences were spoken, or were lost."""
VERSIONS: Final = ("2024", "2026.2")
DELAYS: Final = (0, 10, 40, 200, 700, 1_000, 1_200, 1_500, 2_000, 2_500, 3_000)


@dataclass(frozen=True, slots=True)
class Row:
    """What became of answers and sentences."""

    interrupted: int
    """The answers that were reported as interrupted although nobody has cut them."""
    lost: int
    """The texts whose sound never began."""
    repeated: int
    """The texts that were spoken more than once."""
    misplaced: int
    """The texts that were spoken before one that was given earlier."""
    threads: int
    """The calls that have not returned."""
    seconds: float
    """How long an answer and its sentences took."""

    def __str__(self) -> str:
        return (
            f"{self.interrupted} of {ANSWERS} answers taken as interrupted, {self.lost} of {TEXTS * ANSWERS}"
            f" texts lost, {self.repeated} spoken twice, {self.misplaced} out of order,"
            f" {self.threads} threads left, {self.seconds:.2f} s an answer"
        )


def become(folder: Path, version: str, delay: int) -> None:
    """Let the stand-in be NVDA of this version, whose queue takes so many milliseconds, with its *folder*."""
    if version == "2024":
        (folder / version).touch()
    os.environ.update(NVDA_STAND_IN=str(folder), NVDA_QUEUE_MS=str(delay), NVDA_CHARACTER_MS=CHARACTER_MS)


def speak_answers(made: NVDA, events: Events, folder: Path) -> Row:
    """Speak answers, each once the sentences behind the one before have ended."""
    interrupted = 0
    began = time.perf_counter()
    for number in range(ANSWERS):
        made.speak(f"Answer {number} of many.", interrupt=True)
        made.speak(f"Ben passes for the time {number}.")
        made.speak(f"It is your turn {number}.")
        ends = [*islice(iter(partial(next_end, events), None), TEXTS)]
        interrupted += any(event is SpeechEvent.INTERRUPTED and "Answer" in text for event, text in ends)
    seconds = (time.perf_counter() - began) / ANSWERS
    made.close()
    audio = (line.split("\t") for line in (folder / "audio").read_text(encoding="utf-8").splitlines())
    begun = [int(MARK.findall(text)[0]) for _at, what, text in audio if what == "begin"]
    times = Counter(begun)
    repeated = sum(each > 1 for each in times.values())
    misplaced = sum(later < earlier for earlier, later in pairwise(begun))
    threads = sum(thread.name == "nvda-call" for thread in threading.enumerate())
    return Row(interrupted, TEXTS * ANSWERS - len(times), repeated, misplaced, threads, seconds)


def next_end(events: Events) -> tuple[SpeechEvent, str]:
    """The next event that is not the beginning of a text."""
    while (found := events.get(timeout=LONGEST))[0] is SpeechEvent.BEGUN:
        pass
    return found


def main(library: str, *only: str) -> None:
    """Print a line for each version and delay, or for one of them."""
    loaded = vars(ctypes)["windll"][library]  # ctypes has it on Windows alone
    vars(nvda_output)["load_library"] = lambda _name: loaded
    for version, delay in [(only[0], int(only[1]))] if only else product(VERSIONS, DELAYS):
        events: Events = SimpleQueue()
        with tempfile.TemporaryDirectory() as folder:
            become(Path(folder), version, delay)
            ssml_client.cache_clear()
            row = speak_answers(NVDA(lambda *event, into=events: into.put(event)), events, Path(folder))
        print(f"NVDA {version}, queue of {delay} ms: {row}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
