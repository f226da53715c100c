"""The tables of evenings: they are opened when a round is drawn, and tell its evening when they are over.

All follows from the logs, so that any server can do it, and twice does no harm: the table of an evening says
that a round is drawn, and each table of the round whether its match is over. After a kill, the next server at
which somebody comes to the evening goes on from there.
"""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Protocol

from playroom.online.server.accounts.club_accounts import Accounts
from playroom.online.server.accounts.credentials import token_hash
from playroom.online.server.journal import note_error, table_mark
from playroom.online.server.refused import Refused
from playroom.online.server.tables.background_tasks import RETRY_SECONDS
from playroom.online.server.tables.evening_decisions import table_of_round, table_over
from playroom.online.server.tables.live_table import TABLE, LiveTable
from playroom.online.wire.entries import AnyEntry, EveningCalled, EveningRoundOpened
from playroom.online.wire.protocol import RefusalCode
from playroom.online.wire.table_state import TableState

Work = Callable[[LiveTable], Coroutine[None, None, None]]


class TablesOfServer(Protocol):
    """The tables of a server, as far as it does something there itself."""

    def visit(self, code: str, *, is_new: bool = False) -> AbstractAsyncContextManager[LiveTable]:
        """A table for the time of a context; Refused if there is none, unless *is_new*."""
        ...


class EveningTables:
    """Opens the tables of rounds, and reports their results, in tasks of its own."""

    def __init__(self, tables: TablesOfServer, accounts: Accounts | None) -> None:
        self._tables, self._accounts = tables, accounts
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        """By the codes of tables, and the rounds that are opened there; 0 for the report of a result."""

    def look(self, table: LiveTable) -> None:
        """Begin what is due at a table that was loaded, or where something has happened."""
        truth = table.history.truth
        evening = truth.state.evening
        if evening and evening.round and not evening.round.is_open:
            self._begin(table.code, len(evening.rounds), self._open_round)
        elif truth.state.of_evening and truth.record and not truth.match:
            self._begin(table.code, 0, self._report)

    def stop(self) -> None:
        """Stop; another server goes on."""
        for task in self._tasks.values():
            task.cancel()

    def _begin(self, code: str, number: int, work: Work) -> None:
        """Do something at a table in a task, unless one does so already; again while the storage fails."""
        key = code, number
        if key in self._tasks:
            return

        async def do() -> None:
            while True:
                try:
                    async with self._tables.visit(code) as table:
                        return await work(table)
                except Refused as refused:
                    if refused.code != RefusalCode.STORAGE_FAILED:
                        raise
                    await asyncio.sleep(RETRY_SECONDS)

        def end(task: asyncio.Task[None]) -> None:
            del self._tasks[key]
            if not task.cancelled() and (error := task.exception()):
                note_error("evening failed", error, table=table_mark(code))

        self._tasks[key] = asyncio.get_running_loop().create_task(do())
        self._tasks[key].add_done_callback(end)

    async def _open_round(self, gathering: LiveTable) -> None:
        """Open the tables of the drawn round, and call back those who are still at tables of the last one."""
        truth = gathering.history.truth
        evening = truth.state.evening
        if evening is None or evening.round is None:
            return
        for number, each in enumerate(evening.round.tables, 1):
            tokens = {person: self._token(truth.state, person, each.code) for person in each.people}
            entries = partial(table_of_round, truth, each, number, tokens)
            async with self._tables.visit(each.code, is_new=True) as table:
                await table.commit(TABLE, "open", entries)
        codes = [each.code for each in evening.round.tables]

        def opened() -> list[AnyEntry]:
            """What opens that round, unless another server has; a table may have several evenings."""
            now = gathering.history.truth.state.evening
            due = now.round if now and len(now.rounds) == len(evening.rounds) else None
            is_due = due and not due.is_open and [each.code for each in due.tables] == codes
            return [EveningRoundOpened()] if is_due else []

        await gathering.commit(TABLE, f"opened-{gathering.history.number + 1}", opened)
        for each in (each for before in evening.rounds[-2:-1] for each in before.tables):
            async with self._tables.visit(each.code) as table:

                def call(table: LiveTable = table) -> list[AnyEntry]:
                    """What calls those who are still there, unless they play on."""
                    return [] if table.history.truth.match else [EveningCalled()]

                await table.commit(TABLE, "called", call)

    async def _report(self, table: LiveTable) -> None:
        """Tell the evening that the match at a table of it is over."""
        played = table.history.truth
        assert played.state.of_evening  # a table of an evening was looked at
        async with self._tables.visit(played.state.of_evening.evening) as gathering:

            def result() -> list[AnyEntry]:
                return table_over(gathering.history.truth, played)

            await gathering.commit(TABLE, f"over-{table.code}", result)

    def _token(self, state: TableState, person: int, code: str) -> str:
        """The hash of a person's seat token at a table of the round: their account's, or that of here."""
        known = state.people[person]
        account = self._accounts.book.account(known.name) if self._accounts else None
        if self._accounts and account:
            return token_hash(self._accounts.book.seat_token(account, code))
        return known.token
