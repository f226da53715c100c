"""The entries of a table as a person is sent them: `playroom.rules.view.seen`, without tokens and secrets."""

from collections.abc import Iterable

from msgspec.structs import replace

from playroom.online.wire.entries import AnyEntry, DealCommitted, MatchWent, PersonBanned, PersonCame
from playroom.online.wire.protocol import REASON_BYTES
from playroom.online.wire.table_state import TableState
from playroom.rules.seat import Seat
from playroom.rules.view import seen


def redacted(entries: Iterable[AnyEntry], seat: Seat | None) -> list[AnyEntry]:
    """The entries as visible to *seat*, None for a spectator."""
    return [_redacted(entry, seat) for entry in entries]


def redacted_state(state: TableState) -> TableState:
    """The state without the hashes of tokens, and the networks of those who are banned.

    Reasons that earlier versions have stored may be longer than they are now.
    """
    people = {
        person: replace(known, token="", network="", muted=_cut(known.muted), banned=_cut(known.banned))
        for person, known in state.people.items()
    }
    return replace(state, people=people)


def _cut(reason: str | None) -> str | None:
    return None if reason is None else reason.encode()[:REASON_BYTES].decode(errors="ignore")


def _redacted(entry: AnyEntry, seat: Seat | None) -> AnyEntry:
    match entry:
        case PersonCame():
            return replace(entry, token="")
        case PersonBanned():
            return replace(entry, network="")
        case DealCommitted():
            return replace(entry, secret="")
        case MatchWent(events):
            return replace(entry, events=[seen(event, seat) for event in events])
        case _:
            return entry
