"""Whether NATS servers sync each write to their disks, which their monitoring pages tell."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any, Final
from urllib.request import urlopen

from playroom.online.log.table_log import Unknown

TIMEOUT: Final = 5.0
"""Timeout of a monitoring page, in seconds."""
REPLICAS: Final = 3


class NotDurable(Exception):  # noqa: N818 (a refusal, not a mistake)
    """A cluster of NATS servers would lose events in a power cut."""


async def check_durability(monitors: Sequence[str]) -> None:
    """Ask each of the monitoring pages, such as http://host:8222. Raises NotDurable and Unknown.

    A minority of the servers may be down, as events are stored without it.
    """
    if len(monitors) < REPLICAS:
        raise NotDurable(
            f"{REPLICAS} NATS servers are needed, and {len(monitors)} monitoring pages are named"
        )
    answers = await asyncio.gather(
        *(asyncio.to_thread(_server, monitor) for monitor in monitors), return_exceptions=True
    )
    found = {monitor: each for monitor, each in zip(monitors, answers, strict=True) if isinstance(each, dict)}
    if 2 * len(found) <= len(monitors):
        raise next(each for each in answers if isinstance(each, BaseException))
    for monitor, server in found.items():
        _check(monitor, server)
    if len({server["server_name"] for server in found.values()}) < len(found):
        raise NotDurable("several monitoring pages are those of one NATS server")


def _server(monitor: str) -> dict[str, Any]:
    """A server's description of itself."""
    if not monitor.startswith(("http://", "https://")):
        raise NotDurable(f"{monitor} is not the address of a monitoring page")
    try:
        with urlopen(f"{monitor}/varz", timeout=TIMEOUT) as page:  # noqa: S310 (the scheme is checked)
            found: dict[str, Any] = json.load(page)
    except OSError as error:
        raise Unknown(f"{monitor} does not answer: {error}") from error
    except ValueError as error:
        raise NotDurable(f"{monitor} is not a monitoring page of NATS: {error}") from error
    return found


def _check(monitor: str, server: dict[str, Any]) -> None:
    """Raises NotDurable unless the server syncs always and knows all others of its cluster."""
    jetstream = server.get("jetstream", {})
    configuration = jetstream.get("config", {})
    if configuration.get("sync_always") is not True:
        raise NotDurable(f"{monitor}: not `sync_interval: always`, but {configuration}")
    size = jetstream.get("meta", {}).get("cluster_size", 1)
    if size < REPLICAS:
        raise NotDurable(f"{monitor}: the server's cluster has {size} servers, not {REPLICAS}")
