"""Turns to think: no table and no address can take those of others."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import pytest
from support.time.virtual_time import run_virtually

from playroom.online.server.rooms import ConnectedClient
from playroom.online.server.tables.fair_turns import FairQueue, FairTurns, Share
from playroom.rules.move import Draw, Move

BUSY, QUIET = Share("192.0.2.1", "BUSY"), Share("192.0.2.2", "QUIET")


class Thoughts:
    """Thoughts of a second each, and who has begun one."""

    def __init__(self, turns: int) -> None:
        self.begun: list[str] = []
        self._at_once = 0
        self.most_at_once = 0
        self.turns = FairTurns(turns, self._run)

    async def _run(self, thought: Callable[[], Move]) -> Move:
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            found = thought()
            await asyncio.sleep(1)
            return found
        finally:
            self._at_once -= 1

    async def of(self, share: Share) -> Move:
        """A thought for this table."""

        def thought() -> Move:
            self.begun.append(share.table)
            return Draw()

        return await self.turns.think(thought, share)

    async def wrong(self) -> Move:
        """A thought that fails."""

        def thought() -> Move:
            raise LookupError

        return await self.turns.think(thought, BUSY)


def test_each_address_is_next_in_turn_and_there_each_table() -> None:
    queue: FairQueue[str] = FairQueue()
    number = count(1)
    for address, table in ("aA", "aA", "aA", "aB", "bC", "bC", "aB"):
        queue.put(Share(address, table), f"{table}{next(number)}")

    taken = [queue.take() for _ in range(8)]

    assert taken == ["A1", "C5", "B4", "C6", "A2", "B7", "A3", None]


@pytest.mark.parametrize(("turns", "seconds"), [(1, 2.5), (2, 1.5)])
def test_a_hundred_tables_of_one_address_delay_another_by_one_thought(turns: int, seconds: float) -> None:
    thoughts = Thoughts(turns)

    async def play() -> float:
        crowd = [asyncio.create_task(thoughts.of(Share("192.0.2.1", f"T{each}"))) for each in range(100)]
        await asyncio.sleep(0.5)
        begun = asyncio.get_running_loop().time()
        await thoughts.of(QUIET)
        waited = asyncio.get_running_loop().time() - begun
        for each in crowd:
            each.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        return waited

    assert run_virtually(play()) == pytest.approx(seconds)
    assert thoughts.most_at_once == turns


def test_a_thought_that_is_not_wanted_any_more_keeps_its_turn_to_its_end() -> None:
    thoughts = Thoughts(1)

    async def play() -> float:
        begun = asyncio.get_running_loop().time()
        first, waiting = (asyncio.create_task(thoughts.of(BUSY)) for _ in range(2))
        await asyncio.sleep(0.5)
        first.cancel()
        waiting.cancel()
        await thoughts.of(QUIET)
        return asyncio.get_running_loop().time() - begun

    took = run_virtually(play())

    assert thoughts.begun == ["BUSY", "QUIET"]
    assert thoughts.most_at_once == 1
    assert took == pytest.approx(2)


def test_a_turn_that_comes_to_one_who_leaves_is_passed_on() -> None:
    running: list[asyncio.Task[Any]] = []

    async def run(thought: Callable[[], Move]) -> Move:
        running.extend(filter(None, [asyncio.current_task()]))
        await asyncio.sleep(1)
        return thought()

    turns = FairTurns(1, run)

    async def play() -> list[Move]:
        shares = (BUSY, QUIET, QUIET)
        first, leaves, last = (asyncio.create_task(turns.think(Draw, share)) for share in shares)
        await asyncio.sleep(0.5)
        running[0].add_done_callback(lambda _: leaves.cancel())  # its turn came a moment before
        async with asyncio.timeout(5):
            return [await first, await last]

    assert run_virtually(play()) == [Draw(), Draw()]


def test_a_thought_that_fails_passes_its_turn_on() -> None:
    thoughts = Thoughts(1)

    async def play() -> list[Any]:
        each: list[Awaitable[Move]] = [thoughts.wrong(), thoughts.of(QUIET)]
        return await asyncio.gather(*each, return_exceptions=True)

    found = run_virtually(play())

    assert isinstance(found[0], LookupError)
    assert found[1] == Draw()


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("", ""),
        ("127.0.0.1", ""),
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8::1:2", "2001:db8::/64"),
    ],
)
def test_the_addresses_of_one_network_have_one_share(address: str, network: str) -> None:
    assert ConnectedClient(address).network == network
