"""A proxy on this machine that passes on every byte late and breaks connections: a bad network."""

import asyncio
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from random import Random
from ssl import SSLContext

CHUNK = 65536


class SlowProxy:
    """Passes bytes on to a port of this machine *delay* seconds late, in each direction.

    That is the first of *ports* at which somebody listens. With the chance *loss*, a connection is broken
    when something is passed on, which is lost then.
    """

    def __init__(self, *ports: int, delay: float = 0.0, seed: int = 1, loss: float = 0.0) -> None:
        self.ports, self._delay, self.loss = ports, delay, loss
        self._chance = Random(seed)
        self._tasks: set[asyncio.Future[None]] = set()
        self.broken = 0
        """How many connections were broken."""

    async def start(self, tls: SSLContext | None = None) -> int:
        """Listen on any port of this machine, by TLS if there is a context for it; the port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0, ssl=tls)
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        """Listen no more, and break all connections."""
        self._server.close()
        await self.cut()

    async def cut(self) -> None:
        """Break all connections."""
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.ensure_future(self._pass_on(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Pass bytes on in both directions until the connection ends in one of them."""
        sides, ways = [writer], list[asyncio.Future[None]]()
        try:
            there, back = await self._there()
            sides.append(back)
            ways += [asyncio.ensure_future(self._pass(*way)) for way in ((reader, back), (there, writer))]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for side in sides:
                side.transport.abort()

    async def _there(self) -> tuple[StreamReader, StreamWriter]:
        """A connection with the first port at which somebody listens."""
        for port in self.ports:
            with suppress(ConnectionRefusedError):
                return await asyncio.open_connection("127.0.0.1", port)
        raise ConnectionRefusedError

    async def _pass(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Pass bytes on in their order until either side ends, or chance breaks the connection."""
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while chunk := await reader.read(CHUNK):
                if self._chance.random() < self.loss:
                    self.broken += 1
                    return
                loop.call_later(self._delay, writer.write, chunk)
        await asyncio.sleep(self._delay)
