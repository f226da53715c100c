"""Two servers with one log that makes faults: nothing acknowledged is lost or doubled, all see one match."""

import asyncio
from random import Random

import pytest
from evidence import check_acknowledged, check_view
from people import Client, Venue, code_of, settings
from players import STALE, TablePlayer
from support.faults.soaks import soak
from support.online.faulty_log import Fault, FaultyLog
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import LogEvent, Unknown
from playroom.online.wire.messages import Ack
from playroom.online.wire.table_commands import AnyDo, Ready, SeatBot, Sit, StartMatch

FAULTS = [*Fault]
TRIES = 20
OFTEN_FINE = 3
"""One call in so many goes wrong."""


class ForgetfulLog(FaultyLog):
    """One that sometimes does not answer a read or a listing either."""

    async def read(self, table: str, after: int = 0) -> list[LogEvent]:
        self._check()
        return await super().read(table, after)

    async def put_listing(self, table: str, summary: bytes | None, ttl: float) -> None:
        self._check()
        await super().put_listing(table, summary, ttl)

    def _check(self) -> None:
        if self._fault() is Fault.LOST:
            raise Unknown("no answer")


async def insisted(client: Client, do: AnyDo) -> None:
    """Do something that the storage may refuse, until it is done."""
    for _ in range(TRIES):
        if isinstance(await client.do(do, type(do).__name__ + str(getattr(do, "seat", ""))), Ack):
            return
        await asyncio.sleep(1)
    raise AssertionError(do)


async def match_over_two_servers(seed: int) -> tuple[MemoryLog, list[Client], str]:
    """Ada at one server and Ben at another play a match with two bots."""
    memory, chance = MemoryLog(), Random(seed)
    calm = True

    def fault() -> Fault:
        return Fault.NOTHING if calm or chance.randrange(OFTEN_FINE) else chance.choice(FAULTS)

    log = ForgetfulLog(memory, fault)
    first, second = Venue(log, shares_log=True), Venue(log, shares_log=True)
    sweeps = [asyncio.ensure_future(place.rooms.sweep()) for place in (first, second)]
    ada = await first.host(settings("draw", 4, options={"target": 50}))
    ben = await second.guest(code_of(ada))
    calm = False
    for client, do in (
        *((ada, Sit(0)), (ada, SeatBot(1, "hard")), (ada, SeatBot(3, "steady"))),
        *((ben, Sit(2)), (ben, Ready()), (ada, StartMatch())),
    ):
        await insisted(client, do)
    stale = (*STALE, "not_your_turn", "illegal_move", "no_round", "storage_failed")
    await asyncio.gather(*(TablePlayer(client, seed, stale).play() for client in (ada, ben)))
    calm = True
    for client in (ada, ben):
        await asyncio.sleep(5)
        await client.catch_up()
    for sweep in sweeps:
        sweep.cancel()
    await first.close()
    await second.close()
    return memory, [ada, ben], code_of(ada)


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 2 + soak(38)))]
)
def test_two_servers_and_a_faulty_log_play_one_match(seed: int) -> None:
    log, clients, code = run_virtually(match_over_two_servers(seed))

    events = asyncio.run(log.read(code))
    for client, seat in zip(clients, (0, 2), strict=True):
        assert check_acknowledged(events, client.person, client.told) > 0
        check_view(events, seat, client.told)
        assert client.last == len(events)
