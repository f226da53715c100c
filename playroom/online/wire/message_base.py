"""The bases of the messages of client and server."""

from msgspec import Struct


class FromClient(Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """The base of what a client says."""


class FromServer(Struct, frozen=True, tag_field="type", tag=str.lower):
    """The base of what a server says."""
