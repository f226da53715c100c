"""What is said and shown once: lines of the chat that are sent again, tables that hide."""

import asyncio

from people import Client, code_of, settings, venue
from support.time.virtual_time import run_virtually

from playroom.online.wire.messages import Ack, Chat, Hello, ListTables, Said, Tables
from playroom.online.wire.protocol import VERSION
from playroom.online.wire.table_commands import Configure


def test_a_line_that_is_sent_again_is_acknowledged_and_heard_once() -> None:
    async def story() -> tuple[str, list[str]]:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada))
            ada.say(Chat("1", text="hello"))
            ada.hang_up()
            back = await place.guest(code_of(ada), token=ada.token)
            back.say(Chat("1", text="hello"))
            ack = await back.wait(Ack)
            await ben.catch_up()
            return ack.id, [each.text for each in ben.told if isinstance(each, Said)]

    assert run_virtually(story()) == ("1", ["hello"])


async def listed(client: Client) -> list[str]:
    """The codes of the tables in the lobby."""
    client.say(ListTables())
    return [table.code for table in (await client.wait(Tables)).tables]


def test_a_table_that_hides_is_not_in_the_lobby_any_more() -> None:
    async def story() -> tuple[list[str], list[str]]:
        async with venue() as place:
            ada, client = await place.host(), place.connected()
            client.say(Hello(VERSION))
            lobby = asyncio.ensure_future(place.rooms.watch_lobby())
            await asyncio.sleep(1)
            before = await listed(client)
            await ada.do(Configure(settings(listed=False)))
            await asyncio.sleep(1)
            after = await listed(client)
            lobby.cancel()
            return before, after

    before, after = run_virtually(story())

    assert (len(before), after) == (1, [])
