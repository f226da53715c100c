"""Clients of one person who do one thing without bound.

usage: attackers.py PORT CLASS HOW ORIGIN WAY ...  They come with TLS or without ("tls" or "plain"), and from
one "address", the addresses of one "network", a /64, or of 256 "networks", a /56. Each way in is the code of
a table and a seat token, or nothing. Each client connects, says what its class says as fast as the server
reads it, and comes back whenever the connection ends. Once standard input ends, it prints as JSON how often
they connected, and how many answers of each kind they were sent.
"""

import asyncio
import json
import os
import ssl
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, count, cycle, repeat
from random import Random
from socket import AF_INET, SO_RCVBUF, SOCK_STREAM, SOL_SOCKET, socket

from long_table import CODES
from misbehaviour import HALF_REQUEST, SMALL_BUFFER
from own_network import connected_from
from server_load import allow_many_connections, trusting

from playroom.online.wire.messages import (
    Bye,
    Chat,
    ClientMessage,
    Hello,
    Join,
    ListTables,
    OpenTable,
    SignIn,
    TableCommand,
    encoded,
)
from playroom.online.wire.protocol import VERSION
from playroom.online.wire.table_commands import AnyDo, AskedSettings, Pause, Ready, SealShare, Sit

LINES, SILENT, NETWORKS = 40, 5, 256
"""How many clients there are, how many of those who read nothing, and how many networks they have."""
HALF_OPEN, HEADS = 6000, 400
"""How many connections are left open by half, and how many get an endless head, if the server lets them."""
YIELDING = 10
"""How nice they are: elsewhere, they would not share a processor with the server and good players."""
BURST = 90
"""How many messages are written at once."""
WIDE_BYTES, DEEP = 1 << 20, 3000
"""The size of a frame that is too large, and how deep one is nested."""
SHOWN = {
    b'"type":"ack"': "acknowledged",
    b'"type":"joined"': "joined",
    b'"code":"too_fast"': "too fast",
    b'"code":"malformed"': "malformed",
}
"""The answers that are counted."""

DONE = {
    "chat": b'"type":"ack"',
    "tables": b'"type":"joined"',
    "guesses": b'"code":"no_such',
    "passwords": b'"code":"wrong_password"',
}
"""The answers to what is limited, by what the attackers call it."""
RETURNS = ("chat", "tables", "guesses")

GONE, CLOSE = b'"type":"gone"', b"\x88\x02\x03"
"""The last words of a server, and how a frame begins that closes with a code of the standard."""

Words = Callable[[], bytes]
"""What a client says next."""


def frames(messages: Sequence[ClientMessage]) -> bytes:
    return b"".join(frame(encoded(message).encode()) for message in messages)


def frame(text: bytes) -> bytes:
    """A frame of text, with a mask that changes nothing."""
    size = len(text)
    if size < 126:
        head = bytes([0x81, 0x80 | size])
    elif size < 1 << 16:
        head = bytes([0x81, 0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([0x81, 0x80 | 127]) + size.to_bytes(8, "big")
    return head + bytes(4) + text


async def speak(writer: asyncio.StreamWriter, words: Words) -> None:
    """Say more and more, as fast as it is read."""
    while not writer.transport.is_closing():
        writer.write(words())
        await writer.drain()
        await asyncio.sleep(0)


@dataclass
class Attackers:
    """One class of attack on a server, and what came of it."""

    port: int
    ways: list[tuple[str, str]]
    """The codes of tables, and tokens of people there."""
    has_tls: bool = False
    origin: str = "network"
    done: Counter[str] = field(default_factory=Counter)
    chance: Random = field(default_factory=lambda: Random(1))
    _numbers: Iterator[int] = field(default_factory=count)

    def tasks(self, name: str) -> list[asyncio.Future[None]]:
        """The clients of a class, who have begun."""
        if name in HELD:
            most, begin = HELD[name]
            held = list[asyncio.StreamWriter]()
            return [asyncio.ensure_future(self._hold(at, begin, held, most)) for at in range(LINES)]
        words = self.words(name)
        if name == "silent":
            return [asyncio.ensure_future(self._say_and_read_nothing(words(at)())) for at in range(SILENT)]
        if name == "handshakes":
            half = [asyncio.ensure_future(self._shake_hands_half()) for _ in range(LINES)]
            whole = [asyncio.ensure_future(self._live(at, words(at))) for at in range(LINES)]
            return [*half, *whole]
        # A second connection of one person would end the first.
        most = NETWORKS if self.origin == "networks" else LINES
        lines = most if name in ("names", *ANYWHERE) else min(most, len(self.ways))
        kinds = {"returns": RETURNS, "passwords": ("passwords",)}.get(name, ("",))
        return [
            asyncio.ensure_future(self._live(at, words(at), kinds[at % len(kinds)])) for at in range(lines)
        ]

    def words(self, name: str) -> Callable[[int], Words]:
        """What the clients of a class say, by their number."""
        return {
            "idle": self._idle,
            "joins": self._joins,
            "loads": self._loads,
            "silent": self._joins,
            "returns": self._returns,
            "passwords": self._passwords,
            "names": self._names,
            "frames": self._frames,
            "handshakes": lambda _: lambda: frames([Bye()]),
            "pings": lambda _: lambda: PINGS,
            "fragments": self._fragments,
            "lists": lambda _: lambda: frames([ListTables()] * BURST),
        }[name]

    def _way(self, at: int) -> tuple[str, str]:
        return self.ways[at % len(self.ways)]

    def _idle(self, at: int) -> Words:
        """Commands that change nothing."""
        code, token = self._way(at)
        each: list[AnyDo] = [Pause(), SealShare("0" * 64, 1), Ready(), Sit(0)]
        deeds = cycle(each)
        join = frames([Join(code, token=token)])
        return lambda: (
            join + frames([TableCommand(f"i{next(self._numbers)}", next(deeds)) for _ in range(BURST)])
        )

    def _joins(self, at: int) -> Words:
        """A table with a long match, joined again and again."""
        code, token = self._way(at)
        joins = frames([Join(code, token=token)] * BURST)
        return lambda: joins

    def _loads(self, at: int) -> Words:
        """Tables with long matches, one after the other: who leaves one is often the last there."""
        _, token = self._way(at)
        joins = frames([Join(CODES[(at + number) % len(CODES)], token=token) for number in range(BURST)])
        return lambda: joins

    def _returns(self, at: int) -> Words:
        """A little of what is limited, then a new connection."""
        code, token = self._way(at)
        if at % 3 == 0:
            lines = [Chat(f"l{number}", text="hello") for number in range(5)]
            return lambda: frames([Join(code, token=token), *lines, Bye()])
        if at % 3 == 1:
            settings = AskedSettings(game="draw", players=2)
            return lambda: frames([*(OpenTable(f"o{each}", "Eve", settings) for each in range(3)), Bye()])
        return lambda: frames([*(self._guess(code) for _ in range(19)), Bye()])

    def _guess(self, code: str) -> Join:
        guess = f"{self.chance.getrandbits(32):08X}"
        return Join(guess, "Eve") if self.chance.random() < 0.5 else Join(code, token=guess)

    def _passwords(self, _at: int) -> Words:
        """Passwords of the accounts of good players, a few on each connection."""
        return lambda: frames([*(self._sign_in() for _ in range(4)), Bye()])

    def _sign_in(self) -> SignIn:
        return SignIn(f"Player a{'abcdef'[next(self._numbers) % 6]}", f"guess {next(self._numbers)}")

    def _names(self, at: int) -> Words:
        """New names at one table."""
        code, _ = self._way(at)
        return lambda: frames([Join(code, f"Pest {next(self._numbers)}") for _ in range(19)])

    def _frames(self, _at: int) -> Words:
        """Frames that are no messages: changed at random, nested too deep, or too large."""
        good = encoded(TableCommand("f", Sit(0))).encode()
        wide = frame(b'{"type":"command","id":"' + b"x" * WIDE_BYTES + b'"}')
        deep = frame(b'{"type":"command","id":' + b"[" * DEEP)

        def changed() -> bytes:
            changed = bytearray(good)
            changed[self.chance.randrange(len(good))] = self.chance.randrange(32, 127)
            return frame(bytes(changed))

        return lambda: (wide, deep, b"".join(changed() for _ in range(BURST)))[next(self._numbers) % 3]

    def _fragments(self, _at: int) -> Words:
        """A message of empty parts, without end."""
        parts = chain([b"\x01\x80\0\0\0\0"], repeat(b"\0\x80\0\0\0\0" * 1000))
        return lambda: next(parts)

    async def _hold(self, at: int, words: bytes, held: list[asyncio.StreamWriter], most: int) -> None:
        """Begin connections, and leave each open as long as the server does."""
        for number in count(at, LINES):
            while len(held) >= most:
                await asyncio.sleep(0.01)
                held[:] = [each for each in held if not each.transport.is_closing()]
            with suppress(OSError):
                _, writer = await self._unsaid(self._address(number))
                held.append(writer)
                self.done["held"] += 1
                writer.write(CLIENT_HELLO * (len(words) // 500) if self.has_tls else words)

    async def _unsaid(self, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection on which nothing was said; from an address where TLS is to come."""
        if not self.has_tls:
            return await asyncio.open_connection("127.0.0.1", self.port)
        return await asyncio.open_connection(sock=await connected_from(address, self.port))

    def _address(self, at: int) -> str:
        """Where the client with this number comes from."""
        match self.origin:
            case "address":
                return "2001:db8::1"
            case "networks":
                return f"2001:db8:0:{at % NETWORKS:x}::1"
            case _:
                return f"2001:db8::{at % 65535 + 1:x}"

    async def _live(self, at: int, words: Words, kind: str = "") -> None:
        """Say all that this client has to say, on one connection after the other; *kind*: what is limited."""
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await self._connected(at)
                speaking = asyncio.ensure_future(speak(writer, words))
                try:
                    await self._count(reader, kind)
                finally:
                    speaking.cancel()
                    await asyncio.gather(speaking, return_exceptions=True)
                    writer.transport.abort()

    async def _say_and_read_nothing(self, words: bytes) -> None:
        while True:
            with suppress(OSError, asyncio.IncompleteReadError):
                _, writer = await self._connected(0, SMALL_BUFFER)
                writer.transport.pause_reading()  # type: ignore[attr-defined]
                writer.write(words)
                await asyncio.sleep(1)
                writer.transport.abort()

    async def _shake_hands_half(self) -> None:
        while True:
            with suppress(OSError):
                _, writer = await self._unsaid(self._address(0))
                writer.write(HALF_REQUEST)
                self.done["half handshakes"] += 1
                await asyncio.sleep(0.1)
                writer.transport.abort()

    async def _connected(
        self, at: int, buffer: int = 1 << 16
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection that has said hello."""
        if self.has_tls:
            line = await connected_from(self._address(at), self.port, buffer)
            reader, writer = await asyncio.open_connection(sock=line, ssl=trusting(), server_hostname="")
        else:
            line = socket(AF_INET, SOCK_STREAM)
            line.setblocking(False)
            line.setsockopt(SOL_SOCKET, SO_RCVBUF, buffer)
            await asyncio.get_running_loop().sock_connect(line, ("127.0.0.1", self.port))
            reader, writer = await asyncio.open_connection(sock=line)
        writer.write(
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            b"X-Forwarded-For: %s\r\n\r\n" % self._address(at).encode()
        )
        answer = await reader.readuntil(b"\r\n\r\n")
        self.done["connected" if answer.startswith(b"HTTP/1.1 101") else "not admitted"] += 1
        writer.write(frames([Hello(VERSION, "bench")]))
        return reader, writer

    async def _count(self, reader: asyncio.StreamReader, kind: str) -> None:
        """Read to the end, and count the answers."""
        with suppress(OSError):
            while got := await reader.read(1 << 16):
                for mark, name in SHOWN.items():
                    if found := got.count(mark):
                        self.done[name] += found
                if kind:
                    self.done[kind] += got.count(DONE[kind])
                if CLOSE in got or GONE in got:
                    return


def client_hello() -> bytes:
    """How a client begins TLS."""
    out = ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        trusting().wrap_bio(ssl.MemoryBIO(), out).do_handshake()
    return out.read()


CLIENT_HELLO = client_hello()
PINGS = b"\x89\x80\0\0\0\0" * 1000
HELD = {
    "half": (HALF_OPEN, b""),
    "heads": (HEADS, b"GET / HTTP/1.1\r\n" + (b"X-Long: " + b"x" * 8000 + b"\r\n") * 120),
}
"""How many connections of a class are held, and what each has said."""
ANYWHERE = ("pings", "fragments", "lists", "passwords", "frames")
"""The classes whose clients need no way in."""


async def main(port: str, name: str, how: str, origin: str, *ways: str) -> None:
    """Attack until standard input ends."""
    pairs = [*zip(ways[::2], ways[1::2], strict=True)]
    os.nice(YIELDING)
    attackers = Attackers(int(port), pairs or [("", "")] * LINES, how == "tls", origin)
    allow_many_connections()
    tasks = attackers.tasks(name)
    print(flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for each in tasks:
        each.cancel()
    failed = [
        each for each in await asyncio.gather(*tasks, return_exceptions=True) if isinstance(each, Exception)
    ]
    print(json.dumps([attackers.done, [*map(repr, failed)]]))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
