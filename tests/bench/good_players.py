"""Good players, each with an address of their own, who only measure what they wait for."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter

from bench_bots import GOOD, bots_play, go_on
from server_load import BenchServer, Person, load, seat_all

from playroom.online.wire.messages import (
    Join,
    Joined,
    Nak,
    SignedIn,
    SignIn,
    SignInAgain,
    server_message,
)

TABLES, SEATS, RATE, JOINS = 5, 4, 100, 20
"""How many tables of theirs there are, their seats, and the commands and joins of all in a second."""
PASSWORD = "eight or more"  # noqa: S105 (a bench's)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
PAUSE = 0.005
HAPPENED = '{"type":"happened","number":'
BEGUN_MOVES = 4
"""After so many moves of bots, the processes in which they think have started."""
PATIENCE_SECONDS = 30.0
LATEST_SECONDS = 2.0
"""Who has no answer by then has waited so long, at least."""


@dataclass
class GoodPlayers:
    """People at tables of their own, and others who come to those or to one that is attacked."""

    server: BenchServer
    people: list[Person]
    codes: list[str]
    """The tables to which the others come in turn."""
    keys: list[str]
    """By which those sign in who come to a server with accounts."""
    tasks: list[asyncio.Future[None]]
    """What goes on by itself."""
    joins: list[float] = field(default_factory=list)
    """The seconds in which each of the others was sent all of a table."""
    bots: list[float] = field(default_factory=list)
    """The seconds that each move of a bot took, at a table of theirs."""
    events: dict[str, list[int]] = field(default_factory=dict)
    """The last event of each table as each of the others has found it."""
    _came: int = 0

    def appended(self, code: str) -> int:
        """How many events of others a table got between the first and the last who came."""
        found = sorted(self.events.get(code, [0]))
        return found[-1] - found[0] - (len(found) - 1)

    @property
    def commands(self) -> list[float]:
        """The seconds until each acknowledgement."""
        return [wait for person in self.people for wait in person.waits]

    async def wait_for_all(self, seconds: float) -> None:
        """Do what good players do for some time, and wait a little for the last answers."""
        self.bots.clear()
        coming = asyncio.ensure_future(self._come(seconds))
        await load(self.people, RATE, seconds)
        with suppress(TimeoutError):
            async with asyncio.timeout(LATEST_SECONDS):
                await coming
        for person in self.people:  # who has no answer yet has waited for it until now
            person.waits += [perf_counter() - sent for sent in person.sent.values()]
        assert not any(person.naks for person in self.people), "good players were refused"
        for each in self.tasks:
            each.cancel()
        del self.bots[:1]  # it may have begun before

    async def _come(self, seconds: float) -> None:
        begun, coming = perf_counter(), list[asyncio.Future[None]]()
        while (passed := perf_counter() - begun) < seconds:
            while len(coming) < passed * JOINS:
                coming.append(asyncio.ensure_future(self._join()))
            await asyncio.sleep(PAUSE)
        await asyncio.gather(*coming)

    async def _join(self) -> None:
        """Somebody new comes, and leaves once they have been sent all."""
        self._came += 1
        number, begun = self._came, perf_counter()
        try:
            person = await self._visitor(number)
        finally:
            self.joins.append(perf_counter() - begun)
        await person.line.close()

    async def _visitor(self, number: int) -> Person:
        """Somebody new who has been sent all of one of the tables."""
        person = await self.server.person(address(1000 + number))
        if self.keys:
            await person.say(SignInAgain(self.keys[number % len(self.keys)]))
        code = self.codes[number % len(self.codes)]
        await person.say(Join(code, f"Visitor {number}"))
        last = await all_sent(person)
        self.events.setdefault(code, []).append(last)
        return person


async def at_least(waits: Sequence[float], count: int) -> None:
    """Wait until bots have made so many moves."""
    for _ in range(round(PATIENCE_SECONDS / PAUSE)):
        if len(waits) >= count:
            return
        await asyncio.sleep(PAUSE)


async def all_sent(person: Person) -> int:
    """The number of the last event of a table that a person has joined, once they were sent all."""
    until, last = -1, -2
    while last < until or until < 0:
        frame = str(await person.line.recv())
        if frame.startswith(HAPPENED):  # to decode a thousand of them would take longer than to send them
            last = int(frame[len(HAPPENED) :].partition(",")[0])
            continue
        message = server_message(frame)
        assert not isinstance(message, Nak), message
        if isinstance(message, Joined):
            until, last = message.number, message.begins
    return last


def address(number: int) -> dict[str, str]:
    """Where a good player comes from, as a proxy says."""
    return {"X-Forwarded-For": f"10.0.{number // 256}.{number % 256}"}


async def good_players(server: BenchServer, code: str, *, has_accounts: bool, has_bots: bool) -> GoodPlayers:
    """Good players who have sat down; others come to the table with this code too, if there is one."""
    people = [await server.person(address(number)) for number in range(1, TABLES * SEATS + 1)]
    others = [await server.person(address(number)) for number in range(101, 109)] if has_accounts else []
    keys = (
        await asyncio.gather(*(_signed_in(*each) for each in enumerate(people + others)))
        if has_accounts
        else []
    )
    await seat_all(people)
    codes = [*{each.code: 1 for each in people}, *filter(None, [code])]
    listening: list[asyncio.Future[None]] = [asyncio.ensure_future(each.listen()) for each in people]
    good = GoodPlayers(server, people, codes, [*keys[len(people) :]], listening)
    if code:  # somebody is always there, as at any table that others would come to
        watcher = await server.person(address(99))
        await watcher.come(Join(code, "Watcher"))
        good.tasks.append(asyncio.ensure_future(watcher.listen()))
    if has_bots:
        watcher = await server.person(address(100))
        await bots_play(watcher, GOOD, "expert")
        good.tasks.append(asyncio.ensure_future(go_on(watcher, good.bots)))
        await at_least(good.bots, BEGUN_MOVES)
    return good


async def _signed_in(number: int, person: Person) -> str:
    """The key of a new account of a person."""
    await person.say(SignIn(f"Player {LETTERS[number // 6]}{LETTERS[number % 6]}", PASSWORD, is_new=True))
    answer = server_message(await person.line.recv())
    assert isinstance(answer, SignedIn), answer
    return answer.key
