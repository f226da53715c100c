"""Consoles in one process at a real server of shared tables, over connections in memory.

Each console has its own clock; what it is sent arrives once that clock goes on. The connections can be cut,
and the server can be gone.
"""

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from playroom.bots.roster import BOTS
from playroom.commands.context import Context
from playroom.console.ui.background import Background
from playroom.online.client.link import Later, LinkEnd, LinkUser
from playroom.online.client.lobby_client import LobbyClient, LobbyKeys, LobbyListener
from playroom.online.client.remote_table import RemoteTable
from playroom.online.client.table_client import TableClient
from playroom.online.client.table_listener import Entrance, TableListener, Witnesses
from playroom.online.log.memory import MemoryLog
from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.club_ratings import ClubRatings
from playroom.online.server.day_results import DayComparison
from playroom.online.server.rooms import RoomPolicy, Rooms
from playroom.online.server.session import Session
from playroom.online.server.tables.background_tasks import BEAT_SECONDS
from playroom.online.server.tables.fair_turns import Share
from playroom.online.server.tables.outbox import ChannelClosed
from playroom.online.server.tables.stored_history import SNAPSHOTS
from playroom.online.wire.invite import Invite, invite_of, lobby_of
from playroom.rules.move import Move
from playroom.rules.rulebook.variant import Variant
from playroom.table.setup import Setup
from playroom.table.shared_table import ClubWords, NearbyTable, OutsideReach, Reach, VisitedServer
from playroom.table.shelf import OURS, shelf
from playroom.table.table import Bot
from support.console.hand_held import BEGUN, Console, keys_of_a_move
from support.console.manual_loop import ManualLoop
from support.faults.bad_network import BadNetwork
from support.online.plain_hasher import PlainHasher

ADMIN = "the administrator's token"
STEP = 0.1
"""Seconds of the server's clock for each message."""

QUICK_BOTS = {word: BOTS[word] for word in ("novice", "casual", "steady")}


async def think_at_once(thought: Callable[[], Move], _share: Share) -> Move:
    return thought()


def choose(console: Console, line: str) -> list[str]:
    """Choose the line of a list that begins so: what is said after it was found."""
    said = console.hear("home")
    for _ in range(30):
        if any(each.startswith(line) for each in said):
            return console.hear("enter")
        said = console.hear("down")
    raise AssertionError(f"there is no line {line}: {said}")


class SharedRoom:
    """A server without a network, and the consoles of players who come to it."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self.loop = ManualLoop()
        self.is_there, self.why_not = True, LinkEnd.UNREACHABLE
        self.network = BadNetwork()
        self.doors: list[MemoryDoor] = []
        self.clients: list[TableClient] = []
        self.sessions: list[Session] = []
        self.frames: list[str] = []
        """All that the server has sent."""
        self.reach = Reach.OPEN
        self.nearby: list[NearbyTable] = []
        self.searches: list[Callable[[], object]] = []
        """The tables that are announced, and what is called when they change."""
        self.tokens: defaultdict[Path, dict[str, str]] = defaultdict(dict)
        """The seat tokens of each player by the code of the table, those of own tables apart."""
        self._log = MemoryLog()
        self.speed = 0.0
        """The characters a second that the voices of new consoles say, 0 all at once."""
        self.games: tuple[str, ...] = ()
        self.words: ClubWords | None = None
        self.link = ""
        """The address by which browsers come to a new server."""
        self.anyone_opens = False
        """Whether a new server lets everybody open tables, as that of a community."""
        self.rooms = self._new_rooms()

    def console(self, name: str, *arguments: str, **settings: object) -> Console:
        """The console of a player, whose files are their own."""

        def tables(context: Context, _bots: Mapping[str, Bot], background: Background) -> MemoryTables:
            return MemoryTables(self, context.folders.online, context.shelf.variants, background.later)

        home = self._home / name
        return Console(*arguments, home=home, settings=settings, shared=tables, speed=self.speed)

    def need_accounts(self) -> None:
        """Let the server know people by accounts, rate tables, and let anyone open them."""
        self.accounts = Accounts(self._log, PlainHasher(), lambda: 0.0)
        self.loop.run(self.accounts.open())
        self.ratings = ClubRatings(self._log, shelf([OURS]).variants)
        policy = RoomPolicy(
            ADMIN, anyone_opens=True, accounts=self.accounts, needs_account=True, ratings=self.ratings
        )
        variants, today = shelf([OURS]).variants, BEGUN.date()
        self.rooms = Rooms(self._log, QUICK_BOTS, variants, policy, think_at_once)
        self.rooms.days = DayComparison(self._log, QUICK_BOTS, variants, think_at_once, lambda: today)

    def ban(self, who: str, reason: str, seconds: int) -> None:
        """Ban an account or an address."""
        self.loop.run(self.accounts.ban(who, reason, seconds))

    def open(self, *arguments: str, **settings: object) -> tuple[Console, str]:
        """The console of Ada, who opens a table, and the code of its invite."""
        ada = self.console("ada", "host", "--name", "Ada", *arguments, **settings)
        return ada, re.findall(r"\b[0-9A-Z]{8}\b", ada.hear()[-1])[-1]

    def join(self, code: str, name: str, **settings: object) -> Console:
        """The console of a person who joins the table."""
        return self.console(name.lower(), "join", code, "--name", name, **settings)

    def table(self, number: int) -> RemoteTable:
        """The match as the client knows it that came as this one."""
        table = self.clients[number].match
        assert table
        return table

    def play(self, *consoles: Console) -> None:
        """Let all who can make the first move that they may, in the order in which they came."""
        for number, console in enumerate(consoles):
            self.advance(BEAT_SECONDS)  # bots that may pass move at a beat
            console.rest()
            table = self.table(number)
            is_due = table.match.turn in (table.seat, None) and not table.match.winners
            if table.seat is not None and is_due:
                console.press(*keys_of_a_move(table.match, table.seat))
                console.rest()

    def open_to_all(self, games: tuple[str, ...] = (), words: ClubWords | None = None) -> None:
        """Let the server be that of a community, with a lobby, *words*, and *games*; none are all."""
        self.anyone_opens, self.games, self.words = True, games, words
        self.rooms = self._new_rooms()
        self.loop.create_task(self.rooms.watch_lobby())

    def hand_over(self) -> None:
        """Stop the server, while another one that has the same log is there."""
        before, self.rooms = self.rooms, self._new_rooms()
        for session in self.sessions:
            self.loop.call_soon(session.end)
        self.advance()
        self.loop.run(before.close())

    def kill(self) -> None:
        """End the server without a word, and start another one with its log."""
        for door in self.doors:
            door.cut()
        self.loop.run(self.rooms.close())
        self.rooms = self._new_rooms()

    def _new_rooms(self) -> Rooms:
        policy = RoomPolicy(
            ADMIN,
            anyone_opens=self.anyone_opens,
            is_players=not self.anyone_opens,
            games=self.games,
            words=self.words,
            link=self.link,
        )
        return Rooms(self._log, QUICK_BOTS, shelf([OURS]).variants, policy, think_at_once)

    def stop(self) -> None:
        """Let the server say goodbye to all."""
        self.is_there = False
        for session in self.sessions:
            self.loop.call_soon(session.end)
        self.advance()

    def advance(self, seconds: float = STEP) -> None:
        """Let the server do what is due."""
        self.loop.advance(seconds)

    def logged(self) -> bytes:
        """All that is stored of every table, with its snapshots."""
        return b"".join(body for name in self._logs() for body in self._bodies(name))

    def log(self) -> list[bytes]:
        """All that the log of every table holds, event by event."""
        return [body for name in self._logs() if not name.endswith(SNAPSHOTS) for body in self._bodies(name)]

    def forget_tables(self) -> None:
        """Remove the logs of all tables."""
        for name in self._logs():
            if not name.startswith("_"):
                self.loop.run(self._log.remove(name))

    def _logs(self) -> Sequence[str]:
        return self.loop.run(self._log.tables())

    def _bodies(self, name: str) -> list[bytes]:
        return [event.body for event in self.loop.run(self._log.read(name))]

    def close(self) -> None:
        """End the server."""
        self.loop.run(self.rooms.close())
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.loop.settle()
        self.loop.close()


def two_in_a_match(room: SharedRoom, *table: str, **settings: object) -> tuple[Console, Console]:
    """Ada and Ben, with these settings, where a match has just begun at such a *table* for two."""
    ada, code = room.open(*table, "--players", "2")
    ben = room.join(code, "Ben", **settings)
    ben.hear()
    choose(ben, "Seat 2" if not settings else "Place 2")
    ben.hear("home", "enter")
    ada.hear()
    choose(ada, "Start the match")
    ben.hear()
    ada.hear()
    return ada, ben


@pytest.fixture
def room(home: Path) -> Iterator[SharedRoom]:
    made = SharedRoom(home)
    yield made
    made.close()


class MemoryTables:
    """The ways to the tables of the room, for one console."""

    only_server = ""

    def __init__(self, room: SharedRoom, folder: Path, variants: Mapping[str, Variant], later: Later) -> None:
        self._room, self._variants, self._later = room, variants, later
        self._tokens, self._own = room.tokens[folder], room.tokens[folder / "own"]
        self._is_open = False
        self.visited: tuple[VisitedServer, ...] = ()
        self._witnesses: Witnesses = {}

    def open(self, name: str, setup: Setup, visitor: TableListener, at: str = "") -> TableClient:
        if at:
            return self._start(self._with_key(Entrance(name, setup=setup)), visitor, self._tokens)
        self._is_open = True
        return self._start(Entrance(name, setup=setup, admin=ADMIN, is_own=True), visitor, self._own)

    def join(self, invite: str, name: str, visitor: TableListener) -> TableClient:
        code = invite_of(invite).code
        if own := self._own.get(code):
            self._is_open = True
            return self._start(Entrance(name, code, token=own, admin=ADMIN, is_own=True), visitor, self._own)
        entrance = Entrance(name, code, token=self._tokens.get(code, ""))
        return self._start(self._with_key(entrance), visitor, self._tokens)

    def lobby(self, server: str, visitor: LobbyListener) -> LobbyClient | None:
        return self.club(visitor) if lobby_of(server) else None

    def club(self, visitor: LobbyListener) -> LobbyClient:
        door = MemoryDoor(self._room, self._later)
        client = LobbyClient(door, self._later, visitor, self.invite, self._lobby_keys())
        client.start()
        return client

    def remember(self, server: str, club: str) -> None:
        self.visited = (VisitedServer(server, server.partition(":")[0], club),)

    @property
    def others(self) -> tuple[str, ...]:
        return self._room.rooms.others if self._is_open else ()

    def announce(self, code: str, host: str, game: str) -> None:
        self._room.nearby.append(NearbyTable(code, host, game, self.invite(code)))
        self._tell_nearby()

    def ask_outside(self, code: str, said: Callable[[OutsideReach], None]) -> None:
        invite = f"{code}@8.8.4.4:7373/0123456789ABCDEF" if self._room.reach is Reach.OPEN else ""
        self._later(3, partial(said, OutsideReach(self._room.reach, 7373, "192.0.2.7", invite)))

    def withdraw(self) -> None:
        self._room.nearby.clear()
        self._tell_nearby()

    def search(self, found: Callable[[tuple[NearbyTable, ...]], None]) -> None:
        self._room.searches.append(lambda: self._later(0, partial(found, tuple(self._room.nearby))))
        self._tell_nearby()

    def _tell_nearby(self) -> None:
        for search in self._room.searches:
            search()

    def invite(self, code: str) -> str:
        return str(Invite(code, "192.0.2.7", 7373, "0123456789ABCDEF"))

    def close(self) -> None:
        if self._is_open:
            self.withdraw()
            self._room.stop()

    def _with_key(self, entrance: Entrance) -> Entrance:
        keep = partial(self._tokens.__setitem__, "account")
        admin = self._tokens.get("admin", "")
        return replace(entrance, admin=admin, key=self._tokens.get("account", ""), keep_key=keep)

    def _lobby_keys(self) -> LobbyKeys:
        keep = self._tokens.__setitem__
        return LobbyKeys(
            self._tokens.get("admin", ""),
            partial(keep, "admin"),
            partial(keep, "account"),
            lambda: self._tokens.get("account", ""),
        )

    def _start(self, entrance: Entrance, visitor: TableListener, tokens: dict[str, str]) -> TableClient:
        door = MemoryDoor(self._room, self._later)
        entrance = replace(entrance, witnesses=self._witnesses)
        self._room.doors.append(door)
        client = TableClient(entrance, door, self._later, self._variants, visitor, tokens.__setitem__)
        self._room.clients.append(client)
        client.start()
        return client


class MemoryDoor:
    """Connects one client with the server; the connection can be cut."""

    def __init__(self, room: SharedRoom, later: Later) -> None:
        self.room, self.later = room, later
        self.link: MemoryLink | None = None
        self.frames: list[str] = []
        """All that the server has sent to this client."""
        self.sent: list[str] = []
        """All that this client has sent."""

    def __call__(self, user: LinkUser) -> "MemoryLink":
        self.link = MemoryLink(self, user)
        begin = self.link.begin if self.room.is_there else partial(user.ended, self.room.why_not)
        self.later(self.room.network.delay, begin)
        return self.link

    def cut(self) -> None:
        """Let the connection break."""
        assert self.link
        self.link.cut()


class MemoryLink:
    """The client's end of a connection."""

    def __init__(self, door: MemoryDoor, user: LinkUser) -> None:
        self._door, self._user = door, user
        self._is_closed = False
        self._channel = MemoryChannel(self.deliver)

    def begin(self) -> None:
        """Let the server hear of the connection."""
        room = self._door.room
        self._task = room.loop.create_task(self._serve(room.rooms))
        self._user.opened()

    async def _serve(self, rooms: Rooms) -> None:
        session = Session(rooms, self._channel)
        self._door.room.sessions.append(session)
        await session.run()

    def send(self, frame: str) -> None:
        self._door.sent.append(frame)
        if self._door.room.network.breaks():
            self._door.later(0, self._break)
        elif self._door.room.network.delay:
            self._door.later(self._door.room.network.delay, partial(self._reach_server, frame))
        else:
            self._reach_server(frame)

    def _reach_server(self, frame: str) -> None:
        if not self._is_closed:
            self._channel.frames.put_nowait(frame)
            self._door.later(0, self._door.room.advance)

    def _break(self) -> None:
        if not self._is_closed:
            self.cut()

    def close(self) -> None:
        self._is_closed = True
        self._channel.frames.put_nowait(None)
        self._door.later(0, self._door.room.advance)

    def cut(self) -> None:
        """Let the connection break: the server notices that, then the client."""
        self.close()
        self._door.room.advance()
        self._door.later(0, partial(self._user.ended, LinkEnd.CLOSED))

    def deliver(self, frame: str | None) -> None:
        """Let a message arrive, or the end of the connection."""
        if frame is not None:
            self._door.room.frames.append(frame)
            self._door.frames.append(frame)
        if frame and self._door.room.network.breaks():
            self._door.later(0, self._break)
        else:
            self._door.later(self._door.room.network.delay, partial(self._arrive, frame))

    def _arrive(self, frame: str | None) -> None:
        if self._is_closed:
            return
        if frame is None:
            self._is_closed = True
            self._user.ended(LinkEnd.CLOSED)
        else:
            self._user.received(frame)


class MemoryChannel:
    """The server's end of a connection."""

    def __init__(self, deliver: Callable[[str | None], None]) -> None:
        self.frames: asyncio.Queue[str | None] = asyncio.Queue()
        self._deliver = deliver

    async def receive(self) -> str:
        frame = await self.frames.get()
        if frame is None:
            raise ChannelClosed
        return frame

    async def send(self, *frames: str) -> None:
        self.send_now(*frames)

    def send_now(self, *frames: str) -> bool:
        for frame in frames:
            self._deliver(frame)
        return True

    async def close(self, code: int) -> None:
        del code
        self._deliver(None)


def settle(room: SharedRoom, *consoles: Console) -> None:
    """Let some seconds pass at the server, and all that they cause be heard."""
    for _ in range(4):
        room.advance(1)
        for console in consoles:
            console.rest()
