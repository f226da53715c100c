"""``playroom host``: open a shared table without the menu."""

from msgspec.structs import replace

from playroom.bots.roster import BOTS
from playroom.commands.context import Context, Visit
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import Subcommand, argument, player_name, refusal_of
from playroom.commands.table_request import TableRequest, add_table_arguments, requested_setup, setup_errors
from playroom.console.play.draft import HostTable, first_draft
from playroom.online.wire.invite import InviteError, server_of


class HostRequest(TableRequest, frozen=True):
    """The table, the host's name, asked for if there is none, and the server if it is not this machine."""

    name: str | None
    at: str | None


def run(context: Context, request: HostRequest) -> int | Visit:
    """Open a table of the game to others; the exit code."""
    variant = context.shelf.variants[request.game_name]
    draft = replace(first_draft(variant, tuple(BOTS)), setup=requested_setup(request, variant))
    if why := setup_errors(variant, draft.setup):
        return refuse(context, *why)
    return Visit(context, HostTable(draft.for_people([request.name or ""]), request.at or ""))


def _server(text: str) -> str:
    try:
        server_of(text)
    except InviteError:
        raise refusal_of("no_server", given=text) from None
    return text


COMMAND = Subcommand(
    HostRequest,
    run,
    (
        argument("--name", "own_name", type=player_name),
        argument("--at", "at", metavar="SERVER", type=_server),
    ),
    add_table_arguments,
)
