"""The logs of a club: opened by their address, a file or NATS servers, and copied to another engine."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playroom.online.log.table_log import NAME, LogEvent, TableLog, Unknown

NATS: Final = "nats://"
PORT: Final = "4222"
MONITOR_PORT: Final = "8222"


class NoAddress(ValueError):  # noqa: N818 (a refusal, not a mistake)
    """A text is neither a file nor an address of NATS servers."""


class EmptyFile(Exception):  # noqa: N818 (a state of the file, not a mistake)
    """A file of tables is there and has nothing in it, not even that it is one."""


async def open_log(address: str) -> TableLog:
    """The logs at an address.

    It is a file of SQLite, or ``nats://HOST[:PORT[:MONITORING PORT]],.../CLUB`` with three hosts. Raises
    NoAddress, and what the engines raise.
    """
    if is_file(address):
        from playroom.online.log.sqlite import SqliteLog  # noqa: PLC0415 (one engine is loaded, not all)

        return await SqliteLog.open(Path(address))
    from playroom.online.log.nats import NatsLog  # noqa: PLC0415 (only servers have its library)

    return await NatsLog.open(*nats_servers(address))


PATIENCE_SECONDS: Final = 30.0
"""How long servers are waited for that start at the same time as the program that needs them."""

RETRY_SECONDS: Final = 1.0


async def wait_for_log(
    address: str, waits: Callable[[], Awaitable[object]], patience: float = PATIENCE_SECONDS
) -> None:
    """Return once the servers at an address answer; an Unknown if they have not after *patience* seconds.

    *waits* is awaited once if they do not answer at once. A file is there, or is made, and is not waited for.
    """
    clock, is_told = asyncio.get_running_loop().time, False
    until = clock() + patience
    while not is_file(address):
        try:
            log = await open_log(address)
        except Unknown:
            if is_told and clock() >= until:
                raise
        else:
            await log.close()
            return
        if not is_told:
            await waits()
        is_told = True
        await asyncio.sleep(RETRY_SECONDS)


def nats_servers(address: str) -> tuple[list[str], list[str], str]:
    """The servers, their monitoring pages and the club of an address; raises NoAddress."""
    hosts, _, club = address.removeprefix(NATS).partition("/")
    if not NAME.fullmatch(club):
        raise NoAddress(f"{address} does not name a club after the servers, as in nats://a,b,c/club")
    servers, monitors = [], []
    for server in hosts.split(","):
        host, port, monitor, *_ = [*server.split(":"), "", ""]
        servers.append(f"{NATS}{host}:{port or PORT}")
        monitors.append(f"http://{host}:{monitor or MONITOR_PORT}")
    return servers, monitors, club


def is_file(address: str) -> bool:
    """Whether an address is that of a file."""
    return not address.startswith(NATS)


AT_ONCE: Final = 64
"""Tables that are copied at the same time: the engines commit their events together."""


class DifferentLog(Exception):  # noqa: N818 (a refusal, not a mistake)
    """The target has a log of a table that is not the beginning of the source's."""


@dataclass(frozen=True, slots=True)
class Copied:
    """The numbers of tables and events in the target now, and of events that are new there."""

    tables: int
    events: int
    new: int


async def copy_logs(source: TableLog, target: TableLog) -> Copied:
    """Copy what the target does not have yet; it may be called again after an error.

    Nobody may append meanwhile. Raises DifferentLog, and what the engines raise.
    """
    tables = await source.tables()
    places = asyncio.Semaphore(AT_ONCE)

    async def copied(table: str) -> tuple[int, int]:
        async with places:
            events, there = await _complete(source, table), await _complete(target, table)
            if events and there and there[-1].number + 1 < events[0].number:  # what comes between was trimmed
                await target.remove(table)
                there = []
            first = max((each[0].number for each in (events, there) if each), default=1)
            here, same = _since(events, first), _since(there, first)
            if same != here[: len(same)]:
                raise DifferentLog(f"the log of {table} is another one there")
            new = here[len(same) :]
            for event in new:
                await target.adopt(event)
            if _since(await _complete(target, table), first) != here:
                raise DifferentLog(f"the log of {table} has changed while it was copied")
            return len(events), len(new)

    counts = await asyncio.gather(*map(copied, tables))
    return Copied(len(tables), sum(events for events, _ in counts), sum(new for _, new in counts))


async def _complete(log: TableLog, table: str) -> list[LogEvent]:
    """All events of a table; a read alone may miss the last ones."""
    number = await log.number(table)
    events = await log.read(table)
    while (events[-1].number if events else 0) < number:
        events = await log.read(table)
    return events


def _since(events: list[LogEvent], number: int) -> list[LogEvent]:
    return [event for event in events if event.number >= number]
