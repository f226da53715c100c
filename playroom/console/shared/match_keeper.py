"""What the player's own folder keeps of a match at a shared table."""

from playroom.console.room import Room
from playroom.console.shared.protocols import SeatedTable, SharedTableClient
from playroom.console.write_queue import WriteOutcome
from playroom.home.own_table import OwnTable
from playroom.home.saved_match import SavedMatches
from playroom.narration.message import Message
from playroom.rules.event import Event
from playroom.table.record import Record


class MatchKeeper:
    """Remembers the listener's own table while a match is under way, and keeps the record of the whole match.

    A match whose deals are not all known, as one that was proved false, is not kept.
    """

    def __init__(self, room: Room, client: SharedTableClient, own: OwnTable, matches: SavedMatches) -> None:
        self._room, self._client, self._own, self._matches = room, client, own, matches

    def begin(self, table: SeatedTable) -> None:
        """Follow a match."""

        def follow(record: Record, _events: tuple[Event, ...]) -> None:
            self._remember(record)
            if record.match.winners and table.is_known:
                self._keep(record, is_missed=False)

        table.listen(follow)
        self._remember(table.record)

    def keep_missed(self, record: Record) -> None:
        """Keep a match whose end the listener has not heard."""
        self._remember(record)
        self._keep(record, is_missed=True)

    def _keep(self, record: Record, *, is_missed: bool) -> None:
        new: list[bool] = []

        def report(outcome: WriteOutcome) -> None:
            if outcome.why:
                self._room.speech.say(Message("online.not_kept", blanks={"why": outcome.why}))
            elif is_missed and any(new):
                self._room.speech.say(Message("online.missed_kept"))

        self._room.writes.add(lambda: new.append(self._matches.keep_past(record)), report)

    def _remember(self, record: Record) -> None:
        if self._client.is_own:
            (self._own.forget if record.match.winners else self._own.keep)(self._client.state.code)
