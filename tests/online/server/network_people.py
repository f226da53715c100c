"""People whose clients reach a server over the network."""

import asyncio
import ssl
from contextlib import suppress

from people import Client
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from playroom.online.wire.messages import Hello


class NetworkChannel:
    """The client's end of a real connection, with the queues of one in memory."""

    def __init__(self, line: ClientConnection) -> None:
        self.to_server: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.to_client: asyncio.Queue[str | None] = asyncio.Queue()
        self._line = line
        self._tasks = [asyncio.ensure_future(self._send()), asyncio.ensure_future(self._receive())]

    async def _send(self) -> None:
        with suppress(ConnectionClosed):
            while (frame := await self.to_server.get()) is not None:
                await self._line.send(frame)
            await self._line.close()

    async def _receive(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                self.to_client.put_nowait(str(await self._line.recv()))
        self.to_client.put_nowait(None)


async def client_at(host: str, port: int) -> Client:
    """A client that has said hello, once the server listens."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    while True:
        try:
            line = await connect(f"wss://{host}:{port}", ssl=context, compression=None)
        except (OSError, ConnectionClosed):
            await asyncio.sleep(0.05)
        else:
            client = Client(NetworkChannel(line))  # type: ignore[arg-type]
            client.say(Hello(1))
            return client
