"""The results of a club's members with the deal of the day.

A member sends the moves, not the result: the server plays the day again with them, against the same bots. So
a result cannot be made up; that somebody has tried the deal elsewhere before is not seen by anybody. Each day
has a log of its own, which all servers of the club share, and the first result of an account is kept.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from hashlib import sha256
from typing import Final

from msgspec import DecodeError, Struct, json

from playroom.online.log.table_log import Damaged, LogEvent, TableLog, append_once, catch_up
from playroom.online.server.names import name_key
from playroom.online.server.refused import Refused, refused_by_storage
from playroom.online.server.tables.fair_turns import Share, ThinkInTurn
from playroom.online.wire.messages import CompareDay, DayResults, ResultOfDay
from playroom.online.wire.protocol import LONGEST_NAME, SERVER_MESSAGE_BYTES, RefusalCode
from playroom.rules.move import Move
from playroom.rules.rulebook.variant import Variant
from playroom.table.deal_of_day import DAY_STRENGTH, PLAYER, day_record, lead_of_day, played_day
from playroom.table.table import Bot

NAMES: Final = ("member", *(f"bot {number}" for number in range(1, 10)))
"""The players, whose names decide nothing."""

EITHER_SIDE: Final = timedelta(days=1)
"""Somewhere on earth it is the day after ours, or the day before."""

RESULT_BYTES: Final = 4 * LONGEST_NAME + 64
"""The most that a result takes in a message: the name, and the rest."""

MOST_RESULTS: Final = SERVER_MESSAGE_BYTES // RESULT_BYTES - 1
"""The most results of a day: one message has room for them."""

KEPT_DAYS: Final = 3
"""The most days whose results are kept in memory."""


class MemberResult(Struct, frozen=True):
    """An entry of the log: the points by which a member was ahead of the best bot."""

    name: str
    lead: int


_ENCODER = json.Encoder()
_DECODER: json.Decoder[MemberResult] = json.Decoder(MemberResult)


class ResultsOfDay:
    """The results of one day, as its log says."""

    def __init__(self, log: TableLog, day: date) -> None:
        self._log, self._name = log, f"_day-{day.isoformat()}"
        self.number = 0
        self.numbers: dict[str, int] = {}
        self.results: list[MemberResult] = []

    def apply(self, event: LogEvent) -> None:
        """Apply the next entry of the log; any other is ignored."""
        if event.number != self.number + 1:
            return
        try:
            result = _DECODER.decode(event.body)
        except DecodeError as error:
            raise Damaged(f"not a result of a day: {error}") from error
        self.number = self.numbers[event.command_id] = event.number
        self.results.append(result)

    async def catch_up(self) -> None:
        """Read what other servers have appended."""
        await catch_up(self._log, self._name, self)

    def has(self, name: str) -> bool:
        """Whether the result of a member is there."""
        return _command_of(name) in self.numbers

    async def add(self, result: MemberResult) -> None:
        """Add the result of a member, unless there is one."""
        await append_once(
            self._log, self._name, self, _command_of(result.name), lambda: _ENCODER.encode(result)
        )


def _command_of(name: str) -> str:
    """The id of the command of a member, who has one a day."""
    return sha256(name_key(name).encode()).hexdigest()[:32]


class DayComparison:
    """Compares what members have made of the deal of a day."""

    def __init__(
        self,
        log: TableLog,
        bots: Mapping[str, Bot],
        variants: Mapping[str, Variant],
        think: ThinkInTurn,
        today: Callable[[], date],
    ) -> None:
        self._log, self._bots, self._variants = log, bots, variants
        self._think, self._today = think, today
        self._days: dict[date, ResultsOfDay] = {}

    async def compare(self, name: str, message: CompareDay, address: str) -> DayResults:
        """All results of a day, the best first, once that of a member is among them.

        Refused if it is another day's, or the moves are not those of a whole round.
        """
        try:
            day = date.fromisoformat(message.day)
        except ValueError as error:
            raise Refused(RefusalCode.NOT_THE_DEAL) from error
        if abs(day - self._today()) > EITHER_SIDE:
            raise Refused(RefusalCode.NOT_THE_DEAL)
        if day not in self._days:
            self._days[day] = ResultsOfDay(self._log, day)
            for old in sorted(self._days)[:-KEPT_DAYS]:
                del self._days[old]  # here, not in the log
        results = self._days[day]
        with refused_by_storage():
            await results.catch_up()
        if not results.has(name) and len(results.results) < MOST_RESULTS:
            lead = await self._think(partial(self._lead, day, message.moves), Share(address, message.day))
            with refused_by_storage():
                await results.add(MemberResult(name, lead))
        best_first = sorted(results.results, key=lambda each: (-each.lead, each.name))
        return DayResults(message.day, [ResultOfDay(each.name, each.lead) for each in best_first])

    def _lead(self, day: date, moves: Sequence[Move]) -> int:
        """The points by which these moves are ahead; Refused if they are not those of a whole round."""
        record = day_record(day, self._variants, NAMES)
        others = dict.fromkeys(range(PLAYER + 1, len(record.players)), self._bots[DAY_STRENGTH])
        try:
            return lead_of_day(played_day(day, record, others, moves))
        except ValueError as error:
            raise Refused(RefusalCode.NOT_THE_DEAL) from error
