"""``playroom`` without a command: the menu."""

from argparse import ArgumentParser

from msgspec import Struct

from playroom.commands.context import Context, Visit
from playroom.commands.subcommand import HelpWords, Subcommand, Variants


class MenuRequest(Struct, frozen=True):
    """The menu has no arguments."""


def run(context: Context, request: MenuRequest) -> Visit:
    """A visit that begins in the menu."""
    del request
    return Visit(context)


def _add_arguments(to: ArgumentParser, variants: Variants, words: HelpWords) -> None:
    del to, variants, words


COMMAND = Subcommand(MenuRequest, _add_arguments, run)
