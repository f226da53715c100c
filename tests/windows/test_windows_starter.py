"""playroom.cmd says in a window that closes why the playroom has not started."""

import subprocess
from pathlib import Path

import pytest
from players_folder import STARTER


@pytest.fixture
def starter(tmp_path: Path) -> Path:
    """playroom.cmd in a folder whose name has a space, and nothing else."""
    file = tmp_path / "The playroom (1)" / "playroom.cmd"
    file.parent.mkdir()
    file.write_bytes(STARTER.encode("ascii"))
    return file


def started(file: Path, *arguments: str) -> tuple[int, str]:
    """Its exit code, and what it writes where a key is pressed at once."""
    ended = subprocess.run(
        ["cmd", "/c", file.name, *arguments],
        cwd=file.parent,
        input="x\n",
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout


def test_in_a_zip_file_it_asks_to_extract_all_files_and_waits(starter: Path) -> None:
    code, written = started(starter)

    english, french, wait = written.strip().splitlines()
    assert code == 1
    assert english.startswith("The playroom cannot start inside a zip file.")
    assert french.startswith("Le jeu ne part pas d'un fichier zip.")
    assert wait


def test_a_python_that_fails_is_named_by_its_error_and_waits(starter: Path) -> None:
    python = starter.parent / "python" / "python.exe"
    python.parent.mkdir()
    python.write_bytes(b"no program")

    code, written = started(starter)

    assert code not in {0, 130}
    english, french, wait = written.strip().splitlines()[-3:]
    assert english == f"The playroom has stopped with error {code}. The text above says why."
    assert french == f"Le jeu s'est interrompu avec l'erreur {code}. Le texte plus haut dit pourquoi."
    assert wait


def test_a_newer_version_in_the_folder_is_started_if_it_is_there(starter: Path) -> None:
    newer = starter.parent / "1.1.0" / "python" / "python.exe"
    newer.parent.mkdir(parents=True)
    newer.write_bytes(b"no program")

    codes = []
    for noted in ("9.9.9", "1.1.0"):
        (starter.parent / "newer.txt").write_text(noted, encoding="ascii")
        code, written = started(starter, "--version")
        codes.append((code != 0, "inside a zip file" in written))

    assert codes == [(True, True), (True, False)]


def test_with_arguments_nothing_waits(starter: Path) -> None:
    code, written = started(starter, "--version")

    assert code == 1
    assert len(written.strip().splitlines()) == 2
