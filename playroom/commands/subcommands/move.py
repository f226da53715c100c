"""``playroom move``: all tables of a server copied to another place, such as NATS servers."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.log_access import LOG_ERRORS, log_error_message
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import Subcommand, argument
from playroom.commands.subcommands.help import tell
from playroom.narration.message import Message
from playroom.online.log.club_logs import Copied, copy_logs, is_file, open_log
from playroom.online.server.match_archive import archive_beside, copied_archive


class MoveRequest(Struct, frozen=True):
    """The source and the destination of the tables; None if missing."""

    source: str | None
    target: str | None


def run(context: Context, request: MoveRequest) -> int:
    """Copy the tables and print their number; the exit code."""
    source, target = request.source, request.target
    if source is None or target is None:
        return refuse(context, Message("command_line.move.needs_two"))
    if is_file(source) and not Path(source).is_file():
        return refuse(context, Message("command_line.move.no_file", blanks={"file": source}), code=FAILED)
    try:
        copied = asyncio.run(_copied(source, target))
        archived = None
        if is_file(source) and is_file(target) and (archive := archive_beside(Path(source))).is_file():
            archived = copied_archive(archive, archive_beside(Path(target)))
    except LOG_ERRORS as error:
        return refuse(context, log_error_message(error), code=FAILED)
    counts = {"tables": copied.tables, "events": copied.events, "new": copied.new}
    kept = () if archived is None else (Message("command_line.move.archive", blanks={"matches": archived}),)
    return tell(context, Message("command_line.move.done", blanks=counts), *kept)


async def _copied(source: str, target: str) -> Copied:
    async with AsyncExitStack() as stack:
        logs = []
        for address in (source, target):
            log = await open_log(address)
            stack.push_async_callback(log.close)
            logs.append(log)
        return await copy_logs(*logs)


COMMAND = Subcommand(
    MoveRequest,
    run,
    (
        argument("source", "source", metavar="FROM"),
        argument("target", "target", metavar="TO"),
    ),
)
