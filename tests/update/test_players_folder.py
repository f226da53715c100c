"""A folder for players takes a newer version whole, or stays as it was, whatever fails."""

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest
from support.update.releases import (
    IS_WINDOWS,
    PACKED,
    Server,
    Signer,
    folder_of,
    packed,
    page_of,
    players_home,
    serving,
    starter,
    tree,
)

from playroom.update import players_folder
from playroom.update.offer import File, Offer, read_offer
from playroom.update.players_folder import (
    NEWER,
    READY,
    STARTER,
    NotUpdated,
    installed_version,
    steps,
    system_name,
)

SIGNER = Signer()
WHOLE = folder_of("1.1.0")
CUTS = [len(WHOLE) * tenth // 10 for tenth in range(10)]


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as server:
        server.release("1.1.0", SIGNER, WHOLE)
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return players_home(tmp_path / "Été et hiver")


def offered(server: Server) -> tuple[Offer, File]:
    page = server.files["newest.json"]
    offer = read_offer(page, SIGNER.sign(page), SIGNER.public)
    return offer, offer.files[system_name()]


def install(server: Server, folder: Path, running: str = "1.0.0") -> list[int]:
    return list(steps(*offered(server), server.address, folder, running))


def started(folder: Path) -> str:
    """What the version says that starts: the one that newer.txt names, or else the first."""
    return subprocess.check_output(
        [folder / installed_version(folder) / STARTER, "--version"], text=True
    ).strip()


def fails(server: Server, folder: Path, why: str, running: str = "1.0.0") -> None:
    """The update fails for this reason, and leaves the folder as it was."""
    before = tree(folder)

    with pytest.raises(NotUpdated) as refused:
        install(server, folder, running)

    assert refused.value.why == why
    assert (refused.value.error is not None) == (why == "unwritten")
    assert tree(folder) == before


def test_a_newer_version_is_put_beside_the_old_one_and_starts(server: Server, folder: Path) -> None:
    before = tree(folder)

    said = install(server, folder)

    assert said == [25, 50, 75, READY]
    assert started(folder) == "playroom 1.1.0"
    assert {name for name in tree(folder) if "/" not in name} == {*before, "1.1.0", NEWER}


def test_the_next_update_removes_what_is_older_than_the_version_that_runs(
    server: Server, folder: Path
) -> None:
    install(server, folder)
    for version, running in (("1.2.0", "1.1.0"), ("1.3.0", "1.2.0")):
        server.release(version, SIGNER)
        install(server, folder, running)

    assert started(folder) == "playroom 1.3.0"
    assert {each.name for each in folder.iterdir()} == {STARTER, NEWER, "1.2.0", "1.3.0"}


@pytest.mark.parametrize("cut", CUTS)
def test_a_line_that_is_cut_leaves_all_as_it_was(server: Server, folder: Path, cut: int) -> None:
    server.cut[PACKED] = cut

    fails(server, folder, "lost")


def test_a_server_that_is_gone_leaves_all_as_it_was(server: Server, folder: Path) -> None:
    del server.files[PACKED]

    fails(server, folder, "lost")


def changed(content: bytes) -> bytes:
    return content[:-1] + bytes([content[-1] ^ 1])


@pytest.mark.parametrize("content", [changed(WHOLE), WHOLE[:-1], b""], ids=["changed", "shorter", "empty"])
def test_another_file_than_the_signed_one_leaves_all_as_it_was(
    server: Server, folder: Path, content: bytes
) -> None:
    server.files[PACKED] = content

    fails(server, folder, "damaged")


def test_a_file_without_end_is_left_at_its_size(server: Server, folder: Path) -> None:
    server.files[PACKED] = WHOLE * 3

    fails(server, folder, "lost")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (WHOLE[: len(WHOLE) // 2], "damaged"),
        (b"no archive", "damaged"),
        (packed({"playroom/words.txt": b"x"}), "broken"),
        (packed({"elsewhere/playroom": starter("playroom 1.1.0")}), "broken"),
        (folder_of("1.0.0"), "broken"),
        (folder_of("1.1.0", output="something"), "broken"),
        (packed({f"playroom/{STARTER}": b"no program"}), "broken"),
    ],
    ids=["half", "no archive", "no starter", "another folder", "older", "no number", "no program"],
)
def test_a_signed_file_that_is_no_version_that_starts_here_leaves_all_as_it_was(
    server: Server, folder: Path, content: bytes, why: str
) -> None:
    server.release("1.1.0", SIGNER, content)

    fails(server, folder, why)


def test_a_file_cannot_reach_out_of_the_folder(server: Server, folder: Path) -> None:
    files = {"../out.txt": b"out", f"playroom/{STARTER}": starter("playroom 1.1.0")}
    server.release("1.1.0", SIGNER, packed(files))
    outside = tree(folder.parent)

    with suppress(NotUpdated):  # an archive of Windows is unpacked without that file
        install(server, folder)

    assert list(folder.parent.rglob("out.txt")) == []
    assert IS_WINDOWS or tree(folder.parent) == outside


@pytest.mark.parametrize("call", ["fsync", "mkdir", "rename"])
def test_a_full_disk_leaves_all_as_it_was(
    server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os if call == "fsync" else Path, call, full)

    fails(server, folder, "unwritten")


def test_an_update_that_is_killed_in_the_middle_leaves_what_starts_and_can_be_made_again(
    server: Server, folder: Path
) -> None:
    (folder / "update" / "new" / "playroom").mkdir(parents=True)
    (folder / "update" / PACKED).write_bytes(WHOLE[:1000])
    (folder / "1.1.0").mkdir()

    assert started(folder) == "playroom 1.0.0"
    assert install(server, folder) == [25, 50, 75, READY]
    assert started(folder) == "playroom 1.1.0"


def test_an_update_that_is_given_up_leaves_nothing(server: Server, folder: Path) -> None:
    before = tree(folder)
    going = steps(*offered(server), server.address, folder, "1.0.0")

    assert next(going) == 25
    assert tree(folder) != before
    del going

    assert tree(folder) == before


@pytest.mark.parametrize("noted", [b"", b"../x", b"1.1.0", b"\xff", b"9.9.9"])
def test_a_note_of_a_version_that_is_not_there_starts_the_first(folder: Path, noted: bytes) -> None:
    (folder / NEWER).write_bytes(noted)

    assert installed_version(folder) == ""


def test_only_a_folder_that_was_started_by_its_starter_and_may_be_changed_is_updated(
    folder: Path, tmp_path: Path
) -> None:
    named = players_folder.FOLDER

    assert players_folder.players_folder({named: str(folder)}) == folder
    assert players_folder.players_folder({named: str(tmp_path)}) is None
    assert players_folder.players_folder({}) is None


def test_the_page_says_what_the_file_is(server: Server) -> None:
    _, file = offered(server)

    assert (file.size, file.sha256) == (len(WHOLE), sha256(WHOLE).hexdigest())
    assert page_of("1.1.0", WHOLE) == server.files["newest.json"]
