"""What every engine of homes promises: what was saved is there again, at each server of the club."""

import asyncio
from contextlib import nullcontext
from pathlib import Path

import pytest
from support.online.home_stores import HOME, OTHER, Server, contents, on_every_engine

from playroom.home.files import write_atomically
from playroom.online.homes.home_store import ATTEMPTS, remove_folder


@on_every_engine
async def test_one_who_was_never_here_finds_an_empty_home(servers: Server) -> None:
    assert contents(await servers("one").open(HOME)) == {}


@on_every_engine
async def test_what_was_saved_is_there_at_another_server(servers: Server) -> None:
    one, other = servers("one"), servers("other")
    folder = await one.open(HOME)
    files = {
        "settings.yaml": b"",
        "matches/0001.domino.yaml": b"\x00\xff",
        "transcripts/Été 1.txt": b"a" * 9999,
    }
    for path, content in files.items():
        write_atomically(folder / path, content)

    await one.save(HOME)

    assert contents(await other.open(HOME)) == files


@on_every_engine
async def test_what_was_changed_is_there_as_it_is_now(servers: Server) -> None:
    one, other = servers("one"), servers("other")
    for content in (b"first", b"second"):
        write_atomically(await one.open(HOME) / "settings.yaml", content)
        await one.save(HOME)
        assert contents(await other.open(HOME)) == {"settings.yaml": content}

    write_atomically(await other.open(HOME) / "settings.yaml", b"third")
    await other.save(HOME)

    assert contents(await one.open(HOME)) == {"settings.yaml": b"third"}


@on_every_engine
async def test_a_file_that_was_deleted_is_gone_everywhere_and_may_come_again(servers: Server) -> None:
    one, other = servers("one"), servers("other")
    file = await one.open(HOME) / "matches" / "0001.domino.yaml"
    write_atomically(file, b"match")
    await one.save(HOME)
    await other.open(HOME)

    file.unlink()
    await one.save(HOME)
    assert contents(await other.open(HOME)) == {}

    write_atomically(file, b"match")
    await one.save(HOME)
    assert contents(await other.open(HOME)) == {"matches/0001.domino.yaml": b"match"}


@on_every_engine
async def test_homes_do_not_mix(servers: Server) -> None:
    one = servers("one")
    write_atomically(await one.open(HOME) / "settings.yaml", b"mine")
    await one.save(HOME)

    assert contents(await servers("other").open(OTHER)) == {}


@on_every_engine
async def test_a_home_that_was_removed_is_gone_everywhere(servers: Server) -> None:
    one, other = servers("one"), servers("other")
    for home in (HOME, OTHER):
        write_atomically(await one.open(home) / "matches" / "0001.domino.yaml", b"match")
        await one.save(home)

    await one.remove(HOME)
    await one.remove(HOME)

    assert contents(await one.open(HOME)) == {}
    assert contents(await other.open(HOME)) == {}
    assert contents(await other.open(OTHER)) == {"matches/0001.domino.yaml": b"match"}


@on_every_engine
async def test_a_home_has_no_name_that_leads_elsewhere(servers: Server) -> None:
    one = servers("one")
    for name in (
        "",
        ".",
        "..",
        f"../{HOME}",
        f"{HOME}/..",
        f"{HOME}\n",
        HOME.upper() + "A",
        "ana",
        "é" * 32,
        "*",
    ):
        for call in (one.open, one.save, one.remove):
            if call == one.save and await saves_nothing(one.save, name):
                continue
            with pytest.raises(ValueError, match="identifier"):
                await call(name)


async def saves_nothing(save: object, name: str) -> bool:
    """Whether an engine has nothing to do for any name."""
    del name
    return getattr(save, "__self__", None).__class__.__name__ == "FolderHomes"


@on_every_engine
async def test_two_saves_at_once_store_the_same(servers: Server) -> None:
    one, other = servers("one"), servers("other")
    folder = await one.open(HOME)
    write_atomically(folder / "settings.yaml", b"settings")

    await asyncio.gather(one.save(HOME), one.save(HOME))

    assert contents(await other.open(HOME)) == {"settings.yaml": b"settings"}


@pytest.mark.parametrize(("failures", "is_gone"), [(ATTEMPTS - 1, True), (ATTEMPTS, False)])
def test_a_home_in_which_a_file_is_written_meanwhile_is_removed_in_the_end(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    failures: int,
    is_gone: bool,  # noqa: FBT001 (a row's answer)
) -> None:
    home = tmp_path / HOME
    home.mkdir()
    errors = [OSError("a file was written")] * failures

    def remove(folder: Path) -> None:
        if errors:
            raise errors.pop()
        folder.rmdir()

    monkeypatch.setattr("playroom.online.homes.home_store.rmtree", remove)
    with nullcontext() if is_gone else pytest.raises(OSError, match="written"):
        remove_folder(home)

    assert home.exists() != is_gone
