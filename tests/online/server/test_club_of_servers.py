"""Several servers are one: who is there, what is said, who is absent, what is counted; at one and at two."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from people import Client, Venue, code_of, settings
from support.online.faulty_log import Fault, FaultyLog
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.rate_limits import RATES, Deed, Scope
from playroom.online.wire.entries import HostNamed, SeatReturned, StandInSeated
from playroom.online.wire.messages import (
    Ack,
    Chat,
    Hello,
    Join,
    Joined,
    Nak,
    Presence,
    Said,
)
from playroom.online.wire.protocol import VERSION, CloseCode, RefusalCode
from playroom.online.wire.table_commands import Ban, Ready, Sit, StartMatch

at_one_and_two = pytest.mark.parametrize("servers", [1, 2])

ABSENCE = 3
LATEST = 10
"""The seconds after which it is known at the latest that a server has ended."""


@asynccontextmanager
async def club_of(servers: int) -> AsyncIterator[tuple[Venue, Venue]]:
    """Two servers that share a log, or the same one twice."""
    log = MemoryLog()
    places = [Venue(FaultyLog(log, lambda: Fault.NOTHING), shares_log=True) for _ in range(servers)]
    sweeping = [asyncio.ensure_future(place.rooms.sweep()) for place in places]
    try:
        yield places[0], places[-1]
    finally:
        for sweep in sweeping:
            sweep.cancel()
        for place in places:
            await place.close()


async def said_to(client: Client) -> list[str]:
    await client.catch_up()
    return [each.text for each in client.told if isinstance(each, Said)]


async def say(client: Client, chat: Chat) -> Ack | Nak:
    client.say(chat)
    while not isinstance(answer := await client.next(), Ack | Nak):
        pass
    return answer


async def in_match(first: Venue, second: Venue) -> tuple[Client, Client]:
    """Ada at the first server, and Ben at the second, in a match."""
    ada = await first.host(settings(absence=ABSENCE))
    ben = await second.guest(code_of(ada))
    for client, do in ((ada, Sit(0)), (ben, Sit(1)), (ben, Ready()), (ada, StartMatch())):
        assert isinstance(await client.do(do), Ack)
    return ada, ben


@at_one_and_two
def test_all_see_who_is_there(servers: int) -> None:
    async def story() -> tuple[list[int], list[int], list[int]]:
        async with club_of(servers) as (first, second):
            ada = await first.host()
            ben = await second.guest(code_of(ada))
            at_ben = next(each.connected for each in ben.told if isinstance(each, Joined))
            came = (await ada.wait(Presence, lambda told: len(told.connected) == 2)).connected
            ben.hang_up()
            return at_ben, came, (await ada.wait(Presence)).connected

    assert run_virtually(story()) == ([1, 2], [1, 2], [1])


@at_one_and_two
def test_all_hear_what_is_said_to_them(servers: int) -> None:
    async def story() -> tuple[list[object], list[list[str]]]:
        async with club_of(servers) as (first, second):
            ada = await first.host(settings("pass-pass", 4, teams=2))
            ben = await second.guest(code_of(ada))
            cy = await second.guest(code_of(ada), "Cy")
            for client, seat in ((ada, 0), (ben, 1), (cy, 2)):
                await client.do(Sit(seat))
            await asyncio.sleep(1)
            answers: list[object] = [
                await say(ada, Chat("1", text="all")),
                await say(ada, Chat("2", 2, "Ben alone")),
                await say(ada, Chat("3", "team", "Cy alone")),
                await say(ben, Chat("1", 9, "nobody")),
            ]
            await asyncio.sleep(1)
            return answers, [await said_to(client) for client in (ada, ben, cy)]

    (*acks, nak), heard = run_virtually(story())

    assert all(isinstance(each, Ack) for each in acks)
    assert nak == Nak("1", RefusalCode.NO_SUCH_PERSON)
    assert heard == [["all", "Ben alone", "Cy alone"], ["all", "Ben alone"], ["all", "Cy alone"]]


@at_one_and_two
def test_a_line_that_is_sent_again_at_another_server_is_heard_once(servers: int) -> None:
    async def story() -> list[str]:
        async with club_of(servers) as (first, second):
            ada = await first.host()
            ben = await second.guest(code_of(ada))
            await say(ada, Chat("1", text="hello"))
            ada.hang_up()
            again = await second.guest(code_of(ada), token=ada.token)
            await say(again, Chat("1", text="hello"))
            await asyncio.sleep(1)
            return await said_to(ben)

    assert run_virtually(story()) == ["hello"]


@at_one_and_two
def test_a_lost_player_has_a_stand_in_and_gets_the_seat_back(servers: int) -> None:
    async def story() -> tuple[float, list[object]]:
        async with club_of(servers) as (first, second):
            ada, ben = await in_match(first, second)
            ben.hang_up()
            lost = asyncio.get_running_loop().time()
            await ada.entry(StandInSeated)
            passed = asyncio.get_running_loop().time() - lost
            await second.guest(code_of(ada), token=ben.token)
            await ada.entry(SeatReturned)
            return passed, [each for each in ada.entries if isinstance(each, StandInSeated | SeatReturned)]

    passed, entries = run_virtually(story())

    assert passed == pytest.approx(ABSENCE, abs=0.5)
    assert entries == [StandInSeated(1, "steady"), SeatReturned(1)]


def test_the_players_of_a_server_that_was_killed_have_stand_ins() -> None:
    async def story() -> tuple[float, list[int]]:
        async with club_of(2) as (first, second):
            ada, _ = await in_match(first, second)
            await second.die()
            lost = asyncio.get_running_loop().time()
            async with asyncio.timeout(60):
                await ada.entry(StandInSeated)
            presences = [each.connected for each in ada.told if isinstance(each, Presence)]
            return asyncio.get_running_loop().time() - lost, presences[-1]

    passed, here = run_virtually(story())

    assert ABSENCE < passed < ABSENCE + LATEST
    assert here == [1]


def test_a_lost_host_at_another_server_has_a_successor() -> None:
    async def story() -> HostNamed:
        async with club_of(2) as (first, second):
            ada = await first.host(settings(absence=ABSENCE))
            ben = await second.guest(code_of(ada))
            ada.hang_up()
            return await ben.entry(HostNamed)

    assert run_virtually(story()) == HostNamed(2, 1)


@at_one_and_two
def test_a_person_who_comes_to_another_server_is_replaced_at_the_first(servers: int) -> None:
    async def story() -> int | None:
        async with club_of(servers) as (first, second):
            ada = await first.host()
            ben = await first.guest(code_of(ada))
            await second.guest(code_of(ada), token=ben.token)
            await ben.rest()
            return ben.channel.closed_with

    assert run_virtually(story()) == CloseCode.REPLACED


@at_one_and_two
def test_a_ban_holds_for_the_network_of_a_person_at_another_server(servers: int) -> None:
    async def story() -> object:
        async with club_of(servers) as (first, second):
            ada = await first.host()
            eve = second.connected(address="192.0.2.66")
            eve.say(Hello(VERSION))
            eve.say(Join(code_of(ada), "Eve"))
            joined = await eve.wait(Joined)
            await ada.wait(Presence, lambda told: len(told.connected) == 2)
            assert isinstance(await ada.do(Ban(joined.person)), Ack)
            again = first.connected(address="192.0.2.66")
            again.say(Hello(VERSION))
            again.say(Join(code_of(ada), "Another"))
            return (await again.wait(Nak)).code

    assert run_virtually(story()) == RefusalCode.BANNED


@at_one_and_two
def test_limits_count_what_is_done_at_all_servers(servers: int) -> None:
    most = RATES[Deed.GUESS][Scope.ADDRESS][0]

    async def guess(place: Venue, times: int) -> RefusalCode:
        client = place.connected(address="192.0.2.66")
        client.say(Hello(VERSION))
        for number in range(times):
            client.say(Join(f"{number:08}", "Eve"))
        return [RefusalCode((await client.wait(Nak)).code) for _ in range(times)][-1]

    async def story() -> list[RefusalCode]:
        async with club_of(servers) as (first, second):
            codes = [await guess(first, most // 2), await guess(second, most - most // 2)]
            await asyncio.sleep(2.1)
            return [*codes, await guess(first, 2)]

    *_, wrong, late = run_virtually(story())

    assert (wrong, late) == (RefusalCode.NO_SUCH_TABLE, RefusalCode.TOO_FAST)


def test_a_table_stays_in_the_list_while_somebody_is_there_at_another_server() -> None:
    async def story() -> tuple[bool, bool]:
        async with club_of(2) as (first, second):
            lobby = asyncio.ensure_future(first.rooms.watch_lobby())
            ada = await first.host()
            ben = await second.guest(code_of(ada))
            await asyncio.sleep(1)
            ada.hang_up()
            await asyncio.sleep(1)
            with_ben = code_of(ada) in first.rooms.lobby
            ben.hang_up()
            await asyncio.sleep(1)
            without = code_of(ada) in first.rooms.lobby
            lobby.cancel()
            return with_ben, without

    assert run_virtually(story()) == (True, False)
