"""Orca by its service on D-Bus: what it is asked, and where it is not there."""

import sys
from pathlib import Path

import pytest

from playroom.voice.backends import orca
from playroom.voice.backends.backend import BackendError, Failure
from playroom.voice.backends.orca import OrcaBackend, orca_backend

PROGRAM = """#!/bin/sh
printf '%s\\n' "$*" >> "{calls}"
case "$*" in
  *NameHasOwner*) echo "({owned},)";;
  */{module}\\ *|*PresentMessage*) echo "(true,)";;
  *) echo "no such object" >&2; exit 1;;
esac
"""
"""A stand-in for gdbus: what it is given is a line of a file, and only one module is there."""


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The calls to an Orca 49 that is running."""
    return install(tmp_path, monkeypatch)


def install(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    owned: str = "true",
    module: str = "SpeechAndVerbosityManager",
) -> Path:
    program, calls = folder / "gdbus", folder / "calls"
    program.write_text(PROGRAM.format(calls=calls, owned=owned, module=module), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(orca, "is_running", lambda _program: True)
    return calls


def made() -> OrcaBackend:
    return orca_backend(lambda _event, _text: None)


def asked(calls: Path) -> list[str]:
    """What was asked since Orca was looked for."""
    lines = calls.read_text(encoding="utf-8").splitlines()
    return [line.partition("--object-path /org/gnome/Orca/")[2] for line in lines[1:]]


def test_a_text_is_presented_by_orca_in_its_own_voice_and_braille(calls: Path) -> None:
    backend = made()

    backend.speak('Ben: "5 3" \\ 2.', interrupt=False)
    backend.braille("Ben: 5-3.")

    assert asked(calls) == [
        'Service --method org.gnome.Orca.Service.PresentMessage "Ben: \\\\"5 3\\\\" \\\\\\\\ 2."'.replace(
            "\\\\", "\\"
        )
    ]
    assert (backend.name, backend.has_braille, backend.reports_end) == ("Orca", True, False)


@pytest.mark.parametrize("module", ["SpeechManager", "SpeechAndVerbosityManager"])
def test_an_answer_interrupts_by_the_module_of_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    calls = install(tmp_path, monkeypatch, module=module)
    backend = made()
    backend.silence()
    before = len(asked(calls))

    backend.speak("Left 3.", interrupt=True)

    interruption = f"Service/{module} --method org.gnome.Orca.Module.ExecuteCommand InterruptSpeech false"
    assert asked(calls)[before:] == [
        interruption,
        'Service --method org.gnome.Orca.Service.PresentMessage "Left 3."',
    ]


def test_an_orca_without_the_service_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, owned="false")

    with pytest.raises(BackendError) as refused:
        made()

    assert refused.value.failure is Failure.NOT_RUNNING


def test_where_no_orca_runs_nothing_is_called(calls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orca, "is_running", lambda _program: False)

    with pytest.raises(BackendError):
        made()

    assert not calls.exists()
