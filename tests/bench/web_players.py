"""People who play in browsers, and press what their pages offer.

As a program, it lets some of them play: python web_players.py ADDRESS CLUB COUNT BOTS [waits]. CLUB is the
folder of the club at the address, "" for `playroom web`. It prints a line once all sit at a table, plays
until its standard input ends, and prints as JSON what each has done.
"""

import asyncio
import gc
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Origin

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.console.player import save_settings
from support.web.club_room import guest_home
from support.web.page_keys import keys_of_a_move

from playroom.narration.preferences import FirstTime
from playroom.web.web_server import NAME_HEADER, NAME_PATH

PAUSE = 1.5
"""The mean seconds between what a player does and what they do next: a move, or a question meanwhile."""
LEAST, MOST = 0.5, 1.5
"""The shares of it that a pause may be: those who have waited together would else press together for ever."""

PUBLIC = "club.example.org"
"""The host of clubs."""

NUMBERS = count()
"""Those of the players of this process, who come from addresses of their own."""

AT_ONCE = 4
"""How many come in at the same time."""

ANSWER_SECONDS = 20.0
"""Seconds after which a key without an answer fails."""

AGAIN_SECONDS, AGAIN_PAUSE = 10.0, 0.5
"""Seconds for which a page that comes back waits for the table, and the pause after an attempt."""

QUESTIONS = ("c", "s", "w", "e", "t", "right", "v", "left")
"""Keys that are answered at once, and change nothing."""

SETTINGS = {
    "language": "en",
    "explained": [str(each) for each in FirstTime],
    "tips": False,
}
"""Those of listeners who know what to expect and use every command."""

STRENGTHS = 5
SEATS = 4


@dataclass(frozen=True)
class Site:
    """Where visitors come in: the *address* of `playroom web`, or behind the proxy of a *club* in a folder.

    *waits*: their bots wait for what is said, and they ask and play when it is their turn, else all the time.
    """

    address: str
    club: str = ""
    waits: bool = False

    @property
    def host(self) -> str:
        """The host that a browser asks for."""
        return PUBLIC if self.club else urlsplit(self.address).netloc

    def headers(self, visitor: str) -> dict[str, str]:
        """What the proxy of a club says of a *visitor*."""
        return {"X-Forwarded-For": visitor} if self.club else {}


@dataclass
class WebPlayer:
    """A browser whose player makes moves; *waits* are the seconds from a key to the text in a live region."""

    line: ClientConnection
    cookie: str = ""
    visitor: str = ""
    """The address from which the player comes."""
    waits: list[float] = field(default_factory=list)
    board: dict[str, Any] | None = None
    moves: int = 0
    rounds: int = 0
    keys: int = 0
    left_out: int = 0
    over: str = ""

    def __post_init__(self) -> None:
        self._said: asyncio.Queue[str] = asyncio.Queue()
        self._pressed: float | None = None
        self.listen()

    def listen(self) -> None:
        """Take what the page is sent; `drawn` is set once that has a board."""
        self.drawn = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Close the page."""
        await self.line.close()
        await self._listening

    async def heard(self) -> str:
        """The next text."""
        async with asyncio.timeout(ANSWER_SECONDS):
            return await self._said.get()

    async def press(self, key: str) -> None:
        """Press a key; the time until the next text is kept."""
        self.keys += 1
        self._pressed = perf_counter()
        await self.line.send(json.dumps({"key": key}))

    async def answer(self, key: str) -> str:
        """What is said after a key."""
        while not self._said.empty():
            self._said.get_nowait()
        await self.press(key)
        return await self.heard()

    async def sit_down(self, bots: str) -> None:
        """Begin a match with bots of this strength."""
        await self.answer("n")
        await self.answer("enter")
        words = ""
        while not words.startswith("Seat 1"):  # at the end again from the start: a late text was taken for it
            words = await self.answer("home" if words.startswith("That was the last") else "down")
        for _ in range(SEATS - 1):
            words = await self.answer("down")
            for _ in range(2 * STRENGTHS):  # one that comes late may be taken for the answer
                if f"{bots} bot" in words:
                    break
                words = await self.answer("right")
        await self.answer("home")
        await self.answer("enter")
        async with asyncio.timeout(ANSWER_SECONDS):
            await self.drawn.wait()

    async def play(self, delay: float, chance: Random, *, is_listening: bool) -> None:
        """Make moves and ask questions after a delay, one each pause by *chance*, until this is cancelled.

        Who *is_listening* asks once in a turn, and nothing while others play, as bots wait for each answer.
        """
        await asyncio.sleep(delay)
        asked = True
        for question in cycle(QUESTIONS):
            if is_listening and not asked and keys_of_a_move(self.board):
                await self.ask(question)
                asked = True
            elif not is_listening or keys_of_a_move(self.board):
                await self.act(question)
                asked = False
            await asyncio.sleep(PAUSE * chance.uniform(LEAST, MOST))

    async def act(self, question: str) -> None:
        """Press the keys of a move if it is this player's turn, else one that asks, each after an answer.

        A key that a slow machine does not answer, or that finds the connection lost, is given up.
        """
        await self.ask(*(keys_of_a_move(self.board) or (question,)))

    async def ask(self, *keys: str) -> None:
        """Press keys, each after the answer to the one before."""
        with suppress(TimeoutError, ConnectionClosed):
            for key in keys:
                await self.answer(key)

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for frames in self.line:
                for frame in str(frames).split("\n"):
                    self._take(json.loads(frame))

    def _take(self, frame: dict[str, Any]) -> None:
        match frame:
            case {"say": str(text)}:
                self._said.put_nowait(text)
                self.left_out += text.startswith("Too much at once")
                if self._pressed is not None:
                    self.waits.append(perf_counter() - self._pressed)
                    self._pressed = None
            case {"board": dict(board)}:
                self._count(board)
                self.board = board
                self.drawn.set()
            case {"over": str(words)}:
                self.over = words

    def _count(self, board: dict[str, Any]) -> None:
        """Count a round that follows another, and a tile that has left the hand within one."""
        if self.board is None:
            return
        if board["heading"] != self.board["heading"]:
            self.rounds += 1
        elif _own_tiles(board) < _own_tiles(self.board):
            self.moves += 1


def _own_tiles(board: dict[str, Any]) -> int:
    return next(int(each["tiles"]) for each in board["players"] if each["is_listener"])


async def web_player(site: Site, visitor: str = "") -> WebPlayer:
    """A new browser, at the address of a *visitor*, that has come in, and hears the menu.

    In a club, each comes from another address unless one is given, and has heard all explanations before.
    """
    where, number = urlsplit(site.address), next(NUMBERS)
    visitor = visitor or f"10.{number // 250}.{number % 250}.1"
    path, headers = where.path, site.headers(visitor) | {"Host": site.host}
    if site.club:
        path, headers[NAME_HEADER] = NAME_PATH, "Ada"
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    cookie = answer.split("Set-Cookie: ")[1].partition(";")[0]
    if site.club:
        save_settings(guest_home(Path(site.club), cookie) / "settings.yaml", SETTINGS | {"waits": site.waits})
    player = WebPlayer(await page_line(site, cookie, visitor), cookie, visitor)
    await player.line.send('{"hello":0}')
    await player.heard()
    return player


async def page_line(site: Site, cookie: str, visitor: str) -> ClientConnection:
    """The WebSocket of a browser with a pass."""
    where = urlsplit(site.address)
    return await connect(
        f"ws://{site.host}/socket",
        host=where.hostname,
        port=where.port,
        origin=Origin(f"{'https' if site.club else 'http'}://{site.host}"),
        additional_headers={"Cookie": cookie, **site.headers(visitor)},
        compression=None,
        ping_interval=None,
        proxy=None,
    )


async def connect_again(player: WebPlayer, site: Site) -> None:
    """Have the page of a player connect again, as it does by itself, until the table is drawn."""
    await player.close()
    player.board = None
    while True:
        with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            player.line = await page_line(site, player.cookie, player.visitor)
            player.listen()
            await player.line.send('{"hello":1}')
            async with asyncio.timeout(AGAIN_SECONDS):
                await player.drawn.wait()
                return
        await asyncio.sleep(AGAIN_PAUSE)


async def web_players(site: Site, count: int) -> Sequence[WebPlayer]:
    """New browsers that all hear the menu."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one() -> WebPlayer:
        async with gate:
            return await web_player(site)

    return await asyncio.gather(*(one() for _ in range(count)))


async def seat_all(players: Sequence[WebPlayer], bots: str) -> None:
    """Have each sit at a table of their own."""
    for at in range(0, len(players), AT_ONCE):
        await asyncio.gather(*(each.sit_down(bots) for each in players[at : at + AT_ONCE]))


async def main(site: Site, count: int, bots: str) -> None:
    players = await web_players(site, count)
    await seat_all(players, bots)
    playing = [
        asyncio.create_task(each.play(number / count * PAUSE, Random(number), is_listening=site.waits))
        for number, each in enumerate(players)
    ]
    print("all sit", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for each in playing:
        each.cancel()
    done = [(each.moves, each.rounds, each.keys, each.left_out, each.over) for each in players]
    print(json.dumps(done), flush=True)
    await asyncio.gather(*(each.close() for each in players))


if __name__ == "__main__":
    gc.disable()  # so that no pause of theirs is taken for one of the server
    where, club, visitors, their_bots, *how = sys.argv[1:]
    asyncio.run(main(Site(where, club, waits="waits" in how), int(visitors), their_bots))
