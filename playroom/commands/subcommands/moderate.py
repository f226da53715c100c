"""``playroom moderate``: gives a member of a club a role, or prints all that its moderators have done."""

from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.log_access import with_accounts
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import Subcommand, argument
from playroom.commands.subcommands.help import tell
from playroom.narration.message import Message
from playroom.online.wire.moderation import ROLES_MADE, ActLine

if TYPE_CHECKING:
    from playroom.online.server.accounts.club_accounts import Accounts

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
    acts = with_accounts(tables, partial(_moderated, request))
    if isinstance(acts, Message):
        return refuse(context, acts, code=FAILED)
    if acts is None:
        nobody = Message("online.refused.no_such_account", blanks={"name": name or ""})
        return refuse(context, nobody, code=FAILED)
    locale = context.book.language.locale
    said = [act_message(each, locale) for each in acts]
    lines = [Message("command_line.moderate.act", blanks={"act": each}) for each in said]
    return tell(context, *(lines or [Message("command_line.moderate.none")]))


async def _moderated(request: ModerateRequest, accounts: "Accounts") -> list[ActLine] | None:
    """The acts in the log from oldest to newest, or the new act alone; None if the account is unknown."""
    from playroom.online.server.accounts.act_book import Acted  # noqa: PLC0415 (a refusal does not need it)

    if not (request.name and request.role):
        return [*accounts.book.acts.latest][::-1]
    account = accounts.book.account(request.name)
    if account is None:
        return None
    await accounts.act(Acted("", ROLES[request.role], account.name))
    return [next(accounts.book.acts.latest)]


COMMAND = Subcommand(
    ModerateRequest,
    run,
    (
        argument("tables", "source", metavar="TABLES"),
        argument("name", "member", metavar="NAME"),
        argument("--role", "role", choices=[*ROLES]),
    ),
)
