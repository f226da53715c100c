"""What a key press runs through. usage: python tests/bench/bench_trace.py [--all]

A match against three bots at pace 0 in the hand-held console: Enter plays a tile, and three bots move; C
names the ends. From the press of a key until nothing more would happen, the script counts the calls of
functions of `playroom`, in how many files these are, and how often a call is in another file than the call
before: a reader who follows the key turns as many pages. With --all, it also lists the files by that.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Self

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.console.hand_held import Console, keys_of_a_move
from verdict import Figure, verdict

import playroom

HOME = f"{Path(playroom.__file__).parent}/"
TABLE = ("play", "--seed", "7", "--pace", "0", "--players", "4")
FILES, CHANGES = {"Enter": 60, "C": 30}, {"Enter": 2600}
"""Targets: the most files of each key, and the most changes of file."""


class Trace:
    """The files of the playroom that run while it is on."""

    def __init__(self) -> None:
        self.calls = 0
        self.comings: Counter[str] = Counter()
        """How often a call was in each of them after one in another."""
        self._file = ""

    def __enter__(self) -> Self:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event != "call" or not file.startswith(HOME):
            return
        self.calls += 1
        if file != self._file:
            self._file = file
            self.comings[file.removeprefix(HOME)] += 1


def traced(console: Console, *keys: str) -> Trace:
    """What runs from the press of the last of these keys until nothing more would happen."""
    console.hear(*keys[:-1])
    with Trace() as trace:
        console.hear(keys[-1])
    return trace


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        console = Console(*TABLE, home=Path(home))
        console.hear()
        while keys_of_a_move(console.match)[-1] != "enter" or console.match.turn is None:
            console.play()
        traces = {"C": traced(console, "c"), "Enter": traced(console, *keys_of_a_move(console.match))}
    for key, trace in traces.items():
        changes = trace.comings.total()
        print(f"{key}: {len(trace.comings)} files, {changes} changes of file, {trace.calls} calls.")
        for file, times in trace.comings.most_common() if "--all" in sys.argv else ():
            print(f"{times:6} {file}")
    files = [Figure(f"files of {key}", len(traces[key].comings), most) for key, most in FILES.items()]
    turned = [Figure(f"changes of {key}", traces[key].comings.total(), most) for key, most in CHANGES.items()]
    print(verdict([*files, *turned]))


if __name__ == "__main__":
    main()
