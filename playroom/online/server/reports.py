"""The reports to the moderators of a club, in a log that all its servers share.

What stands in a report besides the reason is what the server itself has passed on: the last lines of the chat
that the reporter could read too. No program of a player can add a line, or change one.
"""

from collections import deque
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Final

from msgspec import DecodeError, Struct, json

from playroom.online.log.table_log import Damaged, LogEvent, TableLog, append_once, catch_up
from playroom.online.server.refused import Refused, refused_by_storage
from playroom.online.server.tables.live_table import PassedLine
from playroom.online.wire.moderation import ReportedChat, ReportPerson, ReportReason
from playroom.online.wire.protocol import RefusalCode

REPORTS: Final = "_reports"
"""The name of their log among those of the tables."""

MOST_REPORTS: Final = 1000
"""The last reports that are kept in memory; the log has all."""

KEPT_SECONDS: Final = 180 * 24 * 3600
"""Reports that are older are forgotten when the next one comes."""

MOST_LINES: Final = 10
"""The most lines of the chat that go with a report."""


class Reported(Struct, frozen=True):
    """An entry of the log: who reports whom, at which table; *players* had seats in a match there.

    *evening* is the code of an evening whose tables had the same deals, "" for none.
    """

    by: str
    whom: str
    reason: ReportReason
    text: str
    at: int
    code: str
    game: str
    players: list[str]
    lines: list[ReportedChat]
    evening: str = ""


_ENCODER = json.Encoder()
_DECODER: json.Decoder[Reported] = json.Decoder(Reported)


class Reports:
    """The reports of a club; *hear* is called with each that comes, and its number, once they were read."""

    def __init__(self, log: TableLog, hear: Callable[[Reported], None]) -> None:
        self._log, self._hear = log, hear
        self.number = 0
        self.numbers: dict[str, int] = {}
        self._is_read = False
        self.latest: deque[tuple[int, Reported]] = deque(maxlen=MOST_REPORTS)
        """The reports by their numbers, the latest first."""

    def apply(self, event: LogEvent) -> None:
        """Apply the next entry of the log, or the first that is kept; any other is ignored."""
        if event.number != self.number + 1 and self.number:
            return
        try:
            report = _DECODER.decode(event.body)
        except DecodeError as error:
            raise Damaged(f"not a report: {error}") from error
        self.number = self.numbers[event.command_id] = event.number
        self.latest.appendleft((event.number, report))
        if self._is_read:
            self._hear(report)

    async def catch_up(self) -> None:
        """Read what other servers have appended."""
        await catch_up(self._log, REPORTS, self)
        self._is_read = True

    async def add(self, asked: str, report: Reported) -> None:
        """Add a report, once for each thing that was *asked*. Refused if it cannot be stored."""
        command = sha256(asked.encode()).hexdigest()[:32]
        with refused_by_storage():
            await self.catch_up()
            await append_once(self._log, REPORTS, self, command, lambda: _ENCODER.encode(report))
            kept = [number for number, each in self.latest if each.at > report.at - KEPT_SECONDS]
            if kept[-1] > self.latest[-1][0]:
                await self._log.trim(REPORTS, kept[-1])
                self.latest = deque(list(self.latest)[: len(kept)], maxlen=MOST_REPORTS)


def evidence(passed: Iterable[PassedLine], reporter: int, message: ReportPerson) -> list[ReportedChat]:
    """The last lines that the reporter could read, the reported one among them.

    Refused if that is none of theirs, or the reporter was not to read it.
    """
    read = [each for each in passed if reporter in each.heard_by]
    marked = [
        (each, each.said.person == message.person and each.said.line == message.line != "") for each in read
    ]
    at = next((index for index, (_, is_reported) in enumerate(marked) if is_reported), None)
    if message.line and at is None:
        raise Refused(RefusalCode.NO_SUCH_LINE)
    first = len(marked) - MOST_LINES if at is None else min(len(marked) - MOST_LINES, at)
    kept = marked[max(0, first) :][:MOST_LINES]
    return [
        ReportedChat(each.name, each.said.text, each.said.phrase, is_reported) for each, is_reported in kept
    ]
