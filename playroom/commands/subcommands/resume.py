"""``playroom continue``: the saved match at once, without the menu."""

from msgspec import Struct

from playroom.commands.context import Context, Visit
from playroom.commands.speech_output import refuse
from playroom.commands.subcommand import Subcommand
from playroom.commands.table_request import STRENGTHS, strength_errors
from playroom.console.play.draft import ResumeMatch
from playroom.home.saved_match import SavedMatches
from playroom.narration.message import Message


class ResumeRequest(Struct, frozen=True):
    """The strengths of the bots; empty if they keep those that they had."""

    bots: tuple[str, ...]


def run(context: Context, request: ResumeRequest) -> int | Visit:
    """Continue the match that was played last; the exit code."""
    kept = SavedMatches(context.folders.matches).newest_first()
    if not kept:
        return refuse(context, Message("menus.nothing_kept"))
    bots = len(kept[0].notes().bots)
    if bots and (why := strength_errors(request.bots, bots)):
        return refuse(context, *why)
    return Visit(context, ResumeMatch(request.bots))


COMMAND = Subcommand(ResumeRequest, run, (STRENGTHS,))
