"""What the Tab key completes, in the shells that can."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.programs.runs import Program

from playroom.commands.subcommands.completion import SHELLS


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_gets_the_lines_that_complete_commands(program: Program, shell: str) -> None:
    told = program.run("completion", shell)

    assert (told.code, told.err) == (0, "")
    assert "playroom" in told.out


def test_zsh_gets_compdef_where_nothing_has_defined_it(program: Program) -> None:
    lines = program.run("completion", "zsh").out.splitlines()

    (defined,) = (at for at, line in enumerate(lines) if "compinit" in line)
    (used,) = (at for at, line in enumerate(lines) if line.strip().startswith("compdef "))
    assert defined < used
    assert lines[defined].startswith("(( $+functions[compdef] )) || ")


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("playroom sim", {"simulate"}),
        ("playroom play --tea", {"--teams"}),
        ("playroom play matad", {"matador"}),
        ("playroom --mode b", {"both"}),
        ("playroom simulate --output c", {"csv"}),
        ("playroom completion f", {"fish"}),
        ("playroom --language f", {"fr"}),
        ("playroom translate listen f", {"fr"}),
        ("playroom translate ex", {"export"}),
        ("playroom simulate --bots nov", {"novice"}),
        ("playroom play --bots hard,ste", {"hard,steady"}),
        ("playroom play --players ", {""}),
        ("playroom check mine", {"mine.yaml"}),
        ("playroom check ta", {"tables/"}),
        ("playroom check tables/o", {"tables/old.yaml", "tables/own.yaml"}),
        ("playroom check nowhere/o", {""}),
    ],
)
def test_a_line_is_completed(tmp_path: Path, line: str, words: set[str]) -> None:
    found = tmp_path / "found"
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(found),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "PATH": "",  # a Windows has no Bash
    }

    folder = tmp_path / "here"
    (folder / "tables").mkdir(parents=True)
    for name in ("mine.yaml", "nov.yaml", "tables/old.yaml", "tables/own.yaml"):
        (folder / name).touch()
    subprocess.run(
        [sys.executable, "-m", "playroom"],
        env={**os.environ, **asked, "HOME": str(tmp_path)},
        cwd=folder,
        check=True,
    )

    assert {*found.read_text().split("\n")} == words
