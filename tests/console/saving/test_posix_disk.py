"""Disks that are really full: a limit of the system, and a small disk in memory."""

import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from support.console.hand_held import Console, keys_of_a_move
from support.console.opened import opened
from support.console.player import Player
from support.voice.private_dispatcher import Dispatcher
from test_disk import TABLE


@contextmanager
def full_disk(player: Player) -> Iterator[None]:
    """No file of the program may grow any more: a write fails, as it does where no room is left."""
    before = resource.prlimit(player.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(player.process.pid, resource.RLIMIT_FSIZE, (0, before[1]))
    yield
    resource.prlimit(player.process.pid, resource.RLIMIT_FSIZE, before)


@pytest.mark.long
def test_the_program_goes_on_while_the_disk_is_full_and_keeps_the_match_afterwards(
    dispatcher: Dispatcher, home: Path
) -> None:
    with Player(dispatcher, home, *TABLE, "--language", "en") as player:
        player.wait_for("You start.")
        before = player.match()
        assert before
        with full_disk(player):
            player.send(*keys_of_a_move(before))
            player.wait_for_all("The match cannot be saved: no file may grow so large.", "Your turn.")
            assert player.match() == before
        player.send("z", "g", "d", "space", "p")
        player.wait_until(lambda: player.match() != before, "the match is saved")


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of 256 kB in memory, not below pytest's own folders, which it would keep from being removed."""
    place = Path(tempfile.mkdtemp(prefix="playroom-"))
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)]
    is_mounted = (
        shutil.which("mount") and not subprocess.run(mount, capture_output=True, check=False).returncode
    )
    try:
        if not is_mounted:
            pytest.skip("no disk may be mounted here")
        yield place
    finally:
        if is_mounted:
            subprocess.run(["umount", "--lazy", str(place)], check=True)
        place.rmdir()


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """No room is left on the disk for a while."""
    with (disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
        while filler.write(bytes(4096)):
            pass
    yield
    (disk / "filler").unlink()


def test_nothing_is_lost_on_a_disk_without_room(small_disk: Path) -> None:
    settings = opened(small_disk).folders.settings
    before = settings.read_bytes()
    with filled(small_disk):
        console = Console(*TABLE, home=small_disk)
        told = " ".join([*console.hear(), *console.hear("f6")])
        assert settings.read_bytes() == before
        assert not console.saved.exists()
    console.hear("z", "g", "space", "p", "f6")

    assert "The match cannot be saved: the disk is full." in told
    assert "The settings cannot be saved: the disk is full." in told
    assert console.match.rounds[-1].log
    assert settings.read_bytes() != before
    assert not [*small_disk.rglob("*.new")]


def test_a_match_goes_on_in_the_room_that_its_file_still_has(small_disk: Path) -> None:
    console = opened(small_disk, *TABLE)
    before = console.saved.file.read_bytes()

    with filled(small_disk):
        told = " ".join(console.play())

    assert "saved" not in told
    assert console.saved.file.stat().st_size > len(before)
    assert "- Ada 6-6" in console.saved.file.read_text(encoding="utf-8")
