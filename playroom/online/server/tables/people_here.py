"""The people at a table now, as far as decisions need them, and their addresses."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class PeopleHere:
    """The people who are connected, and hashes of the networks of those who have come without an account."""

    connected: Collection[int] = ()
    networks: Mapping[int, str] = field(default_factory=dict)
