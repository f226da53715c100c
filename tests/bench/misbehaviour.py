"""Clients that do on purpose what no player does, in a process of their own.

usage: misbehaviour.py PORT OF_EACH CODE ... Each joins one of these tables of a server without TLS, does
something wrong again and again, and comes back once the server cuts it off. Once standard input ends, it
prints as JSON how many misdeeds of each kind were done, and how many connections the server has ended.
"""

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random
from socket import SO_RCVBUF, SOL_SOCKET

from server_load import Person, connected_person
from websockets.exceptions import ConnectionClosed

from playroom.online.wire.messages import ClientMessage, Join, OpenTable, TableCommand, encoded
from playroom.online.wire.protocol import CLIENT_MESSAGE_BYTES
from playroom.online.wire.table_commands import AskedSettings, Kick, MakeMove, Sit, StartMatch
from playroom.rules.move import Draw

PAUSE = 0.02
"""Seconds between two misdeeds of one client."""

SMALL_BUFFER = 4096
"""The bytes that the system keeps for a client that does not read."""

OVERSIZE = "x" * (CLIENT_MESSAGE_BYTES + 1)
HALF_REQUEST = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade:"
JUNK = [
    "{",
    "[]",
    "null",
    "\x00" * 50,
    "[" * 3000,
    '{"type":"command","id":"x","do":{"do":"sit","seat":1e400}}',
]


@dataclass
class Misbehaviour:
    """Who misbehaves at which tables, and what came of it."""

    port: int
    codes: list[str]
    chance: Random = field(default_factory=lambda: Random(1))
    done: Counter[str] = field(default_factory=Counter)
    """How many misdeeds of each kind were done."""
    cut_off: Counter[str] = field(default_factory=Counter)
    """How many connections of each kind the server has ended."""
    _names: Iterator[int] = field(default_factory=count)

    def tasks(self, of_each: int) -> list[asyncio.Future[None]]:
        """So many clients of each kind, who have begun."""
        kinds: list[Callable[[], Awaitable[None]]] = [
            *(self._read_slowly, self._shake_hands_half),
            *(lambda kind=kind: self._speak(kind) for kind in ("fuzz", "wrong seat", "replay", "oversize")),
        ]
        return [asyncio.ensure_future(kind()) for kind in kinds for _ in range(of_each)]

    async def _speak(self, kind: str) -> None:
        """Say what is wrong in this way, on one connection after the other."""
        while True:
            person = await (self._host() if kind == "replay" else self._guest())
            reading = asyncio.ensure_future(person.listen())
            with suppress(ConnectionClosed):
                for number in count():
                    await person.line.send(self._frame(kind, number))
                    self.done[kind] += 1
                    await asyncio.sleep(PAUSE)
            self.cut_off[kind] += 1
            reading.cancel()

    async def _read_slowly(self) -> None:
        """Ask for much and read nothing."""
        while True:
            person = await self._guest()
            person.line.transport.pause_reading()
            person.line.transport.get_extra_info("socket").setsockopt(SOL_SOCKET, SO_RCVBUF, SMALL_BUFFER)
            with suppress(ConnectionClosed):
                while True:
                    await person.say(Join(person.code, token=person.token))
                    self.done["slow reader"] += 1
                    await asyncio.sleep(PAUSE)
            self.cut_off["slow reader"] += 1

    async def _shake_hands_half(self) -> None:
        """Begin a connection, and say no more."""
        writers = []
        while True:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(HALF_REQUEST)
            writers.append(writer)
            self.done["half handshake"] += 1
            await asyncio.sleep(PAUSE * 5)

    async def _guest(self) -> Person:
        """Somebody new who watches one of the tables."""
        person = await connected_person(self.port)
        await person.come(Join(self.chance.choice(self.codes), f"Pest {os.getpid()} {next(self._names)}"))
        return person

    async def _host(self) -> Person:
        """Somebody who opens a table, where they may sit."""
        person = await connected_person(self.port)
        await person.come(OpenTable("open", "Pest", AskedSettings(game="draw", players=2)))
        return person

    def _frame(self, kind: str, number: int) -> str | bytes:
        match kind:
            case "fuzz":
                return self.chance.randbytes(80) if number % 2 else self.chance.choice(JUNK)
            case "oversize":
                return OVERSIZE
            case "replay":
                return encoded(TableCommand("again", Sit(0)))
            case _:
                return encoded(self._wrong(f"c{number}"))

    def _wrong(self, command: str) -> ClientMessage:
        """What a watcher may not do."""
        wrong = (Sit(0), Sit(99), Sit(-1), StartMatch(), Kick(1), MakeMove(Draw()))
        return TableCommand(command, self.chance.choice(wrong))


async def main(port: str, of_each: str, *codes: str) -> None:
    """Misbehave until standard input ends."""
    misbehaviour = Misbehaviour(int(port), [*codes])
    tasks = misbehaviour.tasks(int(of_each))
    await asyncio.to_thread(sys.stdin.read)
    for each in tasks:
        each.cancel()
    failed = [
        each for each in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(each, Exception)
    ]
    print(json.dumps([misbehaviour.done, misbehaviour.cut_off, [*map(repr, failed)]]))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
