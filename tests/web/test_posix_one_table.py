"""One table of a club behind a TLS proxy: a browser heard by a real Orca, one on a phone, and a terminal.

All are cut off, come back and play on; the process with the consoles of the pages is killed, and the
certificate is renewed. Everybody hears what the others play, and no page is sent a hidden tile.
"""

import asyncio
import json
import os
import re
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from threading import Event as Flag
from threading import Thread

import psutil
import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from support.console.player import Player, own_folders, save_settings
from support.faults.slow_proxy import SlowProxy
from support.online.authority import Authority
from support.time.patience import PATIENCE
from support.voice.private_dispatcher import Dispatcher
from support.web.chromium import HEADLESS, Tab, chromium
from support.web.club_room import guest_home
from support.web.orca_session import MISSING, OrcaSession, orca_session
from support.web.taps import be_phone, tap
from support.web.web_room import QUIET_SETTINGS
from websockets.asyncio.client import ClientConnection, connect

from playroom.online.wire.entries import MatchWent
from playroom.online.wire.messages import (
    Happened,
    Hello,
    Joined,
    OpenTable,
    ServerMessage,
    TableCommand,
    encoded,
    server_message,
)
from playroom.online.wire.protocol import VERSION
from playroom.online.wire.table_commands import AskedSettings, StartMatch
from playroom.rules.event import Event, Passed, Played

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}"),
]

HOST = "localhost"
TERMINAL, READER, PHONE = NAMES = ("Ben", "Olga", "Finn")
"""The players, in the order of their seats."""
OPTIONS = ("--ignore-certificate-errors",)
"""A browser has authorities of its own; the terminal checks the certificate."""

MOVE = ("z", "enter", "left")
"""The keys of a move: the next tile that fits, and left if it fits twice."""
QUIET = 1.5
"""Seconds without a word after which a player who listens moves."""
AGAIN = 4.0
"""Seconds after which a player who is still to move presses the keys again."""

ASKED = "Boolean(document.querySelector('.is-to-move, [data-key=play] .is-move'))"
PLAYABLE = "document.querySelector('.board-question:not([hidden]) button, .hand-tile.is-playable')"
TILE = re.compile(r"(?<![\d.:-])([0-6])[- ]([0-6])(?![\d.:-])")
OVER = re.compile("goes out|go out|Blocked|round is over")


class Club:
    """The server of the club, behind a proxy with the certificate of an authority."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.authority = Authority()
        self.proxy = SlowProxy()
        self.port = 0

    async def start(self) -> None:
        (self.folder / "club").mkdir(parents=True)
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.renew()
        self.port = await self.proxy.start(self._tls)
        self.address = f"https://{HOST}:{self.port}"
        command = [sys.executable, "-m", "playroom", "serve", "club", "--port", "0", "--plain", "--web"]
        self.process = subprocess.Popen(  # noqa: ASYNC220 (it returns at once)
            [*command, "--workers", "1", "--public", self.address, "--mode", "text", "--language", "en"],
            cwd=self.folder,
            env={**os.environ, **own_folders(self.folder / "home")},
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        line = await asyncio.to_thread(self.process.stdout.readline)
        self.server = int(line.split()[1])
        self.proxy.ports = (self.server,)

    def renew(self) -> None:
        """Have the proxy show a new certificate to those who come."""
        files = self.folder / "fullchain.pem", self.folder / "privkey.pem"
        self.authority.sign(HOST, *files)
        self._tls.load_cert_chain(*files)

    @property
    def trusted(self) -> Path:
        """The file with the authority, for programs."""
        file = self.folder / "authority.pem"
        file.write_bytes(self.authority.certificate.public_bytes(Encoding.PEM))
        return file

    def kill_worker(self) -> None:
        """Kill the process in which the consoles of pages are."""
        children = psutil.Process(self.process.pid).children()
        workers = [each for each in children if any("console_process" in word for word in each.cmdline())]
        min(workers, key=psutil.Process.create_time).kill()

    def cookie(self, name: str) -> str:
        """The cookie of a guest who has given a name, and has been here before."""
        trust = ssl.create_default_context(cafile=str(self.trusted))
        connection = HTTPSConnection(HOST, self.port, context=trust, timeout=PATIENCE)
        connection.request("GET", "/name", headers={"Playroom-Name": name})
        response = connection.getresponse()
        response.read()
        cookie = str(response.headers["Set-Cookie"]).partition(";")[0]
        save_settings(guest_home(self.folder / "club", cookie) / "settings.yaml", QUIET_SETTINGS)
        return cookie

    async def close(self) -> None:
        await self.proxy.close()
        self.process.terminate()
        await asyncio.to_thread(self.process.communicate)


class Watcher:
    """Who has opened the table, and watches: an own connection, which is never cut off."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self.told: list[ServerMessage] = []
        self.commands = 0

    async def open(self) -> str:
        """Open the table: its code."""
        await self._line.send(encoded(Hello(VERSION)))
        settings = AskedSettings(game="block", players=3, options={"target": 1000}, absence=60)
        await self._line.send(encoded(OpenTable("open", "Hana", settings)))
        while not isinstance(told := await self._next(), Joined):
            pass
        return told.code

    async def start_match(self) -> None:
        await self._line.send(encoded(TableCommand("start", StartMatch())))

    async def watch(self) -> None:
        """Hear all that happens, for ever."""
        while True:
            await self._next()

    async def until_moves(self, count: int) -> None:
        """Wait until so many more moves were made."""
        wanted = len(self.moves) + count
        async with asyncio.timeout(PATIENCE):
            while len(self.moves) < wanted:  # noqa: ASYNC110 (another task hears of them)
                await asyncio.sleep(0.05)

    @property
    def moves(self) -> list[Event]:
        return [each for each in events_of(self.told) if isinstance(each, Played | Passed)]

    async def _next(self) -> ServerMessage:
        self.told.append(server_message(str(await self._line.recv())))
        return self.told[-1]


def events_of(told: Iterable[ServerMessage]) -> Iterator[Event]:
    """The events of the match."""
    for message in told:
        for entry in message.entries if isinstance(message, Happened) else ():
            if isinstance(entry, MatchWent):
                yield from entry.events


class PagePlayer:
    """A page at the table, whose frames are kept; *press* presses a key or touches the page."""

    def __init__(self, tab: Tab, club: Club, name: str, code: str) -> None:
        self.tab = tab
        name_of, _, value = club.cookie(name).partition("=")
        tab.call("Network.enable")
        given = {"url": f"{club.address}/", "secure": True, "httpOnly": True, "path": "/"}
        tab.call("Network.setCookie", name=name_of, value=value, **given)
        tab.call("Page.navigate", url=f"{club.address}/{code}")

    @property
    def frames(self) -> list[str]:
        """All that the page was sent."""
        self.tab.run("1")
        return [text for each in self.tab.frames for text in each.split("\n")]

    @property
    def said(self) -> list[str]:
        """The texts among it that are said."""
        return [frame["say"] for frame in map(json.loads, self.frames) if "say" in frame]

    def hear(self, words: str) -> None:
        """Wait until a text with these words is said."""
        wait_until(lambda: any(words in text for text in self.said), lambda: (words, self.said[-5:]))


def wait_until(is_so: Callable[[], object], why: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, why()
        time.sleep(0.02)


class ReaderPlayer(PagePlayer):
    """A page at a keyboard, whose player listens to Orca in a *session*."""

    session: OrcaSession

    def sit_down(self, seat: int) -> None:
        self.choose(f"Seat {seat}")
        self.hear(f"You take seat {seat}.")
        self.choose("Ready")
        self.hear("You are ready.")

    def choose(self, line: str) -> None:
        """Choose the line of a list that begins so, once Orca speaks it."""
        key = "Home"
        while not self.lead(key).startswith(line):
            key = "Down"
        self.session.press("Return")

    def lead(self, key: str) -> str:
        """The line of a list to which a key leads, once Orca has spoken it."""
        before = len(self.said)
        self.session.press(key)
        found: list[str] = []

        def is_there() -> bool:
            found[:] = [text for text in self.said[before:] if re.search(r", \d+ of \d+$", text)]
            return bool(found) and any(found[0] in text for text in self.session.spoken)

        wait_until(is_there, lambda: (key, self.said[before:], self.session.spoken[-5:]))
        return found[0]

    def move(self) -> None:
        """Press the keys of a move."""
        self.rest()
        self.session.press("z", "Return", "Left")

    def rest(self) -> None:
        """Listen until Orca has spoken what was said, and nothing follows."""
        quiet = time.monotonic()
        before = len(self.said)
        while time.monotonic() < quiet + QUIET:
            if len(self.said) > before or self.said[-1] not in " ".join(self.session.spoken):
                before, quiet = len(self.said), time.monotonic()
            time.sleep(0.05)


class PhonePlayer(PagePlayer):
    """A page on a phone, whose player touches it."""

    def sit_down(self, seat: int) -> None:
        for line, said in ((f"Seat {seat}", f"You take seat {seat}."), ("Ready", "You are ready.")):
            lines = "[...document.querySelectorAll('#place-lines button')]"
            tap(self.tab, f"{lines}.find((each) => each.textContent.trim().startsWith({json.dumps(line)}))")
            self.hear(said)

    def move(self) -> None:
        """Touch what goes on."""
        if self.tab.run(f"Boolean({PLAYABLE})"):
            tap(self.tab, PLAYABLE)


def play_page(page: ReaderPlayer | PhonePlayer, is_over: Flag) -> None:
    """Move whenever that is asked for."""
    while not is_over.is_set():
        if page.tab.run(ASKED):
            before = len(page.frames)
            page.move()
            end = time.monotonic() + AGAIN
            while (page.tab.run(ASKED) or len(page.frames) == before) and time.monotonic() < end:
                time.sleep(0.05)
        time.sleep(0.05)


def play_terminal(ben: Player, is_over: Flag, said: list[str]) -> None:
    """Move whenever that is asked for; all that is said."""
    due = 0.0
    while not is_over.is_set():
        new = [heard.text for heard in ben.new()]
        said += new
        if any("You:" in text or "You open" in text for text in new):
            due = 0.0
        if any("Your turn" in text or "You start" in text for text in new):
            due = time.monotonic()
        if due and time.monotonic() >= due:
            ben.send(*MOVE)
            due = time.monotonic() + AGAIN
        time.sleep(0.02)
    said += [heard.text for heard in ben.new()]


@pytest.fixture(scope="module")
def session() -> Iterator[OrcaSession]:
    with orca_session() as session:
        yield session


@contextmanager
def reader(session: OrcaSession, folder: Path, club: Club, code: str) -> Iterator[ReaderPlayer]:
    with session.browser(folder, f"{club.address}/", *OPTIONS) as tab:
        page = ReaderPlayer(tab, club, READER, code)
        page.session = session
        page.hear("You are at the table of Hana.")
        yield page


@contextmanager
def phone(folder: Path, club: Club, code: str) -> Iterator[PhonePlayer]:
    with chromium(folder, options=(*HEADLESS, *OPTIONS)) as tab:
        be_phone(tab, 390, 844)
        page = PhonePlayer(tab, club, PHONE, code)
        page.hear("You are at the table of Hana.")
        yield page


def visit(
    session: OrcaSession, dispatcher: Dispatcher, club: Club, code: str, is_ready: Flag, is_over: Flag
) -> dict[str, str]:
    """All that each player hears, from the door until it is over; what pages were sent, too."""
    joined = ("join", f"{club.address}/{code}", "--name", TERMINAL)
    said: list[str] = []
    start = len(session.spoken)
    try:
        with (
            Player(dispatcher, club.folder / "ben", *joined, settings=QUIET_SETTINGS) as ben,
            reader(session, club.folder / "olga", club, code) as olga,
            phone(club.folder / "finn", club, code) as finn,
        ):
            ben.wait_for("You are at the table of Hana.")
            for key, answer in (
                ("enter", "You take seat 1."),
                ("home", "Ready: off"),
                ("enter", "You are ready."),
            ):
                ben.press(key, answer)
            olga.sit_down(2)
            finn.sit_down(3)
            is_ready.set()
            playing = [
                Thread(target=play_terminal, args=(ben, is_over, said)),
                *(Thread(target=play_page, args=(each, is_over)) for each in (olga, finn)),
            ]
            for each in playing:
                each.start()
            for each in playing:
                each.join()
            olga.rest()
            return {
                TERMINAL: " ".join([*said, *(heard.text for heard in ben.new())]),
                READER: " ".join(session.spoken[start:]),
                PHONE: " ".join(finn.said),
                "to Olga": "\n".join(olga.frames),
                "to Finn": "\n".join(finn.frames),
            }
    finally:
        is_ready.set()


async def story(
    session: OrcaSession, dispatcher: Dispatcher, club: Club
) -> tuple[dict[str, str], list[Event]]:
    """What all heard of a match in which all is cut off, killed and renewed, and what a watcher saw."""
    is_ready, is_over = Flag(), Flag()
    async with connect(f"ws://127.0.0.1:{club.server}", compression=None, max_size=None) as line:
        watcher = Watcher(line)
        code = await watcher.open()
        watching = asyncio.ensure_future(watcher.watch())
        parts = (session, dispatcher, club, code, is_ready, is_over)
        visiting = asyncio.ensure_future(asyncio.to_thread(visit, *parts))
        try:
            await asyncio.to_thread(is_ready.wait)
            await watcher.start_match()
            await watcher.until_moves(2)
            club.kill_worker()
            await watcher.until_moves(2)
            club.renew()
            await club.proxy.cut()
            await watcher.until_moves(4)
        finally:
            is_over.set()
            heard = await visiting
            watching.cancel()
    return heard, [*events_of(watcher.told)]


def test_all_at_one_table_hear_each_other_whatever_is_cut_off_killed_or_renewed(
    session: OrcaSession, dispatcher: Dispatcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> tuple[dict[str, str], list[Event]]:
        club = Club(tmp_path)
        await club.start()
        monkeypatch.setenv("SSL_CERT_FILE", str(club.trusted))
        try:
            return await story(session, dispatcher, club)
        finally:
            await club.close()

    heard, events = asyncio.run(evening())

    played = [each for each in events if isinstance(each, Played)]
    assert len(played) >= 4
    for move in played:
        for seat, name in enumerate(NAMES):
            if seat != move.seat:
                tile = f"{NAMES[move.seat]}(?: opens| opened)?:? {said_tile(str(move.tile))}"
                assert re.search(tile, heard[name]), (name, str(move.tile), NAMES[move.seat])
    on_table = {frozenset(str(each.tile).split("-")) for each in played}
    for sent in (heard["to Olga"], heard["to Finn"]):
        assert tiles_in(sent) <= own_tiles(sent) | on_table
        assert not tiles_in(f"{sent} {hidden_tile(own_tiles(sent) | on_table)}") <= own_tiles(sent) | on_table
    assert "Connected again." in heard[READER]
    assert "Connected again." in heard[PHONE]
    assert "Connection back." in heard[TERMINAL]


def tiles_in(sent: str) -> set[frozenset[str]]:
    """The tiles that are named in what a page was sent."""
    return {frozenset(found) for found in TILE.findall(sent)}


def own_tiles(sent: str) -> set[frozenset[str]]:
    """The tiles that the player of a page was dealt."""
    boards = (frame.get("board") for frame in map(json.loads, sent.split("\n")))
    hands = (board["hand"] for board in boards if board and board["hand"])
    return {frozenset(str(each["tile"]).split("-")) for each in next(hands)}


def hidden_tile(known: set[frozenset[str]]) -> str:
    """A tile that is not known, as it is said: one that must be found."""
    every = ((str(one), str(other)) for one in range(7) for other in range(one + 1))
    return next(" ".join(tile) for tile in every if frozenset(tile) not in known)


def said_tile(tile: str) -> str:
    """How a tile is said, whichever way it is turned."""
    one, other = tile.split("-")
    return f"(?:{one}[- ]{other}|{other}[- ]{one})"
