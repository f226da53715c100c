"""State kept only on the server: a table as its log says, hidden tiles included, and what is sent of it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from msgspec import DecodeError, Struct
from msgspec.structs import replace

from playroom.online.log.table_log import Damaged
from playroom.online.server.refused import Refused
from playroom.online.wire.entries import (
    AnyEntry,
    DeadlineSet,
    DealCommitted,
    EveningCalled,
    LoggedEntries,
    MatchStarted,
    MatchWent,
    OfEvening,
    PersonBanned,
    PersonCame,
    PersonKicked,
    TableSettings,
    TimeRanOut,
)
from playroom.online.wire.messages import encoded_json, json_decoder
from playroom.online.wire.protocol import REASON_BYTES, RefusalCode
from playroom.online.wire.table_state import TableState
from playroom.rules.match import Match
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.variant import Variant
from playroom.rules.seat import Seat
from playroom.rules.view import seen
from playroom.table.record import Record
from playroom.table.setup import new_record

Variants = Mapping[str, Variant]

EFFECTS = (MatchStarted, MatchWent, DeadlineSet, TimeRanOut, PersonKicked, EveningCalled)
"""Entries that matter although they may leave people, seats and settings as they are."""

_DECODER = json_decoder(LoggedEntries)


@dataclass(frozen=True, slots=True)
class PeopleHere:
    """The people who are connected, and hashes of the networks of those who have come without an account."""

    connected: Collection[int] = ()
    networks: Mapping[int, str] = field(default_factory=dict)


class FullTableState(Struct, frozen=True, gc=False):
    """People, seats and settings, and the record of the current or last match.

    *secret* is that of the current or last deal, or of all deals of an evening.
    """

    state: TableState
    record: Record | None = None
    secret: str = ""

    @property
    def match(self) -> Match | None:
        """The match that is under way; None before and after."""
        return self.record.match if self.record and not self.record.match.winners else None

    @property
    def turn(self) -> Seat | None:
        """The seat to move."""
        return self.match.turn if self.match else None

    def after(self, entry: AnyEntry, variants: Variants) -> "FullTableState":
        """The truth once the entry has happened."""
        state = self.state.after(entry)
        match entry:
            case MatchStarted(players):
                record = begun_record(state.settings, tuple(players), variants)
                return FullTableState(state, record, self.secret)
            case DealCommitted(secret=secret) | OfEvening(secret=secret):
                return replace(self, state=state, secret=secret)
            case MatchWent(events):
                assert self.record  # a match has been started
                match = self.record.match
                for event in events:
                    match = match.after(event)
                return replace(self, state=state, record=replace(self.record, match=match))
            case _:
                return replace(self, state=state)

    def after_all(self, entries: list[AnyEntry], variants: Variants) -> "FullTableState":
        """The truth after several entries."""
        truth = self
        for entry in entries:
            truth = truth.after(entry, variants)
        return truth


def check_table(settings: TableSettings, variants: Variants) -> None:
    """Refused if no match can be played at such a table."""
    begun_record(settings, (), variants)


def begun_record(settings: TableSettings, players: tuple[str, ...], variants: Variants) -> Record:
    """The record of a match that begins at such a table; Refused if it is impossible."""
    if settings.game not in variants:
        raise Refused(RefusalCode.NO_SUCH_GAME)
    try:
        return new_record(variants[settings.game], settings.setup, players)
    except (InvalidTable, TypeError, ValueError) as error:
        raise Refused(RefusalCode.IMPOSSIBLE_TABLE) from error


def changes(truth: FullTableState, entries: list[AnyEntry]) -> bool:
    """Whether anything is different after these entries, so that they belong in the log."""
    return any(isinstance(each, EFFECTS) for each in entries) or truth.state.after_all(entries) != truth.state


def body_of(by: int, entries: list[AnyEntry]) -> bytes:
    """The bytes that the log stores for entries."""
    return encoded_json(LoggedEntries(by, entries))


def logged(body: bytes) -> LoggedEntries:
    """The value that was stored. Raises Damaged if it is not what a server of this version stores."""
    try:
        return _DECODER.decode(body)
    except DecodeError as error:
        raise Damaged(f"not the entries of an event: {error}") from error


def redacted(entries: Iterable[AnyEntry], seat: Seat | None) -> list[AnyEntry]:
    """The entries as visible to *seat*, None for a spectator."""
    visible = list[AnyEntry]()
    for entry in entries:
        match entry:
            case PersonCame():
                visible.append(replace(entry, token=""))
            case PersonBanned():
                visible.append(replace(entry, network=""))
            case DealCommitted() | OfEvening():
                visible.append(replace(entry, secret=""))
            case MatchWent(events):
                visible.append(replace(entry, events=[seen(event, seat) for event in events]))
            case _:
                visible.append(entry)
    return visible


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
