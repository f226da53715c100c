"""Tables whose matches go on for long, as they stand in the log of a server."""

import asyncio
from pathlib import Path
from random import Random

from playroom.online.log.club_logs import open_log
from playroom.online.server.accounts.credentials import token_hash
from playroom.online.server.match_archive import LOG_FILE
from playroom.online.server.tables.match_decisions import after_move, next_deal, started
from playroom.online.server.tables.server_state import FullTableState, body_of
from playroom.online.wire.entries import (
    AnyEntry,
    PersonCame,
    ReadyChanged,
    SeatTaken,
    TableOpened,
    TableSettings,
)
from playroom.online.wire.table_state import TableState
from playroom.rules.legal import legal_moves, position
from playroom.table.shelf import OURS, shelf

CODES = tuple(f"0L0NG00{number}" for number in range(4))
SEATS, PEOPLE = 4, 24
"""People 1 to 4 play, and the others watch."""
SETTINGS = TableSettings(game="block", players=SEATS, options={"target": 5000}, absence=3600)
VARIANTS = shelf([OURS]).variants


def token(person: int) -> str:
    """The seat token of a person."""
    return f"token {person}"


def bodies(events: int) -> list[bytes]:
    """At least so many events of a table, where a match is under way."""
    chance, truth, told = Random(1), FullTableState(TableState()), list[bytes]()

    def add(entries: list[AnyEntry]) -> None:
        nonlocal truth
        truth = truth.after_all(entries, VARIANTS)
        told.append(body_of(1, entries))

    add([TableOpened(CODES[0], SETTINGS)])
    for person in range(1, PEOPLE + 1):
        add([PersonCame(person, f"Person {person}", token_hash(token(person)))])
    for person in range(1, SEATS + 1):
        add([SeatTaken(person - 1, person)])
        add([ReadyChanged(person, ready=True)])
    add(started(truth, 1, VARIANTS, chance))
    while len(told) < events:
        assert truth.match
        if truth.match.round:
            add([after_move(truth, chance.choice(legal_moves(position(truth.match))))])
        else:
            add(next_deal(truth, VARIANTS, chance))
    return told


async def write_tables(folder: Path, events: int) -> None:
    """Write the logs of such tables, which differ in their codes, for a server that does not run yet."""
    log, told = await open_log(str(folder / LOG_FILE)), bodies(events)
    for code in CODES:
        own = (body.replace(CODES[0].encode(), code.encode()) for body in told)
        appends = (log.append(code, number, f"c{number}", body) for number, body in enumerate(own))
        await asyncio.gather(*appends)
    await log.close()
