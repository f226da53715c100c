"""A real process thinks as a thread does, and is killed for real in the middle of a thought."""

import subprocess
import threading
from random import Random

import pytest
from support.games.rounds import standings, table

from playroom.minds.minds import Minds, start_process
from playroom.minds.thinkers import think_here
from playroom.rules.legal import legal_moves
from playroom.rules.view import View, view

pytestmark = pytest.mark.long


class RealProcesses:
    """Starts real processes, and keeps them."""

    def __init__(self) -> None:
        self.started: list[subprocess.Popen[bytes]] = []

    def start(self) -> subprocess.Popen[bytes]:
        """Another one."""
        process = start_process()
        assert isinstance(process, subprocess.Popen)
        self.started.append(process)
        return process


def choices() -> list[View]:
    """What is seen at the choices of a round for four in teams."""
    seen = [view(match, match.turn) for match in standings(table("dominos", 4, 2), Random(3))]
    return [each for each in seen if len(legal_moves(each.position)) > 1]


def test_a_process_finds_what_a_thread_finds_and_ends_when_it_is_closed() -> None:
    processes = RealProcesses()
    minds = Minds(processes.start)

    for seen in choices()[::3]:
        for word in ("hard", "expert"):
            assert minds.ask(word, seen, Random(5)) == think_here(word, seen, Random(5))
    minds.close()

    assert [each.poll() is not None for each in processes.started] == [True]


def test_what_a_killed_process_thought_about_is_found_all_the_same() -> None:
    processes = RealProcesses()
    minds = Minds(processes.start)
    minds.prepare(["expert"])
    seen = choices()[2]

    killer = threading.Timer(0.0, processes.started[0].kill)
    killer.start()
    found = minds.ask("expert", seen, Random(5))
    after = minds.ask("hard", seen, Random(5))
    minds.close()

    assert found == think_here("expert", seen, Random(5))
    assert after == think_here("hard", seen, Random(5))
    assert len(processes.started) == 2
