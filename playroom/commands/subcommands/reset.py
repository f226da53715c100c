"""``playroom reset``: a link by which a member of a club sets another password, once and within a day."""

from typing import TYPE_CHECKING

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.log_access import with_accounts
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import Subcommand, argument, public_host
from playroom.commands.subcommands.help import tell
from playroom.narration.message import Message

if TYPE_CHECKING:
    from playroom.online.server.accounts.club_accounts import Accounts

PATH = "/reset/"


class ResetRequest(Struct, frozen=True):
    """Where the tables are, whose password is to be set, and the public host of the club, if it was given."""

    tables: str | None
    name: str | None
    public: str | None = None


def run(context: Context, request: ResetRequest) -> int:
    """Make a link and print it; the exit code."""
    tables, name = request.tables, request.name
    if tables is None or name is None:
        return refuse(context, Message("command_line.reset.needs_two"))

    async def new_secret(accounts: "Accounts") -> str:
        """The secret of a new link; "" if nobody has an account of that name."""
        account = accounts.book.account(name)
        return await accounts.new_reset(account) if account else ""

    secret = with_accounts(tables, new_secret)
    if isinstance(secret, Message):
        return refuse(context, secret, code=FAILED)
    if not secret:
        return refuse(context, Message("command_line.reset.nobody", blanks={"name": name}), code=FAILED)
    host = f"https://{request.public}" if request.public else ""
    entry = "command_line.reset.done" if host else "command_line.reset.path"
    return tell(context, Message(entry, blanks={"name": name, "address": f"{host}{PATH}{secret}"}))


COMMAND = Subcommand(
    ResetRequest,
    run,
    (
        argument("tables", "source", metavar="TABLES"),
        argument("name", "member", metavar="NAME"),
        argument("--public", "reset_public", metavar="ADDRESS", type=public_host),
    ),
)
