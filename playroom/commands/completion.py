"""``playroom completion``: what a shell needs to complete command lines, by argcomplete."""

import os
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass

from playroom.commands.context import Context
from playroom.commands.parser import parser
from playroom.commands.subcommand import HelpWords, Subcommand
from playroom.home.folders import Folders
from playroom.rules.variant import Variant
from playroom.table.shelf import OURS, shelf

SHELLS = ("bash", "zsh", "fish", "powershell")


ASKED = "_ARGCOMPLETE"
"""The environment variable with which a shell asks for completions."""


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """The shell."""

    shell: str


def run(context: Context, request: CompletionRequest) -> int:
    """Print the lines for the start-up file of the shell; the exit code."""
    from argcomplete.shell_integration import shellcode  # noqa: PLC0415 (no other command needs it)

    del context
    print(shellcode(["playroom"], shell=request.shell))
    return 0


def complete(folders: Folders) -> None:
    """Answer a shell that asks for completions, and end the program; do nothing at any other start."""
    if ASKED not in os.environ:
        return
    import argcomplete  # noqa: PLC0415 (it is needed while the Tab key is pressed only)

    words = os.environ.get("COMP_LINE", "").split()
    top, _ = parser(words, shelf([OURS, folders.rulebooks]).variants)
    argcomplete.autocomplete(top)


def _add_arguments(to: ArgumentParser, variants: Mapping[str, Variant], words: HelpWords) -> None:
    del variants
    shell = words("help.options.shell")
    to.add_argument("shell", nargs="?", default="bash", choices=SHELLS, metavar="SHELL", help=shell)


COMMAND = Subcommand(CompletionRequest, _add_arguments, run)
