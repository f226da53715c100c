"""Which NATS servers are refused: all that do not sync each write, or are not three."""

import asyncio
from typing import Any

import pytest

from playroom.online.log import nats_streams
from playroom.online.log.nats_streams import check_durability
from playroom.online.log.table_log import NotDurable, Unknown

MONITORS = ["http://a:8222", "http://b:8222", "http://c:8222"]


def page(name: str, *, sync_always: bool = True, size: int = 3) -> dict[str, Any]:
    jetstream = {"config": {"sync_always": sync_always}, "meta": {"cluster_size": size}}
    return {"server_name": name, "jetstream": jetstream}


def checked(pages: dict[str, dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nats_streams, "_server", pages.__getitem__)
    asyncio.run(check_durability(list(pages)))


def three(**changes: Any) -> dict[str, dict[str, Any]]:  # noqa: ANN401 (any field of a page)
    """The pages of three servers, the last of which is changed."""
    return {MONITORS[0]: page("a"), MONITORS[1]: page("b"), MONITORS[2]: {**page("c"), **changes}}


def test_three_servers_that_sync_always_are_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    checked(three(), monkeypatch)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (page("c", sync_always=False), "sync_interval: always"),
        ({"jetstream": {"config": {}}}, "sync_interval: always"),
        ({"jetstream": {}}, "sync_interval: always"),
        (page("c", size=1), "1 servers"),
        ({"server_name": "a"}, "one NATS server"),
    ],
)
def test_one_server_that_would_lose_events_is_refused(
    changes: dict[str, Any], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotDurable, match=why):
        checked(three(**changes), monkeypatch)


def test_one_of_three_servers_may_be_down(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = three()

    def server(monitor: str) -> dict[str, Any]:
        if monitor == MONITORS[1]:
            raise Unknown("does not answer")
        return pages[monitor]

    monkeypatch.setattr(nats_streams, "_server", server)
    asyncio.run(check_durability(MONITORS))


def test_fewer_than_three_servers_are_refused() -> None:
    with pytest.raises(NotDurable, match="3 NATS servers"):
        asyncio.run(check_durability(MONITORS[:2]))


def test_a_file_is_not_a_monitoring_page() -> None:
    with pytest.raises(NotDurable, match="monitoring page"):
        asyncio.run(check_durability(["file:///etc/passwd"] * 3))


def test_a_server_that_does_not_answer_is_refused() -> None:
    with pytest.raises(Unknown, match="does not answer"):
        asyncio.run(check_durability(["http://127.0.0.1:1"] * 3))
