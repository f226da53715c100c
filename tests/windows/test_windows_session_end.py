"""The end of a session, as a real hidden window is told it."""

import importlib
from collections.abc import Iterator
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

import pytest

from playroom.console.terminal.windows_console import (
    CLASS_NAME,
    WM_ENDSESSION,
    WM_QUERYENDSESSION,
    session_ending,
)


@pytest.fixture
def gui() -> Any:  # noqa: ANN401 (pywin32 has no types)
    return importlib.import_module("win32gui")


@pytest.fixture
def ends() -> Iterator[SimpleQueue[str]]:
    """What is put in when the session ends."""
    told: SimpleQueue[str] = SimpleQueue()
    with session_ending(lambda: told.put("ended")):
        yield told


def test_a_window_agrees_to_the_end_of_a_session_and_reports_it(
    gui: Any,  # noqa: ANN401 (pywin32 has no types)
    ends: SimpleQueue[str],
) -> None:
    window = gui.FindWindow(CLASS_NAME, None)

    assert gui.SendMessage(window, WM_QUERYENDSESSION, 0, 0) == 1
    assert gui.SendMessage(window, WM_ENDSESSION, 0, 0) == 0
    assert ends.empty()
    assert gui.SendMessage(window, WM_ENDSESSION, 1, 0) == 0
    assert ends.get() == "ended"
    assert not gui.IsWindowVisible(window)


def is_there(gui: Any) -> bool:  # noqa: ANN401 (pywin32 has no types)
    """Whether there is such a window."""
    with suppress(gui.error):
        return bool(gui.FindWindow(CLASS_NAME, None))
    return False


def test_a_window_can_be_made_again_once_it_is_closed(gui: Any) -> None:  # noqa: ANN401 (pywin32 has no types)
    for _ in range(2):
        with session_ending(lambda: None):
            assert is_there(gui)
        assert not is_there(gui)
