"""Who of a club is there, and invitations: at one server, and at two with one log, in memory or on NATS."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import pytest
from club import accounts_in, signed_in, visitor
from people import Client, Venue, settings
from support.online.faulty_log import Fault, FaultyLog
from support.online.log_engines import open_nats, shared_cluster
from support.systems import ON_WINDOWS
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import TableLog
from playroom.online.server.club_people import FRESH_SECONDS, PEOPLE
from playroom.online.wire.messages import (
    Ack,
    Attend,
    Invited,
    InvitePerson,
    Join,
    Joined,
    ListPeople,
    Nak,
    OpenTable,
    People,
    PersonHere,
)
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_commands import Ban, Kick

NUMBERS = count(1)
"""Each address and each club on NATS is a new one."""

Servers = tuple[Venue, Venue]
Story = Callable[[Servers], Coroutine[Any, Any, Any]]


@asynccontextmanager
async def memory_logs(servers: int) -> AsyncIterator[list[TableLog]]:
    log = MemoryLog()
    yield [FaultyLog(log, lambda: Fault.NOTHING) for _ in range(servers)]
    await log.close()


@asynccontextmanager
async def nats_logs(servers: int) -> AsyncIterator[list[TableLog]]:
    club = f"people-{next(NUMBERS)}"
    yield [await open_nats(shared_cluster(), club) for _ in range(servers)]


async def told(logs: list[TableLog], story: Story) -> Any:  # noqa: ANN401 (what the story gives)
    """What a story gives at the first and the last of the servers that have these logs, each its own."""
    places = [Venue(log, shares_log=True, accounts=await accounts_in(log)) for log in logs]
    sweeping = [asyncio.ensure_future(place.rooms.sweep()) for place in places]
    try:
        return await story((places[0], places[-1]))
    finally:
        for sweep in sweeping:
            sweep.cancel()
        for place in places:
            await place.close()


def at_one(story: Story) -> Any:  # noqa: ANN401 (what the story gives)
    async def run() -> object:
        async with memory_logs(1) as logs:
            return await told(logs, story)

    return run_virtually(run())


def at_two(story: Story) -> Any:  # noqa: ANN401 (what the story gives)
    async def run() -> object:
        async with memory_logs(2) as logs:
            return await told(logs, story)

    return run_virtually(run())


def on_nats(story: Story) -> Any:  # noqa: ANN401 (what the story gives)
    async def run() -> object:
        async with nats_logs(2) as logs:
            return await told(logs, story)

    return asyncio.run(run())


Run = Callable[[Story], Any]
everywhere = pytest.mark.parametrize(
    "run",
    [
        at_one,
        at_two,
        pytest.param(on_nats, marks=[pytest.mark.long, pytest.mark.skipif(ON_WINDOWS, reason="POSIX alone")]),
    ],
)


async def member(place: Venue, name: str, *, quiet: bool | None = False) -> Client:
    """Somebody with a new account and an address of their own; they attend unless *quiet* is None."""
    client = visitor(place, f"198.51.{next(NUMBERS)}.7")
    await signed_in(client, name)
    if quiet is not None:
        client.say(Attend(quiet))
    return client


async def opened(client: Client, **chosen: Any) -> str:  # noqa: ANN401 (any setting)
    """The code of a table that a client opens."""
    client.say(OpenTable("open", "", settings(**chosen)))
    return (await client.wait(Joined)).code


async def people(client: Client, count: int) -> Mapping[str, PersonHere]:
    """The people whom a client sees, by name, once there are so many."""
    while True:
        client.say(ListPeople())
        seen = (await client.wait(People)).people
        if len(seen) == count:
            return {each.name: each for each in seen}
        await asyncio.sleep(FRESH_SECONDS)


async def invite(client: Client, name: str, code: str) -> object:
    """What the server answers to an invitation: None if it was passed on, or the code of the refusal."""
    client.commands += 1
    client.say(InvitePerson(f"i{client.commands}", name, code))
    while not isinstance(answer := await client.next(), Ack | Nak):
        pass
    return None if isinstance(answer, Ack) else answer.code


@everywhere
def test_all_see_who_is_there_and_at_which_table(run: Run) -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        ada = await member(first, "Ada")
        code = await opened(ada, game="draw")
        ben = await member(second, "Ben", quiet=True)
        await member(first, "Cy", quiet=None)
        dee = await member(second, "Dee")
        await opened(dee, game="kozel", players=4, teams=2, listed=False)
        there = await people(ben, 3)
        assert there == await people(ada, 3)
        ada.hang_up()
        return code, there, [*await people(ben, 2)]

    code, there, left = run(story)

    assert there == {
        "Ada": PersonHere("Ada", "draw", code),
        "Ben": PersonHere("Ben", quiet=True),
        "Dee": PersonHere("Dee", "kozel"),
    }
    assert left == ["Ben", "Dee"]


@everywhere
def test_an_invitation_reaches_a_person_wherever_they_are(run: Run) -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        ada, ben = await member(first, "Ada"), await member(second, "Ben")
        cy = await member(first, "Cy")
        code = await opened(ada, game="draw", listed=False)
        await people(ada, 3)
        answer = await invite(ada, "BEN", code)
        return code, answer, await ben.wait(Invited), any(isinstance(each, Invited) for each in cy.told)

    code, answer, invited, others_heard = run(story)

    assert answer is None
    assert invited == Invited("Ada", code, "draw")
    assert not others_heard


@everywhere
def test_an_invitation_that_nobody_is_to_hear_is_refused(run: Run) -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        ada = await member(first, "Ada")
        code = await opened(ada)
        await member(second, "Ben", quiet=True)
        await member(second, "Cy", quiet=None)
        dee = await member(second, "Dee")
        await people(ada, 3)
        asked = ("Ben", "Cy", "Ada", "Nobody")
        answers = [await invite(ada, name, code) for name in asked]
        return [*answers, await invite(dee, "Ada", code), await invite(ada, "Dee", "7KQ2M9XD")]

    not_here, join_first = RefusalCode.NOT_HERE, RefusalCode.JOIN_FIRST
    assert run(story) == [RefusalCode.QUIET, not_here, not_here, not_here, join_first, join_first]


def test_names_that_are_not_seen_invite_nobody_and_are_not_written_back() -> None:
    async def story(servers: Servers) -> object:
        ada = await member(servers[0], "Ada")
        code = await opened(ada)
        names = ("", "\u200b\u2060", "\u202eneB", "B\u0301" * 500, "\n\n")
        for name in names:
            await invite(ada, name, code)
            await asyncio.sleep(20)
        return [each.blanks["name"] for each in ada.told if isinstance(each, Nak)]

    named = at_one(story)

    assert named == ["", "", "neB", ("B\u0301" * 500)[:32], ""]


def test_guests_neither_see_nor_invite_nor_are_seen() -> None:
    async def story(servers: Servers) -> object:
        place = servers[0]
        ada, guest = await member(place, "Ada"), visitor(place)
        code = await opened(ada)
        guest.say(Attend())
        guest.say(ListPeople())
        answers = [(await guest.wait(Nak)).code for _ in range(2)]
        return answers, await invite(guest, "Ada", code), [*await people(ada, 1)]

    first = RefusalCode.SIGN_IN_FIRST
    assert at_one(story) == ([first, first], first, ["Ada"])


def test_who_was_removed_from_a_table_cannot_invite_to_it() -> None:
    async def story(servers: Servers) -> object:
        place = servers[0]
        ada, ben, _ = [await member(place, name) for name in ("Ada", "Ben", "Cy")]
        code = await opened(ada)
        ben.say(Join(code))
        await ben.wait(Joined)
        before = await invite(ben, "Cy", code)
        await ada.do(Kick(2))
        await ben.rest()
        back = visitor(place)
        await signed_in(back, "Ben", is_new=False)
        return before, await invite(back, "Cy", code)

    assert at_one(story) == (None, RefusalCode.JOIN_FIRST)


def test_floods_of_invitations_are_held_back() -> None:
    async def story(servers: Servers) -> object:
        place = servers[0]
        victim = await member(place, "Victim")
        hosts = [await member(place, f"Host {at}") for at in range(8)]
        codes = [await opened(host) for host in hosts]
        answers = [
            await invite(host, "Victim", code)
            for _ in range(3)
            for host, code in zip(hosts, codes, strict=True)
        ]
        await victim.catch_up()
        heard = sum(isinstance(each, Invited) for each in victim.told)
        await asyncio.sleep(60)
        return heard, answers.count(RefusalCode.TOO_FAST), await invite(hosts[0], "Victim", codes[0])

    assert at_one(story) == (10, 14, None)


def test_one_person_invites_another_twice_in_a_minute_and_six_in_all() -> None:
    async def story(servers: Servers) -> object:
        place = servers[0]
        ada = await member(place, "Ada")
        code = await opened(ada)
        for at in range(5):
            await member(place, f"Guest {at}")
        once = [await invite(ada, "Guest 0", code) for _ in range(3)]
        return once, [await invite(ada, f"Guest {at}", code) for at in range(1, 5)]

    fast = RefusalCode.TOO_FAST
    assert at_one(story) == ([None, None, fast], [None, None, None, fast])


def test_a_message_of_another_version_changes_nothing() -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        ada = await member(first, "Ada")
        second.log.tell(PEOPLE, b'{"type":"Other","server":"x"}')
        second.log.tell(PEOPLE, b"\xff")
        await asyncio.sleep(1)
        return [*await people(ada, 1)]

    assert at_two(story) == ["Ada"]


def test_who_was_at_a_server_that_has_ended_is_not_there_any_more() -> None:
    async def story(servers: Servers) -> object:
        first, second = servers
        ada, ben = await member(first, "Ada"), await member(second, "Ben")
        both = [*await people(ada, 2)]
        await second.die()
        del ben
        return both, [*await people(ada, 1)]

    assert at_two(story) == (["Ada", "Ben"], ["Ada"])


def test_a_ban_at_a_table_holds_for_who_is_invited() -> None:
    async def story(servers: Servers) -> object:
        place = servers[0]
        ada, ben = await member(place, "Ada"), await member(place, "Ben")
        code = await opened(ada)
        ben.say(Join(code))
        await ben.wait(Joined)
        await ada.do(Ban(2))
        await ben.rest()
        back = visitor(place)
        await signed_in(back, "Ben", is_new=False)
        back.say(Attend())
        await people(ada, 2)
        answer = await invite(ada, "Ben", code)
        back.say(Join((await back.wait(Invited)).code))
        return answer, (await back.wait(Nak)).code

    assert at_one(story) == (None, RefusalCode.BANNED)
