"""The thinking time of the listener at a shared table."""

from dataclasses import dataclass
from typing import Final

from playroom.console.background import Job
from playroom.console.room import Room
from playroom.console.shared.protocols import SharedTableClient
from playroom.narration.message import Message, Urgency, answer
from playroom.table.shared_table import TableNews

LAST_SECONDS: Final = 10
"""The seconds before the end of the thinking time at which the listener is warned."""

HEARING_SECONDS: Final = 0.25
"""Seconds after which it is asked again whether the listener has heard all."""


@dataclass(slots=True, eq=False)
class TurnClock:
    """Reports to the table that the listener has heard that it is their turn, and tells them their time."""

    room: Room
    client: SharedTableClient
    _job: Job | None = None

    def follow(self, *, is_to_move: bool) -> None:
        """Take in what has happened; *is_to_move* is whether it is the listener's turn now."""
        self.stop()
        if is_to_move and self.client.state.terms.thinking:
            self._report()

    def take(self, news: TableNews) -> None:
        """Begin the time that the table has set for the listener, if this is what it tells."""
        if news.is_own and news.word in ("deadline", "extended"):
            self._begin(int(news.blanks["seconds"]))

    def _begin(self, seconds: int) -> None:
        """Warn the listener shortly before the end of so many seconds."""
        self.stop()
        if seconds > LAST_SECONDS:
            self._job = self.room.background.later(seconds - LAST_SECONDS, self._warn)

    def stop(self) -> None:
        """Report and tell nothing any more."""
        if self._job:
            self._job.cancel()
        self._job = None

    def _report(self) -> None:
        """Report once all that was said is heard; the table waits only some seconds for that."""
        if seconds := self.room.voice.seconds_to_hear():
            self._job = self.room.background.later(min(seconds, HEARING_SECONDS), self._report)
        else:
            self.client.heard()

    def _warn(self) -> None:
        told = Message("online.time_left", blanks={"seconds": LAST_SECONDS})
        self.room.speech.say(told, urgency=Urgency.ALERT)


def extend(room: Room, client: SharedTableClient) -> None:
    """Ask for the thinking time of this turn once more."""
    if client.state.terms.thinking:
        client.deeds.extend()
    else:
        room.speech.answer(answer("online.no_limit"))
