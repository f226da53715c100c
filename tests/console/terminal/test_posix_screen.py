"""The transcript in a real pseudo-terminal, as an emulator and a braille display show it."""

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pyte
import pytest
from segno import make_qr
from support.time.patience import PATIENCE
from test_screen import MOVE

from playroom.console.terminal.screen import Screen, code_rows

END = b"\x00"
"""What is written after all else: a terminal passes it on in order, but late."""


class Window:
    """A terminal window: what was written to it, and where its cursor rests."""

    def __init__(self, columns: int = 80) -> None:
        self.master, slave = pty.openpty()
        self.out = os.fdopen(slave, "w", encoding="utf-8")
        self.emulator = pyte.Screen(columns, 24)
        self.stream = pyte.ByteStream(self.emulator)
        self.resize(columns)

    def set_size(self, columns: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

    def resize(self, columns: int) -> None:
        self.set_size(columns)
        self.emulator.resize(24, columns)

    def look(self) -> pyte.Screen:
        """The emulator after all that has been written."""
        os.write(self.out.fileno(), END)
        written = b""
        while not written.endswith(END):
            written += os.read(self.master, 65536)
        self.stream.feed(written.removesuffix(END))
        return self.emulator

    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.look().display if line.strip()]

    def braille(self, cells: int) -> str:
        """What a display of so many cells shows: the part of the cursor's line in which the cursor is."""
        emulator = self.look()
        start = emulator.cursor.x // cells * cells
        return str(emulator.display[emulator.cursor.y][start : start + cells]).rstrip()


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("TERM", "xterm")
    window = Window()
    yield window
    window.out.close()
    os.close(window.master)


def test_the_cursor_rests_at_the_end_of_the_newest_line(window: Window) -> None:
    screen = Screen(window.out)

    screen.show("Ada begins.")
    screen.show(MOVE)

    emulator = window.look()
    assert emulator.display[0].rstrip() == "Ada begins."
    assert emulator.display[1].rstrip() == MOVE
    assert (emulator.cursor.y, emulator.cursor.x) == (1, len(MOVE))


@pytest.mark.parametrize("cells", [20, 40])
def test_a_braille_display_shows_the_beginning_of_the_newest_line(window: Window, cells: int) -> None:
    screen = Screen(window.out, cells)

    screen.show("Ada begins.")
    screen.show("Cleo: 6-3, left. Ends 6 and 4. Cleo 5.")

    newest = {40: "Cleo: 6-3, left. Ends 6 and 4. Cleo 5.", 20: "Cleo: 6-3, left."}
    assert window.braille(cells) == newest[cells]
    assert window.look().cursor.x == 0
    assert all(len(line) <= cells for line in window.lines())


@pytest.mark.parametrize("cells", [33, 80, 100])
def test_a_long_display_shows_the_beginning_too(window: Window, cells: int) -> None:
    screen = Screen(window.out, cells)
    line = "M7! T6 An4* Be5 Ca3|72 64 53 41 20 11 99|me7 An5 Be6 Ca4|b29 and what is left of it after all"

    screen.show("Ada begins.")
    screen.show(line)

    assert screen.cells == min(cells, 79)
    assert window.braille(80).startswith("M7! T6 An4*")
    assert window.look().cursor.x == 0


def test_texts_of_several_lines_follow_each_other_on_a_full_screen_too(window: Window) -> None:
    screen = Screen(window.out, cells=20)
    said = [f"{number}: one, two, three, four, five, six, seven." for number in range(100, 112)]

    for text in said:
        screen.show(text)

    assert window.braille(20) == "111: one, two,"
    assert " ".join(window.lines()) == " ".join(said[-8:])


def test_what_comes_after_a_text_for_braille_stands_below_it(window: Window) -> None:
    screen = Screen(window.out, cells=20)
    screen.show(MOVE)

    screen.fit(0)
    screen.show("Ada begins.")
    screen.close()
    window.out.write("$")
    window.out.flush()

    assert window.lines() == ["Ben: 5-2, right.", "Ends 3 and 2. Ben 4.", "Ada begins.", "$"]


def test_a_terminal_that_cannot_move_its_cursor_is_not_asked_to(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    screen = Screen(window.out, cells=20)

    screen.show(MOVE)

    assert window.braille(20) == "Ends 3 and 2. Ben 4."


def test_a_line_as_long_as_the_display_is_shown_whole(window: Window) -> None:
    screen = Screen(window.out, cells=20)

    screen.show("Ben: 5-2, right side")

    assert window.braille(20) == "Ben: 5-2, right side"


def test_the_cells_can_be_changed_while_the_game_goes_on(window: Window) -> None:
    screen = Screen(window.out)
    screen.show(MOVE)

    screen.fit(20)
    screen.show(MOVE)

    assert window.lines() == [MOVE, "Ben: 5-2, right.", "Ends 3 and 2. Ben 4."]


def test_lines_follow_the_width_of_the_window(window: Window) -> None:
    screen = Screen(window.out)
    window.resize(30)
    screen.show(MOVE)
    narrow = window.lines()

    window.resize(60)
    screen.show(MOVE)

    assert narrow == ["Ben: 5-2, right. Ends 3 and", "2. Ben 4."]
    assert window.lines()[-1] == MOVE


def test_a_line_never_fills_the_last_column(window: Window) -> None:
    screen = Screen(window.out)

    screen.show("x" * 200)

    assert [len(line) for line in window.lines()] == [79, 79, 42]


def test_a_window_without_a_size_is_taken_for_a_usual_one(window: Window) -> None:
    window.set_size(0)
    screen = Screen(window.out)

    screen.show("x" * 100)

    assert [len(line) for line in window.lines()] == [79, 21]


def test_a_window_too_narrow_for_words_breaks_them_itself(window: Window) -> None:
    window.set_size(3)
    screen = Screen(window.out)

    screen.show("Ben draws one tile.")

    assert window.lines() == ["Ben draws", "one tile."]


def test_nothing_in_a_text_steers_the_terminal(window: Window) -> None:
    screen = Screen(window.out)
    screen.show("first line")

    screen.show("\x1b[2J\x1b[H\x1b]0;title\x07\x1b[31mEve\x07\x08\x08\x08 draws\r\n\x9b2Jone tile")

    assert window.lines() == ["first line", "Eve draws", "2Jone tile"]
    assert window.emulator.title == ""


def test_a_text_without_a_word_leaves_the_screen_alone(window: Window) -> None:
    screen = Screen(window.out)
    screen.show("first line")

    screen.show("\x1b[2J\n \x00")

    assert window.look().cursor.y == 0


def test_the_shell_finds_a_line_of_its_own(window: Window) -> None:
    screen = Screen(window.out)
    screen.show(MOVE)

    screen.close()
    screen.close()

    emulator = window.look()
    assert (emulator.cursor.y, emulator.cursor.x) == (1, 0)


GAME = """
import sys
from playroom.console.terminal.screen import Screen, code_rows
screen = Screen(sys.stdout)
for n in range({lines}):
    screen.show(f"line number {{n}}")
screen.close()
print("well", file=sys.stderr)
"""


@pytest.mark.long
def test_a_broken_pipe_is_no_fault() -> None:
    command = [sys.executable, "-c", GAME.format(lines=20_000)]
    reader = subprocess.Popen(["head", "-c", "1"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)

    ended = subprocess.run(
        command, stdout=reader.stdin, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False
    )
    reader.communicate(timeout=PATIENCE)

    assert (ended.returncode, ended.stderr) == (0, "well\n")


def test_a_disk_without_room_is_no_fault() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as out:
        screen = Screen(out)

        screen.show(MOVE)
        screen.show(MOVE)

        assert screen.error
        screen.close()


def test_a_reader_that_is_slow_gets_all_the_same() -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(writing, b"x" * 4096):
            pass

    with os.fdopen(writing, "w", encoding="utf-8") as out, os.fdopen(reading, "rb", buffering=0) as reader:
        screen = Screen(out)
        screen.show("first line")
        reader.read(1_000_000)
        screen.show(MOVE)
        seen = reader.read(1000)

    assert seen == f"first line\n{MOVE}".encode()


@pytest.mark.long
def test_a_locale_without_letters_is_no_fault() -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    code = (
        "import sys; from playroom.console.terminal.screen import Screen; "
        "Screen(sys.stdout).show('Z\\xe9: \\u674e')"
    )

    ended = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, timeout=PATIENCE, check=True
    )

    assert (ended.stdout, ended.stderr) == (b"Ze: ?", b"")


def test_a_cleared_screen_shows_nothing_of_what_was_written(window: Window) -> None:
    screen = Screen(window.out)
    for number in range(40):
        screen.show(f"secret {number}")

    screen.clear()
    screen.show("Ben. Hand covered, Y uncovers it.")

    assert window.lines() == ["Ben. Hand covered, Y uncovers it."]


def test_lines_that_have_scrolled_away_are_cleared_too(window: Window) -> None:
    Screen(window.out).clear()

    assert b"\x1b[3J" in os.read(window.master, 100)


def test_the_terminal_is_asked_for_its_focus_once_and_released_at_the_end(window: Window) -> None:
    screen = Screen(window.out)

    for wanted in (False, True, True):
        screen.report_focus(wanted=wanted)
    screen.close()
    os.write(window.out.fileno(), END)

    written = b""
    while not written.endswith(END):
        written += os.read(window.master, 1000)
    assert written == b"\x1b[?1004h\x1b[?1004l" + END


LINK = "https://club.example.org/K7QX3M9P"


def test_a_qr_code_is_read_back_from_the_screen(window: Window) -> None:
    screen = Screen(window.out)
    screen.show(MOVE)

    is_shown = screen.draw(code_rows(LINK))
    screen.show(MOVE)
    first, *rows, last = window.lines()
    width = len(rows[0])
    dark = [[mark not in half for mark in row.ljust(width)] for row in rows for half in ("█▀", "█▄")]

    assert is_shown
    assert first == last == MOVE
    assert dark[:width] == [[bool(each) for each in line] for line in make_qr(LINK).matrix_iter(border=4)]


@pytest.mark.parametrize(
    ("columns", "lines", "encoding"), [(36, 24, "utf-8"), (80, 19, "utf-8"), (80, 24, "latin-1")]
)
def test_a_window_without_room_for_a_qr_code_shows_none(
    window: Window, columns: int, lines: int, encoding: str
) -> None:
    window.out.reconfigure(encoding=encoding)
    fcntl.ioctl(window.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    is_shown = Screen(window.out).draw(code_rows(LINK))

    assert not is_shown
    assert not window.lines()
