"""``playroom moderate``: gives a member of a club a role, or prints all that its moderators have done."""

import asyncio
from argparse import ArgumentParser
from pathlib import Path

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.log_errors import LOG_ERRORS, log_error_message
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import HelpWords, Subcommand, Variants
from playroom.commands.subcommands.help import tell
from playroom.narration.message import Message
from playroom.online.log.club_logs import is_file, open_log
from playroom.online.wire.moderation import ROLES_MADE, ActLine

ROLES = {str(role): act for act, role in ROLES_MADE.items()}


class ModerateRequest(Struct, frozen=True):
    """Where the tables are, and the member who gets a role; without one, what was done is printed."""

    tables: str | None
    name: str | None = None
    role: str | None = None


def run(context: Context, request: ModerateRequest) -> int:
    """Give the role, or print what was done; the exit code."""
    from playroom.console.shared.moderation import act_message  # noqa: PLC0415 (a refusal does not need it)

    tables, name = request.tables, request.name
    if tables is None or bool(name) != bool(request.role):
        return refuse(context, Message("command_line.moderate.needs"))
    if is_file(tables) and not Path(tables).is_file():
        return refuse(context, Message("command_line.move.no_file", blanks={"file": tables}), code=FAILED)
    try:
        acts = asyncio.run(_moderated(tables, request))
    except LOG_ERRORS as error:
        return refuse(context, log_error_message(error), code=FAILED)
    if acts is None:
        nobody = Message("online.refused.no_such_account", blanks={"name": name or ""})
        return refuse(context, nobody, code=FAILED)
    locale = context.book.language.locale
    said = (act_message(each, locale) for each in acts)
    return tell(context, *(Message("command_line.moderate.act", blanks={"act": each}) for each in said))


async def _moderated(tables: str, request: ModerateRequest) -> list[ActLine] | None:
    """What was done, the latest last, or the role that was given now; None if there is no such account."""
    from playroom.online.server.accounts.act_book import Acted  # noqa: PLC0415 (a refusal does not need it)
    from playroom.online.server.accounts.club_accounts import Accounts  # noqa: PLC0415 (a refusal does not need it)
    from playroom.online.server.accounts.credentials import ArgonHasher  # noqa: PLC0415 (a refusal does not need it)

    log = await open_log(tables)
    try:
        accounts = Accounts(log, ArgonHasher())
        await accounts.catch_up()
        if not (request.name and request.role):
            return [*accounts.book.acts.latest][::-1]
        account = accounts.book.account(request.name)
        if account is None:
            return None
        await accounts.act(Acted("", ROLES[request.role], account.name))
        return [next(accounts.book.acts.latest)]
    finally:
        await log.close()


def _add_arguments(to: ArgumentParser, variants: Variants, words: HelpWords) -> None:
    del variants
    to.add_argument("tables", nargs="?", metavar="TABLES", help=words("help.options.source"))
    to.add_argument("name", nargs="?", metavar="NAME", help=words("help.options.member"))
    to.add_argument("--role", choices=[*ROLES], help=words("help.options.role"))


COMMAND = Subcommand(ModerateRequest, _add_arguments, run)
