"""Two programs in two console windows: one opens a table, the other joins it by the invite, all by keys."""

import shutil
from itertools import cycle
from pathlib import Path
from typing import Final

from console_window import ConsoleWindow, StandIn
from expected_answers import KNOWN
from windows_home import Home

WAY: Final = "sequences"
LINES: Final = 30
"""More lines than a list has."""
TURN, OVER = "Your turn", "The round is over"


def play_at_a_shared_table(program: Path, folder: Path) -> None:
    """Ada hosts a table, Ben joins it, and they play a round, with all their files in *folder*."""
    shutil.rmtree(folder, ignore_errors=True)
    with _player(program, folder / "ada", "host", "block", "--players", "2", "--name", "Ada") as ada:
        ada.hear("Your table is open.")
        invite = _copied_invite(ada, folder / "ada")
        with _player(program, folder / "ben", beside=ada) as ben:
            ben.hear("The playroom. New match")
            _join(ben, invite)
            _begin(ada, ben)
            _play_round(ada, ben)
            _leave(ben, ada)


def _player(
    program: Path, folder: Path, *arguments: str, beside: ConsoleWindow | None = None
) -> ConsoleWindow:
    """The program of somebody who has been here before."""
    home = Home(folder / "playroom")
    home.empty()
    home.save_settings(KNOWN)
    stand_in = StandIn(folder / "nvda")
    return ConsoleWindow(program, stand_in, *arguments, way=WAY, is_patient=True, data=folder, beside=beside)


def _choose(window: ConsoleWindow, line: str) -> None:
    """Choose a line of the list."""
    window.come_to_front()
    told = window.ask("home", "1 of ")
    for _ in range(LINES):
        if line in told:
            return window.send("enter")
        told = window.ask("down", " of ")
    raise AssertionError(f"there is no line {line!r}")


def _copied_invite(window: ConsoleWindow, folder: Path) -> str:
    """The invite of the table, as it is copied where Wine has no clipboard program: into a file."""
    _choose(window, "Copy the invite")
    window.hear("copied.txt")
    return (folder / "playroom" / "copied.txt").read_text(encoding="utf-8").strip()


def _join(ben: ConsoleWindow, invite: str) -> None:
    _choose(ben, "Join a table")
    ben.hear("Type an invite")
    _choose(ben, "Type an invite")
    ben.hear("Invite, or address of a server.")
    ben.send(*invite, "enter")
    ben.hear("Your name at the table.")
    ben.send(*"Ben", "enter")
    ben.hear("You are at the table of Ada.")


def _begin(ada: ConsoleWindow, ben: ConsoleWindow) -> None:
    _choose(ben, "Seat 2")
    ben.hear("You take seat 2.")
    _choose(ben, "Ready")
    ben.hear("You are ready.")
    _choose(ada, "Start the match")
    for window in (ada, ben):
        window.hear("New round, 7 tiles each.")


def _play_round(*windows: ConsoleWindow) -> None:
    """Play the first tile that fits, in turn, until the round is over for both."""
    for window in cycle(windows):
        window.come_to_front()
        told = window.ask("t", TURN, "to play", OVER)
        if OVER in told:
            break
        if TURN in told:
            fits = window.ask("z", "fits", "can open")
            window.send("d" if "fits right" in fits else "g")
            window.hear("You: ", "You open: ")
    for window in windows:
        window.come_to_front()
        window.ask("t", OVER)


def _leave(*windows: ConsoleWindow) -> None:
    """Leave the room with Control C twice."""
    for window in windows:
        window.come_to_front()
        window.press("ctrl-c")
        window.send("ctrl-c")
        window.end()
