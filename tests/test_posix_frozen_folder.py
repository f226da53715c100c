"""The folder for players on Linux: built by PyInstaller, played by ear where nothing else is there."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest
from support.console.player import Player, own_folders
from support.minds.workers import workers
from support.sound.private_pulse import PulseServer
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher, until

CHECKOUT = Path(__file__).parents[1]
BUILDER = CHECKOUT / ".ci" / "frozen_folder.py"

TABLE = ("play", "block", "--seed", "7", "--players", "2")
SETTINGS = {"language": "en", "sound": "headphones", "ducking": "off", "waits": False}

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in a new folder whose name has a space and an accent."""
    if find_spec("PyInstaller") is None or not shutil.which("objcopy"):
        missing = "PyInstaller or binutils is not installed"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
    folder = tmp_path_factory.mktemp("players") / "Été et hiver"
    subprocess.run([sys.executable, BUILDER, folder], check=True)
    return folder / "playroom" / "playroom"


def alone(program: Path, dispatcher: Dispatcher, home: Path, **more: str) -> list[str]:
    """The program with an environment of its own, in which no Python is on the path."""
    environment = {
        **own_folders(home),
        **dispatcher.environment,
        **more,
        "PATH": "/nowhere",
        "TERM": "xterm-256color",
    }
    return ["env", "-i", *(f"{name}={value}" for name, value in environment.items()), str(program)]


def test_a_new_player_hears_the_sound_check_and_then_the_menu(
    program: Path, dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, program=alone(program, dispatcher, home), is_new=True) as player:
        player.wait_for("Sound check.")
        player.press("1", "Do you know QuentinC's Playroom")
        player.press("n", "Would you like to learn by playing?")
        player.press("n", "The playroom. New match")
        player.press("escape", "Leave the playroom?")
        player.send("y")

        assert player.end() == 0


def test_nothing_inside_depends_on_where_it_was_built(program: Path) -> None:
    assert list(program.parent.rglob("*.dist-info/METADATA"))
    assert list(program.parent.rglob("RECORD")) == []


def test_a_match_is_played_by_ear_and_kept(program: Path, dispatcher: Dispatcher, home: Path) -> None:
    command = [*alone(program, dispatcher, home), *TABLE]
    with Player(dispatcher, home, program=command) as player:
        player.wait_for("You start.")
        player.press("c", "No tiles on the table yet.")
        before = player.match()
        player.send("enter")
        player.wait_until(lambda: player.match() not in {None, before}, "the move is saved")


def test_in_a_sandbox_it_speaks_by_the_socket_outside(
    program: Path, dispatcher: Dispatcher, home: Path
) -> None:
    try:
        subprocess.run(
            ["bwrap", "--ro-bind", "/", "/", "--unshare-all", "true"], check=True, capture_output=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("bubblewrap, the sandbox of Flatpak, is missing, or may not be used here")
    variables = {**own_folders(home), "XDG_RUNTIME_DIR": "/run", "PATH": "/nowhere", "TERM": "xterm-256color"}
    system = (
        "--ro-bind /usr /usr --ro-bind /etc /etc --symlink usr/bin /bin --symlink usr/lib /lib --proc /proc"
    )
    command = ["bwrap", *f"{system} --symlink usr/lib64 /lib64 --dev /dev --unshare-all --clearenv".split()]
    command += ["--bind", str(home), str(home), "--ro-bind", str(program.parent), "/app/playroom"]
    command += ["--ro-bind", str(dispatcher.folder), "/run/speech-dispatcher"]
    command += [word for name, value in variables.items() for word in ("--setenv", name, value)]
    command += ["/app/playroom/playroom", *TABLE]
    with Player(dispatcher, home, program=command) as player:
        player.wait_for("You start.")
        player.press("c", "No tiles on the table yet.")


def test_a_process_of_the_folder_thinks_about_hints(
    program: Path, dispatcher: Dispatcher, home: Path
) -> None:
    command = [*alone(program, dispatcher, home), *TABLE]
    with Player(dispatcher, home, program=command) as player:
        player.wait_for("You start.")
        player.press("i", "Hint: ")
        (thinks,) = workers(player.process.pid)
        player.process.kill()

        assert psutil.wait_procs([thinks], timeout=PATIENCE)[1] == []


def test_both_languages_and_the_processes_of_a_simulation_are_there(
    program: Path, dispatcher: Dispatcher, home: Path
) -> None:
    options = ("--matches", "4", "--seed", "1", "--executor", "processes:2", "--language", "fr")

    told = subprocess.check_output(
        [*alone(program, dispatcher, home), "simulate", "block", *options], text=True, encoding="utf-8"
    )

    assert "4 parties" in told


def test_a_match_sounds_by_the_library_in_the_folder(
    program: Path, dispatcher: Dispatcher, pulse_server: PulseServer, home: Path
) -> None:
    pulse_server.start()
    found = pulse_server.environment
    there = {name: found[name] for name in ("ALSOFT_DRIVERS", "PULSE_SERVER", "PULSE_RUNTIME_PATH")}
    alone_there = alone(program, dispatcher, home, **there)
    command = [*alone_there, *TABLE]
    with Player(dispatcher, home, settings=SETTINGS, program=command) as player:
        player.wait_for("You start.")

        def sounds() -> bool:
            player.press("left", "")
            return pulse_server.heard() > 100

        assert until(sounds, PATIENCE)

    told = subprocess.check_output([*alone_there, "doctor"], text=True, encoding="utf-8")
    assert f"through {program.parent}" in told
