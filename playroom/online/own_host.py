"""The address of this machine in its network."""

import socket
from contextlib import suppress
from typing import Final

from playroom.online.wire.invite import LOCAL_HOST

ANY_NEIGHBOUR: Final = ("192.0.2.1", 9)
"""An address that is nobody's; to find the way there sends nothing."""


def own_host() -> str:
    """The address of this machine in its network; that of the machine alone if it is in none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(ANY_NEIGHBOUR)
        return str(probe.getsockname()[0])
    return LOCAL_HOST
