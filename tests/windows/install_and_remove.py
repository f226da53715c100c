"""Installs the playroom in a Windows of Wine, starts it, and removes it, in silence and by keys.

usage: install_and_remove.py SETUP VERSION

The environment names the Wine and its screen (.ci/wine).
"""

import getpass
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from struct import unpack_from
from typing import Final

USER: Final = Path(os.environ["WINEPREFIX"]) / "drive_c" / "users" / getpass.getuser() / "AppData"
PROGRAM: Final = USER / "Local" / "Programs" / "playroom"
HOME: Final = USER / "Local" / "playroom"
SHORTCUT: Final = USER / "Roaming" / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Playroom.lnk"
COMMAND: Final = USER / "Local" / "Microsoft" / "WindowsApps" / "playroom.cmd"
"""What a terminal finds on the path of Windows."""
KEY: Final = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\playroom"
CONTROL_ALT_P: Final = 0x0650
"""The hot key as the file of a shortcut has it, 64 bytes from its start."""
MATCH: Final = Path("matches") / "kept.domino.yaml"
RUNNING: Final = 3
"""The exit code of the installer while the program runs."""
PATIENCE: Final = 120.0


def wine(*command: object) -> str:
    """What a program of Windows prints until it ends well."""
    ended = run(*command)
    assert ended.returncode == 0, (command, ended.stdout)
    return ended.stdout


def run(*command: object) -> subprocess.CompletedProcess[str]:
    """A program of Windows that has ended."""
    return subprocess.run(
        ["wine", *map(str, command)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def wait(what: Callable[[], object], name: str) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, f"not so after {PATIENCE:.0f} s: {name}"
        time.sleep(0.1)


def is_installed() -> bool:
    """Whether the program, its shortcut, its command and its entry in the list of Windows are there."""
    is_known = run("reg", "query", KEY).returncode == 0
    return PROGRAM.exists() and SHORTCUT.exists() and COMMAND.exists() and is_known


def is_removed() -> bool:
    """Whether nothing of it is there."""
    is_known = run("reg", "query", KEY).returncode == 0
    left = [*PROGRAM.parent.glob("playroom*")]
    return not (left or SHORTCUT.exists() or COMMAND.exists() or is_known)


def is_running() -> bool:
    """Whether the program that was installed runs, as the system outside sees it."""
    lines = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            lines.append(process.read_bytes())
    return any(rb"Programs\playroom\python\python.exe" in line for line in lines)


@contextmanager
def started(*command: object) -> Iterator[None]:
    """A program of Windows that shows windows."""
    process = subprocess.Popen(
        ["wine", *map(str, command)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    yield
    process.wait(PATIENCE)


def windows() -> list[str]:
    """The windows that have the name of the installer or of what removes the program."""
    command = ["xdotool", "search", "--onlyvisible", "--name", "^The playroom"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.split()


def press(key: str, until: Callable[[], object]) -> None:
    """Press a key in the windows of the installer, one of which asks something, until that has an effect."""

    def has_effect() -> object:
        for window in windows():
            subprocess.run(
                ["xdotool", "windowfocus", window, "key", key], check=False, stderr=subprocess.DEVNULL
            )
        return until()

    wait(has_effect, f"{key} has an effect")


def in_silence(setup: str, version: str) -> None:
    """Install over an earlier version that was updated, start, and remove: what is the player's stays."""
    PROGRAM.mkdir(parents=True)
    (PROGRAM / "newer.txt").write_text("9.9.9\n", encoding="ascii")
    wine(setup, "/S")
    assert is_installed()
    assert [each.name for each in PROGRAM.parent.glob("playroom*")] == ["playroom"]
    assert not (PROGRAM / "newer.txt").exists()
    assert unpack_from("<H", SHORTCUT.read_bytes(), 64) == (CONTROL_ALT_P,)
    assert version in wine("cmd", "/c", COMMAND, "--version")
    wine(PROGRAM / "uninstall.exe", "/S")
    wait(is_removed, "all is removed")
    assert (HOME / MATCH).exists()


def by_keys(setup: str) -> None:
    """Install, and let it start, which forbids to install; do not remove; remove with all matches."""
    with started(setup):
        press("Return", is_running)
    assert run(setup, "/S").returncode == RUNNING
    assert is_installed()
    wine("taskkill", "/F", "/IM", "python.exe")
    wait(lambda: not is_running(), "the program has ended")

    with started(PROGRAM / "uninstall.exe"):
        wait(windows, "a box that asks")
        press("Escape", lambda: not windows())
    assert is_installed()

    with started(PROGRAM / "uninstall.exe"):
        press("y", is_removed)
    wait(lambda: not HOME.exists() and not windows(), "matches and windows are gone")


def main(setup: str, version: str) -> None:
    """All of it, for a player who has a match."""
    (HOME / MATCH).parent.mkdir(parents=True, exist_ok=True)
    (HOME / MATCH).write_text("a match", encoding="ascii")
    began = time.monotonic()
    in_silence(setup, version)
    silent = time.monotonic() - began
    by_keys(setup)
    print(
        f"installed and removed: in silence {silent:.1f} s, by keys {time.monotonic() - began - silent:.1f} s"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
