"""``playroom ban``: banning accounts and addresses from a club's tables, with a reason and a duration."""

from typing import TYPE_CHECKING

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.log_access import with_accounts
from playroom.commands.program_end import FAILED
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import Subcommand, argument, count
from playroom.commands.subcommands.help import tell
from playroom.narration.message import Message
from playroom.online.server.accounts.account_book import NotBannable

if TYPE_CHECKING:
    from playroom.online.server.accounts.club_accounts import Accounts

DAY = 24 * 3600


class BanRequest(Struct, frozen=True):
    """Where the tables are, who is banned, for how many days, 0 for ever, and why; or who is not any more."""

    tables: str | None
    who: str | None
    days: int
    reason: str
    lift: bool


def run(context: Context, request: BanRequest) -> int:
    """Ban, or lift a ban; the exit code."""
    tables, who = request.tables, request.who
    if tables is None or who is None:
        return refuse(context, Message("command_line.ban.needs_two"))

    async def ban(accounts: "Accounts") -> bool:
        """Ban, or lift a ban; False if that is the name of no account, which may be misspelled."""
        if request.lift:
            await accounts.lift(who)
        else:
            await accounts.ban(who, request.reason, request.days * DAY)
        book = accounts.book
        return book.account(who) is not None or not book.ban_key(who).startswith("name:")

    try:
        is_known = with_accounts(tables, ban)
    except NotBannable:
        return refuse(context, Message("command_line.ban.not_understood", blanks={"who": who}))
    if isinstance(is_known, Message):
        return refuse(context, is_known, code=FAILED)
    entry = "lifted" if request.lift else "done"
    done = Message(f"command_line.ban.{entry}", blanks={"who": who, "days": request.days})
    if is_known:
        return tell(context, done)
    return tell(context, done, Message("online.refused.no_such_account", blanks={"name": who}))


COMMAND = Subcommand(
    BanRequest,
    run,
    (
        argument("tables", "source", metavar="TABLES"),
        argument("who", "who", metavar="WHO"),
        argument("--days", "days", metavar="DAYS", type=count, default=0),
        argument("--reason", "reason", default=""),
        argument("--lift", "lift", action="store_true"),
    ),
)
