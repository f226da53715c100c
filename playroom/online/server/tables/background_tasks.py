"""What a table does by itself: bots move, thinking time runs out, and bots stand in for absent players.

Each is a task that waits and then appends to the log, as a command of nobody. After every event the tasks are
compared with what is due now: what is not due any more is dropped, what has become due begins. A task checks
once more, while the table stands still, that its turn is still the same, else it ends with NotDueError. Where
several servers have the table loaded, all of them do this: the command has the same id, so that the log takes
one. If a bot fails, another move is made: no table stands still.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from math import ceil
from random import Random, SystemRandom
from typing import Protocol

from playroom.online.server.journal import note_error, table_mark
from playroom.online.server.refused import Refused
from playroom.online.server.tables.evening_decisions import evening_match, round_drawn
from playroom.online.server.tables.match_decisions import after_move, dealt
from playroom.online.server.tables.people_decisions import host_back, next_host, seat_back, seat_of_absent
from playroom.online.server.tables.server_state import FullTableState, Variants
from playroom.online.server.tables.table_history import TableHistory
from playroom.online.wire.entries import AnyEntry, DeadlineSet, TimeExtended, TimeRanOut
from playroom.online.wire.protocol import LATEST_HEARD, SHARE_SECONDS
from playroom.rules.flow import IllegalMove
from playroom.rules.legal import legal_moves, may_choose_pass, objection, position
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.view import View, view
from playroom.table.table import Bot

RETRY_SECONDS = 1.0
"""The seconds that a table waits before it tries again what the storage has refused."""


BEAT_SECONDS = 1.5
"""Bots that may pass move at beats: how long they have thought would tell whether they had a choice.

It is longer than a bot thinks.
"""


LATEST_THOUGHT = 60.0
"""Timeout of a bot's move, in seconds."""


EVENING_BREAK_SECONDS = 60.0
"""The seconds between two rounds of an evening, unless its host begins one sooner."""


ARRIVAL_SECONDS = 1.0
"""How often a table of an evening looks whether all are there; those who are seal their shares meanwhile."""


Think = Callable[[Callable[[], Move]], Awaitable[Move]]
"""Calls a bot without blocking the event loop."""


TurnKey = tuple[object, ...]
"""Identifies a turn, so that stale tasks stop."""


class DrivenTable(Protocol):
    """A table that is driven."""

    history: TableHistory

    @property
    def connected(self) -> Collection[int]:
        """The people who are connected, here or at another server."""
        ...

    @property
    def is_attended(self) -> bool:
        """Whether anybody is connected here."""
        ...

    @property
    def watching(self) -> Collection[int]:
        """Those of them who can only watch."""
        ...

    async def commit(self, by: int, command: str, decide: Callable[[], list[AnyEntry]]) -> int:
        """Append what *decide* makes of the table."""
        ...


class NotDueError(Exception):
    """Cancel what was to happen by itself."""


class TurnScheduler:
    """The background tasks of one table. The log decides which of their entries count."""

    def __init__(self, bots: Mapping[str, Bot], think: Think, variants: Variants) -> None:
        self._bots = bots
        self._think = think
        self._variants = variants
        self._attendance = Attendance()
        self._chance = SystemRandom()
        self._key: TurnKey | None = None
        self._turn: asyncio.Task[None] | None = None
        self._ends: float | None = None
        """The time at which the player to move has no thinking time left, by the clock of the event loop."""
        self._heard: dict[int, int] = {}
        self._hearing = asyncio.Event()

    @property
    def seconds_left(self) -> int | None:
        """The rest of the thinking time of the player to move; None if it has not begun."""
        if self._ends is None:
            return None
        return max(0, ceil(self._ends - asyncio.get_running_loop().time()))

    def update(self, table: DrivenTable) -> None:
        """Begin what is due, and drop what is not due any more."""
        self._attendance.update(table)
        key = turn_key(table.history.truth) if table.is_attended else None
        if key == self._key:
            return
        self._key, self._ends = key, None
        cancel(self._turn)
        turn = self._take_turn(table, key) if key else None
        self._turn = asyncio.get_running_loop().create_task(turn) if turn else None
        if self._turn:
            self._turn.add_done_callback(partial(_report, table))

    def heard(self, person: int, number: int) -> None:
        """A person has heard the event with this number."""
        self._heard[person] = number
        self._hearing.set()

    def stop(self) -> None:
        """Drop everything."""
        self._attendance.stop()
        cancel(self._turn)
        self._key, self._turn, self._ends = None, None, None

    async def _take_turn(self, table: DrivenTable, key: TurnKey) -> None:
        truth = table.history.truth
        seat, settings = truth.turn, truth.state.settings
        with suppress(NotDueError):
            if key == BEGINS:
                await self._begin_when_all_are_there(table)
            elif truth.match is None:
                await asyncio.sleep(SHARE_SECONDS if truth.state.is_dealing else EVENING_BREAK_SECONDS)
                await commit_due(table, "round", lambda: round_drawn(_truth_at(table, key), self._chance))
            elif seat is None:  # shares that do not come in time are left out of the deal
                await asyncio.sleep(SHARE_SECONDS)
                await commit_due(table, "deal", lambda: [dealt(_truth_at(table, key))])
            elif bot := truth.state.seats[seat].bot:
                await self._move(table, key, bot, [])
            elif settings.thinking:
                await self._run_clock(table, key, seat)
                await self._move(table, key, settings.stand_in, [TimeRanOut(seat)])

    async def _move(self, table: DrivenTable, key: TurnKey, bot: str, first: list[AnyEntry]) -> None:
        """Make a bot's move for the seat to move, after the entries that precede it."""
        match = _truth_at(table, key).match
        assert match  # the key says so
        chance = Random(self._chance.getrandbits(64))  # noqa: S311 (a bot's thought is no secret)
        loop = asyncio.get_running_loop()
        began = [loop.time()]

        def think(thought: Callable[[], Move]) -> Awaitable[Move]:
            return self._think(partial(_noted, lambda: began.append(loop.time()), thought))

        move = await bot_move(self._bots, bot, think, view(match, match.turn), chance)
        if may_choose_pass(position(match)):
            # Up to a whole number of beats since the thought began. How long the bot has waited before for
            # its turn to think depends on other tables alone, and shows nothing.
            passed = loop.time() - began[-1]
            await asyncio.sleep(BEAT_SECONDS - passed % BEAT_SECONDS)
        await commit_due(table, "move", lambda: [*first, after_move(_truth_at(table, key), move)])

    async def _begin_when_all_are_there(self, table: DrivenTable) -> None:
        """Begin the match of a table of an evening, after a while without those who have not come."""

        def decide() -> list[AnyEntry]:
            return evening_match(_truth_at(table, BEGINS), table.connected, self._variants, self._chance)

        waits_until = asyncio.get_running_loop().time() + table.history.truth.state.settings.absence
        is_complete = False
        while not is_complete and asyncio.get_running_loop().time() < waits_until:
            await asyncio.sleep(ARRIVAL_SECONDS)
            is_complete = all(seat.person in table.connected for seat in table.history.truth.state.seats)
        await commit_due(table, "begin", decide)

    async def _run_clock(self, table: DrivenTable, key: TurnKey, seat: Seat) -> None:
        """Wait until the player has heard that it is their turn, then for the thinking time."""
        state = table.history.truth.state
        seconds = state.settings.thinking

        def decide() -> list[AnyEntry]:
            _truth_at(table, key)
            return [DeadlineSet(seat, seconds)]

        match = _truth_at(table, key).match
        assert match  # the key says so
        if not isinstance(table.history.last.entries[-1], TimeExtended):
            person, number = state.seats[seat].person or 0, table.history.number
            if may_choose_pass(position(match)):
                # What a player hears there tells whether a tile fits, and takes them more or less time: the
                # wait is always equally long.
                await asyncio.sleep(LATEST_HEARD)
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LATEST_HEARD):
                        while self._heard.get(person, 0) < number:
                            self._hearing.clear()
                            await self._hearing.wait()
            await commit_due(table, "clock", decide)
        self._ends = asyncio.get_running_loop().time() + seconds
        await asyncio.sleep(seconds)


async def bot_move(bots: Mapping[str, Bot], bot: str, think: Think, seen: View, chance: Random) -> Move:
    """The move of a bot; if it fails or is unknown, a random move, with a line in the journal."""
    try:
        async with asyncio.timeout(LATEST_THOUGHT):
            move = await think(partial(bots[bot], seen, chance))
            if why := objection(seen.position, move):
                raise IllegalMove(move, why)  # noqa: TRY301 (a move that is illegal is a failure like others)
            return move
    except Exception as error:  # noqa: BLE001 (a bot may raise anything)
        note_error("bot failed", error, bot=bot)
        return chance.choice(legal_moves(seen.position))


def _noted(note: Callable[[], None], thought: Callable[[], Move]) -> Move:
    """What comes of a thought, whose beginning is noted."""
    note()
    return thought()


BEGINS: TurnKey = ("begins",)
"""At a table of an evening the match begins by itself."""


def turn_key(truth: FullTableState) -> TurnKey | None:
    """The action that is due by itself at this turn, deal or round of an evening; None if there is none."""
    match, seat, state = truth.match, truth.turn, truth.state
    if state.of_evening and truth.record is None:
        return BEGINS
    if state.evening and match is None:
        is_due = state.is_dealing or state.evening.is_round_due(state.settings.players)
        return ("round", len(state.evening.rounds)) if is_due else None
    if match and state.is_dealing:
        return len(match.rounds), "deal"
    if match is None or seat is None or state.paused:
        return None
    if not (state.seats[seat].bot or state.settings.thinking):
        return None
    return len(match.rounds), len(match.now.log), state.seats[seat], state.extended[seat]


def _truth_at(table: DrivenTable, key: TurnKey) -> FullTableState:
    """The truth if the turn is still the same; else NotDueError."""
    if turn_key(table.history.truth) != key:
        raise NotDueError
    return table.history.truth


async def commit_due(table: DrivenTable, what: str, decide: Callable[[], list[AnyEntry]]) -> None:
    """Append what *decide* makes of the table, until it is stored or NotDueError.

    If two servers do so at once, it is the same command.
    """
    while True:
        try:
            await table.commit(0, f"{what}-{table.history.number + 1}", decide)
        except NotDueError:
            return
        except Refused:
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return


def _report(table: DrivenTable, turn: "asyncio.Task[None]") -> None:
    """Write down what ended a turn unexpectedly."""
    if not turn.cancelled() and (error := turn.exception()):
        note_error("turn failed", error, table=table_mark(table.history.truth.state.code))


class Attendance:
    """The tasks of one table that wait for absent players, and let those play who are back."""

    def __init__(self) -> None:
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}

    def update(self, table: DrivenTable) -> None:
        """Begin what is due, and drop what is not due any more."""
        absent, back = _absent(table), _back(table)
        if not (absent or back or self._tasks):
            return
        due = {("absent", person) for person in absent} | {("back", person) for person in back}
        for key in [*self._tasks.keys() - due]:
            cancel(self._tasks.pop(key))
        for key in due - self._tasks.keys():
            work = _stand_in if key[0] == "absent" else _give_back
            self._tasks[key] = asyncio.get_running_loop().create_task(work(table, key[1]))

    def stop(self) -> None:
        """Drop everything."""
        for task in self._tasks.values():
            cancel(task)
        self._tasks.clear()


def replacements(table: DrivenTable, person: int) -> list[AnyEntry]:
    """A bot for the seat of an absent person, and another host; NotDueError if neither is due."""
    truth = table.history.truth
    hosts = {*table.connected} - {*table.watching}
    entries = [*seat_of_absent(truth, person), *next_host(truth, person, hosts)]
    if person in table.connected or not entries:
        raise NotDueError
    return entries


def _absent(table: DrivenTable) -> set[int]:
    """Those who are needed and not connected: the host, and in a match the players without a stand-in.

    The host of an evening may be at a table of it, or on the way back; such a table needs none.
    """
    truth = table.history.truth
    state = truth.state
    if not table.is_attended:
        return set()
    is_led = state.evening is not None and state.evening.leads(state.host, state.settings.players)
    needed = set() if is_led or state.of_evening else {state.host}
    seats = state.seats if truth.match else []
    needed |= {seat.person for seat in seats if seat.person is not None and not seat.bot}
    return needed.difference(table.connected)


async def _stand_in(table: DrivenTable, person: int) -> None:
    """Replace an absent person by a bot, and an absent host by another person."""
    await asyncio.sleep(table.history.truth.state.settings.absence)

    def decide() -> list[AnyEntry]:
        if person not in _absent(table):
            raise NotDueError
        return replacements(table, person)

    await commit_due(table, f"absent{person}", decide)


def _back(table: DrivenTable) -> set[int]:
    """Those who are connected, and for whom a bot still plays or another person is the host."""
    state = table.history.truth.state
    absent = {seat.person for seat in state.seats if seat.bot and seat.person} | {state.absent_host}
    return absent & set(table.connected)


async def _give_back(table: DrivenTable, person: int) -> None:
    """Return seat and hosting to a person who is back."""

    def decide() -> list[AnyEntry]:
        if person not in _back(table):
            raise NotDueError
        truth = table.history.truth
        return [*seat_back(truth, person), *host_back(truth, person)]

    await commit_due(table, f"back{person}", decide)


def cancel(task: "asyncio.Task[None] | None") -> None:
    """Cancel a task, unless it is the one that asks for it."""
    if task and task is not asyncio.current_task():
        task.cancel()
