"""A subcommand: its arguments, its request type, and the function that runs it."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from playroom.commands.context import Context
from playroom.narration.message import Blank

if TYPE_CHECKING:  # most commands open no console, and some need no rulebooks
    from playroom.commands.visit import Visit
    from playroom.rules.rulebook.variant import Variant

Variants: TypeAlias = Callable[[], Mapping[str, "Variant"]]
"""Reads the rulebooks by name, for arguments that name them."""


class HelpWords(Protocol):
    """The words of an entry of command_line.yaml, with its blanks filled."""

    def __call__(self, entry: str, **blanks: Blank) -> str:
        """The words."""


def wordless(entry: str, **blanks: Blank) -> str:
    """Empty help, as most command lines are parsed without it."""
    del entry, blanks
    return ""


Request = TypeVar("Request", bound=Struct)


class Subcommand(Struct, Generic[Request], frozen=True):
    """One command; each field of its request is an argument of that name."""

    request: type[Request]
    add_arguments: Callable[[ArgumentParser, Variants, HelpWords], None]
    run: Callable[[Context, Request], "int | Visit"]

    def run_parsed(self, context: Context, parsed: Namespace) -> "int | Visit":
        """Run the command with its request: the exit code, or a visit to open."""
        given = {name: getattr(parsed, name) for name in self.request.__struct_fields__}
        return self.run(context, self.request(**given))
