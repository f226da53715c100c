"""The command line: the options that change settings, and the commands with their arguments."""

import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Collection, Mapping
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from playroom.commands.exit_codes import WRONG_COMMAND
from playroom.commands.subcommand import Subcommand
from playroom.home.settings import KINDS, OPTIONS
from playroom.rules.variant import Variant
from playroom.strict_yaml import one_line
from playroom.strict_yaml.kinds import Measure


class Entry(NamedTuple):
    """A command in the help: the usage after its name, one sentence, and its module in this folder."""

    usage: str
    help: str
    module: str


COMMANDS: Mapping[str, Entry] = {
    "play": Entry("[GAME] [OPTIONS]", "play a match at once, without the menu", "play"),
    "continue": Entry("[OPTIONS]", "resume the saved match at once, without the menu", "resume"),
    "simulate": Entry(
        "[GAME] [OPTIONS]", "play many matches between bots, and report who wins how often", "simulate"
    ),
    "replay": Entry("[OPTIONS] FILE...", "read a match out from its record, or print it as JSON", "replay"),
    "check": Entry("[OPTIONS] FILE", "check a rulebook page of your own", "check"),
    "doctor": Entry(
        "[OPTIONS]",
        "report what was found for speech, braille, keys and folders, for you or for a bug report",
        "doctor",
    ),
}
MENU = Entry("", "", "menu")
"""What is run without a command."""


class CommandLineParser(ArgumentParser):
    """A parser that prints errors in one line, and no colours."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 (the arguments of ArgumentParser)
        super().__init__(**settings)
        self.color = False  # Python 3.14 would colour its help

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Exit, once all help is written."""
        sys.stdout.flush()
        super().exit(status, message)

    def error(self, message: str) -> NoReturn:
        """Print the error and how to get help, and exit."""
        self.exit(WRONG_COMMAND, one_line(f"{message}. See {self.prog} --help.") + "\n")


def parser(arguments: Collection[str], variants: Mapping[str, Variant]) -> CommandLineParser:
    """The parser of *arguments*; only the commands that they name are loaded and get arguments."""
    top = CommandLineParser(
        prog="playroom",
        usage="playroom [OPTIONS] [COMMAND]",
        description="Dominos to be played by ear. Without a command, the menu opens.",
    )
    _add_setting_options(top)
    add = top.add_subparsers(dest="command", metavar="COMMAND", prog="playroom").add_parser
    for name, entry in COMMANDS.items():
        added = add(name, usage=f"playroom {name} {entry.usage}", help=entry.help)
        _add_setting_options(added)
        if name in arguments:
            _load(entry).add_arguments(added, variants)
    return top


def subcommand(parsed: Namespace) -> Subcommand[Any]:
    """The command that was parsed; without one, the menu."""
    return _load(COMMANDS.get(parsed.command, MENU))


def _load(entry: Entry) -> Subcommand[Any]:
    loaded: Subcommand[Any] = import_module(f"playroom.commands.{entry.module}").COMMAND
    return loaded


def _add_setting_options(to: ArgumentParser) -> None:
    """Add the options that change settings; they can stand before and after the command."""
    for name, option in OPTIONS.items():
        choices = f"{{{KINDS[name].allowed.replace(', ', ',')}}}"
        to.add_argument(
            f"--{name}",
            default=SUPPRESS,
            type=partial(_setting, name),
            metavar=option.metavar or choices,
            help=option.help,
        )


def _setting(name: str, text: str) -> object:
    """The value of a setting."""
    kind = KINDS[name]
    try:
        value = float(text) if isinstance(kind, Measure) else text
        kind.read(value)
    except ValueError as error:
        raise ArgumentTypeError(f"{text} is not possible; choose {kind.allowed}") from error
    return value
