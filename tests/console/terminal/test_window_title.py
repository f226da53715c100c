"""The title of the window: it names the table, and is all that speech alone writes."""

import ctypes
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest
from support.console.hand_held import Console
from support.languages import CODES

from playroom.console.terminal.control_sequences import ConsoleTitle, TerminalTitle, window_title
from playroom.console.terminal.screen import Screen

KEYS_TO_LANGUAGE = ("m", "s", "enter", "s", "s", "enter", "home")
"""From the table to the language in the settings."""

XTERM = {"TERM": "xterm-256color"}


class Kernel:
    """The functions of Windows for the title of a console."""

    def __init__(self, title: str) -> None:
        self.title = title

    def SetConsoleTitleW(self, title: str) -> int:  # noqa: N802 (its name in Windows)
        self.title = title
        return 1

    def GetConsoleTitleW(self, buffer: Any, size: int) -> int:  # noqa: ANN401, N802 (its name in Windows)
        buffer.value = self.title[: size - 1]
        return len(self.title)


@pytest.fixture
def titles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    titles: list[str] = []
    monkeypatch.setattr(Screen, "name_window", lambda _screen, title: titles.append(title))
    return titles


def test_it_follows_the_language(home: Path, titles: list[str]) -> None:
    console = Console("play", "block", "--players", "2", "--seed", "1", home=home)

    console.press(*KEYS_TO_LANGUAGE, *repeat("right", CODES.index("fr") - CODES.index("en")))

    named = [title.partition(",")[0] for title in titles]
    assert "Block" in named
    assert named[-1] == "Domino bloqué"


def test_it_names_the_table_and_then_the_playroom_again(home: Path, titles: list[str]) -> None:
    console = Console("play", "block", "--players", "3", "--seed", "1", home=home)
    at_table = titles[-1]

    console.press("q", "y")

    assert titles[0] == "Playroom"
    assert at_table == "Block, with Ben and Cleo. Playroom"
    assert titles[-1] == "Playroom"


def test_nothing_but_the_title_is_written_where_speech_is_chosen(home: Path, titles: list[str]) -> None:
    console = Console("play", "--seed", "1", home=home, settings={"mode": "voice"})

    for _ in range(3):
        console.play()
    console.hear("c", "v", "h", "escape")

    assert console.screen == ""
    assert len(titles) == 2


def test_a_console_of_windows_has_its_own_title_again_at_the_end() -> None:
    kernel = Kernel("Command Prompt")
    title = ConsoleTitle(kernel)

    title.show("Playroom")
    title.show("Block, with Zoë. Playroom")
    shown = kernel.title
    title.restore()

    assert (shown, kernel.title) == ("Block, with Zoë. Playroom", "Command Prompt")


def test_a_title_that_was_never_changed_is_not_restored() -> None:
    kernel, sent = Kernel("Command Prompt"), list[str]()
    ConsoleTitle(kernel).restore()
    TerminalTitle(sent.append).restore()

    assert (kernel.title, sent) == ("Command Prompt", [])


def test_a_terminal_keeps_its_title_on_a_stack() -> None:
    sent: list[str] = []
    title = TerminalTitle(sent.append)

    title.show("Playroom")
    title.show("Block. Playroom")
    title.restore()

    assert sent == ["\x1b[22;2t\x1b]2;Playroom\x07", "\x1b]2;Block. Playroom\x07", "\x1b[23;2t"]


@pytest.mark.parametrize(
    "environment", [{}, {"TERM": "linux"}, {"TERM": "dumb"}, {**XTERM, "TMUX": "1"}, {**XTERM, "STY": "1"}]
)
def test_a_terminal_that_may_show_the_sequences_has_no_title(environment: dict[str, str]) -> None:
    assert window_title(list[str]().append, environment, "linux") is None


def test_each_system_has_its_kind_of_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(ctypes), "windll", type("Windll", (), {"kernel32": Kernel("")}))
    send = list[str]().append

    assert isinstance(window_title(send, {}, "win32"), ConsoleTitle)
    assert isinstance(window_title(send, XTERM, "linux"), TerminalTitle)
