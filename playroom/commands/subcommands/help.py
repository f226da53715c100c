"""``playroom help`` and ``--help``: the command line explained, printed and in a terminal spoken."""

import os

from msgspec import Struct

from playroom.commands.context import Context
from playroom.commands.parser import COMMANDS, help_text
from playroom.commands.speech_output import spoken_output
from playroom.commands.subcommand import Subcommand, argument
from playroom.narration.message import Blank, Message
from playroom.voice.terminal import OUTPUT


class HelpRequest(Struct, frozen=True):
    """The command that is explained, None for all, and the game whose options it names."""

    topic: str | None
    game: str | None


def run(context: Context, request: HelpRequest) -> int:
    """Print and speak the help of the command; the exit code."""
    return tell_help(context, request.topic, request.game or "")


def tell_help(context: Context, command: str | None, game: str = "") -> int:
    """Print and speak the help of a command, or of the program, line by line; the exit code.

    The options of a game are listed if one is named.
    """
    book = context.book

    def words(entry: str, **blanks: Blank) -> str:
        return book.say(Message(f"command_line.{entry}", blanks=blanks))

    return tell(context, *help_text(command, lambda: context.shelf.variants, words, game).splitlines())


def tell(context: Context, *lines: Message | str) -> int:
    """Print lines, and speak them in a terminal; the exit code."""
    with spoken_output(context, aloud=os.isatty(OUTPUT)) as write:
        for line in lines:
            write(line if isinstance(line, str) else context.book.say(line))
    return 0


COMMAND = Subcommand(
    HelpRequest,
    run,
    (
        argument("topic", "topic", metavar="COMMAND", choices=list(COMMANDS)),
        argument("game", "topic_game", metavar="GAME", names_game=True),
    ),
)
