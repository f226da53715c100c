"""The logs of tables for commands: their errors as messages, and the accounts of a club in one."""

import asyncio
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from playroom.narration.file_errors import system_error_blank
from playroom.narration.message import Message
from playroom.online.log.club_logs import DifferentLog, EmptyFile, NoAddress, is_file, open_log
from playroom.online.log.table_log import Conflict, Damaged, NotDurable, NotStored, Unknown
from playroom.online.server.match_archive import ArchiveDamaged

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playroom.online.server.accounts.club_accounts import Accounts

WHY: dict[type[Exception], str] = {
    DifferentLog: "different",
    Conflict: "in_use",
    Damaged: "damaged",
    ArchiveDamaged: "archive_damaged",
    EmptyFile: "empty",
    NotDurable: "not_durable",
    NotStored: "not_stored",
    Unknown: "unreachable",
    ModuleNotFoundError: "no_library",
    NoAddress: "no_address",
    sqlite3.Error: "not_opened",
}
LOG_ERRORS: tuple[type[Exception], ...] = (*WHY, OSError)
"""The errors of opening, reading and writing logs."""


def log_error_message(error: Exception) -> Message:
    """The reason in one sentence."""
    if isinstance(error, OSError):
        return Message("command_line.log.system", blanks={"why": system_error_blank(error)})
    key = next(key for kind, key in WHY.items() if isinstance(error, kind))
    return Message(f"command_line.log.{key}")


Result = TypeVar("Result")


def with_accounts(tables: str, work: "Callable[[Accounts], Awaitable[Result]]") -> Result | Message:
    """The result of *work* on the accounts of the club whose tables are there; a Message if the log fails."""
    if is_file(tables) and not Path(tables).is_file():
        return Message("command_line.move.no_file", blanks={"file": tables})

    async def worked() -> Result:
        from playroom.online.server.accounts.club_accounts import Accounts  # noqa: PLC0415 (a refusal does not need it)
        from playroom.online.server.accounts.credentials import ArgonHasher  # noqa: PLC0415 (as above)

        log = await open_log(tables)
        try:
            accounts = Accounts(log, ArgonHasher())
            await accounts.catch_up()
            return await work(accounts)
        finally:
            await log.close()

    try:
        return asyncio.run(worked())
    except LOG_ERRORS as error:
        return log_error_message(error)
