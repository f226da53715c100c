"""What a table does by itself: bots move, thinking time runs out, and bots stand in for the absent."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from functools import partial
from random import Random, SystemRandom
from typing import Any, Protocol

from playroom.online.server.match_decisions import after_move
from playroom.online.server.moderation import next_host, seat_of_absent
from playroom.online.server.refused import Refused
from playroom.online.server.table_history import TableHistory
from playroom.online.server.truth import Truth
from playroom.online.wire.entries import AnyEntry, DeadlineSet, TimeExtended, TimeRanOut
from playroom.online.wire.limits import LATEST_HEARD
from playroom.rules.move import Move
from playroom.rules.view import view
from playroom.table.table import Bot

Think = Callable[[Callable[[], Move]], Awaitable[Move]]
"""Calls a bot without blocking the event loop."""

TurnKey = tuple[object, ...]
"""What one turn, and the way in which it is played, have in common with no other."""


class DrivenTable(Protocol):
    """The table as the automaton sees it."""

    history: TableHistory

    @property
    def connected(self) -> Collection[int]:
        """The people who are connected."""
        ...

    async def commit(self, by: int, command: str, decide: Callable[[], list[AnyEntry]]) -> int:
        """Append what *decide* makes of the table."""
        ...


class TurnOverError(Exception):
    """The turn for which something was to happen is over."""


def turn_key(truth: Truth) -> TurnKey | None:
    """What is to be done by itself at this turn; None if nobody is to move."""
    match, seat, state = truth.match, truth.turn, truth.state
    if match is None or seat is None or state.paused:
        return None
    return len(match.rounds), len(match.now.log), state.seats[seat], state.extended[seat]


class Automaton:
    """The tasks of one table. Safety needs nothing of it: the log decides which of its entries count."""

    def __init__(self, bots: Mapping[str, Bot], think: Think) -> None:
        self._bots = bots
        self._think = think
        self._chance = SystemRandom()
        self._key: TurnKey | None = None
        self._turn: asyncio.Task[None] | None = None
        self._absences: dict[int, asyncio.Task[None]] = {}
        self._heard: dict[int, int] = {}
        self._hearing = asyncio.Event()

    def drive(self, table: DrivenTable) -> None:
        """Begin what is due, and drop what is not due any more."""
        truth = table.history.truth
        self._watch_absences(table, truth)
        key = turn_key(truth) if table.connected else None
        if key == self._key:
            return
        self._key = key
        _cancel(self._turn)
        self._turn = self._task(self._take_turn(table, key)) if key else None

    def heard(self, person: int, number: int) -> None:
        """A person has heard the event with this number."""
        self._heard[person] = number
        self._hearing.set()

    def stop(self) -> None:
        """Drop everything."""
        for task in (self._turn, *self._absences.values()):
            _cancel(task)
        self._key, self._turn = None, None
        self._absences.clear()

    async def _take_turn(self, table: DrivenTable, key: TurnKey) -> None:
        truth = table.history.truth
        seat, settings = truth.turn, truth.state.settings
        assert seat is not None  # the key says so
        if bot := truth.state.seats[seat].bot:
            await self._move(table, key, bot, [])
        elif settings.thinking:
            await self._run_clock(table, key, seat)
            await self._move(table, key, settings.stand_in, [TimeRanOut(seat)])

    async def _move(self, table: DrivenTable, key: TurnKey, bot: str, first: list[AnyEntry]) -> None:
        """Let a bot move for the seat to move, after the entries that come first."""
        match = table.history.truth.match
        assert match is not None  # the key says so
        chance = Random(self._chance.getrandbits(64))  # noqa: S311 (a bot's thought is no secret)
        move = await self._think(partial(self._bots[bot], view(match, match.turn), chance))

        def decide() -> list[AnyEntry]:
            return [*first, after_move(_match_at(table, key), move)]

        await self._commit(table, "move", decide)

    async def _run_clock(self, table: DrivenTable, key: TurnKey, seat: int) -> None:
        """Wait until the player has heard that it is their turn, then for the thinking time."""
        state, seconds = table.history.truth.state, table.history.truth.state.settings.thinking
        if not isinstance(table.history.last.entries[-1], TimeExtended):
            await self._wait_until_heard(state.seats[seat].person, table.history.number)

            def decide() -> list[AnyEntry]:
                _match_at(table, key)
                return [DeadlineSet(seat, seconds)]

            await self._commit(table, "clock", decide)
        await asyncio.sleep(seconds)

    async def _wait_until_heard(self, person: int | None, number: int) -> None:
        try:
            async with asyncio.timeout(LATEST_HEARD):
                while self._heard.get(person or 0, 0) < number:
                    self._hearing.clear()
                    await self._hearing.wait()
        except TimeoutError:
            return

    def _watch_absences(self, table: DrivenTable, truth: Truth) -> None:
        absent = {
            seat.person
            for seat in truth.state.seats
            if seat.person is not None and not seat.bot and seat.person not in table.connected
        }
        due = absent if truth.match and table.connected else set()
        for person in [*self._absences.keys() - due]:
            _cancel(self._absences.pop(person))
        for person in due - self._absences.keys():
            self._absences[person] = self._task(self._stand_in(table, person))

    async def _stand_in(self, table: DrivenTable, person: int) -> None:
        """Let a bot play for somebody who stays away."""
        await asyncio.sleep(table.history.truth.state.settings.absence)

        def decide() -> list[AnyEntry]:
            truth = table.history.truth
            return [*seat_of_absent(truth, person), *next_host(truth, person, table.connected)]

        await self._commit(table, f"absent{person}", decide)

    async def _commit(self, table: DrivenTable, what: str, decide: Callable[[], list[AnyEntry]]) -> None:
        """Append what the table does by itself; if two servers do so at once, it is the same command."""
        try:
            await table.commit(0, f"{what}-{table.history.number + 1}", decide)
        except (TurnOverError, Refused):
            return

    def _task(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        return asyncio.get_running_loop().create_task(work)


def _match_at(table: DrivenTable, key: TurnKey) -> Any:  # noqa: ANN401
    """The match if the turn is still the same."""
    truth = table.history.truth
    if turn_key(truth) != key:
        raise TurnOverError
    return truth.match


def _cancel(task: "asyncio.Task[None] | None") -> None:
    """Cancel a task, unless it is the one that asks for it."""
    if task and task is not asyncio.current_task():
        task.cancel()
