"""``playroom companion``: a match at a table of wood, whose moves are typed."""

from collections.abc import Sequence

from msgspec.structs import replace

from playroom.bots.roster import BOTS
from playroom.commands.context import Context, Visit
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import Subcommand, argument, player_name
from playroom.commands.table_request import (
    TableRequest,
    add_table_arguments,
    name_errors,
    requested_setup,
    setup_errors,
)
from playroom.console.play.draft import Accompany, first_draft
from playroom.rules.rulebook.variant import Variant


class CompanionRequest(TableRequest, frozen=True):
    """The table, the names of its people, the player first, and whether there are hints."""

    name: Sequence[str]
    hints: bool

    def table(self, variant: Variant, last: Sequence[str]) -> "CompanionRequest":
        """The request, with the names of *last* time if it has none, for as many as there are."""
        names = self.name or last[: self.players or max(variant.players)]
        is_open = self.players is None and len(names) in variant.players
        return replace(self, name=names, players=len(names) if is_open else self.players)


def run(context: Context, request: CompanionRequest) -> int | Visit:
    """Follow a match at a table of wood; the exit code."""
    variant = context.shelf.variants[request.game_name]
    request = request.table(variant, context.settings.companions)
    draft = replace(first_draft(variant, tuple(BOTS)), setup=requested_setup(request, variant))
    why = setup_errors(variant, draft.setup) or name_errors(request.name, draft.setup.players)
    if why:
        return refuse(context, *why)
    return Visit(context, Accompany(draft.for_people(request.name), request.hints))


COMMAND = Subcommand(
    CompanionRequest,
    run,
    (
        argument("--name", "people", type=player_name, action="append", default=[]),
        argument("--hints", "hints", action="store_true"),
    ),
    add_table_arguments,
)
