"""The accounts of a club for the commands that change or read them: `ban`, `moderate` and `reset`."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from playroom.commands.log_errors import LOG_ERRORS, log_error_message
from playroom.narration.message import Message
from playroom.online.log.club_logs import is_file, open_log

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playroom.online.server.accounts.club_accounts import Accounts

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
