"""A fault of the playroom is one sentence for the player, and a file for a volunteer."""

from pathlib import Path
from typing import NoReturn

import pytest

from playroom.commands import dispatch
from playroom.home.folders import Folders


@pytest.mark.parametrize("failing", ["load_settings", "parsed_command_line", "subcommand"])
def test_a_crash_anywhere_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], failing: str
) -> None:
    def fails(*_: object) -> NoReturn:
        raise TypeError("a list has no hash")

    folders = Folders(**dict.fromkeys(Folders.__struct_fields__, tmp_path / "file"))
    monkeypatch.setattr(dispatch, "own_folders", lambda: folders)
    monkeypatch.setattr(dispatch, failing, fails)

    code = dispatch.run(["--mode", "text"])

    told = capfd.readouterr().err
    assert code == 1
    assert told.count("\n") == 1
    assert told.startswith("The playroom has crashed. The details are in ")
    assert "a list has no hash" in folders.crash.read_text(encoding="utf-8")
