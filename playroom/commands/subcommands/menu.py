"""``playroom`` without a command: the menu."""

from msgspec import Struct

from playroom.commands.context import Context, Visit
from playroom.commands.subcommand import Subcommand


class MenuRequest(Struct, frozen=True):
    """The menu has no arguments."""


def run(context: Context, request: MenuRequest) -> Visit:
    """A visit that begins in the menu."""
    del request
    return Visit(context)


COMMAND = Subcommand(MenuRequest, run)
