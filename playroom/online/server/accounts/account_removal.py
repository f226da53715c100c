"""What the log of accounts keeps when an account is deleted, or when banned addresses are forgotten."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from playroom.online.log.table_log import LogEvent
from playroom.online.server.accounts.account_book import (
    BROWSER,
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
from playroom.online.wire.moderation import ActKind
from playroom.online.wire.protocol import FORMER_MEMBER

OF_ACCOUNTS = ("name:", BROWSER)
"""How the `ban_key` of an account begins; that of all others has an address in it."""

MOST_BYTES = 900_000
"""The size of the entry with which the log begins again: NATS takes a message of a million."""


def book_without(name: str, mark: str, events: Iterable[LogEvent], former: FormerKept) -> BookKept:
    """The entries of a log without a name, whose owner was a former member for all others.

    A ban of theirs holds on where a browser has the *mark*.
    """
    key, banned = name_key(name), ban_key(name)
    kept = list[AnyKeptEntry]()
    for entry in _entries(events):
        match entry:
            case AccountMade(own) | PasswordChanged(own) | ResetMade(own) if name_key(own) == key:
                continue
            case AccountRemoved() | FormerKept():
                continue
            case AccessBanned(who) | BanLifted(who) if who == banned:
                kept.append(replace(entry, who=f"{BROWSER}{mark}", by=_other(entry.by, key)))
            case AccessBanned() | BanLifted():
                kept.append(replace(entry, by=_other(entry.by, key)))
            case Acted():
                kept.append(replace(entry, by=_other(entry.by, key), whom=_other(entry.whom, key)))
            case _:
                kept.append(entry)
    return BookKept((*kept, former))


def book_without_addresses(until: int, events: Iterable[LogEvent], former: FormerKept) -> BookKept | None:
    """The entries of a log without the addresses that were banned before then, and so without those bans.

    That somebody has banned an address is kept. None if there are no such addresses.
    """
    entries = [each for each in _entries(events) if not isinstance(each, FormerKept)]
    kept = list[AnyKeptEntry]()
    for entry in entries:
        match entry:
            case AccessBanned(who) if not who.startswith(OF_ACCOUNTS) and entry.at < until:
                kept.append(Acted(entry.by, ActKind.BAN, "", entry.reason, entry.at, entry.until))
            case BanLifted(who) if not who.startswith(OF_ACCOUNTS) and entry.at < until:
                kept.append(Acted(entry.by, ActKind.LIFT, "", entry.reason, entry.at, 0))
            case _:
                kept.append(entry)
    return BookKept((*kept, former)) if kept != entries else None


def _entries(events: Iterable[LogEvent]) -> Iterator[AnyKeptEntry]:
    """The entries, also those with which a log begins that was begun again before."""
    for at, event in enumerate(events):
        entry = account_entry(event.body)
        if not isinstance(entry, BookKept):
            yield entry
        elif at == 0:
            yield from entry.entries


def _other(name: str, key: str) -> str:
    return FORMER_MEMBER if name and name_key(name) == key else name
