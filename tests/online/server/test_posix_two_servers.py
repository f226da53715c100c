"""Two servers of a club on three NATS servers: what is known at both, and what is left when one is killed."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from killed_server import killed_server
from people import Client, settings
from support.online.nats_cluster import NatsCluster

from playroom.online.wire.entries import SeatReturned, StandInSeated
from playroom.online.wire.messages import Ack, Chat, Join, Joined, Nak, OpenTable, Presence, Said
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_commands import Ready, Sit, StartMatch

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="there nobody is killed by a signal"),
]

ABSENCE = 2
LATEST = ABSENCE + 20.0
"""The seconds until a stand-in plays for whom a killed server had: 5 of silence, 2 of a sweep, some more."""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[NatsCluster]:
    made = NatsCluster(tmp_path / "nats")
    made.heal()
    yield made
    made.close()


async def come(client: Client, code: str, name: str, token: str = "") -> Joined:
    client.say(Join(code, name, token))
    return await client.wait(Joined)


async def answer(client: Client, chat: Chat) -> Ack | Nak:
    client.say(chat)
    while not isinstance(told := await client.next(), Ack | Nak):
        pass
    return told


async def evening(first: Client, second: Client, third: Client) -> tuple[str, str]:
    """Ada's match with Ben and Cy, who are at another server; the code of the table and Ben's token."""
    first.say(OpenTable("open", "Ada", settings("draw", 3, absence=ABSENCE)))
    code = (await first.wait(Joined)).code
    ben = await come(second, code, "Ben")
    await come(third, code, "Cy")
    assert ben.connected == [1, 2]
    await first.wait(Presence, lambda told: told.connected == [1, 2, 3])
    for client, do in (
        *((first, Sit(0)), (second, Sit(1)), (third, Sit(2))),
        *((second, Ready()), (third, Ready()), (first, StartMatch())),
    ):
        assert isinstance(await client.do(do), Ack)
    return code, ben.token


async def talk(ada: Client, ben: Client, when: str) -> None:
    """Each hears what the other says, to all and in private; nobody hears what is said to nobody."""
    assert isinstance(await answer(ada, Chat(f"{when}-1", text="to all")), Ack)
    assert isinstance(await answer(ada, Chat(f"{when}-2", 2, "to Ben")), Ack)
    heard = [(await ben.wait(Said)).text for _ in range(2)]
    assert isinstance(await answer(ben, Chat(f"{when}-1", 1, "to Ada")), Ack)
    assert (await ada.wait(Said, lambda said: said.person == 2)).text == "to Ada"
    refused = await answer(ben, Chat(f"{when}-2", 9, "to nobody"))
    assert refused == Nak(f"{when}-2", RefusalCode.NO_SUCH_PERSON)
    assert heard == ["to all", "to Ben"]


def test_a_killed_server_leaves_its_players_to_the_other(cluster: NatsCluster, tmp_path: Path) -> None:
    log = ("--log", cluster.address("club"))

    async def story() -> None:
        async with (
            killed_server(tmp_path / "one", *log) as one,
            killed_server(tmp_path / "two", *log) as two,
        ):
            ada, ben, cy = await one.connected(), await two.connected(), await two.connected()
            code, token = await evening(ada, ben, cy)
            await talk(ada, ben, "before")
            loop = asyncio.get_running_loop()

            lost = loop.time()
            cy.hang_up()
            assert await ada.entry(StandInSeated) == StandInSeated(2, "steady")
            passed = loop.time() - lost
            await two.end(signal.SIGKILL)
            lost = loop.time()
            assert await ada.entry(StandInSeated) == StandInSeated(1, "steady")
            killed = loop.time() - lost
            there = [told.connected for told in ada.told if isinstance(told, Presence)][-1]
            back = await one.connected()
            await come(back, code, "", token)
            assert await ada.entry(SeatReturned) == SeatReturned(1)
            await talk(ada, back, "after")

            print(f"absent after {passed:.1f} s, of a killed server after {killed:.1f} s")
            assert ABSENCE <= passed < LATEST
            assert ABSENCE < killed < LATEST
            assert there == [1]

    asyncio.run(story())
