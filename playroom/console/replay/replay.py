"""The record and the listener of a replay."""

from msgspec import Struct

from playroom.console.match.seating import saved_seating
from playroom.home.match_notes import MatchNotes
from playroom.rules.seat import Seat
from playroom.table.record import Record


class Replay(Struct, frozen=True):
    """A record with its notes, and the name of its file; it is heard from the seat of *ear*."""

    record: Record
    notes: MatchNotes
    file: str
    ear: Seat | None


def replay_of(record: Record, notes: MatchNotes, file: str) -> Replay:
    """The replay for the person who has played; if that is not known, for the first seat without a bot."""
    people = saved_seating(notes, len(record.players)).people
    return Replay(record, notes, file, next(iter(people), None))
