"""What playroom doctor tells, by voice and in text."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

import pytest
from private_dispatcher import Dispatcher, until

from playroom.home.folders import Folders
from playroom.narration.locales import phrasebook
from playroom.narration.message import Message

if sys.platform == "win32":
    pytest.skip("the stand-ins for programs are shell scripts", allow_module_level=True)

HEAR = "If you hear this sentence, the playroom can speak here."


@dataclass(frozen=True, slots=True)
class Patient:
    """A machine with nothing on its path but what a test puts there, and nobody who speaks."""

    folder: Path

    def program(self, script: str) -> None:
        """Puts a stand-in for espeak-ng on the path."""
        file = self.folder / "espeak-ng"
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def examined(
        self, *options: str, out: int | None = None, more: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """What `playroom doctor` says and gives."""
        nobody = {"SPEECHD_ADDRESS": f"unix_socket:{self.folder}/none", "SPEECHD_CMD": "/bin/false"}
        home = {"HOME": str(self.folder), "PATH": str(self.folder), "LC_ALL": "C.UTF-8"}
        return subprocess.run(
            [sys.executable, "-m", "playroom", "doctor", "--language", "en", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if out is None else out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=30,
            env={**nobody, **home, **(more or {})},
        )


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    return Patient(tmp_path)


def test_all_lines_are_written_and_the_same_are_spoken(patient: Patient, dispatcher: Dispatcher) -> None:
    found = patient.examined(more=dispatcher.environment)

    lines = found.stdout.splitlines()
    assert (found.returncode, found.stderr, lines[0]) == (0, "", HEAR)
    assert until(lambda: dispatcher.spoken("end") == [" ".join(lines)])


def test_each_thing_that_is_looked_for_has_a_line(patient: Patient, dispatcher: Dispatcher) -> None:
    lines = patient.examined(more=dispatcher.environment).stdout.splitlines()

    beginnings = {line.partition(":")[0] for line in lines}
    assert {
        "Speech",
        "Braille",
        "Sounds",
        "Keys",
        "Terminal",
        "Language",
        "Version",
        "Libraries",
    } <= beginnings
    assert "Speech: accessible-output2: Linux Speech Dispatcher." in lines
    assert "espeak-ng: not installed. no program espeak-ng." in lines
    assert "Settings: ~/.config/playroom/settings.yaml, not there yet." in lines
    assert any(line.startswith("Not heard?") for line in lines)


def test_the_home_and_its_name_are_told_to_nobody(patient: Patient) -> None:
    settings = patient.folder / ".config" / "playroom" / "settings.yaml"
    settings.parent.mkdir(parents=True)
    settings.write_text("pace: quick\n")

    found = patient.examined()

    assert "Left out: ~/.config/playroom/settings.yaml, line 1: pace: quick" in found.stdout
    assert str(patient.folder) not in found.stdout


def test_where_nothing_speaks_that_is_written(patient: Patient) -> None:
    found = patient.examined()

    assert found.returncode == 0
    assert "Speech: nothing can speak, so everything is written." in found.stdout.splitlines()
    assert "accessible-output2: not running." in found.stdout


def test_a_program_is_given_the_whole_report(patient: Patient) -> None:
    patient.program(f'/bin/cat > "{patient.folder}/said"')

    found = patient.examined()

    said = patient.folder / "said"
    assert until(lambda: said.exists() and said.read_text() == " ".join(found.stdout.splitlines()))


def test_a_program_that_is_found_and_fails_is_told(patient: Patient) -> None:
    patient.program("exit 3")

    found = patient.examined()

    last = found.stdout.splitlines()[-1]
    assert last == "espeak-ng was found, and does not speak: fails. espeak-ng ended with 3."
    assert found.returncode == 0


def test_text_alone_says_nothing(patient: Patient, dispatcher: Dispatcher) -> None:
    found = patient.examined("--mode", "text", more=dispatcher.environment)

    assert found.stdout.startswith(HEAR)
    assert dispatcher.texts() == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is full on demand")
def test_the_exit_code_is_0_if_something_speaks_or_text_works(
    patient: Patient, dispatcher: Dispatcher
) -> None:
    full = os.open("/dev/full", os.O_WRONLY)

    spoken = patient.examined(out=full, more=dispatcher.environment)
    neither = patient.examined(out=full)

    os.close(full)
    assert (spoken.returncode, neither.returncode) == (0, 1)
    assert (spoken.stderr, neither.stderr) == ("", "")


def test_help_knows_the_doctor() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "playroom", "--help"], capture_output=True, text=True, check=True
    )

    assert "doctor" in told.stdout


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_folder_has_a_name(language: str) -> None:
    book = phrasebook(language)

    names = [book.say(Message(f"doctor.names.{each.name}")) for each in fields(Folders)]

    assert len(set(names)) == len(names)
