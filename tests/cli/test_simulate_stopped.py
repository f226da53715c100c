"""``playroom simulate`` as a program: stopped by Ctrl+C, let down by a worker or a bot, heard aloud."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from support.console.player import PROGRAM, Player, own_folders
from support.faults.soaks import soak
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher, until

from playroom.commands.program_end import noted_interrupts

ODD = Path(__file__).parents[1] / "simulation"
MANY = ("--matches", "200", "--limit", "10", "--seed", "5", "--players", "2")
TIRING = (*MANY, "--bots", "casual,odd_bots:tires")
"""Matches that no machine plays to their end."""
BEGUN = "200 matches begin.\n"
TEN_PER_CENT = ("--matches", "10", "--limit", "30", "--seed", "5", "--players", "2")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals go elsewhere there")


@dataclass(frozen=True, slots=True)
class Ended:
    """The exit code and what was written."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Running:
    """The program at work, in a group of its own, as a terminal has it; its errors are in a file."""

    process: subprocess.Popen[str]
    errors: Path

    def workers(self) -> list[psutil.Process]:
        """The processes that play for it, once some matches have been played."""
        self.wait_until_written("percent")
        children = psutil.Process(self.process.pid).children()
        return [each for each in children if "spawn_main" in " ".join(each.cmdline())]

    def wait_until_written(self, text: str) -> None:
        """Wait until this stands among the errors, where progress is told too."""
        assert until(lambda: text in self.errors.read_text()), self.errors.read_text()

    def after(self, blow: Callable[[], object]) -> Ended:
        """What comes of it once this has happened."""
        blow()
        out, _ = self.process.communicate(timeout=PATIENCE)
        return Ended(self.process.returncode, out, self.errors.read_text())

    def interrupt(self) -> None:
        """Press Ctrl+C, which reaches the program and all its processes."""
        os.killpg(self.process.pid, signal.SIGINT)


Start = Callable[..., Running]


@pytest.fixture
def start(home: Path) -> Iterator[Start]:
    """Starts the program with a home of its own."""
    started: list[subprocess.Popen[str]] = []

    def begin(*arguments: str, **environment: str) -> Running:
        errors = home / "errors"
        with errors.open("w") as stderr:
            process = subprocess.Popen(
                [*PROGRAM, "simulate", "--mode", "text", *arguments],
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                env={**os.environ, **own_folders(home), "PYTHONPATH": str(ODD), **environment},
                start_new_session=True,
            )
        started.append(process)
        return Running(process, errors)

    yield begin
    for process in started:
        with suppress(ProcessLookupError):  # the group outlives the program if a worker does
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def gone(processes: list[psutil.Process]) -> bool:
    """Whether they all have ended, within a while."""
    _, alive = psutil.wait_procs(processes, timeout=PATIENCE)
    return all(each.status() == psutil.STATUS_ZOMBIE for each in alive)


@pytest.mark.long
def test_ctrl_c_gives_what_there_is_and_leaves_no_process_behind(start: Start) -> None:
    running = start(*TIRING, "--executor", "processes:2", "--output", "json")
    workers = running.workers()

    ended = running.after(running.interrupt)

    found: Mapping[str, Any] = json.loads(ended.out)
    assert ended.code == 130
    assert ended.err.startswith(f"{BEGUN}10 percent, ")
    assert ended.err.endswith("\nStopped.\n")
    assert 0 < found["matches"] < found["wanted"] == 200
    assert found["rounds"] > 0
    assert len(workers) == 2
    assert gone(workers)


def test_more_presses_of_ctrl_c_interrupt_nothing() -> None:
    with noted_interrupts() as is_stopped:
        before = is_stopped()
        for _ in range(3):
            signal.raise_signal(signal.SIGINT)

        assert (before, is_stopped()) == (False, True)


GAPS = (0.0, 0.005, 0.02, 0.05)
"""Seconds between two presses, as fingers that tremble make them."""


@pytest.mark.long
@pytest.mark.parametrize("trial", range(soak(30)))
def test_ctrl_c_pressed_again_and_again_ends_all_without_a_traceback(start: Start, trial: int) -> None:
    running = start(*TIRING, "--executor", "processes:2")
    workers = running.workers()

    def press_often() -> None:
        for _ in range(2 + trial % 3):
            with suppress(ProcessLookupError):
                running.interrupt()
            time.sleep(GAPS[trial % len(GAPS)])

    ended = running.after(press_often)

    assert ended.code == 130
    assert "\nStopped.\n" in ended.err
    assert "Traceback" not in ended.err
    assert len(workers) == 2
    assert gone(workers)


@pytest.mark.parametrize(
    "loaded",
    [
        "playroom.narration.message",
        pytest.param("playroom.commands.subcommand", marks=pytest.mark.long),
        pytest.param("playroom.commands.dispatch", marks=pytest.mark.long),
        pytest.param("multiprocessing.context", marks=pytest.mark.long),
    ],
)
def test_ctrl_c_shows_no_traceback_however_soon_it_is_pressed(start: Start, loaded: str) -> None:
    running = start(*TIRING, PYTHONPROFILEIMPORTTIME="1")
    running.wait_until_written(f" {loaded}\n")

    ended = running.after(running.interrupt)

    assert ended.code == 130
    assert "Traceback" not in ended.err


INTERRUPTED = """
import sys
from playroom import __main__
from playroom.commands import dispatch

dispatch.run = lambda: exec("raise KeyboardInterrupt")
sys.exit(__main__.main())
"""


@pytest.mark.long
def test_ctrl_c_in_code_that_is_made_of_a_string_gives_the_same_exit_code(tmp_path: Path) -> None:
    (tmp_path / "interrupted.py").write_text(INTERRUPTED, encoding="utf-8")

    ended = subprocess.run(
        [sys.executable, "-m", "interrupted"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        check=False,
    )

    assert (ended.returncode, ended.stderr) == (130, b"")


@pytest.mark.long
def test_a_killed_worker_is_reported_before_the_partial_results(start: Start) -> None:
    running = start(*TIRING, "--executor", "processes:1")
    workers = running.workers()

    ended = running.after(workers[0].kill)

    assert ended.code == 1
    assert ended.err.startswith(BEGUN)
    assert ended.err.endswith("\nThe matches could not go on: the processes playing them have stopped.\n")
    assert re.match(r"[1-9]\d* of 200 matches, [1-9]\d* rounds\.", ended.out.splitlines()[1])
    assert "Matches won by casual: " in ended.out
    assert gone(workers)


@pytest.mark.long
def test_a_program_that_is_killed_takes_its_workers_along(start: Start) -> None:
    running = start(*TIRING, "--executor", "processes:1")
    workers = running.workers()

    running.after(running.process.kill)

    assert gone(workers)


@pytest.mark.long
def test_a_bot_that_fails_is_one_line_with_its_seed_and_its_traceback_is_kept(
    start: Start, home: Path
) -> None:
    ended = start("--bots", "odd_bots:breaks", "--matches", "3", "--seed", "5").after(lambda: None)

    (crash,) = home.rglob("crash.txt")
    assert ended.code == 1
    assert re.fullmatch(
        r"3 matches begin\.\nbreaks failed at seed \d+: ValueError: two tiles are too few\. "
        rf"The details are in {re.escape(str(crash))}\.\n",
        ended.err,
    )
    assert ended.out.splitlines()[1] == "0 of 3 matches, 0 rounds."
    assert 'raise ValueError("two tiles' in crash.read_text()


@pytest.mark.long
def test_progress_and_report_are_spoken_in_a_terminal(dispatcher: Dispatcher, home: Path) -> None:
    with Player(dispatcher, home, "simulate", *TEN_PER_CENT) as player:
        heard = " ".join(each.text for each in player.wait_for("19 times out of 20."))
        code = player.end()

    assert code == 0
    assert "100 percent, 10 of 10 matches." in heard
    assert "Matches won by casual: " in heard
    shown = player.screen.replace("\r\n", "\n").splitlines()
    assert shown[1:11] == [
        f"{percent} percent, {percent // 10} of 10 matches." for percent in range(10, 101, 10)
    ]
    assert "\r" not in player.screen.replace("\r\n", "\n")


@pytest.mark.long
def test_progress_in_a_pipe_is_not_spoken(dispatcher: Dispatcher, home: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "playroom", "simulate", *TEN_PER_CENT, "--matches", "1", "--output", "csv"],
        capture_output=True,
        text=True,
        env={**os.environ, **own_folders(home), **dispatcher.environment},
        check=True,
    )

    assert ended.stderr == "1 match begins.\n100 percent, 1 of 1 match.\n"
    assert dispatcher.texts() == []
