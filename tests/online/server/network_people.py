"""People whose clients reach a server over the network."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress

from people import Client, settings
from players import STALE, TablePlayer
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from playroom.online.wire.messages import Happened, Hello, Join, Joined, OpenTable, ServerMessage
from playroom.online.wire.protocol import VERSION
from playroom.online.wire.table_commands import Ready, SeatBot, Sit, StartMatch

Connected = Callable[[], Awaitable[Client]]
"""A client that has said hello to a server."""


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


def trusting() -> ssl.SSLContext:
    """TLS without names and authorities: the fingerprint is compared instead."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


async def client_at(host: str, port: int) -> Client:
    """A client that has said hello, once the server listens."""
    context = trusting()
    while True:
        try:
            line = await connect(f"wss://{host}:{port}", ssl=context, compression=None)
        except (OSError, WebSocketException):
            await asyncio.sleep(0.05)
        else:
            client = Client(NetworkChannel(line))  # type: ignore[arg-type]
            client.say(Hello(VERSION))
            return client


class StubbornPlayer:
    """A player who comes back after each end of the connection, from the number that they have."""

    def __init__(self, connected: Connected, client: Client, seed: int) -> None:
        self._connected = connected
        self._code = next(each.code for each in client.told if isinstance(each, Joined))
        self._clients = [client]
        self.player = TablePlayer(client, seed, (*STALE, "not_your_turn", "no_round", "illegal_move"))

    @property
    def told(self) -> list[ServerMessage]:
        return [message for client in self._clients for message in client.told]

    @property
    def last(self) -> Happened:
        return next(message for message in reversed(self.told) if isinstance(message, Happened))

    async def play(self) -> None:
        while not await self.player.play_until_cut_off():
            client = await self._connected()
            token, commands = self._clients[-1].token, self._clients[-1].commands
            client.token, client.commands = token, commands
            self._clients.append(client)
            self.player.change_client(client)
            last = self.last
            client.say(Join(self._code, token=token, after=last.number, chain=last.chain))


async def match_at(connected: Connected, bot: str = "steady") -> tuple[StubbornPlayer, StubbornPlayer, str]:
    """A match of Ada and Ben with two bots of this strength."""
    ada, ben = await connected(), await connected()
    ada.say(OpenTable("open", "Ada", settings("draw", 4, options={"target": 1000})))
    code = (await ada.wait(Joined)).code
    ben.say(Join(code, "Ben"))
    await ben.wait(Joined)
    for client, do in (
        *((ada, Sit(0)), (ada, SeatBot(1, bot)), (ada, SeatBot(3, bot))),
        *((ben, Sit(2)), (ben, Ready()), (ada, StartMatch())),
    ):
        await client.do(do)
    return StubbornPlayer(connected, ada, 1), StubbornPlayer(connected, ben, 2), code
