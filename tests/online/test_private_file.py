"""Files with secrets."""

import os
from pathlib import Path

import pytest

from playroom.online.private_file import write_private


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "seats.json"
    write_private(file, b"old")

    def full(_descriptor: int) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_private(file, b"new")

    assert file.read_bytes() == b"old"
    assert [*tmp_path.iterdir()] == [file]
