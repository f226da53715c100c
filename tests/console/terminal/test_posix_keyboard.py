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
from typing import IO, Any, TextIO

import pytest
from support.time.patience import PATIENCE
from test_keyboard import LAST, until

from playroom.console.terminal.control_sequences import ASK
from playroom.console.terminal.keyboard import CLOSED, keyboard


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


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("gG?é€", "g G ? é €"),
        ("\x1b[A\x1bOB\x1b[C\x1bOD", "up down right left"),
        ("\x1bOP\x1b[11~\x1b[[A\x1b[24~", "f1 f1 f1 f12"),
        ("\x03\x12\x13\x11\x1a\x1c\x16\x0f", "ctrl-c ctrl-r ctrl-s ctrl-q ctrl-z ctrl-\\ ctrl-v ctrl-o"),
        ("\r\n\t \x7f", "enter enter tab space backspace"),
        ("\x1b[99~\x1b[?1;2c\x1b[200~\r\x1b[201~", ""),
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


def test_a_paste_in_many_reads_is_one_key(terminal: Terminal) -> None:
    assert heard(terminal, "\x1b[200~gd", "qq\r", "pp\x1b[20", "1~") == ["paste gdqq\npp"]


def test_a_hang_up_closes_the_keyboard_for_ever(terminal: Terminal) -> None:
    async def hanging_up() -> list[str]:
        with keyboard(terminal.stdin) as keys:
            terminal.send("g")
            first = await keys.key()
            terminal.hang_up()
            return [first, await keys.key(), await keys.key()]

    assert asyncio.run(hanging_up()) == ["g", CLOSED, CLOSED]


def test_a_terminal_that_has_gone_is_not_asked_again_and_again(terminal: Terminal) -> None:
    async def hanging_up() -> tuple[str, bool]:
        with keyboard(terminal.stdin) as keys:
            terminal.hang_up()
            key = await keys.key()
            is_still_read = asyncio.get_running_loop().remove_reader(terminal.stdin.fileno())
            return key, is_still_read

    assert asyncio.run(hanging_up()) == (CLOSED, False)


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
DEAF = "time.sleep(600)"
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
    enough = threading.Timer(PATIENCE, process.kill)
    enough.start()
    try:
        assert process.stdout.readline() == "ready\n"
        yield process, process.stdout
    finally:
        enough.cancel()
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_end_closes_the_keyboard_and_gives_the_terminal_back(
    terminal: Terminal, number: int
) -> None:
    with game(terminal.stdin) as (process, said):
        raw = terminal.settings()
        process.send_signal(number)
        rest = said.read()
        status = process.wait(PATIENCE)

    assert raw != terminal.found
    assert terminal.settings() == terminal.found
    assert (rest, status) == ("end\n", 0)


@pytest.mark.long
def test_a_game_that_hangs_gives_the_terminal_back_and_dies_of_the_second_signal(terminal: Terminal) -> None:
    with game(terminal.stdin, DEAF) as (process, _):
        process.send_signal(signal.SIGTERM)
        wait_for(lambda: terminal.settings() == terminal.found)
        process.send_signal(signal.SIGTERM)
        status = process.wait(PATIENCE)

    assert status == -signal.SIGTERM
    assert terminal.settings() == terminal.found


@pytest.mark.long
def test_a_signal_ends_a_game_whose_lines_nobody_reads(terminal: Terminal) -> None:
    termios.tcflow(terminal.stdin.fileno(), termios.TCOOFF)
    with game(terminal.stdin, WRITING) as (process, said):
        process.send_signal(signal.SIGTERM)
        rest = said.read()
        status = process.wait(PATIENCE)

    assert (rest, status) == ("end\n", 0)
    assert terminal.settings() == terminal.found


@pytest.mark.long
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


@pytest.mark.long
def test_ctrl_c_is_a_key_and_no_interrupt(terminal: Terminal) -> None:
    with game(terminal.stdin) as (process, said):
        terminal.send("\x03")
        line = said.readline()
        process.send_signal(signal.SIGTERM)

    assert line == "ctrl-c\n"


@pytest.mark.long
def test_an_interrupt_from_outside_gives_the_terminal_back(terminal: Terminal) -> None:
    with game(terminal.stdin) as (process, _):
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)

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
    end = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < end:
        time.sleep(0.01)
