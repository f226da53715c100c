"""One attack of each class on the whole program, and what must be true afterwards."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from signal import SIGTERM

from fault_driver import Fault, faults
from support.console.player import PROGRAM, folder, own_folders
from support.console.pseudo_terminal import PseudoTerminal
from support.faults.other_program import locked_elsewhere
from support.time.patience import PATIENCE
from writers import CHANGES, WRITERS, states

from playroom.home.match_notes import MatchNotes
from playroom.home.saved_match import SavedMatch, read_record
from playroom.rules.event import Played
from playroom.table.record import Record
from playroom.table.shelf import OURS, shelf

VARIANTS = shelf([OURS]).variants
BOTS = MatchNotes({0: "novice", 1: "novice"})
TILES = re.compile(r"\b\d-\d\b(?=, (?:left|right)|\.|:)")
OPTIONS = ("--mode", "text")
WORKING = {0, 1, 2}
"""The exit codes of a program that has not crashed."""


def matches_in(home: Path) -> Path:
    return home / "data" / "playroom" / "matches"


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, **own_folders(home)}


def begin_match(home: Path) -> SavedMatch:
    """A match between bots alone, saved as the program saves it."""
    saved = SavedMatch(matches_in(home) / "0001.domino.yaml")
    saved.save(states()[30], BOTS)
    return saved


def tiles_of(record: Record) -> list[str]:
    return [
        str(event.laid) for each in record.match.rounds for event in each.log if isinstance(event, Played)
    ]


def outcome(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What comes of a command line; a program that hangs fails the trial."""
    return subprocess.run(
        [*PROGRAM, *words],
        env=environment(home),
        check=False,
        text=True,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )


def check_outcome(home: Path, ended: subprocess.CompletedProcess[str]) -> None:
    """The program has ended by itself, without a crash and without a traceback."""
    told = f"{ended.stdout or ''}{ended.stderr or ''}"
    assert ended.returncode in WORKING, f"exit code {ended.returncode}: {told}"
    assert "Traceback" not in told, told
    assert "crash" not in told, told
    assert not [*home.rglob("crash.txt")], "there is a crash report"


def kill_attack(number: int, seed: int) -> None:
    """Kill play, continue or replay at any time: what was told is in the record, and can be continued."""
    chance = Random(f"{seed} {number}")
    command = ("continue", "play", "replay")[number % 3]
    with folder() as home:
        saved = begin_match(home)
        words = {
            "continue": ("continue", "--pace", "0"),
            "play": ("play", "draw", "--players", "2", "--pace", "0", "--seed", str(number)),
            "replay": ("replay", str(saved.file)),
        }[command]
        told = _killed(home, (*words, *OPTIONS), chance.uniform(0.3, 3.0))
        for file in sorted(matches_in(home).rglob("*.domino.yaml")):
            record = read_record(file, VARIANTS)
            if command == "continue":
                missing = [*TILES.findall(told)]
                kept = tiles_of(record)
                assert set(missing) <= {tile for each in kept for tile in (each, each[::-1])}, (
                    "a move is lost"
                )
            ended = outcome(home, "replay", "--json", str(file))
            assert ended.returncode == 0, ended.stderr
        assert not [*home.rglob("*unreadable*")]


def _killed(home: Path, command: tuple[str, ...], seconds: float) -> str:
    """What a program has written in a terminal until it was killed."""
    terminal = PseudoTerminal(24, 1000)
    program = subprocess.Popen(
        [*PROGRAM, *command],
        stdin=terminal.slave,
        stdout=terminal.slave,
        stderr=terminal.slave,
        env={**environment(home), "TERM": "xterm"},
        start_new_session=True,
    )
    timer = threading.Timer(seconds, program.kill)
    timer.start()
    told = ""
    try:
        while program.poll() is None:
            told += "".join(terminal.written(0.01))
        return told + "".join(terminal.written(0.01))
    finally:
        timer.cancel()
        program.kill()
        program.wait()
        terminal.close()


REFUSING = (sys.executable, str(Path(__file__).parents[1] / "support" / "programs" / "refusing_program.py"))
REFUSALS = ("threads", "many-opens", "full-opens", "stats")
"""What the system refuses, as the refusing program calls it."""


def refusal_attack(number: int, seed: int) -> None:
    """Refuse threads or files from some call on: the match goes on, or ends in a sentence that is true."""
    del seed
    kind, first = REFUSALS[number % len(REFUSALS)], number // len(REFUSALS)
    with folder() as home:
        words = ("play", "draw", "--players", "2", "--pace", "0", "--seed", "1", "--language", "en", *OPTIONS)
        told, code = _played([*REFUSING, kind, str(first), *words], home)
        assert "Traceback" not in told, told
        assert code in {0, 1}, f"exit code {code}: {told}"
        assert (code == 1) == ("The playroom has crashed." in told), told
        if "match is saved" in told or "It is saved" in told:
            (file,) = matches_in(home).rglob("*.domino.yaml")
            assert read_record(file, VARIANTS).match.rounds


def _played(command: Sequence[str], home: Path) -> tuple[str, int]:
    """What a program has written in a terminal, where a match is played and left, and its exit code."""
    terminal = PseudoTerminal(24, 1000)
    program = subprocess.Popen(
        command,
        stdin=terminal.slave,
        stdout=terminal.slave,
        stderr=terminal.slave,
        env={**environment(home), "TERM": "xterm"},
        start_new_session=True,
    )
    timer = threading.Timer(PATIENCE, program.kill)
    timer.start()
    told, keys = "", iter(("c", "\x1b[F", "\r", "i", "m", "\x1b", "q", "y", "\x03", "\x03"))
    try:
        while program.poll() is None:
            told += (new := "".join(terminal.written(0.2)))
            if not new and "You start." in told:
                terminal.send(next(keys, ""))
        return told + "".join(terminal.written(0.01)), program.wait()
    finally:
        timer.cancel()
        program.kill()
        program.wait()
        terminal.close()


def _all_faults() -> Iterator[Fault]:
    """Every call of every write, at which a program dies or gets an error, again and again."""
    states()  # they take longer to make than a program lives
    while True:
        for writer in {**WRITERS, **CHANGES}.values():
            for dies in (True, False):
                yield from faults(writer, dies=dies)


FAULTS = _all_faults()


def call_attack(number: int, seed: int) -> None:
    """Let the next system call of a write fail, or the program die at it: nothing written is lost."""
    del number, seed
    next(FAULTS)()


def _file_at(*parts: str) -> Callable[[Path], None]:
    def make(home: Path) -> None:
        file = home.joinpath(*parts)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"\0\xff: [")

    return make


def _folder_at(*parts: str) -> Callable[[Path], None]:
    return lambda home: home.joinpath(*parts).mkdir(parents=True)


def _link_at(target: str, *parts: str) -> Callable[[Path], None]:
    def make(home: Path) -> None:
        file = home.joinpath(*parts)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.symlink_to(target)

    return make


PLACES = (
    ("data",),
    ("config",),
    ("data", "playroom", "matches"),
    ("config", "playroom", "settings.yaml"),
    ("data", "playroom", "matches", "0001.domino.yaml"),
)
ODD: tuple[Callable[..., Callable[[Path], None]], ...] = (
    _file_at,
    _folder_at,
    lambda *parts: _link_at(parts[-1], *parts),  # a circle
    lambda *parts: _link_at("nowhere/at/all", *parts),
)
HOMES = tuple(odd(*place) for odd in ODD for place in PLACES)
COMMANDS = (("play", "draw", "--pace", "0", "--seed", "1", *OPTIONS), ("continue", *OPTIONS))


def home_attack(number: int, seed: int) -> None:
    """Start the program in a home in which something is not what it should be."""
    del seed
    with folder() as home:
        HOMES[number // 2 % len(HOMES)](home)
        check_outcome(home, outcome(home, *COMMANDS[number % 2]))


LOCKS = (".0001.lock", ".played.txt.lock")


def lock_attack(number: int, seed: int) -> None:
    """Start the program while another holds a lock, or while the lock is something else."""
    del seed
    with folder() as home:
        begin_match(home)
        lock = matches_in(home) / LOCKS[number % 2]
        lock.unlink(missing_ok=True)
        match number // 2 % 4:
            case 0:
                with locked_elsewhere(lock):
                    check_outcome(home, outcome(home, *COMMANDS[0]))
            case 1:
                with locked_elsewhere(lock):
                    check_outcome(home, outcome(home, *COMMANDS[1]))
            case 2:
                lock.mkdir()
                check_outcome(home, outcome(home, *COMMANDS[1]))
            case _:
                lock.symlink_to("nowhere/at/all")
                check_outcome(home, outcome(home, *COMMANDS[1]))
        kept = sorted(matches_in(home).rglob("*.domino.yaml"))
        assert kept
        for file in kept:
            read_record(file, VARIANTS)


@contextmanager
def _stream(kind: str, *, is_input: bool) -> Iterator[int | None]:
    """A standard stream of this kind; None to close it."""
    if kind == "closed":
        yield None
    elif kind == "nobody":  # the other end of a pipe is closed
        reading, writing = os.pipe()
        ours, other = (reading, writing) if is_input else (writing, reading)
        os.close(other)
        yield ours
        os.close(ours)
    else:
        handle = os.open(kind, os.O_RDONLY if is_input else os.O_WRONLY)
        yield handle
        os.close(handle)


ENDLESS = "/dev/zero"
"""Keys without an end: a match goes on until the program is ended."""
INPUTS = ("closed", "nobody", os.devnull, ENDLESS)
OUTPUTS = ("closed", "nobody", os.devnull, "/dev/full")
UNWRITTEN = ("nobody", os.devnull)
"""The outputs to which nothing has to be written, so that a match is played without them."""
STREAM_COMMANDS = (
    *COMMANDS,
    ("replay", "{record}", *OPTIONS),
    ("replay", "--json", "{record}"),
    ("check", "--schema"),
    ("simulate", "draw", "--matches", "2", "--mode", "text"),
    ("--help",),
)


def stream_attack(number: int, seed: int) -> None:
    """Run a command with standard streams that are closed, full, endless or without a reader."""
    del seed
    command = STREAM_COMMANDS[number % len(STREAM_COMMANDS)]
    kinds = divmod(number // len(STREAM_COMMANDS), len(OUTPUTS))
    with (
        folder() as home,
        _stream(INPUTS[kinds[0] % len(INPUTS)], is_input=True) as source,
        _stream(OUTPUTS[kinds[1]], is_input=False) as target,
    ):
        record = str(begin_match(home).file)
        words = [word.format(record=record) for word in command]
        closing = [f"{n}>&-" for n, each in ((0, source), (1, target)) if each is None]
        shell = ["bash", "-c", f'exec "$@" {" ".join(closing)}', "bash", *PROGRAM, *words]
        is_endless = INPUTS[kinds[0] % len(INPUTS)] == ENDLESS and OUTPUTS[kinds[1]] in UNWRITTEN
        ended = _ended(shell, home, source, target, is_endless=is_endless)
        check_outcome(home, ended)
        assert ended.stderr.count("\n") <= MOST_LINES, ended.stderr


def _ended(
    command: Sequence[str], home: Path, source: int | None, target: int | None, *, is_endless: bool
) -> subprocess.CompletedProcess[str]:
    """What comes of a command; one whose keys never end is ended by SIGTERM after some seconds."""
    with subprocess.Popen(
        command, env=environment(home), text=True, stdin=source, stdout=target, stderr=subprocess.PIPE
    ) as process:
        try:
            _, errors = process.communicate(timeout=SOME_SECONDS if is_endless else PATIENCE)
        except subprocess.TimeoutExpired:
            process.terminate() if is_endless else process.kill()
            _, errors = process.communicate(timeout=PATIENCE)
        is_terminated = is_endless and process.returncode == -SIGTERM
    return subprocess.CompletedProcess(command, 0 if is_terminated else process.returncode, stderr=errors)


SOME_SECONDS = 3
MOST_LINES = 8
"""Lines that a command may write to standard error: what is refused, and how far a simulation is."""
