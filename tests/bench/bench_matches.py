"""How long the list of all matches takes. usage: python tests/bench/bench_matches.py

It prints what passes until the list of 5,000 matches is open and says its first line, with the index and
while all is still to be read, until Down says the next line, and until a search is done.
"""

import sys
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import trials
from support.console.hand_held import BEGUN, Console
from support.console.player import folder
from support.games.random_matches import VARIANTS, random_record
from verdict import Figure, verdict

from playroom.home.match_index import MatchIndex
from playroom.home.match_notes import MatchNotes, NotesFile
from playroom.table.record import text

MATCHES = trials(5000)
OPENINGS = trials(20)
OPEN, KEY, SEARCH = 200, 9, 500
"""Targets in milliseconds."""


def main() -> None:
    with folder() as home:
        matches = home / "data" / "playroom" / "matches"
        write(matches)
        lost = median(openings(home, lose=matches / "index.sqlite"))
        index = MatchIndex(matches, VARIANTS, str)
        start = time.perf_counter()
        index.read(index.survey().unread)
        print(f"{MATCHES} matches; all read in {time.perf_counter() - start:.1f} s")
        opened = median(openings(home))
        console = listed(home)
        key = median([milliseconds(lambda: console.press("down")) for _ in range(OPENINGS)])
        console.press("end", "up", "up", "enter")
        console.write("Ben 2026")
        search = milliseconds(lambda: console.press("enter"))
    figures = [
        Figure("list without its index", lost, OPEN, " ms"),
        Figure("list of all matches", opened, OPEN, " ms"),
        Figure("next match", key, KEY, " ms"),
        Figure("search", search, SEARCH, " ms"),
    ]
    print(*figures, verdict(figures), sep="\n")


def write(matches: Path) -> None:
    """Write unplayed matches of every game, with their notes."""
    (matches / "past").mkdir(parents=True)
    chance = Random(26)
    games = sorted(VARIANTS)
    for number in range(MATCHES):
        record = random_record(VARIANTS[games[number % len(games)]], chance, short=True)
        file = matches / "past" / f"{number + 1:04}.domino.yaml"
        file.write_text(text(record), encoding="utf-8")
        NotesFile(file).save(MatchNotes({}, (0,), BEGUN - timedelta(hours=number)))


def openings(home: Path, lose: Path | None = None) -> list[float]:
    """The milliseconds of each opening of the list; with *lose*, without that file."""
    took = []
    for _ in range(OPENINGS if lose is None else 3):
        if lose:
            lose.unlink(missing_ok=True)
        console = Console(home=home)
        console.press("home", "down")
        console.background.seconds = 1.0  # what is read beside the keys is not measured
        took.append(milliseconds(partial(console.press, "enter")))
    return took


def listed(home: Path) -> Console:
    console = Console(home=home)
    console.press("home", "down", "enter")
    return console


def milliseconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    main()
