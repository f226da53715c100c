"""What operators see of a server: metrics for Prometheus, and the pages /metrics and /healthz on its machine.

Without the extra `server` nothing is counted.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from http import HTTPStatus
from time import perf_counter
from typing import Final, Protocol

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from playroom.online.server.journal import LOGGER
from playroom.online.wire.invite import LOCAL_HOST

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
    """Counts in a registry of their own, so that servers in one process have separate ones."""

    def __init__(self) -> None:
        from prometheus_client import (  # noqa: PLC0415 (only servers of clubs need it)
            CollectorRegistry,
            Counter,
            Gauge,
            Histogram,
            disable_created_metrics,
        )

        disable_created_metrics()  # type: ignore[no-untyped-call] # the library has left it without types
        self._registry = registry = CollectorRegistry()
        self._gauges = {
            name: Gauge(name, text, namespace="playroom", registry=registry) for name, text in GAUGES.items()
        }
        self._counters = {
            name: Counter(name, text, namespace="playroom", registry=registry)
            for name, text in COUNTERS.items()
        }
        refusals = "Messages that were refused, by the code of the refusal."
        self._refusals = Counter("refusals", refusals, ["code"], namespace="playroom", registry=registry)
        self._appends = Histogram(
            "append_seconds",
            "Seconds until an event was stored.",
            buckets=BUCKETS,
            namespace="playroom",
            registry=registry,
        )

    def count(self, name: str) -> None:
        """Count one of the counter *name*."""
        self._counters[name].inc()

    def refused(self, code: str) -> None:
        """Count a message that was refused, by the code of the refusal."""
        self._refusals.labels(code).inc()

    @contextmanager
    def append(self) -> Iterator[None]:
        """Measure an append, which fails with an exception."""
        begin = perf_counter()
        try:
            yield
        except Exception:
            self.count("append_failures")
            raise
        self._appends.observe(perf_counter() - begin)

    def page(self, gauges: Mapping[str, int]) -> str:
        """The text of the page, with these numbers of now."""
        from prometheus_client import generate_latest  # noqa: PLC0415 (see above)

        for name, number in gauges.items():
            self._gauges[name].set(number)
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
