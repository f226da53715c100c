"""The NATS engine on a cluster of three: refused without syncs, and faults of its servers."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.online.log_engines import caught_up, fill, first_listings, open_nats
from support.online.nats_cluster import NODES, NatsCluster

from playroom.online.log.table_log import Conflict, LogEvent, NotDurable

pytestmark = pytest.mark.long


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[NatsCluster]:
    made = NatsCluster(tmp_path)
    made.heal()
    yield made
    made.close()


def test_servers_that_sync_now_and_then_are_refused(tmp_path: Path) -> None:
    cluster = NatsCluster(tmp_path, sync="sync_interval: 2m")
    cluster.heal()

    with pytest.raises(NotDurable, match="not `sync_interval: always`"):
        asyncio.run(open_nats(cluster, "club"))
    cluster.close()


def test_all_servers_are_killed_and_what_was_stored_is_there(cluster: NatsCluster) -> None:
    async def write() -> None:
        log = caught_up(await open_nats(cluster, "club"))
        await fill(log, "oak", 30)
        await log.close()

    async def read() -> int:
        log = caught_up(await open_nats(cluster, "club"))
        found = await log.read("oak")
        await log.close()
        return len(found)

    asyncio.run(write())
    for node in range(NODES):
        cluster.kill(node)
    cluster.heal()

    assert asyncio.run(read()) == 30


def test_a_log_that_has_become_longer_elsewhere_is_a_conflict(cluster: NatsCluster) -> None:
    async def case() -> None:
        one, other = [caught_up(await open_nats(cluster, "club")) for _ in range(2)]
        await fill(one, "oak", 3)
        assert len(await other.read("oak")) == 3
        ours = await one.append("oak", 3, "ours", b"ours")

        with pytest.raises(Conflict):
            await other.append("oak", 3, "theirs", b"theirs")
        assert await other.append("oak", 3, "ours", b"again") == ours
        assert (await other.append("oak", 4, "theirs", b"theirs")).number == 5
        await asyncio.gather(one.close(), other.close())

    asyncio.run(case())


def test_hints_and_listings_reach_other_programs(cluster: NatsCluster) -> None:
    async def case() -> None:
        one, other = [caught_up(await open_nats(cluster, "club")) for _ in range(2)]
        hinted: asyncio.Queue[LogEvent] = asyncio.Queue()
        await other.follow("oak", hinted.put_nowait)
        event = await one.append("oak", 0, "first", b"")
        await one.put_listing("oak", b"1 of 4", 60)

        assert await hinted.get() == event
        assert await first_listings(other, 1) == [("oak", b"1 of 4")]
        await asyncio.gather(one.close(), other.close())

    asyncio.run(case())
