"""What playroom doctor tells, by voice and in text."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec import structs
from support.console.player import PATIENT_PROGRAM
from support.languages import CODES
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher, until

from playroom.commands import diagnosis
from playroom.home.folders import Folders
from playroom.home.settings import Settings
from playroom.narration.message import Message
from playroom.narration.phrases.locales import phrasebook
from playroom.sound.output import NOT_YET_KNOWN, SoundState
from playroom.voice.backends.backend import Failure
from playroom.voice.probe import ProbeResult

if sys.platform == "win32":
    pytest.skip("the stand-ins for programs are shell scripts", allow_module_level=True)

DOCTOR = (*PATIENT_PROGRAM, "doctor", "--language", "en")
HEAR = "If you hear this sentence, the playroom can speak here."


CASE = diagnosis.Diagnosis(
    Folders(*(Path("/nowhere") / each.name for each in structs.fields(Folders))),
    Settings(),
    "English",
    ("English",),
)


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
        return subprocess.run(
            [*DOCTOR, *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if out is None else out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=PATIENCE,
            env={**self._environment(), **(more or {})},
        )

    def running(self) -> subprocess.Popen[str]:
        """The program at work."""
        return subprocess.Popen(
            DOCTOR,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self._environment(),
        )

    def _environment(self) -> dict[str, str]:
        nobody = {"SPEECHD_ADDRESS": f"unix_socket:{self.folder}/none", "SPEECHD_CMD": "/bin/false"}
        return {**nobody, "HOME": str(self.folder), "PATH": str(self.folder), "LC_ALL": "C.UTF-8"}


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    return Patient(tmp_path)


@pytest.mark.long
def test_all_lines_are_written_and_the_same_are_spoken(patient: Patient, dispatcher: Dispatcher) -> None:
    found = patient.examined(more=dispatcher.environment)

    lines = found.stdout.splitlines()
    assert (found.returncode, found.stderr, lines[0]) == (0, "", HEAR)
    assert dispatcher.spoken("end") == lines


@pytest.mark.long
def test_each_thing_that_is_looked_for_has_a_line(patient: Patient, dispatcher: Dispatcher) -> None:
    lines = patient.examined(more=dispatcher.environment).stdout.splitlines()

    beginnings = {line.partition(":")[0] for line in lines}
    assert {
        "Speech",
        "Braille",
        "Sounds",
        "Keyboard",
        "Terminal",
        "Language",
        "Version",
        "Libraries",
    } <= beginnings
    assert "Speech: accessible-output2: Linux Speech Dispatcher." in lines
    assert "End of speech: Linux Speech Dispatcher reports it." in lines
    assert "espeak-ng: not installed." in lines
    assert "Settings: ~/.config/playroom/settings.yaml, not there yet." in lines
    assert any(line.startswith("Not heard?") for line in lines)


@pytest.mark.long
def test_the_report_hides_the_home_folder_and_its_name(patient: Patient) -> None:
    settings = patient.folder / ".config" / "playroom" / "settings.yaml"
    settings.parent.mkdir(parents=True)
    settings.write_text("pace: quick\n")

    found = patient.examined()

    assert "Ignored: ~/.config/playroom/settings.yaml, line 1: pace: quick" in found.stdout
    assert str(patient.folder) not in found.stdout


@pytest.mark.long
def test_where_nothing_speaks_that_is_written(patient: Patient) -> None:
    found = patient.examined()

    assert found.returncode == 0
    assert "Speech: none available, so everything is written." in found.stdout.splitlines()
    assert "accessible-output2: not running." in found.stdout


@pytest.mark.long
def test_a_program_is_given_the_whole_report(patient: Patient) -> None:
    patient.program(f'/bin/cat >> "{patient.folder}/said"; echo >> "{patient.folder}/said"')

    found = patient.examined()

    assert (patient.folder / "said").read_text() == found.stdout


@pytest.mark.long
def test_ctrl_c_ends_the_speech_and_the_program(patient: Patient) -> None:
    patient.program(f'/bin/cat > "{patient.folder}/said"; exec /bin/sleep 100')
    said = patient.folder / "said"

    with patient.running() as doctor:
        assert until(said.exists)
        doctor.send_signal(signal.SIGINT)
        out, error = doctor.communicate(timeout=PATIENCE)

    assert (doctor.returncode, error) == (130, "")
    assert out.startswith(HEAR)


@pytest.mark.long
def test_the_report_is_a_file_with_the_details_for_volunteers(patient: Patient) -> None:
    found = patient.examined("--mode", "text")

    (report,) = patient.folder.rglob("report.txt")
    assert report.read_text().startswith(found.stdout)
    assert "\nespeak-ng: no program espeak-ng\n" in report.read_text()
    assert f"the file ~/{report.relative_to(patient.folder)}, which playroom doctor writes" in found.stdout


@pytest.mark.long
def test_no_line_has_the_words_of_an_exception(patient: Patient) -> None:
    said = patient.examined("--mode", "text").stdout

    assert [word for word in ("espeak.core", "Error", "Errno", "No module") if word in said] == []


def test_a_voice_at_the_far_end_of_ssh_is_warned_of() -> None:
    speaks = (ProbeResult("say", speaker="say"),)
    mute = (ProbeResult("say", failure=Failure.NOT_INSTALLED),)
    with patch.dict(os.environ, {"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}):
        far = [line.entry for line in CASE.lines(speaks)]
        silent = [line.entry for line in CASE.lines(mute)]
    with patch.dict(os.environ, {"SSH_CONNECTION": "", "SSH_TTY": ""}):
        near = [line.entry for line in CASE.lines(speaks)]

    assert [entries.count("doctor.far_end") for entries in (far, silent, near)] == [1, 0, 0]


def test_a_voice_that_does_not_report_the_end_of_speech_is_named() -> None:
    jaws, nothing = (ProbeResult("accessible-output2", speaker="jaws"),), ()

    told = [line.entry for line in CASE.lines(jaws)]

    assert "doctor.end.estimated" in told
    assert not [line for line in CASE.lines(nothing) if line.entry.startswith("doctor.end")]


def test_the_terminal_is_the_one_to_which_lines_go() -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "w") as terminal:
        inside = [line.entry for line in replace(CASE, terminal=terminal).lines(())]
    os.close(ours)

    assert "doctor.terminal.found" in inside
    assert "doctor.terminal.none" in [line.entry for line in CASE.lines(())]


HEADPHONES = Settings(sound="headphones")
OPEN = SoundState("/usr/lib/libopenal.so.1", "Headset")
SOUNDS = [
    (HEADPHONES, OPEN, ["Sounds: Headset, headphones, through /usr/lib/libopenal.so.1."]),
    (HEADPHONES, SoundState(), ["Sounds: no library found. Everything is said in words."]),
    (HEADPHONES, SoundState("openal"), ["Sounds: no output device found. Everything is said in words."]),
    (HEADPHONES, NOT_YET_KNOWN, ["Sounds: no answer yet."]),
    (Settings(sound="off"), NOT_YET_KNOWN, ["Sounds: off. Everything is said in words."]),
    (
        structs.replace(HEADPHONES, device="Dock"),
        OPEN,
        [
            "Sounds: Dock not found.",
            "Sounds: Headset, headphones, through /usr/lib/libopenal.so.1.",
        ],
    ),
]


@pytest.mark.parametrize(("settings", "state", "told"), SOUNDS)
def test_the_sounds_have_their_library_device_and_mode(
    settings: Settings, state: SoundState, told: list[str]
) -> None:
    assert sound_lines(replace(CASE, settings=settings, sound=state)) == told


def test_own_sounds_are_counted_and_the_refused_named(tmp_path: Path) -> None:
    (tmp_path / "plaid.wav").write_bytes(b"")

    own = sound_lines(replace(CASE, folders=structs.replace(CASE.folders, sounds=tmp_path)))[1:]

    refused = "plaid.wav is not played: plaid is unknown here. Did you mean played?"
    assert own == [f"Your own sounds: none in {tmp_path}.", refused]


def sound_lines(case: diagnosis.Diagnosis) -> list[str]:
    """The lines of the report on sounds."""
    book = phrasebook("en")
    about = ("doctor.sounds.", "sounds.")
    return [book.say(line) for line in case.lines(()) if line.entry.startswith(about)]


@pytest.mark.parametrize(
    ("address", "entry"), [("", "doctor.report.given"), ("https://there.example", "doctor.report.at")]
)
def test_the_report_always_says_where_it_goes(
    monkeypatch: pytest.MonkeyPatch, address: str, entry: str
) -> None:
    monkeypatch.setattr(diagnosis, "ADDRESS", address)

    last = CASE.lines(())[-1]

    assert last.entry == entry
    assert last.blanks.get("address", "") == address


def test_without_an_address_the_report_goes_to_the_person_who_gave_the_playroom() -> None:
    assert diagnosis.ADDRESS == ""
    assert "the person who gave you the playroom" in phrasebook("en").say(CASE.lines(())[-1])


@pytest.mark.long
def test_a_program_that_is_found_and_fails_is_reported(patient: Patient) -> None:
    patient.program("exit 3")

    found = patient.examined()

    last = found.stdout.splitlines()[-1]
    assert last == "espeak-ng was found but does not speak: fails."
    assert found.returncode == 0


@pytest.mark.long
def test_text_alone_says_nothing(patient: Patient, dispatcher: Dispatcher) -> None:
    found = patient.examined("--mode", "text", more=dispatcher.environment)

    assert found.stdout.startswith(HEAR)
    assert dispatcher.texts() == []


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is full on demand")
def test_the_exit_code_is_0_if_something_speaks_or_text_works(
    patient: Patient, dispatcher: Dispatcher
) -> None:
    full = os.open("/dev/full", os.O_WRONLY)

    spoken = patient.examined(out=full, more=dispatcher.environment)
    neither = patient.examined(out=full)

    os.close(full)
    assert (spoken.returncode, neither.returncode) == (0, 1)
    assert spoken.stderr == ""
    assert neither.stderr == "Standard output cannot be written: the disk is full.\n"


@pytest.mark.long
def test_help_knows_the_doctor() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "playroom", "--help"], capture_output=True, text=True, check=True
    )

    assert "doctor" in told.stdout


@pytest.mark.parametrize("language", CODES)
def test_every_folder_has_a_name(language: str) -> None:
    book = phrasebook(language)

    names = [book.say(Message(f"doctor.names.{each.name}")) for each in structs.fields(Folders)]

    assert len(set(names)) == len(names)
