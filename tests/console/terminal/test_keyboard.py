"""Keys by their time, from pipes and files, and from the console of Windows."""

import asyncio
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TextIO

import pytest
from prompt_toolkit.input import DummyInput
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys
from support.console.session_windows import SessionWindows
from support.time.clock import Clock
from support.time.patience import PATIENCE

from playroom.console.terminal.keyboard import CLOSED, Keyboard, is_terminal, keyboard
from playroom.console.terminal.windows_console import WM_ENDSESSION, WM_QUERYENDSESSION

LAST = "~"


async def until(keys: Keyboard, last: str = LAST) -> list[str]:
    heard = []
    while (key := await asyncio.wait_for(keys.key(), PATIENCE)) not in {last, CLOSED}:
        heard.append(key)
    return heard


def heard_in_time(*steps: str | float) -> list[str]:
    """The keys heard when texts are read, with so many seconds between them."""
    clock = Clock()
    keys = Keyboard(later=clock.later)
    for step in steps:
        clock.advance(step) if isinstance(step, float) else keys.hear(step)
    keys.end()
    return asyncio.run(until(keys))


def test_a_sequence_split_within_the_pause_is_one_key() -> None:
    assert heard_in_time("\x1b", 0.02, "[", 0.2, "A") == ["up"]


def test_a_pause_is_counted_from_the_last_read() -> None:
    assert heard_in_time("g", 0.02, "\x1b", 0.02, "[A") == ["g", "up"]


def test_a_sequence_that_stops_after_its_bracket_is_still_one_key() -> None:
    assert heard_in_time("\x1b[1;", 0.1, "5C") == ["ctrl-right"]


def test_a_paste_may_pause_as_long_as_it_likes() -> None:
    assert heard_in_time("\x1b[20", 4.0, "0~g\r", 0.6, "q\ry", 3600.0, "\x1b[20", 3600.0, "1~d") == [
        "paste g\nq\ny",
        "d",
    ]


def test_a_reply_of_the_terminal_may_pause() -> None:
    assert heard_in_time("\x1b]11;q\ry", 4.0, "q\ry\x1b", 4.0, "\\d") == ["d"]


def test_an_unfinished_reply_is_forgotten_after_five_seconds() -> None:
    assert heard_in_time("\x1b]11;q", 4.0, "q", 6.0, "d") == ["d"]


@pytest.mark.long
def test_a_megabyte_of_paste_is_one_key_and_ctrl_c_comes_through_without_its_end() -> None:
    chunks = ["q\ry\r" * 1000] * 250

    paste, after = heard_in_time("\x1b[200~Ann\r", *chunks, "\x1b[201~d")

    assert (paste[:11], after) == ("paste Ann\nq", "d")
    assert heard_in_time("\x1b[200~Ann\r", *chunks, "\x03") == ["ctrl-c"]


def test_keys_after_a_lone_escape_are_keys_of_their_own() -> None:
    assert heard_in_time("\x1b", 0.04, "g") == ["escape", "g"]


def test_a_lone_escape_is_given_after_its_pause_and_no_earlier() -> None:
    assert heard_in_time("\x1b", 0.02, "[A") == ["up"]
    assert heard_in_time("\x1b", 0.04, "[A") == ["escape", "[", "A"]


def test_keys_that_nobody_has_read_are_dropped_when_the_keyboard_is_stopped() -> None:
    async def stopping() -> str:
        keys = Keyboard()
        keys.hear("ggg")
        keys.stop()
        return await keys.key()

    assert asyncio.run(stopping()) == CLOSED


LISTENER = """
import asyncio, sys
from playroom.console.terminal.keyboard import CLOSED, keyboard

async def listening():
    with keyboard(sys.stdin) as keys:
        while (key := await keys.key()) != CLOSED:
            print(key, flush=True)

asyncio.run(listening())
"""


def piped(stdin: TextIO | None) -> list[str]:
    async def listening() -> list[str]:
        with keyboard(stdin) as keys:
            return [*await until(keys), await keys.key()]

    return asyncio.run(listening())


def test_a_pipe_is_keys_until_its_end() -> None:
    reading, writing = os.pipe()
    os.write(writing, "né\n\x1b[A\x03\x1b".encode())
    os.close(writing)

    with os.fdopen(reading, encoding="utf-8") as stdin:
        keys = piped(stdin)

    assert keys == ["n", "é", "enter", "up", "ctrl-c", "escape", CLOSED]


@pytest.mark.long
@pytest.mark.sample(1)
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
def test_a_file_is_keys_until_its_end_however_long_it_is(tmp_path: Path, line_end: bytes) -> None:
    file = tmp_path / "keys.txt"
    file.write_bytes((b"gd" + line_end) * 5000)

    with file.open(encoding="utf-8") as stdin:
        keys = piped(stdin)

    assert keys == ["g", "d", "enter"] * 5000 + [CLOSED]


def test_a_pipe_without_end_is_not_read_far_ahead(tmp_path: Path) -> None:
    file = tmp_path / "keys.txt"
    file.write_text("g" * 1_000_000, encoding="utf-8")

    async def read_after_ten_keys(stdin: TextIO) -> int:
        with keyboard(stdin) as keys:
            assert [await keys.key() for _ in range(10)] == ["g"] * 10
            await asyncio.sleep(0.1)
            return os.lseek(stdin.fileno(), 0, os.SEEK_CUR)

    with file.open(encoding="utf-8") as stdin:
        assert asyncio.run(read_after_ten_keys(stdin)) < 20_000


def test_nothing_to_read_from_is_closed_at_once() -> None:
    closed = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 (it is closed in the next line)
    closed.close()

    with Path(os.devnull).open(encoding="utf-8") as nothing:
        assert [piped(None), piped(nothing), piped(closed)] == [[CLOSED]] * 3


def test_what_cannot_be_read_is_closed_at_once() -> None:
    reading, writing = os.pipe()

    with os.fdopen(reading), os.fdopen(writing) as stdin:
        assert piped(stdin) == [CLOSED]


@pytest.mark.long
def test_a_pipe_prints_no_warning() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LISTENER],
        input="g",
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )

    assert (ended.stdout, ended.stderr) == ("g\n", "")


@pytest.mark.parametrize("on_windows", [True, False])
def test_the_null_device_that_windows_takes_for_a_terminal_has_no_keys(
    monkeypatch: pytest.MonkeyPatch, *, on_windows: bool
) -> None:
    monkeypatch.setattr("playroom.console.terminal.keyboard.ON_WINDOWS", on_windows)

    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr(nothing, "isatty", lambda: True)

        assert is_terminal(nothing) is not on_windows


class Tty(io.StringIO):
    """Standard input where it is a terminal."""

    def isatty(self) -> bool:
        return True


class WindowsConsole(DummyInput):
    """The console as prompt_toolkit shows it on Windows: key presses, an Escape held back until a flush."""

    closed = False

    def __init__(self, presses: list[KeyPress], held: list[KeyPress]) -> None:
        self.presses, self.held = presses, held

    def read_keys(self) -> list[KeyPress]:
        return self.presses

    def flush_keys(self) -> list[KeyPress]:
        held, self.held = self.held, []
        return held


class ConsoleHandlers(ModuleType):
    """The part of pywin32 by which Windows tells that the window is closed."""

    def __init__(self) -> None:
        super().__init__("win32api")
        self.handlers: list[Callable[[int], bool]] = []

    def SetConsoleCtrlHandler(self, handler: Callable[[int], bool], add: bool) -> None:  # noqa: N802, FBT001
        self.handlers.append(handler) if add else self.handlers.remove(handler)


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> SessionWindows:
    made = SessionWindows()
    monkeypatch.setitem(sys.modules, "win32gui", made)
    return made


@pytest.fixture
def handlers(monkeypatch: pytest.MonkeyPatch, windows: SessionWindows) -> ConsoleHandlers:
    """Windows, with a console that sends Left, Shift and Tab, and é, and holds an Escape back."""
    del windows
    presses = [KeyPress(Keys.Left, ""), KeyPress(Keys.BackTab, "\t"), KeyPress("é", "é")]
    console = WindowsConsole(presses, [KeyPress(Keys.Escape, "\x1b")])
    handlers = ConsoleHandlers()
    monkeypatch.setitem(sys.modules, "win32api", handlers)
    monkeypatch.setattr("playroom.console.terminal.keyboard.ON_WINDOWS", True)
    monkeypatch.setattr("playroom.console.terminal.windows_console.create_input", lambda _stdin: console)
    return handlers


@pytest.mark.usefixtures("handlers")
def test_the_windows_console_gives_the_same_keys() -> None:
    async def listening() -> list[str]:
        with keyboard(Tty()) as keys:
            return [await asyncio.wait_for(keys.key(), PATIENCE) for _ in range(4)]

    assert asyncio.run(listening()) == ["left", "shift-tab", "é", "escape"]


@pytest.mark.parametrize(("event", "key"), [(0, "shift-tab"), (2, CLOSED), (5, CLOSED), (6, CLOSED)])
def test_a_window_that_is_closed_closes_the_keyboard_and_ctrl_c_does_not(
    handlers: ConsoleHandlers, monkeypatch: pytest.MonkeyPatch, event: int, key: str
) -> None:
    waited = list[float]()
    monkeypatch.setattr("playroom.console.terminal.windows_console.time.sleep", waited.append)

    async def closing() -> str:
        with keyboard(Tty()) as keys:
            assert await keys.key() == "left"
            is_handled = handlers.handlers[0](event)
            assert is_handled is bool(waited) is (key == CLOSED)
            await asyncio.sleep(0)
            return await keys.key()

    assert asyncio.run(closing()) == key
    assert handlers.handlers == []


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize(("is_ending", "key"), [(1, CLOSED), (0, "shift-tab")], ids=["ends", "goes on"])
def test_a_session_that_ends_closes_the_keyboard(
    windows: SessionWindows, monkeypatch: pytest.MonkeyPatch, is_ending: int, key: str
) -> None:
    waited = list[float]()
    monkeypatch.setattr("playroom.console.terminal.windows_console.time.sleep", waited.append)

    async def closing() -> str:
        with keyboard(Tty()) as keys:
            assert await keys.key() == "left"
            assert windows.send(WM_QUERYENDSESSION, 0) is True
            assert waited == []
            assert windows.send(WM_ENDSESSION, is_ending) == 0
            await asyncio.sleep(0)
            return await keys.key()

    assert asyncio.run(closing()) == key
    assert bool(waited) is (key == CLOSED)
    assert windows.registered == []


@pytest.mark.usefixtures("handlers")
def test_the_keyboard_works_where_no_window_can_be_made(windows: SessionWindows) -> None:
    windows.fails = True

    async def listening() -> str:
        with keyboard(Tty()) as keys:
            return await keys.key()

    assert asyncio.run(listening()) == "left"
