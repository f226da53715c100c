"""The wheel installed by the commands of docs/install.md in empty homes: heard, sounding, removed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.console.player import Player, own_folders
from support.sound.private_pulse import PulseServer
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher, until

ROOT = Path(__file__).parents[1]
TABLE = "play block --seed 7 --players 2"
SETTINGS = {"language": "en", "sound": "headphones", "ducking": "off", "waits": False}
PAGE = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
INSTALLS = re.findall(r"`((?:pipx|uv tool) install \.)`", PAGE)
REMOVES = re.findall(r"`((?:pipx|uv tool) uninstall playroom)`", PAGE)

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(ROOT)], check=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_page_names_both_tools_for_both_tasks() -> None:
    assert [each.split()[0] for each in INSTALLS] == [each.split()[0] for each in REMOVES] == ["pipx", "uv"]


@pytest.mark.parametrize(("install", "remove"), [*zip(INSTALLS, REMOVES, strict=True)], ids=("pipx", "uv"))
def test_a_tool_installs_the_wheel_which_speaks_and_sounds_and_removes_it(
    *, install: str, remove: str, wheel: Path, dispatcher: Dispatcher, pulse_server: PulseServer, home: Path
) -> None:
    _provide(install.split(maxsplit=1)[0], home / "tools")
    caches = {"PIP_CACHE_DIR": "~/.cache/pip", "UV_CACHE_DIR": "~/.cache/uv"}
    inherited = {
        name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_", "UV_"))
    }
    environment = {
        **inherited,
        **{name: str(Path(place).expanduser()) for name, place in caches.items()},
        **pulse_server.environment,
        **dispatcher.environment,
        **own_folders(home),
        "PATH": f"{home}/.local/bin:{home}/bin:{home}/tools:/usr/bin:/bin",
        "TERM": "xterm-256color",
    }

    def shell(command: str) -> list[str]:
        words = (f"{name}={value}" for name, value in environment.items())
        return ["env", "-i", *words, "bash", "-ec", f"cd '{home}' && {command}"]

    subprocess.run(shell(install[:-1] + f"'{wheel}'"), check=True, capture_output=True)
    pulse_server.start()
    with Player(dispatcher, home, settings=SETTINGS, program=shell(f"playroom {TABLE}")) as player:
        player.wait_for("You start.")

        def sounds() -> bool:
            player.press("left", "")
            return pulse_server.heard() > 100

        assert until(sounds, PATIENCE)
        player.press("c", "No tiles on the table yet.")
    subprocess.run(shell(remove), check=True, capture_output=True)

    assert subprocess.run(shell("playroom --version"), check=False, capture_output=True).returncode == 127
    assert [*home.rglob("*.domino.yaml")], "the match stays"


def _provide(tool: str, folder: Path) -> None:
    """Put a tool into a folder: uv comes with the environment of the tests, pipx where it is installed."""
    beside = Path(sys.executable).with_name(tool)
    found = str(beside) if beside.exists() else shutil.which(tool)
    if not found:
        pytest.skip(f"{tool} is not installed")
    folder.mkdir()
    (folder / tool).symlink_to(found)
