"""The listings of tables in the lobby, as servers tell each other and clients of them."""

from collections.abc import Callable
from contextlib import suppress
from itertools import accumulate
from typing import Final

from msgspec import DecodeError, json

from playroom.online.server.tables.live_table import LiveTable
from playroom.online.wire.messages import TableListing, Tables, encoded
from playroom.online.wire.protocol import SERVER_MESSAGE_BYTES

LISTING_BYTES: Final = SERVER_MESSAGE_BYTES // 2
"""The room that one message has for tables of the lobby."""

_LISTING: Final[json.Decoder[TableListing]] = json.Decoder(TableListing)


class ListedTables:
    """The tables of the lobby as one message, encoded once for all who ask until the list changes."""

    def __init__(self) -> None:
        self._listed: dict[str, tuple[tuple[bool, bool, str], bytes]] = {}
        """By the codes of tables: what their place in the list depends on, and how they are written."""
        self._frame: str | None = None

    def put(self, code: str, summary: bytes | None) -> None:
        """List a table as a server describes it, or no more with None, or if the form is not known here."""
        self._frame = None
        self._listed.pop(code, None)
        with suppress(DecodeError):
            if summary:
                listing = _LISTING.decode(summary)
                order = listing.in_match, not listing.free, listing.code
                self._listed[code] = order, json.encode(listing)

    @property
    def all(self) -> list[TableListing]:
        """The tables that are listed."""
        return [_LISTING.decode(written) for _, written in self._listed.values()]

    def __contains__(self, code: str) -> bool:
        return code in self._listed

    @property
    def frame(self) -> str:
        """The message with the list, those with free seats first: as many as it holds."""
        if self._frame is None:
            written = [each for _, each in sorted(self._listed.values())]
            ends = accumulate(len(each) + 1 for each in written)
            fitting = (each for each, end in zip(written, ends, strict=True) if end < LISTING_BYTES)
            self._frame = encoded(Tables([])).replace("[]", f"[{b','.join(fitting).decode()}]")
        return self._frame


def has_evening(table: LiveTable) -> bool:
    """Whether an evening is under way at a table."""
    evening = table.history.truth.state.evening
    return evening is not None and not evening.is_over


def listing_of(table: LiveTable, shown: Callable[[str], str]) -> TableListing:
    """The listing of a table in the lobby, with names as others are to see them."""
    truth, people = table.history.truth, table.history.truth.state.people
    state = truth.state
    host = shown(people[state.host].name) if state.host in people else ""
    names = [shown(people[seat.person].name) for seat in state.seats if seat.person is not None]
    free, running = len(state.seats) - len(names), truth.match is not None
    game, players = state.settings.game, len(state.seats)
    evening = len(state.evening.present) if state.evening and has_evening(table) else None
    return TableListing(table.code, host, game, players, len(table.connected), free, running, names, evening)
