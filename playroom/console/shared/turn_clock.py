"""Thinking time at a shared table: that of the listener, and what others have left."""

from dataclasses import dataclass
from math import ceil
from typing import Final

from playroom.console.ui.background import Job
from playroom.console.ui.room import Room
from playroom.narration.message import Message, Urgency, answer
from playroom.online.client.table_client import TableClient
from playroom.online.wire.entries import AnyEntry, DeadlineSet, MatchResumed, PauseAsked, TimeExtended
from playroom.online.wire.table_commands import Extend
from playroom.rules.seat import Seat

LAST_SECONDS: Final = 10
"""The seconds before the end of the thinking time at which the listener is warned."""

HEARING_SECONDS: Final = 0.25
"""Seconds after which it is asked again whether the listener has heard all."""


@dataclass(slots=True, eq=False)
class TurnClock:
    """Reports to the table that the listener has heard that it is their turn, and knows the time left."""

    room: Room
    client: TableClient
    _job: Job | None = None
    _ends: float | None = None
    """The end of the time of the player to move; None if it has not begun."""
    _is_announced: bool = False
    """Whether the time limit of this turn was announced."""

    def follow(self, *, is_to_move: bool, is_back: bool = False) -> None:
        """Update the clock after an event; *is_to_move* is whether it is the listener's turn now.

        A person who *is_back* hears later how much time is left: it may have begun.
        """
        self.stop()
        thinking = self.client.table.state.settings.thinking
        if is_to_move and thinking:
            if not is_back:
                self._tell(thinking)
            self._report()

    def apply(self, entry: AnyEntry) -> None:
        """Begin the time that an entry sets, or stop the clock for a pause; other entries change nothing."""
        match entry:
            case PauseAsked(paused=True) | MatchResumed():
                self.stop()
            case DeadlineSet(seat, seconds):
                self.begin(seat, seconds)
                if self._is_own(seat) and not self._is_announced:
                    self._tell(seconds)
            case TimeExtended(seat, seconds):
                self.begin(seat, seconds)

    def come_back(self, seat: Seat, seconds: int) -> None:
        """Begin the time that was left when the listener came, and say it if it is theirs."""
        self.begin(seat, seconds)
        if self._is_own(seat):
            message = Message("online.news.time_left_you", blanks={"seconds": seconds})
            self.room.speech.say(message, urgency=Urgency.HINT)

    def begin(self, seat: Seat, seconds: int) -> None:
        """Give the player to move this many seconds; the listener is warned before their end."""

        def warn() -> None:
            message = Message("online.time_left", blanks={"seconds": LAST_SECONDS})
            self.room.speech.say(message, urgency=Urgency.ALERT)

        self._ends = self.room.background.now + seconds
        if self._is_own(seat):
            self._cancel()
            if seconds > LAST_SECONDS:
                self._job = self.room.background.later(seconds - LAST_SECONDS, warn)

    def _is_own(self, seat: Seat) -> bool:
        return seat == self.client.table.seat

    def seconds_left(self, seat: Seat) -> int | None:
        """The time that the player of the seat to move has left; None without a limit, and for a bot."""
        state = self.client.table.state
        thinking = state.settings.thinking
        if not thinking or state.paused or not state.seats[seat].is_played:
            return None
        left = thinking if self._ends is None else ceil(self._ends - self.room.background.now)
        return max(0, left)

    def stop(self) -> None:
        """Report and tell nothing any more: no time has begun."""
        self._ends, self._is_announced = None, False
        self._cancel()

    def _tell(self, seconds: int) -> None:
        """Say how long the listener has, after what was said of their turn and before the time begins."""
        self._is_announced = True
        self.room.speech.say(Message("online.time", blanks={"seconds": seconds}), urgency=Urgency.HINT)

    def _cancel(self) -> None:
        if self._job:
            self._job.cancel()
        self._job = None

    def _report(self) -> None:
        """Report once all that was said is heard; the table waits only some seconds for that."""
        if seconds := self.room.voice.seconds_to_hear():
            self._job = self.room.background.later(min(seconds, HEARING_SECONDS), self._report)
        else:
            self.client.heard()


def extend(room: Room, client: TableClient) -> None:
    """Ask for the thinking time of this turn once more."""
    if client.table.state.settings.thinking:
        client.do(Extend())
    else:
        room.speech.answer(answer("online.no_limit"))
