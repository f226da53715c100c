"""Keys through a real pseudo-terminal, and how the terminal is left."""

import asyncio
import contextlib
import os
import pty
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, TextIO

import pytest
from clock import Clock
from prompt_toolkit.input import DummyInput
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from playroom.console.terminal.bracketed_paste import ASK
from playroom.console.terminal.keyboard import CLOSED, Keyboard, keyboard

LAST = "~"


class Terminal:
    """A pseudo-terminal: what is sent to it, and the program's side of it."""

    def __init__(self) -> None:
        self.master, slave = pty.openpty()
        self.stdin = os.fdopen(slave, encoding="utf-8")
        self.found = self.settings()

    def send(self, text: str | bytes) -> None:
        os.write(self.master, text.encode() if isinstance(text, str) else text)

    def settings(self) -> list[Any]:
        return termios.tcgetattr(self.stdin.fileno())

    def hang_up(self) -> None:
        os.close(self.master)
        self.master = -1


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal()
    yield terminal
    terminal.stdin.close()
    if terminal.master >= 0:
        os.close(terminal.master)


async def until(keys: Keyboard, last: str = LAST) -> list[str]:
    heard = []
    while (key := await asyncio.wait_for(keys.key(), 5)) not in {last, CLOSED}:
        heard.append(key)
    return heard


def heard(terminal: Terminal, *chunks: str | bytes) -> list[str]:
    """The keys heard when *chunks* are sent, each in a read of its own."""

    async def listening() -> list[str]:
        with keyboard(terminal.stdin) as keys:
            for chunk in chunks:
                terminal.send(chunk)
                await asyncio.sleep(0.005)
            terminal.send(LAST)
            return await until(keys)

    return asyncio.run(listening())


def heard_in_time(*steps: str | float) -> list[str]:
    """The keys heard when texts are read, with so many seconds between them."""
    clock = Clock()
    keys = Keyboard(later=clock.later)
    for step in steps:
        clock.advance(step) if isinstance(step, float) else keys.hear(step)
    keys.end()
    return asyncio.run(until(keys))


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("gG?é€", "g G ? é €"),
        ("\x1b[A\x1bOB\x1b[C\x1bOD", "up down right left"),
        ("\x1bOP\x1b[11~\x1b[[A\x1b[24~", "f1 f1 f1 f12"),
        ("\x03\x12\x13\x11\x1a\x1c\x16\x0f", "ctrl-c ctrl-r ctrl-s ctrl-q ctrl-z ctrl-\\ ctrl-v ctrl-o"),
        ("\r\n\t \x7f", "enter enter tab space backspace"),
        ("\x1b[99~\x1b[?1;2c\x1b[I\x1b[200~\r\x1b[201~", ""),
        (b"\x1b[M \xc8\xffg\x1b[M \xff\xc8d", "g d"),
        (b"g\xe9\xffd", "g d"),
    ],
)
def test_a_terminal_gives_every_key(terminal: Terminal, sent: str | bytes, keys: str) -> None:
    assert heard(terminal, sent) == keys.split()


def test_a_word_of_an_input_method_is_given_letter_by_letter(terminal: Terminal) -> None:
    assert heard(terminal, "ごがé") == ["ご", "が", "é"]


def test_a_letter_split_between_its_bytes_is_one_key(terminal: Terminal) -> None:
    assert heard(terminal, b"\xc3", b"\xa9") == ["é"]


def test_a_sequence_split_within_the_pause_is_one_key() -> None:
    assert heard_in_time("\x1b", 0.02, "[", 0.2, "A") == ["up"]


def test_a_pause_is_counted_from_the_last_read() -> None:
    assert heard_in_time("g", 0.02, "\x1b", 0.02, "[A") == ["g", "up"]


def test_a_sequence_that_stops_after_its_bracket_is_still_one_key() -> None:
    assert heard_in_time("\x1b[1;", 0.1, "5C") == ["ctrl-right"]


def test_a_paste_in_many_reads_is_one_key(terminal: Terminal) -> None:
    assert heard(terminal, "\x1b[200~gd", "qq\r", "pp\x1b[20", "1~") == ["paste gdqq"]


def test_a_paste_may_pause_as_long_as_it_likes() -> None:
    assert heard_in_time("\x1b[20", 4.0, "0~g\r", 0.6, "q\ry", 3600.0, "\x1b[20", 3600.0, "1~d") == [
        "paste g",
        "d",
    ]


def test_a_reply_of_the_terminal_may_pause() -> None:
    assert heard_in_time("\x1b]11;q\ry", 4.0, "q\ry\x1b", 4.0, "\\d") == ["d"]


def test_an_unfinished_reply_is_forgotten_after_five_seconds() -> None:
    assert heard_in_time("\x1b]11;q", 4.0, "q", 6.0, "d") == ["d"]


def test_a_megabyte_of_paste_is_one_key_and_ctrl_c_comes_through_without_its_end() -> None:
    chunks = ["q\ry\r" * 1000] * 250

    assert heard_in_time("\x1b[200~Ann\r", *chunks, "\x1b[201~d") == ["paste Ann", "d"]
    assert heard_in_time("\x1b[200~Ann\r", *chunks, "\x03") == ["ctrl-c"]


def test_keys_after_a_lone_escape_are_keys_of_their_own() -> None:
    assert heard_in_time("\x1b", 0.04, "g") == ["escape", "g"]


def test_a_lone_escape_is_given_after_its_pause_and_no_earlier() -> None:
    assert heard_in_time("\x1b", 0.02, "[A") == ["up"]
    assert heard_in_time("\x1b", 0.04, "[A") == ["escape", "[", "A"]


def test_a_hang_up_closes_the_keyboard_for_ever(terminal: Terminal) -> None:
    async def hanging_up() -> list[str]:
        with keyboard(terminal.stdin) as keys:
            terminal.send("g")
            first = await keys.key()
            terminal.hang_up()
            return [first, await keys.key(), await keys.key()]

    assert asyncio.run(hanging_up()) == ["g", CLOSED, CLOSED]


def test_a_terminal_that_has_gone_is_not_asked_again_and_again(terminal: Terminal) -> None:
    async def hanging_up() -> float:
        with keyboard(terminal.stdin) as keys:
            terminal.hang_up()
            await keys.key()
            since = time.process_time()
            await asyncio.sleep(0.1)
            return time.process_time() - since

    assert asyncio.run(hanging_up()) < 0.05


def test_keys_that_nobody_asked_for_are_gone_when_the_keyboard_is_told_to_stop() -> None:
    async def stopping() -> str:
        keys = Keyboard()
        keys.hear("ggg")
        keys.stop()
        return await keys.key()

    assert asyncio.run(stopping()) == CLOSED


def test_waiting_for_a_key_may_be_given_up_without_losing_one(terminal: Terminal) -> None:
    async def giving_up() -> str:
        with keyboard(terminal.stdin) as keys:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(keys.key(), 0.01)
            terminal.send("g")
            return await keys.key()

    assert asyncio.run(giving_up()) == "g"


def test_the_terminal_is_raw_only_while_keys_are_read(terminal: Terminal) -> None:
    async def looking() -> list[Any]:
        with keyboard(terminal.stdin):
            return terminal.settings()

    inside = asyncio.run(looking())

    assert not inside[3] & (termios.ECHO | termios.ICANON | termios.ISIG)
    assert terminal.settings() == terminal.found


def test_an_exception_leaves_the_terminal_as_it_was(terminal: Terminal) -> None:
    async def failing() -> None:
        with keyboard(terminal.stdin):
            raise RuntimeError("the house is on fire")

    with pytest.raises(RuntimeError):
        asyncio.run(failing())

    assert terminal.settings() == terminal.found


GAME = """
import asyncio, signal, sys, time
from playroom.console.terminal.keyboard import keyboard
from playroom.console.terminal.screen import Screen

# Whoever runs these tests in the background may ignore it, and that is passed on.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

async def playing():
    screen = Screen(open(sys.stdin.fileno(), "w", closefd=False))
    with keyboard(sys.stdin, screen.end) as keys:
        print("ready", flush=True)
        {body}

asyncio.run(playing())
print("end", flush=True)
"""
UNTIL_CLOSED = "while (key := await keys.key()) != 'closed': print(key, flush=True)"
DEAF = "time.sleep(60)"
WRITING = """
        screen.show('the text of one key')
        while await keys.key() != 'closed': pass
        screen.show('the last words')
"""


@contextlib.contextmanager
def game(stdin: TextIO | int, body: str = UNTIL_CLOSED) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    code = GAME.format(body=body)
    process = subprocess.Popen([sys.executable, "-c", code], stdin=stdin, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    enough = threading.Timer(10, process.kill)
    enough.start()
    try:
        assert process.stdout.readline() == "ready\n"
        yield process, process.stdout
    finally:
        enough.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_end_closes_the_keyboard_and_gives_the_terminal_back(
    terminal: Terminal, number: int
) -> None:
    with game(terminal.stdin) as (process, said):
        raw = terminal.settings()
        process.send_signal(number)
        rest = said.read()
        status = process.wait(5)

    assert raw != terminal.found
    assert terminal.settings() == terminal.found
    assert (rest, status) == ("end\n", 0)


def test_a_game_that_hangs_gives_the_terminal_back_and_dies_of_the_second_signal(terminal: Terminal) -> None:
    with game(terminal.stdin, DEAF) as (process, _):
        process.send_signal(signal.SIGTERM)
        wait_for(lambda: terminal.settings() == terminal.found)
        process.send_signal(signal.SIGTERM)
        status = process.wait(5)

    assert status == -signal.SIGTERM
    assert terminal.settings() == terminal.found


def test_a_signal_ends_a_game_whose_lines_nobody_reads(terminal: Terminal) -> None:
    termios.tcflow(terminal.stdin.fileno(), termios.TCOOFF)
    with game(terminal.stdin, WRITING) as (process, said):
        process.send_signal(signal.SIGTERM)
        rest = said.read()
        status = process.wait(5)

    assert (rest, status) == ("end\n", 0)
    assert terminal.settings() == terminal.found


def test_keys_work_again_after_a_stop_in_which_the_terminal_was_reset(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with game(terminal.stdin) as (process, said):
        raw = terminal.settings()
        assert os.read(terminal.master, 100) == ASK
        process.send_signal(signal.SIGSTOP)
        termios.tcsetattr(terminal.stdin.fileno(), termios.TCSANOW, terminal.found)
        process.send_signal(signal.SIGCONT)
        assert os.read(terminal.master, 100) == ASK
        terminal.send("\x03")
        line = said.readline()

    assert line == "ctrl-c\n"
    assert terminal.settings() == raw != terminal.found


def test_ctrl_c_is_a_key_and_no_interrupt(terminal: Terminal) -> None:
    with game(terminal.stdin) as (process, said):
        terminal.send("\x03")
        line = said.readline()
        process.send_signal(signal.SIGTERM)

    assert line == "ctrl-c\n"


def test_an_interrupt_from_outside_gives_the_terminal_back(terminal: Terminal) -> None:
    with game(terminal.stdin) as (process, _):
        process.send_signal(signal.SIGINT)
        process.wait(5)

    assert terminal.settings() == terminal.found


def test_the_signals_are_handed_back_too(terminal: Terminal) -> None:
    before = signal.getsignal(signal.SIGTERM)

    heard(terminal, "g")

    assert signal.getsignal(signal.SIGTERM) is before


def test_a_hang_up_that_was_to_be_ignored_is_ignored(terminal: Terminal) -> None:
    async def looking() -> object:
        with keyboard(terminal.stdin):
            return signal.getsignal(signal.SIGHUP)

    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        inside = asyncio.run(looking())
    finally:
        after = signal.signal(signal.SIGHUP, before)

    assert inside is after is signal.SIG_IGN


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 5
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)


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


def test_a_file_is_keys_until_its_end_however_long_it_is(tmp_path: Path) -> None:
    file = tmp_path / "keys.txt"
    file.write_text("gd\n" * 5000, encoding="utf-8")

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


def test_a_pipe_prints_no_warning() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", GAME.format(body=UNTIL_CLOSED)],
        input="g",
        capture_output=True,
        text=True,
        timeout=10,
        check=True,
    )

    assert (ended.stdout, ended.stderr) == ("ready\ng\nend\n", "")


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


def test_the_windows_console_gives_the_same_keys(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    presses = [KeyPress(Keys.Left, ""), KeyPress(Keys.BackTab, "\t"), KeyPress("é", "é")]
    console = WindowsConsole(presses, [KeyPress(Keys.Escape, "\x1b")])
    monkeypatch.setattr("playroom.console.terminal.keyboard.ON_WINDOWS", True)
    monkeypatch.setattr("playroom.console.terminal.windows_console.create_input", lambda _stdin: console)

    async def listening() -> list[str]:
        with keyboard(terminal.stdin) as keys:
            return [await asyncio.wait_for(keys.key(), 5) for _ in range(4)]

    assert asyncio.run(listening()) == ["left", "shift-tab", "é", "escape"]
