"""The pages for operators: what Prometheus reads, and whether the server is well."""

import asyncio
import sys
from http import HTTPStatus

import pytest
from people import ADMIN, BOTS, Venue, code_of, settings, think_at_once, venue
from support.games.random_matches import VARIANTS
from support.time.virtual_time import run_virtually

from playroom.online.log.memory import MemoryLog
from playroom.online.log.table_log import Unknown
from playroom.online.server import monitor as metrics_module
from playroom.online.server.monitor import Monitor, PrometheusMetrics, open_metrics
from playroom.online.server.room_server import RoomServer
from playroom.online.server.rooms import RoomPolicy
from playroom.online.wire.messages import Ack, Chat, Nak
from playroom.online.wire.table_commands import Sit


class DeadLog(MemoryLog):
    """A log that does not answer."""

    async def number(self, table: str) -> int:
        raise Unknown(table)


class HangingLog(MemoryLog):
    """A log that answers much too late."""

    async def number(self, table: str) -> int:
        await asyncio.sleep(3600)
        return await super().number(table)


def server(log: MemoryLog) -> RoomServer:
    return RoomServer(log, BOTS, VARIANTS, RoomPolicy(ADMIN), think=think_at_once)


def numbers(page: str) -> dict[str, float]:
    """The samples of a page by their names and labels."""
    rows = (line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in rows}


async def counted(place: Venue) -> dict[str, float]:
    """What is counted once Ada has sat down, and Ben was not allowed to."""
    ada = await place.host(settings())
    ben = await place.guest(code_of(ada))
    assert isinstance(await ada.do(Sit(0)), Ack)
    assert isinstance(await ben.do(Sit(0)), Nak)
    ben.say(Chat("1", text="hello"))
    await ben.wait(Ack)
    page = place.rooms.metrics.page({"connections": 2, "tables": place.rooms.table_count})
    assert page is not None
    return numbers(page)


def test_commands_refusals_and_appends_are_counted() -> None:
    async def story() -> dict[str, float]:
        async with venue() as place:
            return await counted(place)

    found = run_virtually(story())

    assert (found["playroom_connections"], found["playroom_tables"]) == (2, 1)
    assert (found["playroom_commands_total"], found["playroom_chats_total"]) == (1, 1)
    assert found['playroom_refusals_total{code="seat_taken"}'] == 1
    # The table, two people and a seat.
    assert found["playroom_append_seconds_count"] == 4
    assert found['playroom_append_seconds_bucket{le="+Inf"}'] == 4
    assert found["playroom_append_failures_total"] == 0


def test_a_page_has_what_prometheus_asks_for() -> None:
    metrics = PrometheusMetrics()
    with pytest.raises(Unknown), metrics.append():
        raise Unknown("no answer")
    for code in ("not_host", "too_fast"):
        metrics.refused(code)

    page = metrics.page({"tables": 3})

    assert (
        "# HELP playroom_tables Tables with at least one connection.\n"
        "# TYPE playroom_tables gauge\nplayroom_tables 3.0\n"
    ) in page
    for name in ("commands", "chats", "refusals", "append_failures"):
        assert page.count(f"# TYPE playroom_{name}_total counter\n") == 1
    assert "\nplayroom_append_seconds_count 0.0\n" in page
    assert numbers(page)["playroom_append_failures_total"] == 1


def test_appends_are_counted_by_the_time_they_took(monkeypatch: pytest.MonkeyPatch) -> None:
    times = [each for seconds in (0.001, 0.003, 0.5, 60.0) for each in (1.0, 1.0 + seconds)]
    monkeypatch.setattr(metrics_module, "perf_counter", lambda: times.pop(0))
    metrics = PrometheusMetrics()
    for _ in range(4):
        with metrics.append():
            pass

    found = numbers(metrics.page({}))

    name = "playroom_append_seconds"
    buckets = [found[f'{name}_bucket{{le="{most}"}}'] for most in ("0.002", "0.2", "0.5", "5.0", "+Inf")]
    assert buckets == [1, 2, 3, 3, 4]
    assert (found[f"{name}_count"], found[f"{name}_sum"]) == pytest.approx((4, 60.504))


def test_a_server_without_the_library_counts_nothing_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "prometheus_client", None)

    async def story() -> tuple[HTTPStatus, str]:
        return await server(MemoryLog()).metrics_page()

    status, page = run_virtually(story())

    assert (status, "prometheus_client" in page) == (HTTPStatus.NOT_IMPLEMENTED, True)
    metrics = open_metrics()
    with pytest.raises(Unknown), metrics.append():
        raise Unknown("no answer")


@pytest.mark.parametrize(
    ("log", "status"),
    [
        (MemoryLog(), HTTPStatus.OK),
        (DeadLog(), HTTPStatus.SERVICE_UNAVAILABLE),
        (HangingLog(), HTTPStatus.SERVICE_UNAVAILABLE),
    ],
    ids=["well", "dead", "hanging"],
)
def test_a_server_is_well_if_its_log_answers(log: MemoryLog, status: HTTPStatus) -> None:
    async def story() -> HTTPStatus:
        return (await server(log).health_page())[0]

    assert run_virtually(story()) == status


def test_a_server_that_stops_is_not_well() -> None:
    async def story() -> HTTPStatus:
        stopped = server(MemoryLog())
        await stopped.stop()
        return (await stopped.health_page())[0]

    assert run_virtually(story()) == HTTPStatus.SERVICE_UNAVAILABLE


async def answers(*paths: str) -> list[str]:
    """What the pages at these paths are, as lines of HTTP."""
    watched = server(MemoryLog())
    monitor = Monitor({"/metrics": watched.metrics_page, "/healthz": watched.health_page})
    port = await monitor.start(0)
    told = []
    for path in paths:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        told.append((await reader.read()).decode())
        writer.close()
        await writer.wait_closed()
    await monitor.stop()
    return told


def test_the_pages_are_served_and_no_others() -> None:
    health, metrics, other = asyncio.run(answers("/healthz", "/metrics", "/tables"))

    assert health.startswith("HTTP/1.1 200 OK\r\n")
    assert health.endswith("\r\n\r\nok\n")
    assert "playroom_connections 0.0\n" in metrics
    assert "\r\nContent-Type: text/plain; charset=utf-8\r\n" in metrics
    assert other.startswith("HTTP/1.1 404 Not Found\r\n")
