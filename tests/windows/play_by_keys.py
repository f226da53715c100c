"""Plays the playroom by keys in a console window of Wine, and hears it as NVDA would.

usage: play_by_keys.py PROGRAM HOME NVDA [SCENARIO ...]

PROGRAM is a python.exe with the playroom and the stand-in for NVDA installed, or a playroom.cmd, HOME the
user's folder of the playroom in this Wine, which is emptied, NVDA the folder for the calls. It plays the
scenarios that are named, or all, and prints the seconds of each, and the milliseconds from keys to calls.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from console_window import ConsoleWindow, Home, StandIn
from hand_held import Console, keys_of_a_move
from player import folder

from playroom.rules.layout import laid_tiles
from playroom.rules.match import Match

BEGUN: Final = 3
"""The tiles on the table in the middle of a match."""
TABLE: Final = ("play", "block", "--seed", "7", "--players", "2", "--pace", "0")
QUESTIONS: Final = ("c", "v", "t", "s", "e", "f", "w", "b", "u", "f2")
"""The keys that ask about the table."""
REVIEW: Final = ("c", "h", "up", "down", "escape", "pageup", "pagedown", "ctrl-r")
"""The keys that go through what was said: as a list, and without one."""
FIRST_LIST: Final = "The playroom. New match"
TITLES: Final = ("Settings", "Keys", "Change keys", "At the table", "Questions about the table", "The ends")
"""What is chosen from one list after the other to give a key to a command."""
NEW_KEY: Final = "y"
KNOWN: Final = {"language": "en", "mode": "voice", "sound": "off", "waits": False}
"""The settings of a player who has been here before."""
SCENARIOS: Final = (
    "check_sound",
    "play_two_rounds",
    "hear_again",
    "change_a_key",
    "leave_and_continue",
    "kill_and_continue",
    "close_the_window_and_continue",
    "end_nvda_and_start_it",
    "play_without_voice",
)
"""All scenarios, by the names of their methods."""
WAYS: Final = {"records": True, "sequences": False}
"""How a console gives its keys, and whether NVDA is older than 2024 there: an old system and a new one."""
ROUNDS: Final = 2
NO_TILES: Final = "No tiles on the table yet."
OVER: Final = "The round is over."
DEALT: Final = "New round"

Answers = list[tuple[str, str]]
"""Keys, and the answer to each."""


class Games:
    """The scenarios on one computer: its program, its user, its NVDA, and the way in which it gives keys."""

    def __init__(self, program: Path, home: Home, nvda: StandIn, way: str) -> None:
        self._program, self._home, self._nvda, self._way = program, home, nvda, way
        self.delays: list[float] = []
        """The seconds from each question to the call that answers it."""

    def check_sound(self) -> None:
        """A new player is asked what they hear, answers, and is in the first list."""
        self._home.empty()
        with self._window("--language", "en") as window:
            window.hear("Sound check.")
            window.send("2")
            window.hear(FIRST_LIST)
            window.wait_until(lambda: self._home.settings.get("mode") == "voice", "the answer is saved")
            self._leave(window)

    def play_two_rounds(self) -> None:
        """Every question about the table is answered as in-process, and two rounds are played."""
        with self._new_match() as window:
            _ask_all(window, _answers(*QUESTIONS))
            self._play(window, partial(_has_played, 1))
            self._deal(window)
            self._play(window, partial(_has_played, ROUNDS))
            self._leave(window)

    def hear_again(self) -> None:
        """What was said is gone through again, by keys and as a list, as in-process."""
        with self._new_match() as window:
            _ask_all(window, _answers(*REVIEW))
            self._leave(window)

    def change_a_key(self) -> None:
        """A key is given to a command in the lists, and obeyed."""
        self._known_player()
        with self._window() as window:
            window.hear(FIRST_LIST)
            _ask_all(window, _path_to(*TITLES))
            window.ask(NEW_KEY, f"The ends: c and {NEW_KEY}")
            self._leave(window)
        with self._window(*TABLE) as window:
            window.hear("Your turn.")
            window.ask(NEW_KEY, NO_TILES)
            self._leave(window)

    def leave_and_continue(self) -> None:
        """A match is left in its middle and continued."""
        with self._new_match() as window:
            self._play(window, _has_begun)
            self._leave(window)
        self._continue()

    def kill_and_continue(self) -> None:
        """The program is killed in the middle of a match, which then continues where it was saved."""
        with self._new_match() as window:
            self._play(window, _has_begun)
            window.kill()
        self._continue()

    def close_the_window_and_continue(self) -> None:
        """The window is closed by its cross in mid-match; Wine ends the program without a word."""
        with self._new_match() as window:
            self._play(window, _has_begun)
            window.close()
            window.end()
        self._continue()

    def end_nvda_and_start_it(self) -> None:
        """NVDA ends in the middle of a match, where a move is made without it, and starts again."""
        with self._new_match() as window:
            self._play(window, _has_begun)
            match = self._turn(window)
            self._nvda.end()
            self._move(window, match)
            self._turn(window)
            window.send("c")
            self._nvda.start()
            window.hear("Ends ")
            self._play(window, partial(_has_played, 1))
            self._leave(window)

    def play_without_voice(self) -> None:
        """Where nothing speaks, a move is made all the same."""
        self._known_player()
        self._nvda.end()
        with self._window(*TABLE) as window:
            self._move(window, self._turn(window))
        self._nvda.start()

    def _known_player(self) -> None:
        self._home.empty()
        self._home.save_settings(KNOWN)

    def _window(self, *arguments: str) -> ConsoleWindow:
        return ConsoleWindow(self._program, self._nvda, *arguments, way=self._way)

    @contextmanager
    def _new_match(self) -> Iterator[ConsoleWindow]:
        """A known player at the beginning of a match."""
        self._known_player()
        with self._window(*TABLE) as window:
            window.hear("Your turn.")
            yield window

    def _play(self, window: ConsoleWindow, is_over: Callable[[Match], bool]) -> None:
        """Make the first move that is allowed until this is so."""
        while not is_over(match := self._turn(window)):
            window.press(*keys_of_a_move(match))
            window.wait_until(partial(self._has_changed, match), "the move is saved")

    def _move(self, window: ConsoleWindow, match: Match) -> None:
        """Make the first move that is allowed, where nothing is heard."""
        window.send(*keys_of_a_move(match))
        window.wait_until(partial(self._has_changed, match), "the move is saved")

    def _deal(self, window: ConsoleWindow) -> None:
        """Deal once a round is over; Enter repeats the result first if it was not heard to its end."""
        window.hear(OVER)
        while DEALT not in window.ask("enter", OVER, DEALT):
            pass

    def _has_changed(self, before: Match) -> bool:
        return self._home.match not in (None, before)

    def _turn(self, window: ConsoleWindow) -> Match:
        """The match once it is the player's turn, or a round is over."""
        found: list[Match] = []

        def is_ours() -> bool:
            match = self._home.match
            found.extend([match] if match and match.turn in (None, 0) else [])
            return bool(found)

        window.wait_until(is_ours, "it is the player's turn")
        return found[0]

    def _continue(self) -> None:
        """The match that was left goes on with the tiles that were on the table."""
        before = self._home.match
        assert before
        with self._window("continue") as window:
            window.hear("Block")
            assert self._turn(window) == before
            self._play(window, lambda match: match != before)
            self._leave(window)

    def _leave(self, window: ConsoleWindow) -> None:
        """Leave the room with Control C twice."""
        window.press("ctrl-c")
        window.send("ctrl-c")
        window.end()
        self.delays += window.delays


def _answers(*keys: str) -> Answers:
    """The keys with their answers in-process, at the beginning of the match."""
    with folder() as home:
        console = Console(*TABLE, home=home, settings=KNOWN)
        console.hear()
        return list(zip(keys, console.answers(*keys), strict=True))


def _path_to(*titles: str) -> Answers:
    """The keys that choose from one list after the other, with their answers in-process."""
    found: Answers = []
    with folder() as home:
        console = Console(home=home, settings=KNOWN)
        console.hear()
        for title in titles:
            while not found or title not in found[-1][1]:
                step = ("down", console.hear("down")[0])
                assert step not in found[-1:], f"{title} is not in the list"
                found.append(step)
            found.append(("enter", console.hear("enter")[0]))
    return found


def _ask_all(window: ConsoleWindow, answers: Answers) -> None:
    """Press keys, each of which is answered as in-process."""
    for key, expected in answers:
        window.ask(key, expected)


def _has_begun(match: Match) -> bool:
    return match.round is not None and len(list(laid_tiles(match.round.layout))) >= BEGUN


def _has_played(rounds: int, match: Match) -> bool:
    """Whether so many rounds are over."""
    return sum(bool(each.ending) for each in match.rounds) >= rounds


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


def main(program: str, home: str, nvda: str, *names: str) -> None:
    """Play the scenarios of these names, or all, with the keys of each way."""
    for way, old in WAYS.items():
        stand_in = StandIn(Path(nvda), old=old)
        _play_all(Games(Path(program), Home(Path(home)), stand_in, way), way, names or SCENARIOS)


if __name__ == "__main__":
    main(*sys.argv[1:])
