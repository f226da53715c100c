"""``playroom play``: a match at once, without the menu."""

from collections.abc import Sequence

from msgspec.structs import replace

from playroom.bots.roster import BOTS
from playroom.commands.context import Context, Visit
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import Subcommand, argument, player_name
from playroom.commands.table_request import (
    SEED,
    STRENGTHS,
    TableRequest,
    add_table_arguments,
    name_errors,
    requested_setup,
    setup_errors,
    strength_errors,
)
from playroom.console.play.draft import first_draft, for_seats


class PlayRequest(TableRequest, frozen=True):
    """The table, a seed, the strengths of the bots, and the names of the people, who take the first seats."""

    seed: int | None
    bots: tuple[str, ...]
    name: Sequence[str]


def run(context: Context, request: PlayRequest) -> int | Visit:
    """Play at the first table of the game, with what the request changes of it; the exit code."""
    variant = context.shelf.variants[request.game_name]
    first = first_draft(variant, tuple(BOTS))
    names = request.name or first.names[:1]
    ours, others = first.bots[: len(names)], first.bots[len(names) :]
    chosen = for_seats(request.bots, len(others)) if request.bots else others
    draft = replace(first, setup=requested_setup(request, variant), bots=(*ours, *chosen)).for_people(names)
    bots = draft.setup.players - max(1, len(request.name))
    why = setup_errors(variant, draft.setup) or name_errors(request.name, draft.setup.players)
    if why := why or strength_errors(request.bots, bots):
        return refuse(context, *why)
    return Visit(context, draft, request.seed)


COMMAND = Subcommand(
    PlayRequest,
    run,
    (
        SEED,
        argument("--name", "name", type=player_name, action="append", default=[]),
        STRENGTHS,
    ),
    add_table_arguments,
)
