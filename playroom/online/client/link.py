"""A connection to a server, as the client of a table uses it."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Protocol

from playroom.online.wire.protocol import EARLIEST_VERSION


class LinkEnd(StrEnum):
    """Why a connection ended, or never began."""

    NOT_STARTED = "not_started"
    UNREACHABLE = "unreachable"
    CERTIFICATE = "certificate_changed"
    SERVER_CHANGED = "server_changed"
    CLOSED = "closed"
    SERVER_IS_NEWER = "server_is_newer"
    SERVER_IS_OLDER = "server_is_older"


def version_for(blanks: Mapping[str, object], tried: int) -> int | LinkEnd:
    """The version of the protocol to speak instead, or why there is none, for a server that refused *tried*.

    *blanks* are those of its refusal, with its own version.
    """
    server = blanks.get("server")
    if not isinstance(server, int) or server > tried:
        return LinkEnd.SERVER_IS_NEWER
    return server if EARLIEST_VERSION <= server < tried else LinkEnd.SERVER_IS_OLDER


class LinkUser(Protocol):
    """The listener to a connection, on the thread of the keys."""

    def opened(self) -> None:
        """Hear that messages can be sent."""

    def met(self, host: str, fingerprint: str) -> None:
        """Hear that a server was met for the first time, and is remembered by its certificate."""

    def received(self, frame: str) -> None:
        """Take a message from the server."""

    def ended(self, why: LinkEnd) -> None:
        """Hear that the connection has ended."""


class Link(Protocol):
    """A connection that has been asked for."""

    def send(self, frame: str) -> None:
        """Send a message; it is lost if the connection ends before."""

    def close(self) -> None:
        """End the connection; its user hears no more of it."""


Connect = Callable[[LinkUser], Link]
"""Asks for a connection to one server."""


class Cancelled(Protocol):
    """A call that is due later."""

    def cancel(self) -> object:
        """Make it no more."""


Later = Callable[[float, Callable[[], object]], Cancelled]
"""A function that makes a call after some seconds, in the console's event loop."""
