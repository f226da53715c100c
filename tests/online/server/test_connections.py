"""Connections that end, that are slow, and that say what they should not; the others feel nothing."""

import asyncio
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from people import BOTS, Client, code_of, settings, venue
from support.faults.soaks import soak
from support.games.random_matches import VARIANTS
from support.time.virtual_time import run_virtually
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from playroom.online.log.memory import MemoryLog
from playroom.online.memory_connections import ProcessLink
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.server.tables import outbox
from playroom.online.server.tables.outbox import ITEM_BYTES
from playroom.online.wire.messages import (
    Ack,
    Bye,
    ClientMessage,
    Gone,
    Hello,
    Join,
    ListTables,
    Nak,
    OpenTable,
    TableCommand,
    encoded,
)
from playroom.online.wire.protocol import (
    CLIENT_MESSAGE_BYTES,
    EARLIEST_VERSION,
    HANDSHAKE_SECONDS,
    MOST_FAULTS,
    VERSION,
    CloseCode,
    RefusalCode,
)
from playroom.online.wire.table_commands import Ready, SeatBot, Sit


async def end_of(client: Client) -> tuple[Gone, int | None]:
    """Why a connection has ended: the last word of the server, and the close code."""
    await client.rest()
    return client.gone, client.channel.closed_with


def test_a_connection_without_a_hello_is_closed() -> None:
    async def story() -> tuple[float, int | None]:
        async with venue() as place:
            client = place.connected()
            await client.rest()
            return asyncio.get_running_loop().time(), client.channel.closed_with

    waited, code = run_virtually(story())

    assert waited == pytest.approx(HANDSHAKE_SECONDS, abs=0.5)
    assert code == CloseCode.TRY_AGAIN


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (encoded(ListTables()), RefusalCode.HELLO_FIRST),
        (encoded(Hello(VERSION + 1)), RefusalCode.WRONG_VERSION),
        (encoded(Hello(EARLIEST_VERSION - 1)), RefusalCode.WRONG_VERSION),
        ("{", RefusalCode.MALFORMED),
        (encoded(Hello(VERSION, "x" * CLIENT_MESSAGE_BYTES)), RefusalCode.MALFORMED),
    ],
)
def test_a_first_frame_that_is_not_a_hello_ends_the_connection(frame: str, code: RefusalCode) -> None:
    async def story() -> tuple[Gone, int | None]:
        async with venue() as place:
            client = place.connected()
            client.channel.to_server.put_nowait(frame)
            return await end_of(client)

    gone, closed = run_virtually(story())

    assert (gone.code, closed) == (code, CloseCode.REFUSED)


def test_a_client_that_sends_what_is_no_message_learns_which_field_is_wrong() -> None:
    async def story() -> Gone:
        async with venue() as place:
            client = place.connected()
            client.channel.to_server.put_nowait('{"type": "hello", "version": "one"}')
            gone, _ = await end_of(client)
            return gone

    gone = run_virtually(story())

    assert gone == Gone(RefusalCode.MALFORMED, {"fault": "Expected `int`, got `str` - at `$.version`"})


def test_a_second_connection_with_a_token_replaces_the_first() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada))

            again = await place.guest(code_of(ada), token=ben.token)

            assert await end_of(ben) == (Gone(RefusalCode.REPLACED), CloseCode.REPLACED)
            assert again.person == ben.person
            assert isinstance(await again.do(Sit(1)), Ack)

    run_virtually(story())


def test_a_client_that_does_not_read_is_cut_off_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "QUEUE_BYTES", 16 * ITEM_BYTES)

    async def story() -> None:
        async with venue() as place:
            ada = await place.host()
            slow = place.connected(window=1)
            slow.say(Hello(VERSION))
            slow.say(Join(code_of(ada), "Ben"))
            await asyncio.sleep(1)

            for number in range(16):
                await ada.do(Sit(number % 2))
                await asyncio.sleep(1)

            assert slow.channel.closed_with == CloseCode.TRY_AGAIN
            assert isinstance(await ada.do(SeatBot(0, "hard")), Ack)

    run_virtually(story())


def test_a_client_that_sends_too_fast_is_asked_to_wait_and_then_disconnected() -> None:
    async def story() -> tuple[list[Nak], Gone]:
        async with venue() as place:
            ada = await place.host()
            for number in range(100 + MOST_FAULTS):
                ada.say(TableCommand(f"fast{number}", Ready()))
            gone, _ = await end_of(ada)
            return [each for each in ada.told if isinstance(each, Nak)], gone

    naks, gone = run_virtually(story())

    assert naks[0].code == RefusalCode.NO_SEAT
    assert naks[-1].code == gone.code == RefusalCode.TOO_FAST
    assert naks[-1].blanks == {"seconds": 1}


def test_guessing_codes_ends_the_connection() -> None:
    async def story() -> tuple[tuple[Gone, int | None], int]:
        async with venue() as place:
            client = place.connected()
            client.say(Hello(VERSION))
            for number in range(MOST_FAULTS + 1):
                client.say(Join(f"{number:08}", "Ben"))
            return await end_of(client), sum(isinstance(each, Nak) for each in client.told)

    end = (Gone(RefusalCode.NO_SUCH_TABLE), CloseCode.REFUSED)
    assert run_virtually(story()) == (end, MOST_FAULTS)


def test_who_says_goodbye_leaves_the_seat() -> None:
    async def story() -> None:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada))
            await ben.do(Sit(1))
            ben.say(Bye())
            await ben.rest()

            assert ben.channel.closed_with == CloseCode.NORMAL
            assert isinstance(await ada.do(Sit(1)), Ack)

    run_virtually(story())


FRAMES = st.one_of(
    st.text(max_size=80),
    st.binary(max_size=80),
    st.from_regex(r'\{"type":"(command|chat|join|heard|bye|hello)"(,"id":"[a-z]*")?(,"do":\{"do":"[a-z]+"\})?\}'),
    st.sampled_from(
        [
            '{"type":"command","id":"","do":{"do":"sit","seat":0}}',
            '{"type":"command","id":"a b","do":{"do":"stand"}}',
            '{"type":"heard","number":-99999999999}',
            '{"type":"chat","id":"1","to":99,"text":"x"}',
            '{"type":"command","id":"1","do":{"do":"makemove","move":{"move":"Play","tile":"99999999-1"}}}',
            '{"type":"command","id":"2","do":{"do":"sit","seat":99999999999999999999}}',
        ]
    ),
)  # fmt: skip


@pytest.mark.long
@examples(max_examples=soak(2_000), deadline=None)
@given(st.lists(FRAMES, min_size=5, max_size=8))
def test_no_frame_disturbs_the_others(frames: list[str | bytes]) -> None:
    async def story() -> Ack | Nak:
        async with venue() as place:
            ada = await place.host()
            fuzzer = await place.guest(code_of(ada), "Fuzz")
            for frame in frames:
                fuzzer.channel.to_server.put_nowait(frame)
            await fuzzer.catch_up()
            return await ada.do(SeatBot(1, "hard"))

    assert isinstance(run_virtually(story()), Ack)


def test_connections_have_their_turn_after_each_message() -> None:
    async def story() -> int:
        async with venue() as place:
            busy, quiet = place.connected(), place.connected()
            for client in (busy, quiet):
                client.say(Hello(VERSION))
                await client.next()
            for _ in range(50):
                busy.say(ListTables())
            quiet.say(ListTables())
            await quiet.next()
            return busy.channel.to_client.qsize()

    assert run_virtually(story()) < 10


def test_a_full_server_takes_a_client_once_another_has_left() -> None:
    async def visits() -> list[int | None]:
        server = RoomServer(MemoryLog(), {}, {}, RoomPolicy("", most_connections=1))
        address = f"ws://127.0.0.1:{await server.start('127.0.0.1', 0)}"
        first = ProcessLink(Mock(), Mock())
        serving = asyncio.create_task(server.serve(first.channel))
        await asyncio.sleep(0)
        codes = [await code_at_once(address)]
        first.close()
        await serving
        codes.append(await code_at_once(address))
        await server.stop()
        return codes

    assert asyncio.run(visits()) == [CloseCode.TRY_AGAIN, None]


def test_the_last_place_of_a_server_is_for_a_network_from_which_somebody_was_at_a_table() -> None:
    async def visits() -> list[int | None]:
        policy = RoomPolicy("", anyone_opens=True, most_connections=8)
        server = RoomServer(MemoryLog(), BOTS, VARIANTS, policy)
        address = f"ws://127.0.0.1:{await server.start('127.0.0.1', 0)}"
        links = [ProcessLink(Mock(), Mock()) for _ in range(7)]
        serving = [asyncio.create_task(server.serve(link.channel)) for link in links[:6]]
        await asyncio.sleep(0)
        codes = [await code_at_once(address), await code_at_once(address, OpenTable("o", "Ada", settings()))]
        serving.append(asyncio.create_task(server.serve(links[6].channel)))
        await asyncio.sleep(0)
        codes += [await code_at_once(address, come_from="192.0.2.9"), await code_at_once(address)]
        await server.stop()
        return codes

    assert asyncio.run(visits()) == [None, None, CloseCode.TRY_AGAIN, None]


async def code_at_once(address: str, *more: ClientMessage, come_from: str = "") -> int | None:
    """The code with which a server ends a new connection; None if it greets the client."""
    headers = {"X-Forwarded-For": come_from}
    async with connect(address, proxy=None, additional_headers=headers) as client:
        try:
            for message in (Hello(VERSION), *more):
                await client.send(encoded(message))
                await client.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0
        return None
