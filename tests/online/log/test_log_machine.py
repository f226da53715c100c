"""The contract of the log under faults, in any order of calls, with controls that must fail."""

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test
from support.faults.soaks import soak
from support.online.log_machine import LogMachine

from playroom.online.log.memory import MemoryLog
from playroom.online.log.sqlite import SqliteLog
from playroom.online.log.table_log import LogEvent, TableLog

FEW = settings(
    max_examples=5,
    stateful_step_count=30,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.generate],
)
ENOUGH = settings(FEW, max_examples=200)
MANY = settings(ENOUGH, max_examples=soak(300), stateful_step_count=50, phases=tuple(Phase))


@pytest.mark.long
def test_the_log_in_memory_keeps_the_contract_under_faults() -> None:
    run_state_machine_as_test(LogMachine, settings=FEW)


@pytest.mark.long
def test_the_log_in_memory_keeps_the_contract_under_many_faults() -> None:
    run_state_machine_as_test(LogMachine, settings=MANY)


class SqliteMachine(LogMachine):
    def __init__(self) -> None:
        self.folders = ExitStack()
        super().__init__()

    async def open_log(self) -> TableLog:
        folder = self.folders.enter_context(TemporaryDirectory())
        return await SqliteLog.open(Path(folder, "log.sqlite"))

    def teardown(self) -> None:
        with self.folders:
            super().teardown()


@pytest.mark.long
def test_sqlite_keeps_the_contract_under_faults() -> None:
    run_state_machine_as_test(SqliteMachine, settings=settings(MANY, max_examples=30))


class WithoutNumber(MemoryLog):
    """An engine that does not ask at which number a command was decided."""

    async def append(self, table: str, expected: int, command_id: str, body: bytes) -> LogEvent:
        del expected
        return await super().append(table, len(await self.read(table)), command_id, body)


class Forgetful(MemoryLog):
    """An engine that does not know which commands it has stored."""

    async def append(self, table: str, expected: int, command_id: str, body: bytes) -> LogEvent:
        self._by_command.clear()
        return await super().append(table, expected, command_id, body)


class Losing(MemoryLog):
    """An engine that acknowledges the third event of a table and loses it."""

    async def append(self, table: str, expected: int, command_id: str, body: bytes) -> LogEvent:
        event = await super().append(table, expected, command_id, body)
        if event.number == 3:
            self._events[table].pop()
        return event


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", [WithoutNumber, Forgetful, Losing])
def test_control_a_broken_engine_is_found(engine: type[MemoryLog]) -> None:
    class Machine(LogMachine):
        async def open_log(self) -> TableLog:
            return engine()

    with pytest.raises(AssertionError):
        run_state_machine_as_test(Machine, settings=ENOUGH)
