"""Servers that share a log which makes faults, by a clock that Hypothesis moves.

Each decides on what it has read, as a server of tables does: after an unknown outcome it sends the same
command again, after a conflict it reads. What was acknowledged must be in the log, in its order, once, and
where it was decided; what is read must be a part of the log.
"""

import asyncio
from dataclasses import dataclass, field
from itertools import count

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import (
    Conflict,
    LogEvent,
    NotStored,
    TableLog,
    Unknown,
    first_chain,
    verify,
)
from support.console.manual_loop import ManualLoop
from support.online.faulty_log import Fault, FaultyLog
from support.online.log_engines import first_listings

TABLE = "oak"
SERVERS = 2
NUMBERS = st.integers(0, SERVERS - 1)
LISTED = st.sampled_from(("oak", "elm"))
FAULTS = st.sampled_from(Fault)


@dataclass
class Server:
    """What one server knows of a table, and the command whose outcome it waits for or does not know."""

    number: int = 0
    command: str = ""
    task: asyncio.Task[None] | None = None
    hinted: list[LogEvent] = field(default_factory=list)


class LogMachine(RuleBasedStateMachine):
    """Calls of a log, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = ManualLoop()
        self.fault = Fault.NOTHING
        self.inner = self.loop.run(self.open_log())
        self.log = FaultyLog(self.inner, lambda: self.fault)
        self.servers = [Server() for _ in range(SERVERS)]
        self.acknowledged: list[LogEvent] = []
        self.read: list[LogEvent] = []
        self.listed: dict[str, tuple[bytes, float]] = {}
        self.ids = count()
        for server in self.servers:
            self.loop.run(self.log.follow(TABLE, server.hinted.append))

    async def open_log(self) -> TableLog:
        """The engine, which makes no faults itself."""
        return MemoryLog()

    @rule(n=NUMBERS, fault=FAULTS)
    def send(self, n: int, fault: Fault) -> None:
        """A server sends a new command, or the one again whose outcome it does not know."""
        server = self.servers[n]
        if server.task is None:
            server.command = server.command or f"command-{next(self.ids)}"
            self.fault = fault
            server.task = self.loop.create_task(self._send(server))
            self.loop.settle()

    async def _send(self, server: Server) -> None:
        try:
            body = b"decided after %d" % server.number
            event = await self.log.append(TABLE, server.number, server.command, body)
            self.acknowledged.append(event)
            server.command = ""
        except (Unknown, NotStored):
            pass
        except Conflict:
            server.command = ""
            await self._catch_up(server)
        finally:
            server.task = None

    @rule(n=NUMBERS, fault=FAULTS)
    def catch_up(self, n: int, fault: Fault) -> None:
        """A server reads what it does not know yet."""
        self.fault = Fault.NOTHING if fault is Fault.SLOW else fault
        self.loop.run(self._catch_up(self.servers[n]))

    async def _catch_up(self, server: Server) -> None:
        after = server.number
        events = await self.log.read(TABLE, after)
        self.read += events
        server.number = max(server.number, after + len(events))

    @rule(table=LISTED, ttl=st.integers(1, 3))
    def show(self, table: str, ttl: int) -> None:
        """A table is shown in the lobby for some seconds."""
        summary = b"for %d s" % ttl
        self.loop.run(self.log.put_listing(table, summary, ttl))
        self.listed[table] = (summary, self.loop.time() + ttl)

    @rule(table=LISTED)
    def hide(self, table: str) -> None:
        """A table is taken from the lobby."""
        self.loop.run(self.log.put_listing(table, None, 0))
        self.listed.pop(table, None)

    @rule(seconds=st.integers(1, 3))
    def pass_time(self, seconds: int) -> None:
        """Some seconds pass."""
        self.loop.advance(seconds)

    @invariant()
    def the_lobby_shows_what_has_not_expired(self) -> None:
        now = self.loop.time()
        wanted = [(table, summary) for table, (summary, end) in self.listed.items() if end > now]
        assert sorted(self.loop.run(first_listings(self.log, len(wanted)))) == sorted(wanted)

    def check(self) -> None:
        """Nothing was lost, forked, doubled or invented, and no event was hinted at twice."""
        stored = self.loop.run(self.inner.read(TABLE))
        verify(stored, 0, first_chain(TABLE))
        assert [event for event in (*self.acknowledged, *self.read) if event not in stored] == []
        assert [event for event in stored if event.body != b"decided after %d" % (event.number - 1)] == []
        assert len({event.command_id for event in stored}) == len(stored)
        for server in self.servers:
            assert len(set(server.hinted)) == len(server.hinted)

    def teardown(self) -> None:
        try:
            while any(server.task for server in self.servers):
                self.loop.advance(1)
            self.check()
        finally:
            self.loop.run(self.inner.close())
            self.loop.close()
