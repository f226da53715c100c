"""Two servers of a club are replaced one after the other, while people with browsers and programs play."""

import asyncio
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest
from evidence import check_acknowledged, check_view, events_in
from killed_server import KilledServer, killed_server
from network_people import NetworkChannel, StubbornPlayer
from people import Client, settings
from support.console.player import save_settings
from support.faults.slow_proxy import SlowProxy
from support.online.nats_cluster import NatsCluster
from support.time.patience import PATIENCE
from support.web.returning_page import AskedMove, ReturningPage
from support.web.web_room import QUIET_SETTINGS
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from playroom.commands.club_door import KEY_FILE
from playroom.commands.log_access import LOG_ERRORS
from playroom.online.log.club_logs import open_log
from playroom.online.log.table_log import LogEvent
from playroom.online.server.certificate import certificate_in
from playroom.online.server.tables.server_state import logged
from playroom.online.wire.entries import MatchStarted, SeatLeft, StandInSeated
from playroom.online.wire.messages import Gone, Hello, Join, Joined, OpenTable
from playroom.online.wire.protocol import VERSION
from playroom.online.wire.table_commands import Ready, Sit, StartMatch
from playroom.rules.event import Dealt, Played
from playroom.rules.seat import Seat
from playroom.web.passes import pass_key_in

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="there nobody is ended by a signal"),
]

HOST = "club.example.org"
AGAIN = 0.1
"""Seconds after which a page connects again."""
MOVES = 6
"""The events of the match before the update, and after each change of a server."""
REST = 3
"""Seconds in which the last move that was done is stored."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsCluster]:
    made = NatsCluster(tmp_path_factory.mktemp("nats"))
    made.heal()
    yield made
    made.close()


class Club:
    """Two servers behind a proxy, and the ways to them."""

    def __init__(self, one: KilledServer, two: KilledServer) -> None:
        self.servers = (one, two)
        self.proxy = SlowProxy(one.port, two.port)

    async def start(self) -> None:
        self.port = await self.proxy.start()

    async def client(self) -> Client:
        """A program's client that has said hello, once a server listens."""
        client = Client(NetworkChannel(await self._socket("/", {})))  # type: ignore[arg-type]
        client.say(Hello(VERSION))
        return client

    async def cookies(self, name: str, password: str) -> dict[str, str]:
        """The cookies of the browser of a new member."""
        cookies: dict[str, str] = {}
        await asyncio.to_thread(self._get, "/name", {"Playroom-Name": name}, cookies)
        fields = urlencode({"name": name, "password": password})
        form = {"Playroom-Form": fields, "Sec-Fetch-Site": "same-origin"}
        await asyncio.to_thread(self._get, "/account/do/new", form, cookies)
        return cookies

    def page(self, cookies: Mapping[str, str], code: str) -> ReturningPage:
        """A page of a browser by a link to a table."""
        header = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        return ReturningPage(lambda: self._socket("/socket", header), code)

    async def replace(self, server: KilledServer, number: signal.Signals) -> None:
        """End a server, and start it again; those who come go to the other one first."""
        others = [each.port for each in self.servers if each is not server]
        self.proxy.ports = (*others, server.port)
        await server.end(number)
        await server.start()

    def _get(self, path: str, headers: Mapping[str, str], cookies: dict[str, str]) -> None:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {"Host": HOST, "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        connection.request("GET", path, headers={**sent, **headers})
        response = connection.getresponse()
        response.read()
        for each in response.headers.get_all("Set-Cookie") or ():
            name, _, value = each.partition(";")[0].partition("=")
            cookies[name] = value

    async def _socket(self, path: str, headers: Mapping[str, str]) -> ClientConnection:
        """A connection, once a server takes it."""
        while True:
            try:
                return await connect(
                    f"ws://{HOST}{path}",
                    host="127.0.0.1",
                    port=self.port,
                    origin=Origin(f"https://{HOST}") if headers else None,
                    additional_headers=headers,
                    compression=None,
                )
            except (OSError, WebSocketException):
                await asyncio.sleep(AGAIN)


@asynccontextmanager
async def club(folder: Path, log: str) -> AsyncIterator[Club]:
    """A club whose two servers have the same secrets, each in its folder."""
    await until_ready(log)
    first, second = folder / "one", folder / "two"
    first.mkdir()
    certificate_in(first)
    pass_key_in(first / KEY_FILE)
    shutil.copytree(first, second)
    given = ("--log", log, "--plain", "--web", "--workers", "1", "--public", f"https://{HOST}")
    people = ("--accounts", "--guests")
    async with (
        killed_server(first, *given, *people) as one,
        killed_server(second, *given, *people) as two,
    ):
        place = Club(one, two)
        await place.start()
        try:
            yield place
        finally:
            await place.proxy.close()


@dataclass
class Evening:
    """A match of two programs and two pages at one table."""

    programs: tuple[StubbornPlayer, StubbornPlayer]
    pages: tuple[ReturningPage, ReturningPage]
    code: str
    tasks: list[asyncio.Future[None]] = field(default_factory=list)

    async def hear(self, moves: int) -> None:
        """Wait until the programs have heard of so many more events, or somebody has failed."""
        number = max(each.last.number for each in self.programs) + moves
        try:
            async with asyncio.timeout(PATIENCE):
                while any(each.last.number < number for each in self.programs):
                    await asyncio.sleep(0.01)
                    for each in self.tasks:
                        if each.done():
                            each.result()
        except TimeoutError:
            raise AssertionError([page.said[-5:] for page in self.pages]) from None


@asynccontextmanager
async def evening(place: Club) -> AsyncIterator[Evening]:
    """A match that has begun: Ada and Ben have programs, the members Zoe and Gus have pages."""
    ada, ben = await place.client(), await place.client()
    ada.say(OpenTable("open", "Ada", settings("block", 4, options={"target": 1000}, absence=30)))
    code = (await ada.wait(Joined)).code
    ben.say(Join(code, "Ben"))
    await ben.wait(Joined)
    await ada.do(Sit(0))
    await ben.do(Sit(1))
    await ben.do(Ready())
    pages = (
        place.page(await place.cookies("Zoe", "seven tiles"), code),
        place.page(await place.cookies("Gus", "eight tiles"), code),
    )
    for home in (place.servers[0].folder / "homes").iterdir():
        save_settings(home / "settings.yaml", QUIET_SETTINGS)
    made = Evening((StubbornPlayer(place.client, ada, 1), StubbornPlayer(place.client, ben, 2)), pages, code)
    made.tasks += [asyncio.ensure_future(each.live()) for each in pages]
    try:
        for seat, page in zip((3, 4), pages, strict=True):
            await page.heard("You are at the table of Ada.")
            await page.choose(f"Seat {seat}")
            await page.heard(f"You take seat {seat}.")
            await page.choose("Ready")
            await page.heard("You are ready.")
        await ada.do(StartMatch())
        made.tasks += [asyncio.ensure_future(each.play()) for each in made.programs]
        for page in pages:
            page.may_play = True
        yield made
    finally:
        for task in made.tasks:
            task.cancel()
        await asyncio.gather(*made.tasks, return_exceptions=True)


async def until_ready(address: str) -> None:
    """Wait until the logs can be opened, a moment after the cluster has a leader."""
    while True:
        with suppress(*LOG_ERRORS):
            return await (await open_log(address)).close()
        await asyncio.sleep(AGAIN)


async def stored(address: str, code: str) -> list[LogEvent]:
    """The log of a table."""
    log = await open_log(address)
    try:
        return await log.read(code)
    finally:
        await log.close()


def lost(events: Sequence[LogEvent], seat: Seat, done: Iterable[AskedMove]) -> list[AskedMove]:
    """The moves of a seat that are not in the log, though the page heard that they were done."""
    dealt: frozenset[frozenset[str]] = frozenset()
    found: set[tuple[frozenset[frozenset[str]], frozenset[str]]] = set()
    for event in (each for stored in events for each in events_in(logged(stored.body).entries)):
        if isinstance(event, Dealt):
            dealt = frozenset(halves(str(tile)) for tile in event.hands[seat])
        elif isinstance(event, Played) and event.seat == seat:
            found.add((dealt, halves(str(event.tile))))
    return [
        move for move in done if not any(dealt >= {*move.hand} and move.tile == tile for dealt, tile in found)
    ]


def halves(tile: str) -> frozenset[str]:
    return frozenset(tile.split("-"))


async def next_move(match: Evening, *, is_done: bool) -> None:
    """Wait until a page asks for its next move, or hears that it is done."""
    moved = asyncio.Event()
    for page in match.pages:
        page.on_asked, page.on_done = (do_nothing, moved.set) if is_done else (moved.set, do_nothing)
    await moved.wait()


def do_nothing() -> None:
    pass


async def update(address: str, folder: Path) -> tuple[list[LogEvent], Evening]:
    """A match in which both servers are replaced, in the midst of moves, and its log."""
    async with asyncio.timeout(2 * PATIENCE), club(folder, address) as place:
        async with evening(place) as match:
            await match.hear(MOVES)
            for server, is_done in zip(place.servers, (False, True), strict=True):
                await next_move(match, is_done=is_done)
                await place.replace(server, signal.SIGTERM)
                await match.hear(MOVES)
            for page in match.pages:
                page.may_play = False
            await match.hear(0)
            await asyncio.sleep(REST)
        for program in match.programs:
            program.player.client.hang_up()
            await program.player.client.rest()
        return await stored(address, match.code), match


def test_a_rolling_update_of_two_servers_loses_no_key_and_nobody_their_seat(
    cluster: NatsCluster, tmp_path: Path
) -> None:
    events, match = asyncio.run(update(cluster.address("updated"), tmp_path))

    entries = [entry for event in events for entry in logged(event.body).entries]
    for seat, program in enumerate(match.programs):
        told = [message for message in program.told if not isinstance(message, Gone)]
        assert check_acknowledged(events, seat + 1, told) > 0
        check_view(events, seat, told)
    for seat, page in enumerate(match.pages, 2):
        print(f"{len(page.done)} moves done, {len(page.unsure)} unsure, {page.losses} connections lost")
        assert page.done
        assert page.losses >= 2
        assert lost(events, seat, page.done) == []
        assert lost(events[: len(events) // 2], seat, page.done)  # as if what came later was not stored
        assert any("Connected again." in text for text in page.said)
        assert not any("Sound check" in text or "The playroom" in text for text in page.said)
    assert not [entry for entry in entries if isinstance(entry, StandInSeated | SeatLeft)]
    assert sum(isinstance(entry, MatchStarted) for entry in entries) == 1
