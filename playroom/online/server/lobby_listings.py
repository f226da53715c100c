"""The listings of tables in the lobby, as servers tell each other and clients of them."""

from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from msgspec import DecodeError, json

from playroom.online.server.tables.shared_table import SharedTable
from playroom.online.wire.limits import SERVER_MESSAGE_BYTES
from playroom.online.wire.messages import TableListing

LISTING_BYTES: Final = SERVER_MESSAGE_BYTES - 1024
"""The room that one message has for tables of the lobby."""

_LISTING: Final[json.Decoder[TableListing]] = json.Decoder(TableListing)


def fitting(listed: Iterable[TableListing]) -> list[TableListing]:
    """The tables of a lobby, those with free seats first: as many as one message holds."""
    ordered = sorted(listed, key=lambda each: (each.in_match, not each.free, each.code))
    ends = accumulate(len(json.encode(each)) + 1 for each in ordered)
    return [each for each, end in zip(ordered, ends, strict=True) if end < LISTING_BYTES]


def listing_of(table: SharedTable) -> TableListing:
    """The listing of a table in the lobby."""
    truth, people = table.history.truth, table.history.truth.state.people
    state = truth.state
    host = people[state.host].name if state.host in people else ""
    names = [people[seat.person].name for seat in state.seats if seat.person is not None]
    free, running = len(state.seats) - len(names), truth.match is not None
    game, players = state.settings.game, len(state.seats)
    return TableListing(table.code, host, game, players, len(table.guests), free, running, names)


def listing_in(summary: bytes) -> TableListing | None:
    """The table in a server's listing; None if it is in a form that is not known here."""
    try:
        return _LISTING.decode(summary)
    except DecodeError:
        return None
