"""Where a club keeps its logs, as one text."""

import asyncio
from collections.abc import Sequence

import pytest

from playroom.online.log.club_logs import NoAddress, open_log
from playroom.online.log.nats import NatsLog


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
