"""Where a club keeps its logs, as one text."""

import asyncio
from collections.abc import Sequence

import pytest
from support.time.virtual_time import run_virtually

from playroom.online.log.club_logs import PATIENCE_SECONDS, NoAddress, open_log, wait_for_log
from playroom.online.log.memory import MemoryLog
from playroom.online.log.nats import NatsLog
from playroom.online.log.table_log import NotDurable, Unknown


def opened(address: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str], str]:
    """The servers, monitoring pages and club that are asked for."""
    asked: list[tuple[list[str], list[str], str]] = []

    async def note(servers: Sequence[str], monitors: Sequence[str], club: str) -> None:
        asked.append((list(servers), list(monitors), club))

    monkeypatch.setattr(NatsLog, "open", note)
    asyncio.run(open_log(address))
    return asked[0]


def test_servers_have_the_usual_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    servers, monitors, club = opened("nats://a,b,c/club", monkeypatch)

    assert servers == ["nats://a:4222", "nats://b:4222", "nats://c:4222"]
    assert monitors == ["http://a:8222", "http://b:8222", "http://c:8222"]
    assert club == "club"


def test_servers_may_have_other_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    servers, monitors, _ = opened("nats://a:1,b:2:3,c/club", monkeypatch)

    assert servers == ["nats://a:1", "nats://b:2", "nats://c:4222"]
    assert monitors == ["http://a:8222", "http://b:3", "http://c:8222"]


@pytest.mark.parametrize("address", ["nats://a,b,c", "nats://a,b,c/", "nats://a,b,c/a.club"])
def test_servers_without_a_club_are_refused(address: str) -> None:
    with pytest.raises(NoAddress):
        asyncio.run(open_log(address))


class StartingServers:
    """NATS servers that answer after some seconds."""

    def __init__(self, after: float) -> None:
        self.after = after
        self.asked: list[float] = []
        self.told: list[float] = []

    async def open(self, *_: object) -> MemoryLog:
        self.asked.append(asyncio.get_running_loop().time())
        if self.asked[-1] - self.asked[0] < self.after:
            raise Unknown("no server answers")
        return MemoryLog()

    async def tell(self) -> None:
        self.told.append(asyncio.get_running_loop().time())


@pytest.mark.parametrize(("after", "tries", "times_told"), [(0.0, 1, 0), (0.5, 2, 1), (20.0, 21, 1)])
def test_servers_that_start_late_are_waited_for_and_that_is_told_once(
    after: float, tries: int, times_told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = StartingServers(after)
    monkeypatch.setattr(NatsLog, "open", servers.open)

    run_virtually(wait_for_log("nats://a,b,c/club", servers.tell))

    assert (len(servers.asked), len(servers.told)) == (tries, times_told)


def test_servers_that_never_answer_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    servers = StartingServers(1000)
    monkeypatch.setattr(NatsLog, "open", servers.open)

    with pytest.raises(Unknown):
        run_virtually(wait_for_log("nats://a,b,c/club", servers.tell))

    assert servers.asked[-1] - servers.asked[0] == PATIENCE_SECONDS


def test_servers_that_would_lose_events_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object) -> MemoryLog:
        raise NotDurable("not `sync_interval: always`")

    servers = StartingServers(0)
    monkeypatch.setattr(NatsLog, "open", refuse)

    with pytest.raises(NotDurable):
        run_virtually(wait_for_log("nats://a,b,c/club", servers.tell))

    assert servers.told == []
