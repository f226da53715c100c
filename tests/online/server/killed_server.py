"""`playroom serve` over TLS in a process of its own, which can be killed and started again."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from network_people import client_at
from people import Client
from support.time.patience import PATIENCE

from playroom.online.log.sqlite import SqliteLog
from playroom.online.log.table_log import LogEvent


class KilledServer:
    """A server with its files in a folder, and with these arguments besides."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.port = 0
        self._arguments = arguments
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        """The id of its process."""
        assert self._process
        return self._process.pid

    async def start(self) -> None:
        """Start it on the port that it had, and wait until it listens."""
        environment = {**os.environ, "HOME": str(self.folder), "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": ""}
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "playroom", "serve", str(self.folder), "--port", str(self.port)),
            *("--mode", "text", "--language", "en", *self._arguments),
            stdin=DEVNULL,
            stdout=PIPE,
            env=environment,
        )
        assert self._process.stdout
        line = (await asyncio.wait_for(self._process.stdout.readline(), PATIENCE)).decode()
        assert line.startswith("Port "), line
        self.port = int(line.split()[1])

    async def end(self, number: signal.Signals) -> int:
        """Send a signal, and wait for the end; the exit code."""
        assert self._process
        self._process.send_signal(number)
        return await self._process.wait()

    async def connected(self) -> Client:
        """A client, once the server listens."""
        return await client_at("127.0.0.1", self.port)

    async def log(self, code: str) -> list[LogEvent]:
        """The log of a table, while the server does not run."""
        log = await SqliteLog.open(self.folder / "tables.sqlite")
        try:
            return await log.read(code)
        finally:
            await log.close()


@asynccontextmanager
async def killed_server(folder: Path, *arguments: str) -> AsyncIterator[KilledServer]:
    """A server that is killed in the end, if it was not before."""
    server = KilledServer(folder, *arguments)
    await server.start()
    try:
        yield server
    finally:
        with suppress(ProcessLookupError):
            await server.end(signal.SIGKILL)
