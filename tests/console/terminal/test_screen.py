"""The transcript in files and pipes, and where it cannot be written."""

import io
import os
import sys
from collections.abc import Callable, Mapping
from errno import ENOSPC
from pathlib import Path
from types import SimpleNamespace
from typing import TextIO

import pytest

from playroom.console.terminal.control_sequences import CLEAR, clear_terminal
from playroom.console.terminal.screen import Screen, moves_cursor

MOVE = "Ben: 5-2, right. Ends 3 and 2. Ben 4."


@pytest.mark.parametrize(
    ("platform", "kind", "moves"),
    [("linux", "linux", True), ("darwin", "xterm", True), ("win32", "xterm", False), ("linux", "", False)],
)
def test_the_cursor_is_moved_where_that_is_known_to_work(platform: str, kind: str, *, moves: bool) -> None:
    assert moves_cursor({"TERM": kind}, platform) is moves


def test_a_text_without_a_word_is_no_first_line() -> None:
    out = io.StringIO()
    screen = Screen(out)

    screen.show("\x00")
    screen.show("first line")

    assert out.getvalue() == "first line"


def test_a_screen_that_showed_nothing_writes_nothing() -> None:
    out = io.StringIO()

    Screen(out).close()

    assert out.getvalue() == ""


def test_a_file_gets_every_text_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "transcript.txt"
    with file.open("w", encoding="utf-8") as out:
        screen = Screen(out)
        screen.show("word " * 40)
        screen.show(MOVE)
        screen.close()

    assert file.read_text(encoding="utf-8").splitlines() == [("word " * 40).strip(), MOVE]


@pytest.mark.parametrize(
    ("encoding", "expected"), [("ascii", "Zoe: ?"), ("cp1252", "Zoé: ?"), ("utf-8", "Zoé: 李")]
)
def test_no_alphabet_is_too_poor(tmp_path: Path, encoding: str, expected: str) -> None:
    file = tmp_path / "transcript.txt"

    with file.open("w", encoding=encoding) as out:
        Screen(out).show("Zoé: 李")

    assert file.read_text(encoding=encoding) == expected


class Full(io.StringIO):
    """A file on a disk without room."""

    def write(self, _text: str) -> int:
        raise OSError(ENOSPC, "no room")


def closed() -> TextIO:
    out = io.StringIO()
    out.close()
    return out


@pytest.mark.parametrize("out", [closed, Full])
def test_a_screen_that_cannot_be_written_to_is_no_fault(out: Callable[[], TextIO]) -> None:
    stream = out()
    screen = Screen(stream)

    screen.show(MOVE)
    screen.show(MOVE)
    screen.close()

    stream.close()


class OldConsole(SimpleNamespace):
    """The console of an old Windows: it has a buffer, and obeys no sequences."""

    def FillConsoleOutputCharacter(self, character: str, count: int, start: tuple[int, int]) -> None:  # noqa: N802 (as Windows calls it)
        self.filled = character, count, start

    def GetConsoleScreenBufferInfo(self) -> Mapping[str, object]:  # noqa: N802 (as Windows calls it)
        return {"Size": SimpleNamespace(X=80, Y=300), "CursorPosition": SimpleNamespace(X=9, Y=40)}

    def SetConsoleCursorPosition(self, place: tuple[int, int]) -> None:  # noqa: N802 (as Windows calls it)
        self.cursor = place
        if "moves" in vars(self):
            self.moves.append(place[1] - 40)

    def GetConsoleMode(self) -> int:  # noqa: N802 (as Windows calls it)
        return 3

    def SetConsoleMode(self, mode: int) -> None:  # noqa: N802 (as Windows calls it)
        raise OSError(mode)


class NewConsole(OldConsole):
    """The console of Windows 10 and 11, which obeys sequences in a mode of its own."""

    def SetConsoleMode(self, mode: int) -> None:  # noqa: N802 (as Windows calls it)
        self.mode = mode


@pytest.mark.parametrize(("console", "sequences"), [(OldConsole(), ""), (NewConsole(), CLEAR)])
def test_the_whole_buffer_of_a_console_of_windows_is_emptied(
    console: OldConsole, sequences: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_windows(console, monkeypatch)
    out = io.StringIO()

    clear_terminal(out)

    assert (console.filled, console.cursor) == ((" ", 80 * 300, (0, 0)), (0, 0))
    assert out.getvalue() == sequences


def on_windows(console: OldConsole, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the program meet this console, as on Windows."""
    names = ("FILE_SHARE_READ", "FILE_SHARE_WRITE", "GENERIC_READ", "GENERIC_WRITE", "OPEN_EXISTING")
    files = SimpleNamespace(CreateFile=lambda *_: "handle", **dict.fromkeys(names, 1))
    module = SimpleNamespace(PyConsoleScreenBufferType=lambda _: console, PyCOORDType=lambda *at: at)
    monkeypatch.setitem(sys.modules, "win32console", module)
    monkeypatch.setitem(sys.modules, "win32file", files)
    monkeypatch.setitem(sys.modules, "pywintypes", SimpleNamespace(error=OSError))
    monkeypatch.setattr(sys, "platform", "win32")


class Window(io.StringIO):
    """A stream with the number of a file that is said to be a terminal."""

    def fileno(self) -> int:
        return 1


class StuckConsole(OldConsole):
    """A console whose cursor cannot be moved."""

    def SetConsoleCursorPosition(self, place: tuple[int, int]) -> None:  # noqa: N802 (as Windows calls it)
        raise OSError(place)


@pytest.mark.parametrize(
    ("console", "moves"), [(OldConsole(moves=[]), [-2, 2]), (StuckConsole(moves=[]), [])]
)
def test_a_display_shows_the_first_line_of_a_text_in_a_console_of_windows(
    console: OldConsole, moves: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    on_windows(console, monkeypatch)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((80, 25)))
    screen = Screen(out := Window(), cells=14)

    screen.show(MOVE)
    screen.show("Ben")

    assert screen.shows_first_line
    assert out.getvalue() == "Ben: 5-2,\r\nright. Ends 3\r\nand 2. Ben 4.\r\nBen\r"
    assert console.moves == moves
