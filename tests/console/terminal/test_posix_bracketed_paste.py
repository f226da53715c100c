"""A terminal is asked to mark pastes for as long as it is ours, and not one that knows no such thing."""

import asyncio
import os
import pty

import pytest

from playroom.console.terminal.control_sequences import ASK, STOP_ASKING
from playroom.console.terminal.keyboard import keyboard

END = b"."


def sent(master: int, slave: int) -> bytes:
    """What the terminal has been sent, and is waiting to show; the system passes it on in order, but late."""
    os.write(slave, END)
    found = b""
    while not found.endswith(END):
        found += os.read(master, 4096)
    return found.removesuffix(END)


def as_answer(monkeypatch: pytest.MonkeyPatch, kind: str) -> tuple[bytes, bytes]:
    """What a terminal of this kind is sent while its keys are ours, and when it is given back."""
    monkeypatch.setenv("TERM", kind)
    master, slave = pty.openpty()

    async def listening() -> bytes:
        with keyboard(stdin):
            return sent(master, slave)

    with os.fdopen(slave, encoding="utf-8") as stdin:
        during = asyncio.run(listening())
        after = sent(master, slave)
    os.close(master)
    return during, after


@pytest.mark.parametrize("kind", ["xterm-256color", "linux", "screen"])
def test_a_terminal_marks_pastes_until_it_is_given_back(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    assert as_answer(monkeypatch, kind) == (ASK, STOP_ASKING)


@pytest.mark.parametrize("kind", ["dumb", "unknown", ""])
def test_a_terminal_that_knows_nothing_is_sent_nothing(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    assert as_answer(monkeypatch, kind) == (b"", b"")
