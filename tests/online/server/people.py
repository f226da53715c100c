"""People at a server in the process of the test: connections in memory, clients that keep what they get."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from support.games.random_matches import VARIANTS

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import TableLog
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.club_ratings import ClubRatings
from playroom.online.server.match_archive import MatchArchive
from playroom.online.server.rooms import RoomPolicy, Rooms
from playroom.online.server.session import Session
from playroom.online.server.tables.fair_turns import Share
from playroom.online.server.tables.outbox import ChannelClosed
from playroom.online.wire.entries import AnyEntry
from playroom.online.wire.messages import (
    Ack,
    ClientMessage,
    Gone,
    Happened,
    Hello,
    Join,
    Joined,
    Nak,
    OpenTable,
    ServerMessage,
    TableCommand,
    encoded,
    server_message,
)
from playroom.online.wire.protocol import VERSION
from playroom.online.wire.table_commands import AnyDo, AskedSettings, MakeMove
from playroom.rules.legal import legal_moves
from playroom.rules.move import Move
from playroom.rules.view import View
from playroom.table.shared_table import ClubWords
from playroom.table.table import Bot

ADMIN = "the administrator's token"
Told = TypeVar("Told")


def random_bot(view: View, chance: Random) -> Move:
    return chance.choice(legal_moves(view.position))


BOTS: Mapping[str, Bot] = {"steady": random_bot, "hard": random_bot}


async def think_at_once(thought: Callable[[], Move], _share: Share) -> Move:
    await asyncio.sleep(0.01)
    return thought()


def settings(game: str = "draw", players: int = 2, **others: Any) -> AskedSettings:  # noqa: ANN401 (any setting)
    return AskedSettings(game=game, players=players, **others)


class MemoryChannel:
    """The server's end of a connection; *window* frames fit in before the client has to read."""

    def __init__(self, window: int = 10_000) -> None:
        self.to_server: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self.to_client: asyncio.Queue[str | None] = asyncio.Queue(window)
        self.closed_with: int | None = None

    async def receive(self) -> str | bytes:
        frame = await self.to_server.get()
        if frame is None:
            raise ChannelClosed
        return frame

    async def send(self, *frames: str) -> None:
        for frame in frames:
            await self.to_client.put(frame)

    def send_now(self, *frames: str) -> bool:
        has_room = self.to_client.qsize() + len(frames) <= self.to_client.maxsize
        for frame in frames if has_room else ():
            self.to_client.put_nowait(frame)
        return has_room

    async def close(self, code: int) -> None:
        self.closed_with = code
        while self.to_client.full():
            self.to_client.get_nowait()
        self.to_client.put_nowait(None)


@dataclass
class Client:
    """A person's client: all frames that it was sent, in order."""

    channel: MemoryChannel
    frames: list[str] = field(default_factory=list)
    told: list[ServerMessage] = field(default_factory=list)
    token: str = ""
    person: int = 0
    commands: int = 0

    def say(self, message: ClientMessage) -> None:
        self.channel.to_server.put_nowait(encoded(message))

    def hang_up(self) -> None:
        self.channel.to_server.put_nowait(None)

    async def next(self) -> ServerMessage:
        """The next message; ChannelClosed after the last."""
        frame = await self.channel.to_client.get()
        if frame is None:
            self.channel.to_client.put_nowait(None)
            raise ChannelClosed
        self.frames.append(frame)
        self.told.append(server_message(frame))
        if isinstance(message := self.told[-1], Joined):
            self.person, self.token = message.person, message.token or self.token
        return self.told[-1]

    async def wait(self, kind: type[Told], when: Callable[[Told], bool] = lambda _: True) -> Told:
        """The next message of a kind for which *when* holds."""
        while True:
            message = await self.next()
            if isinstance(message, kind) and when(message):
                return message

    async def entry(self, kind: type[Told], when: Callable[[Told], bool] = lambda _: True) -> Told:
        """The next entry of a kind for which *when* holds."""
        while True:
            found = [
                each for each in (await self.wait(Happened)).entries if isinstance(each, kind) and when(each)
            ]
            if found:
                return found[0]

    async def do(self, do: AnyDo, command: str = "") -> Ack | Nak:
        """The answer to a command."""
        self.commands += 1
        command = command or f"c{self.commands}"
        self.say(TableCommand(command, do))
        while not isinstance(answer := await self.next(), Ack | Nak) or answer.id != command:
            pass
        return answer

    async def move(self, move: Move) -> Ack | Nak:
        return await self.do(MakeMove(move))

    async def catch_up(self) -> None:
        """Read what comes within a second, or before the connection ends."""
        await asyncio.sleep(1)
        with suppress(ChannelClosed):
            while not self.channel.to_client.empty():
                await self.next()

    async def rest(self) -> None:
        """Read until the connection ends."""
        try:
            while True:
                await self.next()
        except ChannelClosed:
            return

    @property
    def gone(self) -> Gone:
        """Why the connection has ended."""
        return next(message for message in reversed(self.told) if isinstance(message, Gone))

    @property
    def last(self) -> int:
        """The number of the last event that this client was sent."""
        return max(message.number for message in self.told if isinstance(message, Happened))

    @property
    def entries(self) -> list[AnyEntry]:
        """All entries that this client was sent."""
        return [each for message in self.told if isinstance(message, Happened) for each in message.entries]


class Venue:
    """A server whose clients are in the same process."""

    def __init__(  # noqa: PLR0913 (what a test may choose)
        self,
        log: TableLog | None = None,
        bots: Mapping[str, Bot] = BOTS,
        *,
        anyone_opens: bool = True,
        shares_log: bool = False,
        accounts: Accounts | None = None,
        archive: MatchArchive | None = None,
        ratings: ClubRatings | None = None,
        guests: bool = False,
        games: tuple[str, ...] = (),
        words: ClubWords | None = None,
        link: str = "",
        key: bytes = b"of every server of the tests",
    ) -> None:
        self.log = log or MemoryLog()
        needs = accounts is not None
        policy = RoomPolicy(
            ADMIN,
            anyone_opens,
            shares_log=shares_log,
            accounts=accounts,
            needs_account=needs,
            archive=archive,
            ratings=ratings,
            guests=guests,
            games=games,
            words=words,
            link=link,
            ban_key=key,
        )
        self.rooms = Rooms(self.log, bots, VARIANTS, policy, think_at_once)
        self.sessions: list[Session] = []
        self._serving: list[asyncio.Task[None]] = []

    def connected(
        self, window: int = 10_000, address: str = "192.0.2.7", *, is_of_page: bool = False
    ) -> Client:
        """A client that has said nothing yet."""
        channel = MemoryChannel(window)
        self.sessions.append(Session(self.rooms, channel, address, is_of_page=is_of_page))
        self._serving.append(asyncio.ensure_future(self.sessions[-1].run()))
        return Client(channel)

    async def host(self, wanted: AskedSettings | None = None, name: str = "Ada", admin: str = "") -> Client:
        """A client that has opened a table."""
        client = self.connected()
        client.say(Hello(VERSION, admin=admin))
        client.say(OpenTable("open", name, wanted or settings()))
        await client.wait(Joined)
        return client

    async def guest(self, code: str, name: str = "Ben", **join: Any) -> Client:  # noqa: ANN401 (any field)
        """A client that has joined a table."""
        client = self.connected()
        client.say(Hello(VERSION))
        client.say(Join(code, name, **join))
        await client.wait(Joined)
        return client

    async def die(self) -> None:
        """End as a program does that is killed: without a word."""
        self.log.tell = lambda *_: None  # type: ignore[method-assign]
        for serving in self._serving:
            serving.cancel()

    async def close(self) -> None:
        for serving in self._serving:
            serving.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        await self.rooms.close()
        await self.log.close()


@asynccontextmanager
async def venue(log: TableLog | None = None, bots: Mapping[str, Bot] = BOTS) -> AsyncIterator[Venue]:
    """A server for the time of a test."""
    place = Venue(log, bots)
    try:
        yield place
    finally:
        await place.close()


def code_of(client: Client) -> str:
    """The code of the table at which a client is."""
    return next(message.code for message in client.told if isinstance(message, Joined))
