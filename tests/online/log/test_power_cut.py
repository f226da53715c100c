"""What a power cut leaves: all that was acknowledged, in its order, once."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from support.faults.faulty_disk import FaultyDisk
from support.faults.soaks import soak
from support.systems import ON_WINDOWS

from playroom.online.log import sqlite_store
from playroom.online.log.sqlite import SqliteLog
from playroom.online.log.table_log import LogEvent

TABLES = 5
FEW, MANY = 4, soak(200)

pytestmark = pytest.mark.skipif(ON_WINDOWS, reason="the Python of Windows has an SQLite of its own inside")


@dataclass(frozen=True)
class Cut:
    """The files that a power cut has left, and what was acknowledged before."""

    file: Path
    acknowledged: list[LogEvent]


@dataclass(frozen=True)
class Count:
    acknowledged: int
    lost: int


async def cuts(folder: Path, disk: FaultyDisk, times: int, chance: Random) -> list[Cut]:
    """Write to some tables at once, and cut the power now and then."""
    log = await SqliteLog.open(folder / "log.sqlite")
    acknowledged: list[LogEvent] = []
    made: list[Cut] = []

    async def write(table: str) -> None:
        number = 0
        while len(made) < times:
            acknowledged.append(await log.append(table, number, f"command-{number}", b"%d" % number))
            number += 1
            if chance.random() < 0.2:
                cut = Cut(folder / f"cut-{len(made)}" / "log.sqlite", acknowledged[:])
                cut.file.parent.mkdir()
                disk.cut_power(cut.file.parent, chance)
                made.append(cut)

    await asyncio.gather(*(write(f"table-{n}") for n in range(TABLES)))
    await log.close()
    return made


def found(file: Path) -> set[LogEvent]:
    """All events in a file, each table's with an unbroken chain."""
    store = sqlite_store.SqliteStore(file)
    events = {event for table in store.tables() for event in store.events(table, 0)}
    store.close()
    return events


def counted(folder: Path, times: int, seed: int) -> Count:
    with FaultyDisk().installed() as disk:
        made = asyncio.run(cuts(folder, disk, times, Random(seed)))
    lost = sum(len(set(cut.acknowledged) - found(cut.file)) for cut in made)
    return Count(sum(len(cut.acknowledged) for cut in made), lost)


@pytest.mark.parametrize(
    "times", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.long)]
)
def test_nothing_that_was_acknowledged_is_lost(tmp_path: Path, times: int) -> None:
    count = counted(tmp_path, times, 1)

    print(f"{times} power cuts, {count}")
    assert count.acknowledged > times
    assert count.lost == 0


@pytest.fixture
def _unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = [each.replace("= FULL", "= NORMAL") for each in sqlite_store.SETTINGS]
    monkeypatch.setattr(sqlite_store, "SETTINGS", settings)


@pytest.mark.usefixtures("_unsynced")
def test_control_without_a_sync_for_each_commit_much_is_lost(tmp_path: Path) -> None:
    count = counted(tmp_path, FEW, 1)

    print(f"{FEW} power cuts without syncs, {count}")
    assert count.lost > 0
