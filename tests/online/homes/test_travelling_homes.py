"""Homes at several servers at once, and programs that are killed between two steps: nothing saved is lost."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from support.faults.soaks import soak
from support.online.home_stores import HOME, MemoryFiles, contents

from playroom.home.files import FileLock, write_atomically
from playroom.online.homes.travelling_homes import LOCK_FILE, TravellingHomes, WorkingCopy, hash_of
from playroom.online.log.table_log import Unknown

MATCH = "matches/0001.domino.yaml"
BESIDE = "matches/0001-2.domino.yaml"

Club = tuple[TravellingHomes, TravellingHomes, Path, Path]


def club_of(folder: Path, store: MemoryFiles) -> tuple[TravellingHomes, TravellingHomes]:
    return TravellingHomes(store, folder / "one"), TravellingHomes(store, folder / "other")


async def both_with(folder: Path, store: MemoryFiles, content: bytes) -> Club:
    """Two servers where the same person has worked, each with this match."""
    one, other = club_of(folder, store)
    here = await one.open(HOME)
    write_atomically(here / MATCH, content)
    await one.save(HOME)
    return one, other, here, await other.open(HOME)


def test_one_who_comes_finds_the_newer_match_and_theirs_beside_it(tmp_path: Path) -> None:
    async def case() -> None:
        one, other, here, there = await both_with(tmp_path, MemoryFiles(), b"old")
        write_atomically(here / MATCH, b"here, and not stored")
        write_atomically(there / MATCH, b"newer")
        await other.save(HOME)

        await one.open(HOME)

        assert contents(here) == {MATCH: b"newer", BESIDE: b"here, and not stored"}
        assert contents(await other.open(HOME)) == contents(here)

    asyncio.run(case())


def test_what_is_kept_beside_a_match_is_never_written_over(tmp_path: Path) -> None:
    async def case() -> None:
        one, other, here, there = await both_with(tmp_path, MemoryFiles(), b"old")
        for each in (b"first", b"second"):
            write_atomically(here / MATCH, each)
            write_atomically(there / MATCH, b"newer than the " + each)
            await other.save(HOME)
            await one.open(HOME)

        beside = {BESIDE: b"first", "matches/0001-3.domino.yaml": b"second"}
        assert contents(here) == {MATCH: b"newer than the second", **beside}

    asyncio.run(case())


def test_a_match_that_is_saved_while_another_is_taken_stays(tmp_path: Path) -> None:
    copy = WorkingCopy(HOME, tmp_path)
    write_atomically(tmp_path / MATCH, b"saved meanwhile")

    for content in (b"of the store", None):
        assert not copy.replace(MATCH, hash_of(b"seen before"), content)

    assert contents(tmp_path) == {MATCH: b"saved meanwhile"}


def test_a_home_waits_until_another_program_of_the_machine_is_done_with_it(tmp_path: Path) -> None:
    async def case() -> None:
        one, _, here, _ = await both_with(tmp_path, MemoryFiles(), b"old")
        lock = FileLock(here / LOCK_FILE)
        assert lock.acquire()
        saving = asyncio.create_task(one.save(HOME))
        assert await asyncio.wait([saving], timeout=0.1) == (set(), {saving})
        lock.release()
        await saving

    asyncio.run(case())


def test_a_console_that_works_keeps_its_match_and_finds_the_other_beside_it(tmp_path: Path) -> None:
    async def case() -> None:
        one, other, here, there = await both_with(tmp_path, MemoryFiles(), b"old")
        write_atomically(here / MATCH, b"here")
        write_atomically(there / MATCH, b"there")
        await other.save(HOME)

        await one.save(HOME)

        assert contents(here) == {MATCH: b"here", BESIDE: b"there"}
        assert contents(await other.open(HOME)) == contents(here)

    asyncio.run(case())


def test_what_is_deleted_here_and_changed_there_stays(tmp_path: Path) -> None:
    async def case() -> None:
        one, other, here, there = await both_with(tmp_path, MemoryFiles(), b"old")
        (here / MATCH).unlink()
        write_atomically(there / MATCH, b"there")
        await other.save(HOME)

        await one.save(HOME)

        assert contents(here) == contents(await other.open(HOME)) == {MATCH: b"there"}

    asyncio.run(case())


def test_what_is_changed_here_and_deleted_there_stays(tmp_path: Path) -> None:
    async def case() -> None:
        one, other, here, there = await both_with(tmp_path, MemoryFiles(), b"old")
        (there / MATCH).unlink()
        await other.save(HOME)
        write_atomically(here / MATCH, b"here")

        await one.open(HOME)

        assert contents(here) == contents(await other.open(HOME)) == {MATCH: b"here"}

    asyncio.run(case())


@pytest.mark.parametrize("fault", ["before", "after"])
def test_a_file_whose_storing_was_cut_off_makes_no_copy_of_itself(tmp_path: Path, fault: str) -> None:
    async def case() -> None:
        store = MemoryFiles()
        one, other, here, _there = await both_with(tmp_path, store, b"old")
        write_atomically(here / MATCH, b"new")
        store.fails = lambda: fault
        with pytest.raises(Unknown):
            await one.save(HOME)
        store.fails = lambda: ""
        write_atomically(here / MATCH, b"newest")

        await one.save(HOME)

        assert contents(here) == contents(await other.open(HOME)) == {MATCH: b"newest"}

    asyncio.run(case())


@pytest.mark.parametrize("fault", ["before", "after"])
def test_a_program_that_was_killed_while_it_stored_comes_back_without_a_copy(
    tmp_path: Path, fault: str
) -> None:
    async def case() -> None:
        store = MemoryFiles()
        one, other, here, _there = await both_with(tmp_path, store, b"old")
        write_atomically(here / MATCH, b"new")
        store.fails = lambda: fault
        with pytest.raises(Unknown):
            await one.save(HOME)
        store.fails = lambda: ""
        write_atomically(here / MATCH, b"newest")

        await one.open(HOME)

        assert contents(here) == contents(await other.open(HOME)) == {MATCH: b"newest"}

    asyncio.run(case())


def test_files_of_the_machine_stay_there(tmp_path: Path) -> None:
    async def case() -> None:
        one, other = club_of(tmp_path, MemoryFiles())
        here = await one.open(HOME)
        write_atomically(here / "matches" / ".0001.lock", b"")
        write_atomically(here / ".hidden" / "file", b"")

        await one.save(HOME)

        assert [each.name for each in (await other.open(HOME)).rglob("*") if each.is_file()] == [
            ".store.lock",
            ".synced.json",
        ]

    asyncio.run(case())


@pytest.mark.parametrize(
    "path", ["../settings.yaml", "/etc/passwd", "matches/../../x", "", ".synced.json", "a\\b"]
)
def test_a_path_in_the_store_that_leads_out_of_the_home_is_refused(tmp_path: Path, path: str) -> None:
    async def case() -> None:
        store = MemoryFiles()
        await store.put(HOME, path, 0, b"content")

        with pytest.raises(ValueError, match="not a file of a home"):
            await TravellingHomes(store, tmp_path / "homes").open(HOME)

    asyncio.run(case())
    assert not (tmp_path / "settings.yaml").exists()


SERVERS = st.integers(0, 1)
PATHS = st.sampled_from([MATCH, "settings.yaml"])
FAULTS = st.sampled_from(["", "", "before", "after"])


class HomeMachine(RuleBasedStateMachine):
    """Two servers where the same person writes, deletes, comes and saves, while storing fails."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.store = MemoryFiles(lambda: self.faults.pop() if self.faults else "")
        self.folder = self.new_folder()
        self.homes = club_of(self.folder, self.store)
        self.kept: set[bytes] = set()
        """What was written, and neither written over nor deleted by one who had it."""
        self.count = 0

    def new_folder(self) -> Path:
        raise NotImplementedError

    def run(self, call: Coroutine[Any, Any, object], fault: str) -> None:
        self.faults = [fault]
        with suppress(Unknown):
            asyncio.run(call)
        self.faults = []

    @rule(server=SERVERS, path=PATHS)
    def write(self, server: int, path: str) -> None:
        file = self.folder / ("one", "other")[server] / HOME / path
        if file.exists():
            self.kept.discard(file.read_bytes())
        self.count += 1
        content = b"content %d" % self.count
        write_atomically(file, content)
        self.kept.add(content)

    @rule(server=SERVERS, path=PATHS)
    def delete(self, server: int, path: str) -> None:
        file = self.folder / ("one", "other")[server] / HOME / path
        if file.exists():
            self.kept.discard(file.read_bytes())
            file.unlink()

    @rule(server=SERVERS, fault=FAULTS)
    def open(self, server: int, fault: str) -> None:
        self.run(self.homes[server].open(HOME), fault)

    @rule(server=SERVERS, fault=FAULTS)
    def save(self, server: int, fault: str) -> None:
        self.run(self.homes[server].save(HOME), fault)

    def teardown(self) -> None:
        for server in (0, 1, 0):
            self.run(self.homes[server].open(HOME), "")
        one, other = (contents(self.folder / name / HOME) for name in ("one", "other"))
        assert one == other
        assert self.kept <= set(one.values())


FEW = settings(
    max_examples=40,
    stateful_step_count=20,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
)


def run_machine(new_folder: Callable[[], Path], examples: settings) -> None:
    machine = type("Machine", (HomeMachine,), {"new_folder": lambda _self: new_folder()})
    with pytest.MonkeyPatch.context() as change:
        change.setattr(
            "os.fsync", lambda _handle: None
        )  # no power is cut here, and syncing takes most of the time
        run_state_machine_as_test(machine, settings=examples)


@pytest.mark.long
def test_two_servers_lose_nothing_that_was_saved(tmp_path_factory: pytest.TempPathFactory) -> None:
    run_machine(lambda: tmp_path_factory.mktemp("club"), FEW)


@pytest.mark.long
def test_two_servers_lose_nothing_in_many_orders(tmp_path_factory: pytest.TempPathFactory) -> None:
    many = settings(FEW, max_examples=soak(200), phases=tuple(Phase))
    run_machine(lambda: tmp_path_factory.mktemp("club"), many)
