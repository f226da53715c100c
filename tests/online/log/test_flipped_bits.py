"""A bit of the file that flips is noticed, or changes nothing that is read."""

import asyncio
import sqlite3
from pathlib import Path
from random import Random

import pytest
from support.online.log_engines import fill

from playroom.online.log import sqlite_store
from playroom.online.log.sqlite import SqliteLog
from playroom.online.log.sqlite_store import SqliteStore
from playroom.online.log.table_log import Damaged, LogEvent

TABLES = ("elm", "oak")
FLIPS = 600

pytestmark = pytest.mark.long


async def write(file: Path) -> None:
    log = await SqliteLog.open(file)
    for table in TABLES:
        await fill(log, table, 20)
    await log.close()


def read(file: Path) -> list[LogEvent] | None:
    """All events in a file, or None if it is noticed that it is damaged."""
    try:
        store = SqliteStore(file)
    except (Damaged, sqlite3.Error):
        return None
    try:
        return [event for table in store.tables() for event in store.events(table, 0)]
    except Damaged:
        return None
    finally:
        store.close()


def flip_bit(contents: bytes, chance: Random) -> bytes:
    flipped = bytearray(contents)
    flipped[chance.randrange(len(contents))] ^= 1 << chance.randrange(8)
    return bytes(flipped)


def unnoticed(folder: Path, flips: int) -> tuple[int, int]:
    """How many flipped bits were noticed, and how many changed what is read without being noticed."""
    file, chance = folder / "log.sqlite", Random(15)
    asyncio.run(write(file))
    contents, events = file.read_bytes(), read(file)
    outcomes = []
    for _ in range(flips):
        file.write_bytes(flip_bit(contents, chance))
        outcomes.append(read(file))
    noticed = outcomes.count(None)
    return noticed, flips - noticed - outcomes.count(events)


def test_no_flipped_bit_changes_what_is_read(tmp_path: Path) -> None:
    noticed, changed = unnoticed(tmp_path, FLIPS)

    print(f"{FLIPS} flipped bits, {noticed} noticed, {changed} unnoticed")
    assert noticed > 0
    assert changed == 0


def test_control_without_the_chain_flipped_bits_change_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for check in ("verify", "verify_from_first"):
        monkeypatch.setattr(sqlite_store, check, lambda *_: None)

    noticed, changed = unnoticed(tmp_path, FLIPS)

    print(f"without the chain: {FLIPS} flipped bits, {noticed} noticed, {changed} unnoticed")
    assert changed > 0
