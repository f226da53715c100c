"""Plays the playroom by keys in a console window of Wine, and hears it as NVDA would.

usage: play_by_keys.py PROGRAM HOME NVDA [SCENARIO ...]

PROGRAM is a python.exe with the playroom and the stand-in for NVDA installed, or a playroom.cmd, HOME the
user's folder of the playroom in this Wine, which is emptied, NVDA the folder for the calls. It plays the
scenarios that are named, or all, and prints the seconds of each, and the milliseconds from keys to calls.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from console_window import StandIn
from games import Games
from shared_game import play_at_a_shared_table
from windows_home import Home

SCENARIOS: Final = (
    "check_sound",
    "play_two_rounds",
    "hear_again",
    "walk_the_hand",
    "ask_for_advice",
    "set_up_a_match",
    "say_and_write_accents",
    "stop_by_control_c",
    "change_a_key",
    "leave_and_continue",
    "kill_and_continue",
    "close_the_window_and_continue",
    "end_nvda_and_start_it",
    "play_without_voice",
)
"""All scenarios, by the names of their methods."""
SHARED: Final = "play_at_a_shared_table"
"""The scenario of two programs, which is played once."""
WAYS: Final = {"records": True, "sequences": False}
"""How a console gives its keys, and whether NVDA is older than 2024 there: an old system and a new one."""


def _print_delays(way: str, delays: Sequence[float]) -> None:
    """Print the milliseconds from the questions to the calls of NVDA that answer them."""
    milliseconds = [1000 * each for each in delays]
    slow = quantiles(milliseconds, n=20)[-1]
    print(f"{way}: key to call: median {median(milliseconds):.0f} ms, p95 {slow:.0f} ms, {len(delays)} keys")


def _play_all(games: Games, way: str, names: Sequence[str]) -> None:
    for name in names:
        began = time.perf_counter()
        getattr(games, name)()
        print(f"{way}: {name.replace('_', ' ')}: {time.perf_counter() - began:.1f} s", flush=True)
    if games.delays:
        _print_delays(way, games.delays)


def _play_shared(program: Path, folder: Path) -> None:
    began = time.perf_counter()
    play_at_a_shared_table(program, folder)
    print(f"play at a shared table: {time.perf_counter() - began:.1f} s", flush=True)


def main(program: str, home: str, nvda: str, *names: str) -> None:
    """Play the scenarios of these names, or all, with the keys of each way."""
    single = [name for name in names or SCENARIOS if name != SHARED]
    for way, old in WAYS.items() if single else ():
        stand_in = StandIn(Path(nvda), old=old)
        _play_all(Games(Path(program), Home(Path(home)), stand_in, way), way, single)
    if SHARED in names or not names:
        _play_shared(Path(program), Path(nvda).parent / "shared")


if __name__ == "__main__":
    main(*sys.argv[1:])
