"""A log that is damaged, full or slow: everybody hears why, and no table is kept for nobody."""

import asyncio
from collections import Counter

import pytest
from people import code_of, venue
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import Damaged, Hint, LogEvent, NotStored, Unfollow
from playroom.online.server.tables.outbox import ChannelClosed
from playroom.online.wire.entries import SeatLeft, StandInSeated
from playroom.online.wire.messages import Bye, Hello, Join, Nak
from playroom.online.wire.protocol import VERSION, RefusalCode
from playroom.online.wire.table_commands import Ready, Sit, StartMatch


class BadLog(MemoryLog):
    """A log in memory; *why* is raised by each append, and *damaged* names the tables that cannot be read."""

    def __init__(self) -> None:
        super().__init__()
        self.why: Exception | None = None
        self.damaged: set[str] = set()
        self.followers: Counter[str] = Counter()
        self.has_read: list[str] = []
        self.may_append = asyncio.Event()
        self.may_list = asyncio.Event()
        self.may_append.set()
        self.may_list.set()

    async def append(self, table: str, expected: int, command_id: str, body: bytes) -> LogEvent:
        await self.may_append.wait()
        if self.why:
            raise self.why
        return await super().append(table, expected, command_id, body)

    async def read(self, table: str, after: int = 0) -> list[LogEvent]:
        self.has_read.append(table)
        if table in self.damaged:
            raise Damaged(table)
        return await super().read(table, after)

    async def follow(self, table: str, hint: Hint) -> Unfollow:
        unfollow = await super().follow(table, hint)
        self.followers[table] += 1

        async def counted() -> None:
            await unfollow()
            self.followers[table] -= 1

        return counted

    async def put_listing(self, table: str, summary: bytes | None, ttl: float) -> None:
        await self.may_list.wait()
        await super().put_listing(table, summary, ttl)


def test_a_damaged_log_refuses_a_command() -> None:
    async def story() -> object:
        log = BadLog()
        async with venue(log) as place:
            ada = await place.host()
            log.why = Damaged("a flipped bit")
            return await ada.do(Sit(0))

    answer = run_virtually(story())

    assert isinstance(answer, Nak)
    assert answer.code == RefusalCode.LOG_DAMAGED


def test_a_table_that_cannot_be_loaded_is_refused_and_not_followed() -> None:
    async def story() -> tuple[Nak, int]:
        log = BadLog()
        async with venue(log) as place:
            await log.append("0000000A", 0, "open", b'{"by":0,"entries":[{"entry":"FromNewerServers"}]}')
            client = place.connected()
            client.say(Hello(VERSION))
            client.say(Join("0000000A", "Ben"))
            return await client.wait(Nak), log.followers["0000000A"]

    refused, followers = run_virtually(story())

    assert refused.code == RefusalCode.LOG_DAMAGED
    assert followers == 0


@pytest.mark.parametrize("code", ["*", ">", "0000000A.B", "..", "", "\N{KELVIN SIGN}"])
def test_no_log_is_asked_for_a_code_that_no_table_can_have(code: str) -> None:
    async def story() -> tuple[Nak, list[str]]:
        log = BadLog()
        async with venue(log) as place:
            client = place.connected()
            client.say(Hello(VERSION))
            client.say(Join(code, "Ben"))
            return await client.wait(Nak), log.has_read

    refused, has_read = run_virtually(story())

    assert refused.code == RefusalCode.NO_SUCH_TABLE
    assert has_read == []


def test_a_damaged_table_does_not_keep_the_others_from_what_they_have_missed() -> None:
    async def story() -> list[str]:
        log = BadLog()
        async with venue(log) as place:
            first, second = await place.host(), await place.host(name="Ben")
            log.damaged = {code_of(first)}
            sweep = asyncio.ensure_future(place.rooms.sweep())
            log.has_read.clear()
            await asyncio.sleep(10)
            sweep.cancel()
            return [table for table in log.has_read if table == code_of(second)]

    assert len(run_virtually(story())) > 1


def test_who_leaves_while_a_match_begins_has_a_stand_in() -> None:
    async def story() -> list[object]:
        log = BadLog()
        async with venue(log) as place:
            ada = await place.host()
            ben = await place.guest(code_of(ada))
            await ada.do(Sit(0))
            await ben.do(Sit(1))
            await ben.do(Ready())
            log.may_append.clear()
            start = asyncio.ensure_future(ada.do(StartMatch()))
            await asyncio.sleep(1)
            ben.say(Bye())
            await asyncio.sleep(1)
            log.may_append.set()
            await start
            await ada.catch_up()
            return [each for each in ada.entries if isinstance(each, SeatLeft | StandInSeated)]

    assert run_virtually(story()) == [StandInSeated(1, "steady")]


def test_a_table_is_forgotten_even_if_the_log_takes_nothing() -> None:
    async def story() -> int:
        log = BadLog()
        async with venue(log) as place:
            ada = await place.host()
            await ada.do(Sit(0))
            log.why = NotStored("the disk is full")
            ada.say(Bye())
            await ada.rest()
            return log.followers[code_of(ada)]

    assert run_virtually(story()) == 0


def test_who_is_lost_while_they_come_in_is_not_kept_as_present(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> int:
        log = BadLog()
        async with venue(log) as place:
            ada = await place.host()
            log.may_list.clear()
            ben = place.connected()

            async def lost(*_frames: str) -> None:
                raise ChannelClosed

            monkeypatch.setattr(ben.channel, "send", lost)
            ben.say(Hello(VERSION))
            ben.say(Join(code_of(ada), "Ben"))
            await asyncio.sleep(10)
            log.may_list.set()
            ada.say(Bye())
            await ada.rest()
            return log.followers[code_of(ada)]

    assert run_virtually(story()) == 0


def test_whose_connection_cannot_be_closed_is_not_kept_as_present(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> int:
        log = BadLog()
        async with venue(log) as place:
            ada = await place.host()

            async def broken(_code: int) -> None:
                raise OSError("broken pipe")

            monkeypatch.setattr(ada.channel, "close", broken)
            ada.hang_up()
            await asyncio.sleep(10)
            return log.followers[code_of(ada)]

    assert run_virtually(story()) == 0
