"""Copying by way of the terminal."""

import pytest

from playroom.console.terminal.control_sequences import copying, takes_copies

XTERM = {"TERM": "xterm-256color"}


def test_a_text_is_copied_in_a_sequence_of_plain_letters() -> None:
    assert copying("Ça va ?") == "\x1b]52;c;w4dhIHZhID8=\x07"


@pytest.mark.parametrize("environment", [XTERM, {"TERM": "xterm-kitty", "TERM_PROGRAM": "iTerm.app"}])
def test_most_terminals_may_take_copies(environment: dict[str, str]) -> None:
    assert takes_copies(environment, "linux")


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"TERM": "dumb"},
        {"TERM": "linux"},
        {**XTERM, "TERM_PROGRAM": "Apple_Terminal"},
        {**XTERM, "TMUX": "/run/tmux,1,0"},
        {**XTERM, "STY": "1.pts-0"},
        {**XTERM, "VTE_VERSION": "6800"},
    ],
)
def test_some_are_known_to_take_none(environment: dict[str, str]) -> None:
    assert not takes_copies(environment, "linux")


def test_a_console_of_windows_would_show_the_sequence() -> None:
    assert not takes_copies(XTERM, "win32")
