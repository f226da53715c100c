"""A program that appends to some tables until it is killed, and prints what was acknowledged.

usage: log_writer.py ADDRESS [blind|early]

It prints "ready" first, and waits for a line. Each further line is a table, a number and the id of a command.
Two controls must be found out: *blind* decides where it does not know the log, *early* prints what is not
durable yet.
"""

import asyncio
import os
import sys
import traceback
from itertools import count

from playroom.online.log.club_logs import open_log
from playroom.online.log.table_log import Conflict, LogEvent, NotDurable, NotStored, TableLog, Unknown

PAUSE = 0.05
"""Seconds before the next try."""
TABLES = [f"table-{n}" for n in range(8)]


class Writer:
    """Appends to one table; the body of each event says after which number it was decided."""

    def __init__(self, log: TableLog, table: str, control: str) -> None:
        self._log, self._table, self._control = log, table, control
        self._number = 0
        self._ids = count()

    async def run(self) -> None:
        await self._catch_up()
        while True:
            await self._decide(f"{os.getpid()}-{next(self._ids)}")

    async def _decide(self, command_id: str) -> None:
        body = b"%d" % self._number
        if self._control == "early":
            acknowledge(self._table, self._number + 1, command_id)
        try:
            event = await self._stored(command_id, body)
        except Conflict:
            await self._catch_up()
        else:
            self._number = event.number
            if self._control != "early":
                acknowledge(self._table, event.number, command_id)

    async def _stored(self, command_id: str, body: bytes) -> LogEvent:
        """The event of a command, which is sent until its outcome is known."""
        while True:
            try:
                return await self._append(command_id, body)
            except (NotStored, Unknown):
                await asyncio.sleep(PAUSE)
            except Conflict:
                if self._control != "blind":
                    raise
                await self._catch_up()

    async def _append(self, command_id: str, body: bytes) -> LogEvent:
        return await self._log.append(self._table, self._number, command_id, body)

    async def _catch_up(self) -> None:
        while True:
            try:
                events = await self._log.read(self._table, self._number)
                break
            except Unknown:
                await asyncio.sleep(PAUSE)
        if events:
            self._number = events[-1].number


def acknowledge(table: str, number: int, command_id: str) -> None:
    os.write(1, f"{table} {number} {command_id}\n".encode())


async def opened(address: str) -> TableLog:
    """The log, as soon as its servers answer."""
    while True:
        try:
            return await open_log(address)
        except (Unknown, NotDurable):
            await asyncio.sleep(PAUSE)


async def main(address: str, control: str = "") -> None:
    log = await opened(address)
    os.write(1, b"ready\n")
    await asyncio.to_thread(sys.stdin.readline)
    try:
        await asyncio.gather(*(Writer(log, table, control).run() for table in TABLES))
    except BaseException:  # noqa: BLE001 (the end of one writer is the end of the program)
        traceback.print_exc()
        os._exit(1)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
