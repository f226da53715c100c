"""Finished matches in the archive of a server, as records that can be replayed."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from people import ADMIN, Venue, code_of, settings
from players import TablePlayer
from support.games.random_matches import VARIANTS
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.journal import journal
from playroom.online.server.match_archive import MatchArchive
from playroom.online.server.tables.server_state import FullTableState, logged
from playroom.online.wire.table_commands import Ready, SeatBot, Sit, StartMatch
from playroom.online.wire.table_state import TableState
from playroom.strict_yaml import load
from playroom.table.record import Record, text
from playroom.table.record_parser import record
from playroom.table.setup import Setup, new_record

Row = tuple[str, int, str, str]


def kept(file: Path) -> list[Row]:
    """What the archive has."""
    with closing(sqlite3.connect(file)) as connection:
        return [*connection.execute("SELECT name, number, players, record FROM matches")]


class HandedOver:
    """Keeps what a table hands over to the archive."""

    def __init__(self) -> None:
        self.matches: list[tuple[str, int, Record]] = []

    def keep(self, table: str, number: int, found: Record) -> None:
        self.matches.append((table, number, found))


async def finished_match(log: MemoryLog) -> tuple[HandedOver, HandedOver, str]:
    """What is handed over when a match ends, and when its table is read again by another server."""
    over, again = HandedOver(), HandedOver()
    places = [Venue(log, archive=archive) for archive in (over, again)]  # type: ignore[arg-type]
    ada = await places[0].host(settings("block", 2, options={"target": 30}))
    for do in (Sit(0), SeatBot(1, "hard"), Ready(), StartMatch()):
        await ada.do(do)
    await TablePlayer(ada, 1).play()
    await places[1].guest(code_of(ada), token=ada.token)
    for place in places:
        await place.close()
    return over, again, code_of(ada)


@pytest.mark.long
def test_a_match_is_handed_over_when_it_ends_and_when_its_table_is_read_again() -> None:
    log = MemoryLog()

    over, again, code = run_virtually(finished_match(log))

    events = asyncio.run(log.read(code))
    truth = FullTableState(TableState())
    for event in events:
        truth = truth.after_all(logged(event.body).entries, VARIANTS)
    assert truth.record
    ((table, _, found),) = over.matches
    assert (table, text(found)) == (code, text(truth.record))
    assert again.matches == over.matches
    assert ADMIN not in text(found)


def test_a_match_is_kept_once_as_a_record(tmp_path: Path) -> None:
    file = tmp_path / "archive.sqlite"
    begun = new_record(VARIANTS["block"], Setup("block", 2), ("Ada", "Zoé"))

    async def story() -> None:
        archive = MatchArchive(file)
        await archive.open()
        archive.keep("OAK", 7, begun)
        archive.keep("OAK", 7, begun)
        archive.keep("OAK", 9, begun)
        await archive.close()

    asyncio.run(story())

    rows = kept(file)
    assert [row[:3] for row in rows] == [("OAK", 7, '["Ada", "Zoé"]'), ("OAK", 9, '["Ada", "Zoé"]')]
    assert record(load(rows[0][3], "archive"), VARIANTS) == begun


def test_a_match_that_cannot_be_kept_is_in_the_journal(tmp_path: Path) -> None:
    async def story() -> None:
        archive = MatchArchive(tmp_path / "missing" / "archive.sqlite")
        archive.keep("OAK", 7, new_record(VARIANTS["block"], Setup("block", 2), ("Ada", "Ben")))
        await archive.close()
        with pytest.raises(OSError, match="missing"):
            await MatchArchive(tmp_path / "missing" / "archive.sqlite").open()

    with journal(tmp_path / "journal"):
        asyncio.run(story())

    assert '"event": "match not archived", "error": "OperationalError"' in (tmp_path / "journal").read_text()
