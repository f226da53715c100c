"""Copying by a program of the system."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from playroom.commands.assembly import ScreenWithClipboard
from playroom.console.terminal.clipboard_program import clipboard_commands, copied_by_program
from playroom.narration.message import answer

WAYLAND, X11 = {"WAYLAND_DISPLAY": "wayland-0"}, {"DISPLAY": ":0"}
SSH = {"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}


@pytest.mark.parametrize(
    ("environment", "platform", "programs"),
    [
        ({}, "linux", []),
        (X11, "linux", ["xclip", "xsel"]),
        ({**X11, **WAYLAND}, "linux", ["wl-copy", "xclip", "xsel"]),
        ({}, "darwin", ["pbcopy"]),
        ({}, "win32", ["clip"]),
        (SSH, "darwin", []),
        ({**SSH, **WAYLAND}, "linux", []),
        ({**SSH, **X11}, "linux", ["xclip", "xsel"]),
    ],
)
def test_the_programs_reach_the_clipboard_of_the_player(
    environment: dict[str, str], platform: str, programs: Sequence[str]
) -> None:
    assert [command[0] for command in clipboard_commands(environment, platform)] == programs


@pytest.mark.skipif(os.name == "nt", reason="the stand-ins for programs are shell scripts")
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("ends", "is_copied"), [(0, True), (1, False)])
def test_a_text_is_copied_only_if_the_program_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: int, *, is_copied: bool
) -> None:
    _program(tmp_path, monkeypatch, ends)

    assert copied_by_program("Ça va ?", {**os.environ, **WAYLAND}, "linux") is is_copied

    assert (tmp_path / "copied").read_text(encoding="utf-8") == "Ça va ?"


@pytest.mark.skipif(os.name == "nt", reason="the stand-ins for programs are shell scripts")
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("ends", "entry"), [(0, "copied"), (1, "sent_to_terminal")])
def test_what_no_program_took_is_in_a_file_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: int, entry: str
) -> None:
    _program(tmp_path, monkeypatch, ends)
    for name, value in {**WAYLAND, "TERM": "xterm"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    file = tmp_path / "copied.txt"
    ours, theirs = os.openpty()

    with os.fdopen(theirs, "w") as terminal:
        told = ScreenWithClipboard(terminal, file).copy("one")

    os.close(ours)
    blanks = {"file": str(file)} if ends else {}
    assert told == answer(f"history.{entry}", **blanks)
    assert file.exists() is bool(ends)


def _program(folder: Path, monkeypatch: pytest.MonkeyPatch, ends: int) -> None:
    """Put a stand-in for wl-copy on the path, which ends with this code."""
    program = folder / "wl-copy"
    program.write_text(f'#!/bin/sh\n/bin/cat > "{folder}/copied"\nexit {ends}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
