"""Standard streams that are closed, full or of the wrong kind: one true sentence and an exit code."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path

import pytest
from support.console.player import PROGRAM, own_folders
from support.programs.runs import PUBLISHED, Program, at_home
from support.time.patience import PATIENCE

from playroom.commands.standard_streams import ErrorStream, OutputStream

FULL = Path("/dev/full")
OUTPUT, ERROR = 1, 2
PLAY = ("play", "--seed", "1", "--pace", "0", "--mode", "text")
RESULTS: tuple[tuple[object, ...], ...] = (
    ("replay", "--mode", "text", PUBLISHED),
    ("replay", "--json", PUBLISHED),
    ("check", "--schema"),
    ("--help",),
    ("play", "--help"),
)

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="no device here is full on demand")


@pytest.fixture
def program(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return at_home(tmp_path, capfd, monkeypatch)


@contextmanager
def opened(file: Path, flags: int, number: int) -> Iterator[None]:
    """A standard stream at this file."""
    before, there = os.dup(number), os.open(file, flags)
    os.dup2(there, number)
    os.close(there)
    try:
        yield
    finally:
        os.dup2(before, number)
        os.close(before)


@contextmanager
def wrapped(kind: type[TextIOWrapper], number: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A stream of ours in the place of a standard one."""
    name, buffer = {OUTPUT: ("sys.stdout", -1), ERROR: ("sys.stderr", 0)}[number]
    with monkeypatch.context() as patched, os.fdopen(number, "wb", buffer, closefd=False) as raw:
        patched.setattr(name, kind(raw, "utf-8", line_buffering=number == ERROR))
        yield


NO_KEYBOARD = (
    "No keyboard here: the input is not a terminal. Start playroom in a terminal to play with the keys.\n"
)
NO_SPACE, CLOSED = "the disk is full", "it is closed"
PLACES = [(FULL, os.O_WRONLY, NO_SPACE), (Path(os.devnull), os.O_RDONLY, CLOSED)]


def test_a_simulation_whose_result_cannot_be_printed_does_not_begin(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(Path(os.devnull), os.O_RDONLY, OUTPUT), wrapped(OutputStream, OUTPUT, monkeypatch):
        outcome = program.run("simulate", "draw", "--matches", "1")

    assert (outcome.code, outcome.err) == (1, f"Standard output cannot be written: {CLOSED}.\n")


@pytest.mark.parametrize("command", RESULTS, ids=str)
@pytest.mark.parametrize("place", PLACES, ids=["full", "closed"])
def test_a_result_that_cannot_be_written_is_an_error(
    program: Program,
    command: tuple[object, ...],
    place: tuple[Path, int, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file, flags, why = place

    with opened(file, flags, OUTPUT), wrapped(OutputStream, OUTPUT, monkeypatch):
        outcome = program.run(*command)

    assert (outcome.code, outcome.err) == (1, f"Standard output cannot be written: {why}.\n")


@pytest.mark.parametrize(
    ("command", "code"), [(("check",), 2), (("replay", "missing"), 1), (("nonsense",), 2), (RESULTS[2], 0)]
)
def test_an_error_that_cannot_be_written_has_its_exit_code(
    program: Program, command: tuple[object, ...], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(FULL, os.O_WRONLY, ERROR), wrapped(ErrorStream, ERROR, monkeypatch):
        outcome = program.run(*command)

    assert outcome.code == code


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("streams", "code", "error"),
    [
        ("<&-", 1, "Keys cannot be read from standard input: it is closed.\n"),
        pytest.param("< /dev/null", 1, NO_KEYBOARD, marks=pytest.mark.long),
        pytest.param(
            "0> /dev/null",
            1,
            "Keys cannot be read from standard input: it is closed.\n",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "< /dev/null > /dev/full",
            1,
            f"{NO_KEYBOARD}Standard output cannot be written: {NO_SPACE}.\n",
            marks=pytest.mark.long,
        ),
        pytest.param(
            "< /dev/null >&-",
            1,
            f"{NO_KEYBOARD}Standard output cannot be written: it is closed.\n",
            marks=pytest.mark.long,
        ),
        pytest.param("< /dev/null 2>&-", 1, "", marks=pytest.mark.long),
        pytest.param("< /dev/null 2> /dev/full", 1, "", marks=pytest.mark.long),
        ("<&- >&- 2>&-", 1, ""),
    ],
)
def test_a_game_without_a_stream_that_it_needs_says_so(
    home: Path, streams: str, code: int, error: str
) -> None:
    ended = subprocess.run(
        ["sh", "-c", f'exec "$@" {streams}', "sh", *PROGRAM, *PLAY],
        env={**os.environ, **own_folders(home)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert (ended.returncode, ended.stderr) == (code, error)
    assert not list(home.rglob("crash.txt"))
