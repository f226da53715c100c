"""``playroom day``: the deal of the day at once, without the menu."""

from msgspec import Struct

from playroom.commands.context import Context, Visit
from playroom.commands.subcommand import Subcommand
from playroom.console.play.draft import DayDeal


class DayRequest(Struct, frozen=True):
    """The deal of the day has no arguments."""


def run(context: Context, request: DayRequest) -> Visit:
    """A visit that begins in the list of the deal of the day."""
    del request
    return Visit(context, DayDeal())


COMMAND = Subcommand(DayRequest, run)
