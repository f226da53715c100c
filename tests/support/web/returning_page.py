"""A page that plays, and connects again by itself, as the page in a browser does."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from support.web.page_keys import keys_of_a_move

THINKING = 0.2
"""Seconds after which the player moves, and looks again at the table after that."""


LINE = re.compile(r", \d+ of \d+$")
"""How a line of a list ends."""

LATE = "The connection stood still."
"""How it is said that something came too late, and was left out."""


class AskedMove(NamedTuple):
    """A tile that a player has asked for, who had this *hand*."""

    tile: frozenset[str]
    hand: tuple[frozenset[str], ...]


class ReturningPage:
    """A page whose player makes the first move that is possible; *connect* gives a connection."""

    def __init__(self, connect: Callable[[], Awaitable[ClientConnection]], table: str) -> None:
        self._connect, self._table = connect, table
        self._socket: ClientConnection | None = None
        self._clock = 0
        self._waiting: dict[int, AskedMove | None] = {}
        """What was asked for, by its time, as far as the server has not said that it is done."""
        self._news = asyncio.Event()
        self.newest, self.told = 0, ""
        self.board: dict[str, Any] | None = None
        self.said: list[str] = []
        self.done: list[AskedMove] = []
        """The moves that are done, as far as the server has said so."""
        self.unsure: list[AskedMove] = []
        """Those of which the player hears that they may be lost."""
        self.losses = 0
        """How often the connection was lost."""
        self.on_asked: Callable[[], object] = lambda: None
        """Is called once a move was sent, and *on_done* once one is done."""
        self.on_done: Callable[[], object] = lambda: None
        self.may_play = False

    async def live(self) -> None:
        """Be open, and play where that is wanted, for ever."""
        playing = asyncio.create_task(self._play())
        try:
            while True:
                self._socket = await self._connect()
                hello = {"hello": self.newest, "told": self.told, "table": self._table}
                self._table = ""  # the page takes the link from its address once
                with suppress(ConnectionClosed):
                    await self._socket.send(json.dumps(hello))
                    async for texts in self._socket:
                        for text in str(texts).split("\n"):
                            self._take(json.loads(text))
                self._lose()
        finally:
            playing.cancel()

    async def press(self, key: str, move: AskedMove | None = None) -> None:
        """Press a key, if the server can be reached."""
        at = self._clock = max(self._clock + 1, round(asyncio.get_running_loop().time() * 1000))
        self._waiting[at] = move
        with suppress(ConnectionClosed):
            assert self._socket
            await self._socket.send(json.dumps({"key": key, "at": at}))

    async def heard(self, words: str) -> str:
        """The first text with these words, once it was said."""
        return str(await self._until(lambda: next((text for text in self.said if words in text), "")))

    async def choose(self, line: str) -> None:
        """Choose the line of a list that begins so, or ends what was said so."""
        said = await self._line_at("home")
        while not re.search(rf"(^|[.:] ){line}", said):
            said = await self._line_at("down")
        await self.press("enter")

    async def _line_at(self, key: str) -> str:
        """The line to which a key leads."""
        before = len(self.said)
        await self.press(key)
        return str(await self._until(lambda: next(filter(LINE.search, self.said[before:]), "")))

    async def _until(self, found: Callable[[], object]) -> object:
        while not (value := found()):
            self._news.clear()
            await self._news.wait()
        return value

    async def _play(self) -> None:
        """Make a move whenever one can."""
        while True:
            await asyncio.sleep(THINKING)
            keys = keys_of_a_move(self.board) if self.may_play and not self._waiting else ()
            for key in keys[:-1]:
                await self.press(key)
            if keys and self.board:
                hand = tuple(_tile(each) for each in self.board["hand"])
                playable = next((_tile(each) for each in self.board["hand"] if each["is_playable"]), None)
                move = AskedMove(playable, hand) if keys[-1] == "enter" and playable else None
                await self.press(keys[-1], move)
                if move:
                    self.on_asked()

    def _take(self, frame: Mapping[str, Any]) -> None:
        self._news.set()
        match frame:
            case {"say": str(text), "number": int(number)}:
                self.said.append(text)
                self.newest = number
                if text.startswith(LATE):
                    self._give_up()
            case {"told": str(told)}:
                self.told = told
            case {"board": board}:
                self.board = board
            case {"done": int(at)}:
                done = [self._waiting.pop(each) for each in [*self._waiting] if each <= at]
                if moves := [*filter(None, done)]:
                    self.done += moves
                    self.on_done()

    def _lose(self) -> None:
        self.losses += 1
        self._give_up()
        self.board = None
        self._news.set()

    def _give_up(self) -> None:
        """Not know of anything that was asked for whether it is done."""
        self.unsure += filter(None, self._waiting.values())
        self._waiting.clear()


def _tile(shown: Mapping[str, Any]) -> frozenset[str]:
    """A tile of a hand on the page, whichever way it is turned."""
    return frozenset(str(shown["tile"]).split("-"))
