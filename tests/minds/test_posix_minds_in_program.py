"""The process that thinks for the whole program: when it is there, and what is heard when it dies."""

import os
import signal
from pathlib import Path

import psutil
import pytest
from support.console.hand_held import keys_of_a_move
from support.console.player import Player
from support.minds.workers import workers
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher

from playroom.minds.worker import NICENESS

pytestmark = pytest.mark.long

TABLE = ("play", "block", "--players", "3", "--pace", "0", "--seed", "1", "--bots")

LOWEST = 19
"""The niceness of what is preferred least."""


def worker(player: Player) -> psutil.Process:
    """The process that thinks, once it is there."""
    player.wait_until(lambda: bool(workers(player.process.pid)), "a process thinks")
    (found,) = workers(player.process.pid)
    return found


def move_on(player: Player) -> None:
    """Make a move, and let the bots move until it is the player's turn again or the round is over."""
    before = player.match()
    assert before
    player.send(*keys_of_a_move(before))
    player.wait_until(lambda: player.match() != before, "a move is saved")
    player.wait_until(lambda: (match := player.match()) is None or match.turn in (0, None), "the bots move")


def move_first(player: Player) -> None:
    """Wait until the player is to move for the first time."""
    player.wait_until(lambda: (match := player.match()) is not None and match.turn == 0, "it is their turn")


def test_a_match_goes_on_when_the_process_is_killed(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE, "expert") as player:
        killed = []
        move_first(player)
        while (match := player.match()) and match.turn is not None:
            for each in workers(player.process.pid):
                each.kill()
                killed.append(each.pid)
            move_on(player)
        player.press("i", "Your last move: ")
        player.send("ctrl-c", "y")

        assert player.end() == 0
        assert killed
        assert "Traceback" not in player.screen


def test_the_process_ends_with_a_killed_program(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE, "expert") as player:
        move_first(player)
        thinks = worker(player)
        player.send("i")
        player.process.kill()

        assert psutil.wait_procs([thinks], timeout=PATIENCE)[1] == []


def test_the_process_ends_with_the_program(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE, "expert") as player:
        move_first(player)
        thinks = worker(player)
        player.send("ctrl-c", "y")

        assert player.end() == 0
        assert psutil.wait_procs([thinks], timeout=PATIENCE)[1] == []


def test_ctrl_c_does_not_reach_the_process(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE, "expert") as player:
        move_first(player)
        player.press("i", "Hint: ")
        thinks = worker(player)
        thinks.send_signal(signal.SIGINT)
        player.press("i", "Hint: ")

        assert os.getpgid(thinks.pid) != os.getpgid(player.process.pid)
        assert thinks in workers(player.process.pid)
        assert "Traceback" not in player.screen


def test_keys_and_voice_go_before_the_process(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE, "expert") as player:
        move_first(player)
        player.press("i", "Hint: ")
        thinks, program = worker(player), psutil.Process(player.process.pid)

        assert thinks.nice() == min(LOWEST, program.nice() + NICENESS)
        assert _niceness_of_session(thinks) in (None, NICENESS)


def _niceness_of_session(process: psutil.Process) -> int | None:
    """By which its session shares processors with others; None where sessions count nothing."""
    group = Path(f"/proc/{process.pid}/autogroup")
    return int(group.read_text("ascii").split()[-1]) if group.exists() else None


def test_no_process_starts_before_it_is_needed(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, *TABLE, "steady") as player:
        move_first(player)
        move_on(player)
        before = workers(player.process.pid)
        player.press("i", "Hint: ")

        assert before == []
        assert worker(player)
