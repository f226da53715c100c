"""What operators see of a server: metrics for Prometheus, and the pages /metrics and /healthz on its machine.

Without the extra `server` nothing is counted.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from http import HTTPStatus
from itertools import accumulate
from time import perf_counter
from typing import TYPE_CHECKING, Final, Protocol

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from playroom.online.server.journal import LOGGER
from playroom.online.wire.invite import LOCAL_HOST

if TYPE_CHECKING:
    from prometheus_client import Metric

BUCKETS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
"""The seconds of the histogram of appends."""

GAUGES: Final = {
    "connections": "Connections that are open now.",
    "tables": "Tables with at least one connection.",
}
COUNTERS: Final = {
    "commands": "Commands that were carried out.",
    "chats": "Messages of the chat that were passed on.",
    "append_failures": "Appends that were refused, or whose outcome is unknown.",
}
REFUSALS: Final = "Messages that were refused, by the code of the refusal."
APPENDS: Final = "Seconds until an event was stored."


class Metrics(Protocol):
    """Counts since the start of a server."""

    def count(self, name: str) -> None:
        """Count one of the counter *name*."""

    def refused(self, code: str) -> None:
        """Count a message that was refused, by the code of the refusal."""

    def append(self) -> AbstractContextManager[None]:
        """Measure an append, which fails with an exception."""

    def page(self, gauges: Mapping[str, int]) -> str | None:
        """The text of the page, with these numbers of now; None if nothing is counted."""


class PrometheusMetrics:
    """Counts in a registry of their own, so that servers in one process have separate ones.

    They are plain numbers until the page is asked for: the counters of the library take locks.
    """

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry  # noqa: PLC0415 (only servers of clubs need it)

        self._gauges: Mapping[str, int] = {}
        self._counts = dict.fromkeys(COUNTERS, 0)
        self._refusals: Counter[str] = Counter()
        self._buckets = [0] * (len(BUCKETS) + 1)
        """The appends that took up to as many seconds as each bucket, and longer ones."""
        self._seconds = 0.0
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def count(self, name: str) -> None:
        """Count one of the counter *name*."""
        self._counts[name] += 1

    def refused(self, code: str) -> None:
        """Count a message that was refused, by the code of the refusal."""
        self._refusals[code] += 1

    @contextmanager
    def append(self) -> Iterator[None]:
        """Measure an append, which fails with an exception."""
        begin = perf_counter()
        try:
            yield
        except Exception:
            self.count("append_failures")
            raise
        seconds = perf_counter() - begin
        self._buckets[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def collect(self) -> Iterator["Metric"]:
        """All counts as values of the library, which asks for them."""
        from prometheus_client import core  # noqa: PLC0415 (see above)

        for name, text in GAUGES.items():
            yield core.GaugeMetricFamily(f"playroom_{name}", text, value=self._gauges.get(name, 0))
        for name, text in COUNTERS.items():
            yield core.CounterMetricFamily(f"playroom_{name}", text, value=self._counts[name])
        refusals = core.CounterMetricFamily("playroom_refusals", REFUSALS, labels=["code"])
        for code, count in self._refusals.items():
            refusals.add_metric([code], count)
        yield refusals
        bounds = [*map(str, BUCKETS), "+Inf"]
        yield core.HistogramMetricFamily(
            "playroom_append_seconds",
            APPENDS,
            buckets=[*zip(bounds, accumulate(self._buckets), strict=True)],
            sum_value=self._seconds,
        )

    def page(self, gauges: Mapping[str, int]) -> str:
        """The text of the page, with these numbers of now."""
        from prometheus_client import generate_latest  # noqa: PLC0415 (see above)

        self._gauges = gauges
        return generate_latest(self._registry).decode()


class NoMetrics:
    """Counts nothing."""

    def count(self, name: str) -> None:
        """Nothing."""

    def refused(self, code: str) -> None:
        """Nothing."""

    def append(self) -> AbstractContextManager[None]:
        """Nothing around an append."""
        return nullcontext()

    def page(self, gauges: Mapping[str, int]) -> None:
        """None."""


def open_metrics() -> Metrics:
    """The metrics of a new server, which are counted if prometheus_client is installed."""
    try:
        return PrometheusMetrics()
    except ImportError:
        return NoMetrics()


MonitorPage = Callable[[], Awaitable[tuple[HTTPStatus, str]]]

QUIET = LOGGER.getChild("monitor")
QUIET.setLevel("WARNING")  # every request would be a line


class Monitor:
    """Answers requests over HTTP with pages, by their paths."""

    def __init__(self, pages: dict[str, MonitorPage]) -> None:
        self._pages = pages
        self._server: Server | None = None

    async def start(self, port: int) -> int:
        """Listen on a port, 0 for any; the port. An OSError if that cannot be."""
        self._server = await serve(
            _refuse, LOCAL_HOST, port, process_request=self._answer, server_header=None, logger=QUIET
        )
        port_of: int = next(iter(self._server.sockets)).getsockname()[1]
        return port_of

    async def stop(self) -> None:
        """Answer no more."""
        if self._server:
            self._server.close()
            await self._server.wait_closed()

    async def _answer(self, connection: ServerConnection, request: Request) -> Response:
        page = self._pages.get(request.path)
        if page is None:
            return connection.respond(HTTPStatus.NOT_FOUND, "There are /metrics and /healthz.\n")
        return connection.respond(*await page())


async def _refuse(connection: ServerConnection) -> None:
    """No request becomes a WebSocket."""
    await connection.close()
