"""The program run inside the tests: what it is asked, and what comes of it."""

from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import fields

from playroom.commands import dispatch
from playroom.home.folders import Folders

PUBLISHED = Path(__file__).parents[2] / "cli/example.domino.yaml"
"""The example of the game record, as it is published."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The exit code, and what was written, with the same line ends on every system."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Program:
    """The program of a player whose things are in a folder of the test's own."""

    folders: Folders
    capture: pytest.CaptureFixture[str]

    def run(self, *arguments: object) -> Outcome:
        """What comes of a command line; a traceback fails the test."""
        self.capture.readouterr()
        try:
            code = dispatch.run([str(argument) for argument in arguments])
        except SystemExit as end:
            code = int(end.code or 0)
        written = self.capture.readouterr()
        assert not self.folders.crash.exists(), self.folders.crash.read_text(encoding="utf-8")
        return Outcome(code, *(text.replace("\r\n", "\n") for text in written))


def at_home(folder: Path, capture: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> Program:
    """The program with the player's things in *folder*."""
    folders = Folders(**{each.name: folder / each.name for each in fields(Folders)})
    patch.setattr(dispatch, "own_folders", lambda: folders)
    patch.setenv("LANGUAGE", "en")
    return Program(folders, capture)


@pytest.fixture
def program(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    """The program of a new player; a file of tests may have another one of this name."""
    return at_home(tmp_path / "home", capfd, monkeypatch)
