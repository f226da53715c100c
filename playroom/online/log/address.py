"""The address of a club's logs: a file, or a cluster of NATS servers."""

from pathlib import Path
from typing import Final

from playroom.online.log.table_log import NAME, TableLog

NATS: Final = "nats://"
PORT: Final = "4222"
MONITOR_PORT: Final = "8222"


class NoAddress(ValueError):  # noqa: N818 (a refusal, not a mistake)
    """A text is neither a file nor an address of NATS servers."""


class EmptyFile(Exception):  # noqa: N818 (a state of the file, not a mistake)
    """A file of tables is there and has nothing in it, not even that it is one."""


async def open_log(address: str) -> TableLog:
    """The logs at an address.

    It is a file of SQLite, or ``nats://HOST[:PORT[:MONITORING PORT]],.../CLUB`` with three hosts. Raises
    NoAddress, and what the engines raise.
    """
    if is_file(address):
        from playroom.online.log.sqlite import SqliteLog  # noqa: PLC0415 (one engine is loaded, not all)

        return await SqliteLog.open(Path(address))
    hosts, _, club = address.removeprefix(NATS).partition("/")
    if not NAME.fullmatch(club):
        raise NoAddress(f"{address} does not name a club after the servers, as in nats://a,b,c/club")
    from playroom.online.log.nats import NatsLog  # noqa: PLC0415 (only servers have its library)

    servers = [_ports(host) for host in hosts.split(",")]
    return await NatsLog.open(
        [f"{NATS}{host}:{port}" for host, port, _ in servers],
        [f"http://{host}:{monitor}" for host, _, monitor in servers],
        club,
    )


def is_file(address: str) -> bool:
    """Whether an address is that of a file."""
    return not address.startswith(NATS)


def _ports(server: str) -> tuple[str, str, str]:
    """Host, port and monitoring port."""
    host, port, monitor, *_ = [*server.split(":"), "", ""]
    return host, port or PORT, monitor or MONITOR_PORT
