"""Turns to think, which bots of all tables share: no table and no address takes those of others."""

import asyncio
import os
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from playroom.rules.move import Move

T = TypeVar("T")

TURNS: Final = os.cpu_count() or 1
"""The number of bots that think at once: one for each processor."""


@dataclass(frozen=True, slots=True)
class Share:
    """For whom a bot thinks: a table, and the address from which the table came, "" if it is not known."""

    address: str
    table: str


ThinkInTurn = Callable[[Callable[[], Any], Share], Awaitable[Any]]
"""Calls a bot, or what plays with bots, for a share of the turns, without blocking the event loop."""


class FairQueue(Generic[T]):
    """Items that wait: each address is next in turn, and of those of one address each table."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[T]]] = {}
        """By address and table, those that are next first; nothing that is empty."""

    def put(self, share: Share, item: T) -> None:
        """Queue an item after the others of its table."""
        self._waiting.setdefault(share.address, {}).setdefault(share.table, deque()).append(item)

    def take(self) -> T | None:
        """The next item; None if none waits."""
        if not self._waiting:
            return None
        address = next(iter(self._waiting))
        tables = self._waiting.pop(address)
        table = next(iter(tables))
        items = tables.pop(table)
        item = items.popleft()
        if items:
            tables[table] = items
        if tables:
            self._waiting[address] = tables
        return item


class FairTurns:
    """Calls bots without blocking the event loop, in *run*, *count* of them at once."""

    def __init__(
        self,
        count: int = TURNS,
        run: Callable[[Callable[[], Move]], Awaitable[Move]] = asyncio.to_thread,
    ) -> None:
        self._free, self._run = count, run
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()

    async def think(self, thought: Callable[[], Move], share: Share) -> Move:
        """The move that a bot finds, once it is its turn."""
        if self._free:
            self._free -= 1
        else:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.put(share, turn)
            try:
                await turn
            except asyncio.CancelledError:
                if not turn.cancelled():  # the turn came at the same moment
                    self._pass_on()
                raise
        work = asyncio.ensure_future(self._run(thought))
        work.add_done_callback(self._end_turn)
        # A thought that is not wanted any more goes on, and keeps its turn.
        return await asyncio.shield(work)

    def _end_turn(self, work: "asyncio.Future[Any]") -> None:
        if not work.cancelled():
            work.exception()  # seen by those who still wait, if anybody does
        self._pass_on()

    def _pass_on(self) -> None:
        while turn := self._waiting.take():
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
