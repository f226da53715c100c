"""No connection holds the others, with TLS and without: what it may send, and how it is read."""

import asyncio
import gc
import socket
import ssl
import sys
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from unittest.mock import Mock
from weakref import WeakSet

import pytest
from network_people import trusting
from people import ADMIN, BOTS, think_at_once
from support.games.random_matches import VARIANTS
from support.systems import ON_WINDOWS
from support.time.patience import PATIENCE
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from playroom.online.log.memory import MemoryLog
from playroom.online.server import admission, paced_connection, room_server
from playroom.online.server.certificate import certificate_in
from playroom.online.server.paced_connection import (
    HEAD_BYTES,
    READ_BYTES,
    TLS_BUFFER_BYTES,
    WebSocketChannel,
    text_frame,
)
from playroom.online.server.rate_limits import RATES, Deed, Scope
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.server.tables.outbox import ChannelClosed
from playroom.online.wire.messages import Hello, ListTables, Tables, Welcome, encoded, server_message
from playroom.online.wire.protocol import VERSION

with_and_without_tls = pytest.mark.parametrize("has_tls", [True, False])

MOST = RATES[Deed.MESSAGE][Scope.CONNECTION][0]

READ_AHEAD = 64 * 1024 if ON_WINDOWS else 0
"""The bytes that the event loop of Windows reads of a connection in advance."""


class Place:
    """A server on a port of this machine."""

    def __init__(self, port: int, context: ssl.SSLContext | None) -> None:
        self.port, self.context = port, context

    async def client(self, sock: socket.socket | None = None) -> ClientConnection:
        """A client that has been greeted, at a socket of its own if one is given."""
        scheme = "wss" if self.context else "ws"
        line = await connect(
            f"{scheme}://127.0.0.1:{self.port}",
            ssl=self.context,
            sock=sock,
            compression=None,
            ping_interval=None,
        )
        await line.send(encoded(Hello(VERSION)))
        assert isinstance(server_message(await line.recv()), Welcome)
        return line

    async def raw(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection that says nothing of itself."""
        return await asyncio.open_connection("127.0.0.1", self.port, ssl=self.context)


@asynccontextmanager
async def place(folder: Path | None, most_connections: int | None = None) -> AsyncIterator[Place]:
    """A server, with TLS if there is a folder for its certificate."""
    policy = RoomPolicy(ADMIN, anyone_opens=True, most_connections=most_connections)
    certificate = certificate_in(folder) if folder else None
    server = RoomServer(MemoryLog(), BOTS, VARIANTS, policy, certificate, think_at_once)
    try:
        yield Place(await server.start("127.0.0.1", 0), trusting() if folder else None)
    finally:
        await server.stop()


def run(folder: Path, story: Callable[[Place], Awaitable[None]], *, has_tls: bool) -> None:
    async def whole() -> None:
        async with asyncio.timeout(PATIENCE), place(folder if has_tls else None) as here:
            await story(here)

    asyncio.run(whole())


def frame(opcode: Opcode, content: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, content, fin).serialize(mask=True)


@with_and_without_tls
@pytest.mark.parametrize(
    ("first", "each"),
    [
        (b"", frame(Opcode.PING)),
        (b"", frame(Opcode.PONG)),
        (b"", frame(Opcode.PING, b"x" * 125)),
        (frame(Opcode.TEXT, fin=False), frame(Opcode.CONT, fin=False)),
    ],
    ids=["pings", "pongs", "long pings", "empty fragments"],
)
def test_who_sends_too_many_frames_that_are_no_message_is_cut_off_once(
    first: bytes, each: bytes, *, has_tls: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted_events = list[str]()
    monkeypatch.setattr(paced_connection, "note", lambda event, **_: noted_events.append(event))
    taken, take = list[object](), ServerConnection.process_event

    def noted(line: ServerConnection, event: object) -> None:
        taken.append(event)
        take(line, event)  # type: ignore[arg-type]

    monkeypatch.setattr(ServerConnection, "process_event", noted)

    async def story(here: Place) -> None:
        line = await here.client()
        with suppress(ConnectionError):
            line.transport.write(first + each * 10_000)
        with pytest.raises(ConnectionClosed):
            await line.recv()

    run(tmp_path, story, has_tls=has_tls)

    assert len(taken) <= 2 * MOST  # of 10,000: more than MOST, as the allowance grows while they are read
    assert noted_events == ["too many frames"]


def test_what_is_sent_into_a_connection_that_has_closed_ends_the_channel() -> None:
    line = Mock(spec=ServerConnection, state=State.CLOSED, protocol=ServerProtocol(state=State.CLOSED))

    with pytest.raises(ChannelClosed):
        asyncio.run(WebSocketChannel(line).send("late"))


def test_nothing_is_sent_at_once_into_a_full_buffer() -> None:
    line = Mock(state=State.OPEN, paused=True)
    line.transport.is_closing.return_value = False
    channel = WebSocketChannel(line)

    assert not channel.send_now("late")
    assert not line.transport.write.called

    line.paused = False
    assert channel.send_now("one", "two")
    line.transport.write.assert_called_once_with(b"\x81\x03one\x81\x03two")


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536])
def test_a_frame_is_that_of_websockets(size: int) -> None:
    assert text_frame("a" * size) == Frame(Opcode.TEXT, b"a" * size).serialize(mask=False)


@with_and_without_tls
def test_a_client_may_ping_as_often_as_it_may_say_something(*, has_tls: bool, tmp_path: Path) -> None:
    async def story(here: Place) -> None:
        line = await here.client()
        for _ in range(MOST - 1):
            await (await line.ping())
        await line.send(encoded(ListTables()))
        assert isinstance(server_message(await line.recv()), Tables)
        await line.close()

    run(tmp_path, story, has_tls=has_tls)


@pytest.mark.sample(1)
@with_and_without_tls
def test_what_a_client_writes_at_once_is_taken_a_small_part_in_each_turn(
    *, has_tls: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts, turn, turns, take = list[int](), [0], list[int](), ServerConnection.data_received

    def noted(line: ServerConnection, data: bytes) -> None:
        parts.append(len(data))
        turns.append(turn[0])
        take(line, data)

    async def story(here: Place) -> None:
        line = await here.client()
        monkeypatch.setattr(ServerConnection, "data_received", noted)

        async def count() -> None:
            while True:
                turn[0] += 1
                await asyncio.sleep(0)

        counting = asyncio.ensure_future(count())
        messages = frame(Opcode.TEXT, encoded(ListTables()).encode() + b" " * 4000) * (MOST - 2)
        line.transport.write(messages)
        for _ in range(MOST - 2):
            await line.recv()
        counting.cancel()
        assert sum(parts) == len(messages)
        await line.close()

    run(tmp_path, story, has_tls=has_tls)

    assert max(parts) <= READ_BYTES
    if sys.platform != "win32":  # there asyncio reads 64 KiB, and hands all of them over in one turn
        assert max(turns.count(each) for each in turns) == 1


def small_reader(port: int) -> socket.socket:
    """A socket for which the system keeps little."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", port))
    line.setblocking(False)
    return line


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[paced_connection.PacedConnection]:
    """The connections of a server, once they have begun."""
    begun = list[paced_connection.PacedConnection]()
    begin = paced_connection.PacedConnection._begin  # noqa: SLF001 (it is watched)

    def noted(line: paced_connection.PacedConnection, transport: asyncio.Transport) -> None:
        begun.append(line)
        begin(line, transport)

    monkeypatch.setattr(paced_connection.PacedConnection, "_begin", noted)
    return begun


def test_little_is_kept_of_what_is_not_decrypted_yet(
    tmp_path: Path, lines: list[paced_connection.PacedConnection]
) -> None:
    async def story(here: Place) -> None:
        line = await here.client()
        (served,) = lines
        served.transport.pause_reading()
        line.transport.write(bytes(1 << 20))
        for _ in range(50):
            await asyncio.sleep(0.001)

        most = max(2 * TLS_BUFFER_BYTES, READ_AHEAD)
        assert 0 < served.transport.get_read_buffer_size() <= most  # type: ignore[attr-defined] # of TLS

        line.transport.abort()
        served.transport.abort()

    run(tmp_path, story, has_tls=True)


@with_and_without_tls
def test_nothing_is_read_while_the_client_does_not_read_what_it_was_sent(
    tmp_path: Path, lines: list[paced_connection.PacedConnection], *, has_tls: bool
) -> None:
    async def story(here: Place) -> None:
        line = await here.client(small_reader(here.port))
        line.transport.pause_reading()
        (served,) = lines
        for _ in range(2):  # TLS hands all of the first to the system's buffers and asyncio's
            served.transport.write(bytes(1 << 23))
        assert served.paused
        await line.send(encoded(ListTables()))
        for _ in range(20):
            await asyncio.sleep(0.001)

        assert not served.transport.is_reading()

        line.transport.abort()
        served.transport.abort()

    run(tmp_path, story, has_tls=has_tls)


@with_and_without_tls
def test_the_head_of_a_request_has_a_longest_size(
    *, has_tls: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_server, "HANDSHAKE_SECONDS", 2 * PATIENCE)

    async def story(here: Place) -> None:
        reader, writer = await here.raw()
        writer.write(b"GET / HTTP/1.1\r\n" + (b"X-Long: " + b"x" * 1000 + b"\r\n") * (HEAD_BYTES // 1000 + 1))
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.transport.abort()

    run(tmp_path, story, has_tls=has_tls)


HELD, ENDLESS, LONG = 8, 16, 10 * HEAD_BYTES
"""How many connections a server keeps open by half, how many begin a head without end, of which size."""
MOST_HELD = HELD * (110 * 1024 + 2 * READ_AHEAD)
"""The most bytes that those may take together, and the clients, which are in the same process."""


async def bytes_of_endless_heads(here: Place, size: int) -> int:
    """By how many bytes the memory grows at most while clients begin heads, of which they send this much."""
    head, lines = b"GET / HTTP/1.1\r\n" + b"X-Long: %s\r\n" % (b"x" * 1000) * (size // 1010), []

    async def begin() -> None:
        with suppress(OSError):
            line, _ = await asyncio.get_running_loop().create_connection(
                asyncio.Protocol, "127.0.0.1", here.port, ssl=here.context
            )
            lines.append(line)
            line.write(head)
            while line.get_write_buffer_size() and not line.is_closing():  # noqa: ASYNC110 (it is noticed elsewhere)
                await asyncio.sleep(0)
            for _ in range(size // READ_BYTES):
                await asyncio.sleep(0)

    await begin()  # what is made once
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for _ in range(ENDLESS):
        await begin()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    for line in lines:
        line.abort()
    return peak - before


@pytest.mark.long
@with_and_without_tls
@pytest.mark.parametrize("size", [HEAD_BYTES - 100, LONG], ids=["as long as allowed", "longer"])
def test_heads_without_end_take_little_memory(
    size: int, *, has_tls: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "MOST_HALF_OPEN", HELD)

    async def story(here: Place) -> None:
        assert await bytes_of_endless_heads(here, size) < MOST_HELD

    run(tmp_path, story, has_tls=has_tls)


@pytest.mark.long
@with_and_without_tls
def test_control_heads_of_any_size_take_more(
    *, has_tls: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paced_connection, "HEAD_BYTES", 1 << 30)

    async def story(here: Place) -> None:
        assert await bytes_of_endless_heads(here, LONG) > MOST_HELD

    run(tmp_path, story, has_tls=has_tls)


@with_and_without_tls
def test_half_open_connections_shut_nobody_out(
    *, has_tls: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "MOST_HALF_OPEN", 3)

    async def story(here: Place) -> None:
        silent = [await asyncio.open_connection("127.0.0.1", here.port) for _ in range(8)]

        line = await here.client()

        for reader, _ in silent[:6]:
            with suppress(ConnectionError):
                assert await reader.read() == b""
        await line.close()
        for _, writer in silent:
            writer.transport.abort()

    run(tmp_path, story, has_tls=has_tls)


@pytest.mark.long
@with_and_without_tls
def test_nothing_of_a_connection_that_has_ended_waits_for_a_collection(
    *, has_tls: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, begin = (
        WeakSet[paced_connection.PacedConnection](),
        paced_connection.PacedConnection.connection_made,
    )

    def noted(line: paced_connection.PacedConnection, transport: asyncio.BaseTransport) -> None:
        made.add(line)
        begin(line, transport)

    monkeypatch.setattr(paced_connection.PacedConnection, "connection_made", noted)

    async def story(here: Place) -> None:
        for said in (b"", b"GET / HTTP/1.1\r\n", b"x" * HEAD_BYTES):
            _, writer = await here.raw()
            writer.write(said)
            await asyncio.sleep(0.01)
            assert made
            writer.transport.abort()
            while made:  # noqa: ASYNC110 (the end is noticed in other tasks)
                await asyncio.sleep(0.01)

    gc.collect()
    gc.disable()
    try:
        run(tmp_path, story, has_tls=has_tls)
    finally:
        gc.enable()


def test_who_does_not_finish_the_handshake_of_tls_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paced_connection, "HANDSHAKE_SECONDS", 0.05)

    async def story(here: Place) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.transport.abort()

    run(tmp_path, story, has_tls=True)


@with_and_without_tls
def test_who_does_not_finish_the_head_of_a_request_is_cut_off(
    *, has_tls: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_server, "HANDSHAKE_SECONDS", 0.05)

    async def story(here: Place) -> None:
        reader, writer = await here.raw()
        writer.write(b"GET / HTTP/1.1\r\n")
        with suppress(ConnectionError):
            assert await reader.read() == b""
        writer.transport.abort()

    run(tmp_path, story, has_tls=has_tls)


def test_who_goes_as_soon_as_tls_has_begun_leaves_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(here: Place) -> None:
        assert here.context
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
        client = here.context.wrap_bio(received, sent)
        while True:
            with suppress(ssl.SSLWantReadError):
                client.do_handshake()
                break
            writer.write(sent.read())
            received.write(await reader.read(1 << 16))
        with suppress(ssl.SSLWantReadError):
            client.unwrap()
        writer.write(sent.read())  # the end of the handshake, and that nothing follows
        writer.write_eof()
        with suppress(ConnectionError):
            await reader.read()
        writer.transport.abort()

    run(tmp_path, story, has_tls=True)

    assert [each.getMessage() for each in caplog.records if each.name == "asyncio"] == []


def test_who_connects_too_often_does_not_get_as_far_as_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "PAUSE_SECONDS", 0)
    monkeypatch.setattr(admission, "address_keys", lambda _: ((Scope.ADDRESS, "192.0.2.7"),))
    monkeypatch.setitem(RATES, Deed.CONNECTION, {Scope.ADDRESS: (1, 60.0)})

    async def story(here: Place) -> None:
        line = await here.client()
        with pytest.raises((OSError, WebSocketException)):
            await here.client()
        await line.close()

    run(tmp_path, story, has_tls=True)
