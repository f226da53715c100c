"""How long the statistics take. usage: python tests/bench/bench_statistics.py

It prints what passes until the statistics of 5,000 finished matches are there, with the index, and until the
list of the menu says its first line.
"""

import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import trials
from msgspec.structs import replace
from support.console.hand_held import BEGUN, Console
from support.console.player import folder
from support.games.random_matches import VARIANTS, states
from verdict import Figure, verdict

from playroom.console.ui.list import ListPlace
from playroom.home.match_index import MatchIndex
from playroom.home.match_notes import MatchNotes, NotesFile, notes_text
from playroom.home.statistics import statistics
from playroom.table.record import text
from playroom.table.setup import Setup, new_record

MATCHES = trials(5000)
TIMES = trials(10)
DIFFERENT = 100
"""Different matches, which are repeated: playing takes longer than writing."""
GAMES = ("draw", "block")
TARGET = 300
"""Milliseconds."""


def main() -> None:
    with folder() as home:
        matches = home / "data" / "playroom" / "matches"
        write(matches)
        index = MatchIndex(matches, VARIANTS, str)
        start = time.perf_counter()
        index.read(index.survey().unread)
        print(f"{MATCHES} matches; all read in {time.perf_counter() - start:.1f} s")
        found = median([milliseconds(lambda: statistics(index.survey().known)) for _ in range(TIMES)])
        opened = median([opening(home) for _ in range(TIMES)])
    figures = [
        Figure("statistics with the index", found, TARGET, " ms"),
        Figure("list of statistics", opened, TARGET, " ms"),
    ]
    print(*figures, verdict(figures), sep="\n")


def write(matches: Path) -> None:
    """Write short finished matches, with their notes."""
    (matches / "past").mkdir(parents=True)
    texts = [finished(GAMES[seed % len(GAMES)], seed) for seed in range(DIFFERENT)]
    for number in range(MATCHES):
        file = matches / "past" / f"{number + 1:04}.domino.yaml"
        file.write_text(texts[number % len(texts)], encoding="utf-8")
        notes = MatchNotes({1: "steady"}, (0,), BEGUN - timedelta(hours=number))
        NotesFile(file).file.write_text(notes_text(notes), encoding="utf-8")


def finished(game: str, seed: int) -> str:
    variant = VARIANTS[game]
    record = new_record(variant, Setup(game, 2, options={"target": 30}), ("Ada", "Ben"))
    *_, match = states(record.match, Random(seed))
    return text(replace(record, match=match))


def opening(home: Path) -> float:
    console = Console(home=home)
    console.press("end", *["up"] * 3)
    assert isinstance(console.place, ListPlace)
    assert console.place.content.item.key == "statistics"
    return milliseconds(lambda: console.press("enter"))


def milliseconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
