"""``playroom`` without a command: the menu."""

from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass

from playroom.commands.assembly import Visit
from playroom.commands.context import Context
from playroom.commands.subcommand import HelpWords, Subcommand
from playroom.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class MenuRequest:
    """The menu is asked for nothing."""


def run(context: Context, request: MenuRequest) -> int:
    """Open the menu; the exit code."""
    del request
    return Visit(context).stay()


def _add_arguments(to: ArgumentParser, variants: Mapping[str, Variant], words: HelpWords) -> None:
    del to, variants, words


COMMAND = Subcommand(MenuRequest, _add_arguments, run)
