"""How many tables and people a server takes, and how its lobby keeps up with the tables."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import ref

import pytest
from people import Client, Venue, code_of, settings, venue
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import LogEvent
from playroom.online.wire.messages import (
    Hello,
    Join,
    Joined,
    Nak,
    OpenTable,
    ServerMessage,
    Tables,
    server_message,
)
from playroom.online.wire.protocol import LISTED_SECONDS, VERSION, RefusalCode
from playroom.online.wire.table_commands import Configure, SeatBot, Sit, StartMatch


def test_a_server_with_as_many_tables_as_it_may_have_opens_no_more() -> None:
    async def story() -> ServerMessage:
        async with venue() as place:
            place.rooms.policy = replace(place.rooms.policy, most_tables=2)
            await place.host()
            await place.host(name="Ben")
            client = place.connected()
            client.say(Hello(VERSION))
            client.say(OpenTable("open", "Cy", settings()))
            return await client.wait(Nak)

    assert run_virtually(story()) == Nak("open", RefusalCode.TOO_MANY_TABLES)


def test_the_last_tables_are_for_networks_that_have_none() -> None:
    regions = [f"2001:db8:{number}" for number in range(4)]

    async def story() -> list[bool]:
        async with venue() as place:
            place.rooms.policy = replace(place.rooms.policy, most_tables=20)
            return [
                await opens(place, f"{region}:{number:x}::1")
                for region, tries in zip(regions, (19, 2, 1, 1), strict=True)
                for number in range(tries)
            ]

    # 18 of 20 for the first; then one for each of two others, and none for a third.
    assert run_virtually(story()) == [*[True] * 18, False, True, False, True, False]


async def opens(place: Venue, address: str) -> bool:
    """Whether somebody from there can open a table."""
    client = place.connected(address=address)
    client.say(Hello(VERSION))
    client.say(OpenTable("open", "Ada", settings()))
    while not isinstance(answer := await client.next(), Joined | Nak):
        pass
    return isinstance(answer, Joined)


async def joined(place: Venue, code: str, name: str) -> Joined | Nak:
    """The answer to somebody who wants to come to a table."""
    client = place.connected()
    client.say(Hello(VERSION))
    client.say(Join(code, name))
    while not isinstance(answer := await client.next(), Joined | Nak):
        pass
    return answer


def test_a_name_that_one_of_several_has_is_taken() -> None:
    async def story() -> list[Joined | Nak]:
        async with venue() as place:
            code = code_of(await place.host())
            await place.guest(code, "Ben")
            return [await joined(place, code, name) for name in ("ben", "A d a")]

    assert [each.code for each in run_virtually(story())] == [RefusalCode.NAME_TAKEN] * 2


class SlowLog(MemoryLog):
    """A log that takes a second to read."""

    async def read(self, table: str, after: int = 0) -> list[LogEvent]:
        await asyncio.sleep(1)
        return await super().read(table, after)


def test_each_network_loads_one_table_at_a_time() -> None:
    async def story() -> dict[str, float]:
        async with venue(SlowLog()) as place:
            codes, came = [code_of(await place.host(name=name)) for name in ("Ada", "Ben", "Cy")], {}
        async with venue(place.log) as again:
            begun = asyncio.get_running_loop().time()

            async def come(code: str, address: str) -> None:
                client = again.connected(address=address)
                client.say(Hello(VERSION))
                client.say(Join(code, "Dora"))
                await client.wait(Joined)
                came[code] = asyncio.get_running_loop().time() - begun

            await asyncio.gather(*map(come, codes, ("192.0.2.7", "192.0.2.7", "192.0.2.8")))
            return dict(zip("abc", map(came.__getitem__, codes), strict=True))

    came = run_virtually(story())

    assert came["a"] == came["c"]
    assert came["b"] == pytest.approx(2 * came["a"])


@asynccontextmanager
async def lobby() -> AsyncIterator[tuple[Venue, Client]]:
    """A server that follows its lobby, and its first table, that of Ada."""
    async with venue() as place:
        watching = [
            asyncio.ensure_future(work) for work in (place.rooms.watch_lobby(), place.rooms.refresh())
        ]
        ada = await place.host()
        await asyncio.sleep(0.1)
        yield place, ada
        for task in watching:
            assert not task.done()
            task.cancel()


async def listed(place: Venue) -> list[tuple[str, int, list[str]]]:
    """The host, the number of people and the players of each table in the lobby."""
    await asyncio.sleep(0.1)
    message = server_message(place.rooms.lobby.frame)
    assert isinstance(message, Tables)
    return [(each.host, each.people, each.names) for each in message.tables]


def test_a_table_stays_in_the_lobby_as_long_as_a_person_is_there() -> None:
    async def story() -> tuple[list[object], list[object]]:
        async with lobby() as (place, ada):
            await asyncio.sleep(3 * LISTED_SECONDS)
            there = await listed(place)
            ada.hang_up()
            return [*there], [*await listed(place)]

    assert run_virtually(story()) == ([("Ada", 1, [])], [])


def test_the_lobby_follows_who_comes_sits_and_goes() -> None:
    async def story() -> list[object]:
        async with lobby() as (place, ada):
            ben = await place.guest(code_of(ada))
            came = await listed(place)
            await ben.do(Sit(1))
            sat = await listed(place)
            ben.hang_up()
            return [*came, *sat, *await listed(place)]

    assert run_virtually(story()) == [("Ada", 2, []), ("Ada", 2, ["Ben"]), ("Ada", 1, ["Ben"])]


def test_a_table_that_does_not_want_to_be_seen_any_more_leaves_the_lobby() -> None:
    async def story() -> tuple[list[object], list[object]]:
        async with lobby() as (place, ada):
            await ada.do(Configure(settings(listed=False)))
            hidden = await listed(place)
            await ada.do(Configure(settings()))
            return [*hidden], [*await listed(place)]

    assert run_virtually(story()) == ([], [("Ada", 1, [])])


def test_the_match_of_a_table_is_freed_as_soon_as_all_have_left() -> None:
    async def story() -> bool:
        async with venue() as place:
            ada = await place.host()
            for do in (SeatBot(1, "steady"), Sit(0), StartMatch()):
                await ada.do(do)
            (table,) = place.rooms._tables.values()  # noqa: SLF001 (nobody else knows of it)
            history = ref(table.history)
            was_there = history() is not None
            del table
            ada.hang_up()
            await asyncio.sleep(1)
            return was_there and history() is None

    gc.disable()
    try:
        assert run_virtually(story())
    finally:
        gc.enable()
