"""The room put together: in any order, and from no more than it needs."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from support.online.unreachable_tables import UnreachableTables
from support.programs.runs import PUBLISHED, Program, at_home

from playroom.commands import assembly
from playroom.commands.match_modules import OF_THE_MENU
from playroom.home.saved_match import SavedMatches
from playroom.narration.phrases.locales import ours
from playroom.online.client.link import Later
from playroom.rules.rulebook.variant import Variant
from playroom.voice.voice import Voice


@pytest.fixture
def program(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, patient: None
) -> Program:
    del patient  # a visit that ends gives up a slow disk after a second
    return at_home(tmp_path / "home", capfd, monkeypatch)


def test_speech_may_be_ready_before_the_console_is_made(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ready_at_once(*arguments: Any, wake: Callable[[], None], **named: Any) -> Voice:  # noqa: ANN401
        wake()
        return Voice(*arguments, wake=wake, **named)

    monkeypatch.setattr(assembly, "Voice", ready_at_once)

    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        told = program.run("--mode", "text")

    assert told.code == 1
    assert told.err.startswith("No keyboard here: the input is not a terminal.")
    assert told.out.startswith("The playroom. New match, 1 of ")


@pytest.mark.parametrize("command", [(), ("play", "--seed", "1")], ids=["menu", "play"])
@pytest.mark.parametrize(("keys", "code"), [("", 1), ("h", 0)])
def test_without_a_keyboard_a_file_must_hold_keys(
    program: Program,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    keys: str,
    code: int,
) -> None:
    file = tmp_path / "keys"
    file.write_text(keys, encoding="utf-8")

    with file.open(encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)

        assert program.run(*command, "--mode", "text").code == code


@pytest.mark.parametrize(("keys", "kept"), [("", 0), ("h", 0), ("wg", 1), ("qy", 1)])
def test_without_a_keyboard_a_match_is_kept_if_a_player_moved_or_left_it(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: str, kept: int
) -> None:
    file = tmp_path / "keys"
    file.write_text(keys, encoding="utf-8")

    with file.open(encoding="utf-8") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        program.run("play", "block", "--seed", "1", "--mode", "text")

    assert SavedMatches(program.folders.matches).count() == kept
    assert len([*program.folders.matches.glob("*.yaml")]) == 2 * kept


def test_without_a_keyboard_an_earlier_match_is_kept(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    program.folders.matches.mkdir(parents=True)
    copy(PUBLISHED, program.folders.matches / "0001.domino.yaml")

    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        program.run("continue", "--mode", "text")

    assert SavedMatches(program.folders.matches).count() == 1


class SlowTables(UnreachableTables):
    """No connection comes about, which takes a while."""

    seconds = 0.1


def test_without_a_keyboard_the_answer_of_a_table_is_waited_for(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tables(_folder: Path, _bots: object, variants: Mapping[str, Variant], later: Later) -> SlowTables:
        return SlowTables(variants, later)

    monkeypatch.setattr("playroom.online.network_tables.NetworkTables", tables)

    with Path(os.devnull).open(encoding="utf-8") as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        told = program.run("join", "7KQ2M9XD", "--name", "Bo", "--mode", "text")

    assert told.code == 1
    assert "No answer from the table. Is it open, and is the invite right?\n" in told.out


LATER = {
    "argcomplete",
    "babel",
    "importlib.metadata",
    "multiprocessing",
    "playroom.bots.thinking",
    "playroom.commands.diagnosis",
    "playroom.console.matches.all_matches",
    "playroom.console.settings.settings",
    "playroom.home.match_index",
    "playroom.console.lessons",
    "playroom.console.rulebook",
    "playroom.console.shared.visit",
    "playroom.narration.example",
    "playroom.online",
    "playroom.simulation.plan",
    "playroom.table.examples",
    "playroom.web",
    "prompt_toolkit",
    "sqlite3",
}
"""What no start needs."""
LATER_THAN_A_TABLE = {
    "pickle",
    "playroom.bots.search",
    "playroom.bots.steady",
    "playroom.console.menus.match_setup",
    "playroom.console.rulebook.rules_reader",
    "playroom.console.play.table_menu",
    "playroom.console.local.shared_keyboard",
    "playroom.console.replay.exercises",
    "playroom.console.replay.replay_place",
    "playroom.engine",
    "wave",
}
"""What the first words of a table do not need either."""
if sys.platform == "linux":  # elsewhere the folders of the player are found by platformdirs
    LATER_THAN_A_TABLE |= {"bz2", "ctypes", "platformdirs", "shutil", "tempfile"}
LATER_THAN_A_MENU = {
    "playroom.console.play.table_answers",
    "playroom.console.play.session",
    "playroom.console.local.local_match",
    "playroom.console.play.table",
}
"""What the first words of a menu do not need."""


@pytest.mark.long
def test_a_menu_opens_without_what_it_does_not_need_yet() -> None:
    names = "import sys, playroom.commands.dispatch, playroom.commands.assembly; print(*sys.modules)"

    loaded = subprocess.run([sys.executable, "-c", names], capture_output=True, text=True, check=True).stdout

    assert "playroom.console.menus.main" in loaded.split()
    assert (LATER | LATER_THAN_A_TABLE | LATER_THAN_A_MENU) & {*loaded.split()} == set()


NEVER_TO_PRINT = {
    "asyncio",
    "icu4py",
    "queue",
    "playroom.console.ui.room",
    "playroom.rules.rulebook.variant",
    *LATER,
    *LATER_THAN_A_TABLE,
    *LATER_THAN_A_MENU,
}
"""What a command that only prints a text never needs."""

LOADED = """
import sys, playroom.commands.dispatch as own
own.LONGEST_WRITE = 60  # the cache is written on a busy machine too
own.run(sys.argv[1:])
values = {kind for name, module in sys.modules.items() if name.startswith("playroom.")
    for kind in vars(module).values() if hasattr(kind, "__dataclass_fields__")}
print(*sys.modules)
print(*values)
"""
"""Runs a command line, then prints the modules that it has loaded, and our data classes in them."""


def homes(folder: Path) -> Mapping[str, str]:
    """The environment of a player whose files are all in this folder."""
    names = (*(f"XDG_{name}_HOME" for name in ("CONFIG", "DATA", "STATE", "CACHE")), "HOME")
    return {**os.environ, **dict.fromkeys((*names, "WIN_PD_OVERRIDE_LOCAL_APPDATA"), str(folder))}


@pytest.mark.long
@pytest.mark.parametrize(("word", "needless"), [("--version", {"yaml"}), ("help", set())])
def test_version_and_help_load_little(word: str, needless: set[str], tmp_path: Path) -> None:
    command = [sys.executable, "-c", LOADED, word]

    said = subprocess.run(command, capture_output=True, text=True, check=True, env=homes(tmp_path)).stdout
    *printed, modules, data_classes = said.split("\n")[:-1]

    assert "playroom" in printed[0]
    assert (NEVER_TO_PRINT | needless) & {*modules.split()} == set()
    assert data_classes == ""  # a Struct is made in a twentieth of the time


MENU, TABLE = ("--mode", "text"), ("play", "draw", "--players", "2", "--seed", "4", "--mode", "text")


@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "needless"),
    [
        (("help",), {"yaml"}),
        (MENU, {"yaml"} | LATER_THAN_A_TABLE | LATER_THAN_A_MENU),
        (TABLE, LATER_THAN_A_TABLE),  # who plays it starts; it is saved in YAML
    ],
    ids=["help", "menu", "table"],
)
def test_a_second_start_reads_our_pages_without_the_parser_and_loads_little(
    words: tuple[str, ...], needless: set[str], tmp_path: Path
) -> None:
    command = [sys.executable, "-c", LOADED, *words]

    first, second = (
        subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=True,
            stdin=subprocess.DEVNULL,
            env=homes(tmp_path),
        ).stdout.split("\n")[-3]
        for _ in range(2)
    )

    assert "yaml" in first.split()
    assert (LATER | needless) & {*second.split()} == set()


LOADS_LATER = """
import os, sys, threading, time
from playroom.commands import assembly, dispatch
assembly.PREPARATION = 0
begin, end = os.pipe()
os.dup2(begin, 0)
wanted = set(sys.argv[1].split())
def close_pipe():
    until = time.monotonic() + 60
    while wanted - sys.modules.keys() and time.monotonic() < until:
        time.sleep(0.01)
    os.close(end)
threading.Thread(target=close_pipe).start()
dispatch.run(["--mode", "text"])
print(*wanted - sys.modules.keys())
"""
"""Opens the menu, without a key, until what it leads to is loaded; prints what never is."""


@pytest.mark.long
def test_a_menu_loads_what_it_leads_to_once_it_is_open(tmp_path: Path) -> None:
    wanted = {*OF_THE_MENU, *LATER_THAN_A_MENU}

    printed = subprocess.run(
        [sys.executable, "-c", LOADS_LATER, " ".join(wanted)],
        capture_output=True,
        text=True,
        check=True,
        env=homes(tmp_path),
    ).stdout

    assert printed.split("\n")[-2] == ""


@pytest.mark.long
@pytest.mark.parametrize(
    "words", [("help", "--language", "fr"), ("--mode", "text", "--language", "fr")], ids=str
)
def test_a_start_reads_one_language_and_english(words: tuple[str, ...], tmp_path: Path) -> None:
    opened = f"import sys; sys.addaudithook(lambda event, given: event == 'open' and print(given[0])){LOADED}"

    said = subprocess.run(
        [sys.executable, "-c", opened, *words, "--language", "fr"],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
        env=homes(tmp_path),
    ).stdout

    read = {Path(line).parent.name for line in said.splitlines() if Path(line).parent.parent == ours()}
    assert "fr" in read
    assert read <= {"fr", "en"}
