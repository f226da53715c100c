"""``playroom join``: join a shared table by its invite."""

from msgspec import Struct

from playroom.commands.context import Context, Visit
from playroom.commands.subcommand import Subcommand, argument, player_name
from playroom.console.play.draft import JoinTable


class JoinRequest(Struct, frozen=True):
    """The invite, and the player's name."""

    invite: str | None
    name: str | None


def run(context: Context, request: JoinRequest) -> Visit:
    """A visit to the table of the invite, which is asked for if there is none."""
    return Visit(context, JoinTable(request.invite or "", request.name or ""))


COMMAND = Subcommand(
    JoinRequest,
    run,
    (
        argument("invite", "invite", metavar="INVITE"),
        argument("--name", "own_name", type=player_name),
    ),
)
