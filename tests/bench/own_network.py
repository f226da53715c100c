"""A network of this process alone, in which it has any address, so that a server with TLS sees them.

Linux alone has it, by `unshare` and `ip`.
"""

import asyncio
import os
import socket
import sys
from typing import Final

SERVER_IPV4: Final = "10.255.255.1"
SERVER_IPV6: Final = "2001:db8:ffff::1"
"""Where servers are reached by clients that have addresses of the same kind."""

IPV6_FREEBIND: Final = 78
"""The option of Linux that lets a socket have any address of a local route."""

ENTERED: Final = "PLAYROOM_OWN_NETWORK"

SETUP: Final = """
ip link set lo up
ip route add local 10.0.0.0/8 dev lo
ip -6 route add local 2001:db8::/32 dev lo
exec "$@"
"""


def enter() -> None:
    """Start this program again within such a network, unless it is in one."""
    if ENTERED not in os.environ:
        os.environ[ENTERED] = "1"
        command = ["unshare", "-Urn", "sh", "-ec", SETUP, "sh", sys.executable, *sys.argv]
        os.execvp(command[0], command)  # noqa: S606 (it takes the place of this program)


def free_port() -> str:
    """The port for a server: any, or within such a network the usual one, at all addresses, IPv6 too."""
    return "7373" if ENTERED in os.environ else "0"


async def connected_from(address: str, port: int, buffer: int = 0) -> socket.socket:
    """A socket that has connected from an address; the system keeps a *buffer* for it."""
    is_ipv6 = ":" in address
    line = socket.socket(socket.AF_INET6 if is_ipv6 else socket.AF_INET)
    line.setblocking(False)
    if buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    if is_ipv6:
        line.setsockopt(socket.IPPROTO_IPV6, IPV6_FREEBIND, 1)
    try:
        line.bind((address, 0))
        there = SERVER_IPV6 if is_ipv6 else SERVER_IPV4
        await asyncio.get_running_loop().sock_connect(line, (there, port))
    except BaseException:
        line.close()
        raise
    return line
