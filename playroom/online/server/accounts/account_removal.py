"""What the log of accounts keeps when one is deleted: all but its name, its password and its ban."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from playroom.online.log.table_log import LogEvent
from playroom.online.server.accounts.account_book import (
    AccessBanned,
    AccountMade,
    AccountRemoved,
    AnyKeptEntry,
    BanLifted,
    BookKept,
    FormerKept,
    PasswordChanged,
    ResetMade,
    account_entry,
    ban_key,
)
from playroom.online.server.accounts.act_book import Acted
from playroom.online.server.names import name_key
from playroom.online.wire.protocol import FORMER_MEMBER

MOST_BYTES = 900_000
"""The size of the entry with which the log begins again: NATS takes a message of a million."""


def book_without(name: str, events: Iterable[LogEvent], former: FormerKept) -> BookKept:
    """The entries of a log without a name, whose owner was a former member for all others."""
    return BookKept((*_without(name, _entries(events)), former))


def _entries(events: Iterable[LogEvent]) -> Iterator[AnyKeptEntry]:
    """The entries, also those with which a log begins that was begun again before."""
    for at, event in enumerate(events):
        entry = account_entry(event.body)
        if not isinstance(entry, BookKept):
            yield entry
        elif at == 0:
            yield from entry.entries


def _without(name: str, entries: Iterable[AnyKeptEntry]) -> Iterator[AnyKeptEntry]:
    key, banned = name_key(name), ban_key(name)
    for entry in entries:
        match entry:
            case AccountMade(own) | PasswordChanged(own) | ResetMade(own) if name_key(own) == key:
                continue
            case AccountRemoved() | FormerKept():
                continue
            case AccessBanned(who) | BanLifted(who) if who == banned:
                continue
            case AccessBanned() | BanLifted():
                yield replace(entry, by=_other(entry.by, key))
            case Acted():
                yield replace(entry, by=_other(entry.by, key), whom=_other(entry.whom, key))
            case _:
                yield entry


def _other(name: str, key: str) -> str:
    return FORMER_MEMBER if name and name_key(name) == key else name
