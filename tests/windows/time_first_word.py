"""Prints how soon programs under Wine speak: the seconds from a start to the first call of NVDA.

usage: time_first_word.py HOME NVDA PROGRAM OTHER

HOME and NVDA are folders as in play_by_keys.py; PROGRAM and OTHER are each a python.exe or a playroom.cmd.
They are started in turn, and the last line says whether OTHER takes at most twice as long as PROGRAM.
"""

import sys
import time
from pathlib import Path
from statistics import median
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from console_window import ConsoleWindow, StandIn
from windows_home import Home

STARTS: Final = 5
"""How often each is started."""
MOST: Final = 2.0
"""How many times as long a start may take."""
KNOWN: Final = {"language": "en", "mode": "voice", "waits": False}
"""The settings of a player who has been here before."""


def first_word(program: Path, home: Home, nvda: StandIn) -> float:
    """The seconds from the start to the first word."""
    home.empty()
    home.save_settings(KNOWN)
    began = time.time()
    with ConsoleWindow(program, nvda, way="sequences") as window:
        return window.hear("").at - began


def main(home: str, nvda: str, *programs: str) -> None:
    """Start both in turn, and print what that takes."""
    user, stand_in = Home(Path(home)), StandIn(Path(nvda))
    starts = [[first_word(Path(each), user, stand_in) for each in programs] for _ in range(STARTS)]
    plain, other = (median(seconds) for seconds in zip(*starts, strict=True))
    for program, seconds in zip(programs, zip(*starts, strict=True), strict=True):
        print(f"{Path(program).name}: first word after", *(f"{each:.2f}" for each in sorted(seconds)), "s")
    verdict = "reached" if other <= MOST * plain else "missed"
    print(f"first word within {MOST:.0f} times {plain:.2f} s: {other:.2f} s, {verdict}")


if __name__ == "__main__":
    main(*sys.argv[1:])
