"""What one connection may send: sizes, ids and rates, and from which table."""

import asyncio

import pytest
from people import Client, code_of, settings, venue
from support.time.virtual_time import run_virtually

from playroom.online.server.rate_limits import RATES, Deed, Scope
from playroom.online.wire.entries import SeatTaken
from playroom.online.wire.messages import (
    Ack,
    Chat,
    Heard,
    Hello,
    Join,
    Joined,
    Nak,
    OpenTable,
    ServerMessage,
    TableCommand,
    Welcome,
    encoded,
)
from playroom.online.wire.protocol import CLIENT_MESSAGE_BYTES, LONGEST_ID, VERSION, RefusalCode
from playroom.online.wire.table_commands import Kick, Sit

CHATS, TABLES = (RATES[deed][Scope.CONNECTION][0] for deed in (Deed.CHAT, Deed.TABLE))


async def last_answer(client: Client) -> ServerMessage:
    """The last refusal or acknowledgement, once the server has nothing more to say."""
    await client.catch_up()
    return [each for each in client.told if isinstance(each, Ack | Nak)][-1]


def test_the_longest_message_is_read() -> None:
    async def story() -> object:
        async with venue() as place:
            client = place.connected()
            room = CLIENT_MESSAGE_BYTES - len(encoded(Hello(VERSION, "")))
            client.say(Hello(VERSION, "x" * room))
            return await client.next()

    assert isinstance(run_virtually(story()), Welcome)


@pytest.mark.parametrize("length", [1, LONGEST_ID, LONGEST_ID + 1])
def test_the_longest_id_of_a_command(length: int) -> None:
    async def story() -> object:
        async with venue() as place:
            return await (await place.host()).do(Sit(0), "x" * length)

    told = run_virtually(story())

    assert isinstance(told, Nak if length > LONGEST_ID else Ack)


def test_an_id_that_no_log_can_hold_is_refused() -> None:
    async def story() -> object:
        async with venue() as place:
            return await (await place.host()).do(Sit(0), "a b")

    assert run_virtually(story()) == Nak("a b", RefusalCode.MALFORMED)


@pytest.mark.parametrize("message", [TableCommand("1", Sit(0)), Chat("1", text="hello"), Heard(1)], ids=repr)
def test_a_client_without_a_table_is_asked_to_join_one(message: TableCommand | Chat | Heard) -> None:
    async def story() -> ServerMessage:
        async with venue() as place:
            client = place.connected()
            client.say(Hello(VERSION))
            client.say(message)
            return await last_answer(client)

    told = run_virtually(story())

    assert isinstance(told, Nak)
    assert told.code == RefusalCode.JOIN_FIRST


def test_who_was_removed_does_nothing_more_at_the_table() -> None:
    async def story() -> list[object]:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada))
            ada.say(TableCommand("kick", Kick(2)))
            await asyncio.sleep(0)
            for number in range(10):
                ben.say(TableCommand(f"late{number}", Sit(1)))
            await ada.catch_up()
            return [entry for entry in ada.entries if isinstance(entry, SeatTaken)]

    assert run_virtually(story()) == []


def test_who_talks_too_fast_has_to_wait() -> None:
    async def story() -> list[ServerMessage]:
        async with venue() as place:
            ada = await place.host()
            for number in range(CHATS + 1):
                ada.say(Chat(f"chat{number}", text="hello"))
            await ada.catch_up()
            return [each for each in ada.told if isinstance(each, Ack | Nak)]

    *said, late = run_virtually(story())

    assert [type(each) for each in said] == [Ack] * CHATS
    assert isinstance(late, Nak)
    assert late.code == RefusalCode.TOO_FAST


def test_who_opens_tables_too_fast_has_to_wait() -> None:
    async def story() -> tuple[list[ServerMessage], int]:
        async with venue() as place:
            ada = place.connected()
            ada.say(Hello(VERSION))
            for number in range(TABLES + 1):
                ada.say(OpenTable(f"open{number}", "Ada", settings()))
            await ada.catch_up()
            return [each for each in ada.told if isinstance(each, Joined | Nak)], place.rooms.table_count

    (*opened, late), count = run_virtually(story())

    assert [type(each) for each in opened] == [Joined] * TABLES
    assert isinstance(late, Nak)
    assert late.code == RefusalCode.TOO_FAST
    assert count == 1


def test_who_joins_another_table_leaves_the_one_before() -> None:
    async def story() -> tuple[list[str], list[str]]:
        async with venue() as place:
            ada, cy = await place.host(), await place.host(name="Cy")
            ben = await place.guest(code_of(ada))
            before = [*place.rooms.others]
            ben.say(Join(code_of(cy), "Benno"))
            await ben.catch_up()
            return before, [*place.rooms.others]

    assert run_virtually(story()) == (["Ben"], ["Benno"])
