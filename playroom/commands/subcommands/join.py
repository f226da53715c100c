"""``playroom join``: join a shared table by its invite."""

from argparse import ArgumentParser

from msgspec import Struct

from playroom.commands.context import Context, Visit
from playroom.commands.subcommand import HelpWords, Subcommand, Variants, player_name
from playroom.console.play.draft import JoinTable


class JoinRequest(Struct, frozen=True):
    """The invite, and the player's name."""

    invite: str | None
    name: str | None


def run(context: Context, request: JoinRequest) -> Visit:
    """A visit to the table of the invite, which is asked for if there is none."""
    return Visit(context, JoinTable(request.invite or "", request.name or ""))


def _add_arguments(to: ArgumentParser, variants: Variants, words: HelpWords) -> None:
    del variants
    to.add_argument("invite", nargs="?", metavar="INVITE", help=words("help.options.invite"))
    to.add_argument("--name", type=player_name, help=words("help.options.own_name"))


COMMAND = Subcommand(JoinRequest, _add_arguments, run)
