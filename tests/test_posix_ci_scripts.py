"""The shell scripts in .ci: parts are timed, locks are waited for, every supported Python is looked for."""

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

SCRIPTS: Final = Path(__file__).parents[1] / ".ci"


def command(folder: Path, name: str, script: str) -> None:
    """A command that runs *script*, in a folder that can be put on the path."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/bash\n{script}\n", encoding="utf-8")
    (folder / name).chmod(0o755)


def bash(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """What Bash prints, and its exit code."""
    words = ["bash", *map(str, arguments)]
    return subprocess.run(
        words, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def parts(script: str) -> subprocess.CompletedProcess[str]:
    """A long script of these parts."""
    return bash("-c", f"set -euo pipefail; source {SCRIPTS / 'parts'}; {script}")


def test_the_time_of_each_part_is_printed_at_the_end() -> None:
    ended = parts('part "the first" echo one; part "the second" echo two')

    assert ended.returncode == 0
    assert re.sub(r"\d+ s", "N s", ended.stdout).splitlines() == [
        *("== the first", "one", "== the second", "two", "How long each part took:"),
        *("    N s  the first", "    N s  the second", "    N s  all together"),
    ]


def test_a_part_that_fails_is_named_and_ends_the_script() -> None:
    ended = parts('part "the first" true; part "the second" false; part "the third" true')

    assert ended.returncode == 1
    assert "failed: the second" in ended.stdout
    assert "the third" not in ended.stdout


@pytest.mark.parametrize(
    ("one", "other", "code"), [("true", "true", 0), ("false", "true", 1), ("true", "false", 1)]
)
def test_two_parts_beside_each_other_fail_if_one_of_them_does(one: str, other: str, code: int) -> None:
    ended = parts(f"one() {{ echo one; {one}; }}; other() {{ echo other; {other}; }}; beside one other")

    assert (ended.returncode, ended.stdout.splitlines()[:2]) == (code, ["one", "other"])


def test_who_installs_packages_waits_for_the_lock(tmp_path: Path) -> None:
    command(tmp_path, "apt-get", 'echo "$@"')
    command(tmp_path, "sudo", '"$@"')

    ended = bash(SCRIPTS / "apt", "wine", PATH=f"{tmp_path}:{os.environ['PATH']}")

    lines = ended.stdout.splitlines()
    assert [line.split()[-1] for line in lines] == ["update", "wine"]
    assert all("DPkg::Lock::Timeout=" in line for line in lines)


def players_folder(folder: Path, *inside: str) -> Path:
    """The starter of a folder for players, and beside it programs that print their names and arguments."""
    for name in inside:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        command((folder / name).parent, Path(name).name, f'echo {name} "$PLAYROOM_FOLDER" "$@"')
    starter = folder / "playroom"
    starter.write_bytes((SCRIPTS / "starter").read_bytes())
    starter.chmod(0o755)
    return starter


def told_by(starter: Path, **environment: str) -> str:
    """What is printed where the starter is called without any other program."""
    words, names = [str(starter), "play on"], {"PATH": "/nowhere", **environment}
    return subprocess.check_output(words, env=names, text=True).strip()


def test_the_starter_of_a_folder_starts_the_program_beside_it_and_says_where_that_is(tmp_path: Path) -> None:
    folder = tmp_path / "Été et hiver"

    assert told_by(players_folder(folder, "program")) == f"program {folder} play on"


@pytest.mark.parametrize(
    ("noted", "started"),
    [("1.1.0", "1.1.0/playroom"), ("1.1.0\n", "1.1.0/playroom"), ("9.9.9", "program"), ("", "program")],
)
def test_the_starter_starts_a_newer_version_if_it_is_there(tmp_path: Path, noted: str, started: str) -> None:
    starter = players_folder(tmp_path, "program", "1.1.0/playroom")
    (tmp_path / "newer.txt").write_text(noted, encoding="ascii")

    assert told_by(starter) == f"{started} {tmp_path} play on"


def test_a_starter_inside_keeps_the_folder_that_was_started_first(tmp_path: Path) -> None:
    assert told_by(players_folder(tmp_path, "program"), PLAYROOM_FOLDER="/first") == "program /first play on"


def test_a_link_to_the_starter_starts_it_where_it_is(tmp_path: Path) -> None:
    starter = players_folder(tmp_path / "playroom", "program")
    (tmp_path / "link").symlink_to(starter)

    told = told_by(tmp_path / "link", PATH="/usr/bin:/bin")

    assert told == f"program {tmp_path / 'playroom'} play on"


def pythons(folder: Path, environment: Mapping[str, str]) -> str:
    """What is printed where the Pythons that are found make environments in which nothing is done."""
    ended = bash(SCRIPTS / "pythons", folder / "environments", **environment)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def stand_in(version: str) -> str:
    """A Python of this version, whose environments have a Python that prints how it is called."""
    return f"""
if [[ $1 == -c ]]; then echo {version}; exit; fi
mkdir -p "$3/bin"
printf '#!/bin/bash\\necho {version} "$@"\\n' >"$3/bin/python"
chmod +x "$3/bin/python"
"""


@pytest.mark.long
def test_every_python_that_is_found_is_tested_and_the_others_are_named(tmp_path: Path) -> None:
    on_path, of_pyenv = tmp_path / "bin", tmp_path / "pyenv/versions/3.13.0/bin"
    of_pyenv.mkdir(parents=True)
    command(of_pyenv, "python", stand_in("3.13"))
    command(on_path, "python3.12", stand_in("3.12"))
    for version in ("3.11", "3.13", "3.14"):  # as pyenv does for versions that are not chosen
        command(on_path, f"python{version}", "exit 127")

    told = pythons(
        tmp_path, {"PATH": f"{on_path}:{os.environ['PATH']}", "PYENV_ROOT": str(tmp_path / "pyenv")}
    )

    assert re.findall(r"^(3.*) -m pytest$", told, re.MULTILINE) == ["3.12", "3.13"]
    assert told.splitlines()[-1] == "Not found, and not tested here: Python 3.11 3.14"
