"""What is played in a console window, in scenarios that are heard to their end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from console_window import ConsoleWindow, StandIn
from expected_answers import HAND, KNOWN, QUESTIONS, REVIEW, SETUP, TABLE, Answers, answers_at, path_to
from support.console.hand_held import keys_of_a_move
from windows_home import Home

from playroom.rules.layout import laid_tiles
from playroom.rules.match import Match

BEGUN: Final = 3
"""The tiles on the table in the middle of a match."""
COACH: Final = ("The coach is reviewing the round.", "The coach is still reviewing the round.")
NAMES: Final = ("--name", "Été", "--name", "Zoë")
COVERED: Final = "Été. Main cachée, O la découvre."
SIMULATION: Final = ("simulate", "block", "--players", "2", "--matches", "100", "--executor", "processes:1")
FIRST_LIST: Final = "The playroom. New match"
TITLES: Final = ("Settings", "Keys", "Change keys", "At the table", "Questions about the table", "The ends")
"""What is chosen from one list after the other to give a key to a command."""
NEW_KEY: Final = "f9"
ROUNDS: Final = 2
NO_TILES: Final = "No tiles on the table yet."
OVER: Final = "The round is over."
DEALT: Final = "New round"


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
            window.hear("Do you know QuentinC's Playroom")
            window.send("n")
            window.hear("Would you like to learn by playing?")
            window.send("n")
            window.hear(FIRST_LIST)
            window.wait_until(lambda: self._home.settings.get("mode") == "voice", "the answer is saved")
            self._leave(window)

    def play_two_rounds(self) -> None:
        """Every question about the table is answered as in-process, and two rounds are played."""
        with self._new_match() as window:
            _ask_all(window, answers_at(TABLE, *QUESTIONS))
            window.ask("u", "You start.", "Your turn.")  # the deal too where a key had cut it
            self._play(window, partial(_has_played, 1))
            self._deal(window)
            self._play(window, partial(_has_played, ROUNDS))
            self._leave(window)

    def hear_again(self) -> None:
        """What was said is gone through again, by keys and as a list, as in-process."""
        with self._new_match() as window:
            _ask_all(window, answers_at(TABLE, *REVIEW))
            self._leave(window)

    def walk_the_hand(self) -> None:
        """The tiles of the hand are gone through as in-process, and nothing is written on the screen."""
        with self._new_match() as window:
            _ask_all(window, answers_at(TABLE, *HAND))
            assert window.screen == ""
            self._leave(window)

    def ask_for_advice(self) -> None:
        """There is a hint in the round, and the coach speaks after it."""
        with self._new_match() as window:
            window.send("i")
            window.hear("Hint: ")
            window.ask("k", "The coach speaks after the round.")
            self._play(window, partial(_has_played, 1))
            window.hear(OVER)
            window.ask("k", *COACH)
            self._leave(window)

    def set_up_a_match(self) -> None:
        """The lists of a new match are gone through as in-process, and the match begins."""
        self._known_player()
        with self._window() as window:
            window.hear(FIRST_LIST)
            _ask_all(window, answers_at((), *SETUP))
            window.send("enter")
            window.hear(DEALT)
            self._leave(window)

    def say_and_write_accents(self) -> None:
        """French, and names with accents, are spoken and written."""
        self._known_player(language="fr", mode="both")
        with self._window(*TABLE, *NAMES) as window:
            window.hear(COVERED)
            window.send("s")
            window.hear(COVERED)
            window.wait_until(lambda: COVERED in window.screen, f"{COVERED!r} is written")
            self._leave(window)

    def stop_by_control_c(self) -> None:
        """Control C, an interrupt and not a key there, ends a simulation, and then silences its result."""
        self._known_player()
        with self._window(*SIMULATION) as window:
            window.hear("10 percent")
            window.send("ctrl-c")
            window.hear("Stopped.")
            window.hear("Matches won by ")
            window.send("ctrl-c")
            window.end()

    def change_a_key(self) -> None:
        """A key is given to a command in the lists, and obeyed."""
        self._known_player()
        with self._window() as window:
            window.hear(FIRST_LIST)
            _ask_all(window, path_to(*TITLES))
            window.ask(NEW_KEY, f"The ends: c or {NEW_KEY.upper()}")
            self._leave(window)
        with self._window(*TABLE) as window:
            window.hear("You start.")
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

    def _known_player(self, **settings: object) -> None:
        self._home.empty()
        self._home.save_settings({**KNOWN, **settings})

    def _window(self, *arguments: str) -> ConsoleWindow:
        return ConsoleWindow(self._program, self._nvda, *arguments, way=self._way, is_patient=True)

    @contextmanager
    def _new_match(self) -> Iterator[ConsoleWindow]:
        """A known player at the beginning of a match."""
        self._known_player()
        with self._window(*TABLE) as window:
            window.hear("You start.")
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


def _ask_all(window: ConsoleWindow, answers: Answers) -> None:
    """Press keys, each of which is answered as in-process."""
    for key, expected in answers:
        window.ask(key, expected)


def _has_begun(match: Match) -> bool:
    return match.round is not None and len(list(laid_tiles(match.round.layout))) >= BEGUN


def _has_played(rounds: int, match: Match) -> bool:
    """Whether so many rounds are over."""
    return sum(bool(each.ending) for each in match.rounds) >= rounds
