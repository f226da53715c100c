"""What the program does before its command runs."""

import gc
import signal
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.programs.runs import at_home

from playroom import __main__ as entry
from playroom.commands import dispatch, standard_streams
from playroom.commands.program_end import STOPPED


@pytest.mark.long
def test_garbage_is_collected_again_but_not_among_the_modules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = at_home(tmp_path, capsys, monkeypatch)
    gc.disable()

    try:
        program.run("check", "--mode", "text")
        is_enabled, frozen = gc.isenabled(), gc.get_freeze_count()
    finally:
        gc.unfreeze()
        gc.enable()

    assert is_enabled
    assert frozen > len(gc.get_objects()) / 2


def test_a_program_that_collects_garbage_goes_on_as_it_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = at_home(tmp_path, capsys, monkeypatch)
    collector = Mock(wraps=gc)  # that of the program alone: bots of other tests freeze objects
    monkeypatch.setattr(dispatch, "gc", collector)

    program.run("check", "--mode", "text")

    assert gc.isenabled()
    collector.isenabled.assert_called()
    collector.freeze.assert_not_called()


def test_ctrl_c_waits_until_all_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[bool] = []

    def interrupted() -> None:
        signal.raise_signal(signal.SIGINT)
        opened.append(True)

    monkeypatch.setattr(gc, "disable", lambda: None)
    monkeypatch.setattr(standard_streams, "open_standard_streams", interrupted)

    before = signal.getsignal(signal.SIGINT)
    try:
        assert entry.main() == STOPPED
    finally:  # Ctrl+C would be ignored from here on, and by every program that a later test starts.
        signal.signal(signal.SIGINT, before)
    assert opened == [True]
