"""``playroom help`` and ``--help``: the command line explained, printed and in a terminal spoken."""

import os
from argparse import ArgumentParser

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.parser import COMMANDS, help_text
from playroom.commands.speech_output import spoken_output
from playroom.commands.subcommand import HelpWords, Subcommand, Variants
from playroom.narration.message import Blank, Message
from playroom.voice.terminal import OUTPUT


class HelpRequest(Struct, frozen=True):
    """The command that is explained; None for all."""

    topic: str | None


def run(context: Context, request: HelpRequest) -> int:
    """Print and speak the help of the command; the exit code."""
    return tell_help(context, request.topic)


def tell_help(context: Context, command: str | None) -> int:
    """Print and speak the help of a command, or of the program, line by line; the exit code."""
    book = context.book

    def words(entry: str, **blanks: Blank) -> str:
        return book.say(Message(f"command_line.{entry}", blanks=blanks))

    return tell(context, *help_text(command, lambda: context.shelf.variants, words).splitlines())


def tell(context: Context, *lines: Message | str) -> int:
    """Print lines, and speak them in a terminal; the exit code."""
    with spoken_output(context, aloud=os.isatty(OUTPUT)) as write:
        for line in lines:
            write(line if isinstance(line, str) else context.book.say(line))
    return 0


def _add_arguments(to: ArgumentParser, variants: Variants, words: HelpWords) -> None:
    del variants
    topic = words("help.options.topic")
    to.add_argument("topic", nargs="?", choices=list(COMMANDS), metavar="COMMAND", help=topic)


COMMAND = Subcommand(HelpRequest, _add_arguments, run)
