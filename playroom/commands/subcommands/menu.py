"""``playroom`` without a command: the menu."""

from argparse import ArgumentParser
from dataclasses import dataclass

from playroom.commands.context import Context
from playroom.commands.subcommand import HelpWords, Subcommand, Variants
from playroom.commands.visit import Visit


@dataclass(frozen=True, slots=True)
class MenuRequest:
    """The menu has no arguments."""


def run(context: Context, request: MenuRequest) -> Visit:
    """A visit that begins in the menu."""
    del request
    return Visit(context)


def _add_arguments(to: ArgumentParser, variants: Variants, words: HelpWords) -> None:
    del to, variants, words


COMMAND = Subcommand(MenuRequest, _add_arguments, run)
