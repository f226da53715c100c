"""A fault of the playroom is one sentence for the player, and a file for a volunteer."""

import builtins
import errno
import gc
import io
import os
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from support.console.hand_held import folders as folders_in

import playroom.commands
from playroom import __main__
from playroom.commands import crash, dispatch
from playroom.commands.context import Context
from playroom.commands.crash import CrashAfterSave, CrashReport
from playroom.home.folders import Folders
from playroom.home.settings import Settings
from playroom.table.shelf import Shelf


@pytest.mark.parametrize("failing", ["load_settings", "parsed_command_line", "subcommand"])
def test_a_crash_anywhere_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], failing: str
) -> None:
    def fails(*_: object) -> NoReturn:
        raise TypeError("a list has no hash")

    folders = Folders(**{name: tmp_path / name for name in Folders.__struct_fields__})
    monkeypatch.setattr(dispatch, "own_folders", lambda: folders)
    monkeypatch.setattr(dispatch, failing, fails)

    code = dispatch.run(["--mode", "text"])

    told = capfd.readouterr().err
    assert code == 1
    assert told.count("\n") == 1
    assert told.startswith("The playroom has crashed. The details are in ")
    assert "a list has no hash" in folders.crash.read_text(encoding="utf-8")


def crash_report(home: Path) -> CrashReport:
    """A report that was prepared."""
    made = CrashReport(Context(folders_in(home), lambda: Shelf({}), Settings(mode="text")))
    made.prepare()
    return made


def test_a_crash_is_reported_where_no_file_can_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    report = crash_report(tmp_path)

    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.EMFILE, "too many open files")

    with monkeypatch.context() as broken:
        for module, name in ((os, "open"), (os, "dup"), (builtins, "open"), (io, "open")):
            broken.setattr(module, name, fail)
        code = report.tell(CrashAfterSave())

    assert (code, capfd.readouterr().err) == (1, "The playroom has crashed. Your match is saved.\n")


def test_a_crash_of_a_program_that_was_replaced_asks_for_another_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    report = crash_report(tmp_path)
    monkeypatch.setattr(crash, "INSTALLED", (1, 1))

    report.tell(CrashAfterSave())

    told = capfd.readouterr().err
    assert told.startswith("The playroom was replaced by another version while it was open. Start it again. ")
    assert told.rstrip().endswith(" Your match is saved.")


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (errno.EIO, "The playroom has crashed. "),
        (errno.ENOENT, "The playroom was replaced by another version while it was open. Start it again. "),
    ],
)
def test_a_saved_match_is_told_where_nothing_can_be_looked_at(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    error: int,
    sentence: str,
) -> None:
    report = crash_report(tmp_path)

    def fail(*_: object, **__: object) -> NoReturn:
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as broken:
        broken.setattr(os, "stat", fail)
        report.tell(CrashAfterSave())

    assert capfd.readouterr().err == f"{sentence}Your match is saved.\n"


def test_a_program_that_cannot_be_loaded_says_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr(playroom.commands, "dispatch")
    monkeypatch.setitem(sys.modules, "playroom.commands.dispatch", None)
    monkeypatch.setattr(gc, "disable", lambda: None)  # for the tests that follow, too

    code = __main__.main()

    told = capfd.readouterr().err
    assert (code, told.count("\n"), told.startswith("playroom: ")) == (1, 1, True)
