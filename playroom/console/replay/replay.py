"""The record and the listener of a replay."""

from msgspec import Struct
from msgspec.structs import replace

from playroom.home.match_notes import MatchNotes, keeps_hands_closed, possible_people
from playroom.rules.seat import Seat
from playroom.table.record import Record


class Replay(Struct, frozen=True):
    """A record with its notes, and the name of its file; it is heard from the seat of *ear*.

    *is_saved* is false for a record from elsewhere, which may have no notes.
    """

    record: Record
    notes: MatchNotes
    file: str
    ear: Seat | None
    is_saved: bool = True

    @property
    def keeps_hands_closed(self) -> bool:
        """Whether nobody's hand may be shown: several people may play the match, which is not over."""
        return keeps_hands_closed(self.people, self.record.match.winners)

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats of the people who may have played at this keyboard."""
        if not self.is_saved:
            return self.notes.own
        return possible_people(self.notes, len(self.record.players))


def replay_of(record: Record, notes: MatchNotes, file: str, *, is_saved: bool = True) -> Replay:
    """The replay for the person who has played; if that is not known, for the first seat without a bot.

    While all hands stay closed, it is for a spectator.
    """
    replay = Replay(record, notes, file, None, is_saved)
    people = possible_people(notes, len(record.players))
    return replay if replay.keeps_hands_closed else replace(replay, ear=next(iter(people), None))
