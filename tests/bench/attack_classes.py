"""The classes of attack on a server: what is prepared for each, and who attacks."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench_bots import EXPERTS, bots_play, go_on
from effort import SHARE
from good_players import BEGUN_MOVES, at_least
from long_table import CODES, PEOPLE, SEATS, token
from server_load import BenchServer, Person

from playroom.online.server.rate_limits import RATES, Deed, Scope
from playroom.online.wire.messages import Ack, Join, Nak, OpenTable, TableCommand, server_message
from playroom.online.wire.table_commands import AnyDo, AskedSettings, Ready, Sit, StartMatch

TABLES = 48 // SHARE
"""How many tables of ten experts there are."""
ONE_PERSON = {"X-Forwarded-For": "2001:db8::1"}
"""Where the attackers come from, as a proxy says."""
SETTLING_SECONDS = 0.3
UNDER_WAY = 20
LISTED = 600 // SHARE
"""How many tables are in the list that is asked for again and again."""

SCOPES: Final = {"address": Scope.ADDRESS, "network": Scope.NETWORK, "networks": Scope.SITE}

LIMITED: Final = {"chat": Deed.CHAT, "tables": Deed.TABLE, "guesses": Deed.GUESS, "passwords": Deed.FAILURE}
"""What attackers may do a number of times, by what they call it."""


def most_done(deed: Deed, seconds: float, origin: str) -> float:
    """How often those of an origin may do this in a time, and what was under way when they had done so."""
    burst, whole = RATES[deed][SCOPES[origin]]
    return burst + UNDER_WAY + burst * seconds / whole


@dataclass(frozen=True)
class Attack:
    """A class of attack, which has been prepared; *ways* are codes of tables and tokens of people there."""

    server: BenchServer
    name: str
    origin: str = "network"
    ways: Sequence[str] = ()

    @property
    def code(self) -> str:
        """The table that is attacked; "" if none is."""
        return self.ways[0] if self.ways else ""

    @asynccontextmanager
    async def going_on(self, done: dict[str, int]) -> AsyncIterator[None]:
        """A context in which clients attack; *done* gets what they have done in the end."""
        if self.name == "alone":
            yield
        elif self.name == "experts":
            async with _experts(self.server, done):
                yield
        else:
            async with self._clients(done):
                yield

    @asynccontextmanager
    async def _clients(self, done: dict[str, int]) -> AsyncIterator[None]:
        program = str(Path(__file__).with_name("attackers.py"))
        how = "tls" if self.server.tls else "plain"
        arguments = (program, str(self.server.port), self.name, how, self.origin, *self.ways)
        clients = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdin=PIPE, stdout=PIPE)
        try:
            assert clients.stdout
            await clients.stdout.readline()
            await asyncio.sleep(SETTLING_SECONDS)
            yield
            told, _ = await clients.communicate(b"")
        finally:
            with suppress(ProcessLookupError):
                clients.kill()
        counts, failed = json.loads(told)
        assert not failed, failed
        done.update(counts)


async def attack(server: BenchServer, name: str, origin: str) -> Attack:
    """A class of attack, prepared at a server."""
    if name in ("joins", "loads", "silent"):
        watchers = range(SEATS + 1, PEOPLE + 1)
        return Attack(
            server, name, origin, [each for person in watchers for each in (CODES[0], token(person))]
        )
    if name in ("idle", "returns", "names"):
        people = [*await _match_of_ten(server, "a"), *await _match_of_ten(server, "b")]
        return Attack(
            server, name, origin, [each for person in people for each in (person.code, person.token)]
        )
    if name == "lists":
        for number in range(LISTED):
            host = await server.person({"X-Forwarded-For": f"10.1.{number // 256}.{number % 256}"})
            await host.come(OpenTable("open", "Host", AskedSettings(game="draw", players=4)))
    return Attack(server, name, origin)


async def _match_of_ten(server: BenchServer, letter: str) -> list[Person]:
    """Those of ten attackers who are not the host: they play a match at one table, and have gone."""
    people = [await server.person(ONE_PERSON) for _ in range(EXPERTS.players)]
    host, *others = people
    await host.come(OpenTable("open", "Eve", EXPERTS))
    for number, each in enumerate(others):
        await each.come(Join(host.code, f"Pest {letter}{'abcdefghi'[number]}"))
    await asyncio.gather(*(_do(each, Sit(seat), "sit") for seat, each in enumerate(people)))
    await asyncio.gather(*(_do(each, Ready(), "ready") for each in people))
    await _do(host, StartMatch(), "start")
    for each in people:
        await each.line.close()
    return others  # if all asked for a pause, there would be one


async def _do(person: Person, do: AnyDo, name: str) -> None:
    """Do something, and wait until it is done."""
    await person.say(TableCommand(name, do))
    while not isinstance(answer := server_message(await person.line.recv()), Ack):
        assert not isinstance(answer, Nak), answer


@asynccontextmanager
async def _experts(server: BenchServer, done: dict[str, int]) -> AsyncIterator[None]:
    """A context in which ten experts each play at many tables, which have one address."""
    playing, waits = list[asyncio.Future[None]](), list[float]()
    for _ in range(TABLES):
        eve = await server.person()
        await bots_play(eve, EXPERTS, "expert")
        playing.append(asyncio.ensure_future(go_on(eve, waits)))
    await at_least(waits, BEGUN_MOVES)
    waits.clear()
    try:
        yield
    finally:
        for each in playing:
            each.cancel()
        done["their moves"] = len(waits)
