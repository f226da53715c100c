"""Many who come back together: all of them are accepted, and hear of each other in one more message."""

import asyncio
import socket
import sys
from contextlib import ExitStack

import pytest
from people import BOTS, Client, Venue, code_of, venue
from support.games.random_matches import VARIANTS
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.server.tables.presence import RETURN_SECONDS
from playroom.online.wire.messages import Happened, Joined, Presence

GUESTS = ("Ben", "Cy", "Dora")


async def presences(client: Client) -> list[list[int]]:
    """Who is connected, by each message that a client is sent within the time for returns."""
    await asyncio.sleep(RETURN_SECONDS)
    known = len(client.told)
    await client.catch_up()
    return [message.connected for message in client.told[known:] if isinstance(message, Presence)]


async def four_at_a_table(place: Venue) -> list[Client]:
    """Four people who have come back after all of them were lost, and have not heard of each other yet."""
    ada = await place.host()
    people = [ada, *[await place.guest(code_of(ada), name) for name in GUESTS]]
    for each in people:
        await each.catch_up()
        each.hang_up()
    await asyncio.sleep(1)
    return [await place.guest(code_of(ada), "", **place_of(each)) for each in people]


def place_of(client: Client) -> dict[str, str | int]:
    """What a client that comes back names: its seat token, and the last event that it has."""
    known = [
        (message.number, message.chain) if isinstance(message, Happened) else (message.begins, message.chain)
        for message in client.told
        if isinstance(message, Happened | Joined)
    ]
    after, chain = known[-1]
    return {"token": client.token, "after": after, "chain": chain}


def test_after_the_first_return_those_that_follow_are_in_one_message() -> None:
    async def story() -> list[list[list[int]]]:
        async with venue() as place:
            people = await four_at_a_table(place)
            return [await presences(each) for each in people]

    first, *others = run_virtually(story())

    assert first == [[1], [1, 2, 3, 4]]
    assert others == [[[1, 2, 3, 4]]] * 3


def test_one_who_comes_back_alone_is_announced_at_once() -> None:
    async def story() -> tuple[float, list[int]]:
        async with venue() as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada))
            await ben.catch_up()
            ben.hang_up()
            await ada.wait(Presence, lambda presence: presence.connected == [1])
            left = asyncio.get_running_loop().time()
            await place.guest(code_of(ada), "", **place_of(ben))
            told = await ada.wait(Presence)
            return asyncio.get_running_loop().time() - left, told.connected

    waited, connected = run_virtually(story())

    assert waited < RETURN_SECONDS / 2
    assert connected == [1, 2]


def test_a_departure_is_sent_at_once_with_those_who_are_back() -> None:
    async def story() -> tuple[float, list[int], list[list[int]]]:
        async with venue() as place:
            people, clock = await four_at_a_table(place), asyncio.get_running_loop().time
            left = clock()
            people[1].hang_up()
            told = await people[0].wait(Presence, lambda presence: presence.connected != [1])
            return clock() - left, told.connected, await presences(people[0])

    waited, connected, later = run_virtually(story())

    assert waited < RETURN_SECONDS / 2
    assert (connected, later) == ([1, 3, 4], [])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have shorter queues")
def test_more_than_a_hundred_who_connect_before_the_server_looks_are_not_turned_away() -> None:
    async def story() -> None:
        server = RoomServer(MemoryLog(), BOTS, VARIANTS, RoomPolicy(""))
        port = await server.start("127.0.0.1", 0)
        with ExitStack() as connections:
            for _ in range(128):  # the server accepts none meanwhile
                connections.enter_context(socket.create_connection(("127.0.0.1", port), timeout=0.5))
        await server.stop()

    asyncio.run(story())


def test_a_first_arrival_is_sent_at_once() -> None:
    async def story() -> tuple[float, list[int]]:
        async with venue() as place:
            ada, clock = await place.host(), asyncio.get_running_loop().time
            came = clock()
            await place.guest(code_of(ada))
            told = await ada.wait(Presence, lambda presence: len(presence.connected) > 1)
            return clock() - came, told.connected

    waited, connected = run_virtually(story())

    assert waited < RETURN_SECONDS / 2
    assert connected == [1, 2]
