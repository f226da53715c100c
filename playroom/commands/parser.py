"""The command line: the options of the listener, and the commands with their arguments."""

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NoReturn

from playroom.commands.exit_codes import WRONG_COMMAND
from playroom.commands.subcommand import Subcommand
from playroom.home.settings import SLOWEST
from playroom.rules.variant import Variant
from playroom.strict_yaml import one_line

MODES = ("voice", "both", "text", "quiet")
VERBOSITIES = ("brief", "normal", "full")
LISTENER_OPTIONS = ("language", "mode", "verbosity", "pace")
"""The settings that the command line can change for one run."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A command in the help: the usage after its name, one sentence, and its module in this folder."""

    usage: str
    help: str
    module: str


COMMANDS: Mapping[str, Entry] = {
    "play": Entry("[GAME] [OPTIONS]", "play a match at once, without the menu", "play"),
    "continue": Entry("[OPTIONS]", "go on with the kept match at once", "resume"),
    "simulate": Entry(
        "[GAME] [OPTIONS]", "play many matches between bots, and tell who wins how often", "simulate"
    ),
    "replay": Entry("[OPTIONS] FILE...", "tell a match from its record, or print it as JSON", "replay"),
    "check": Entry("[OPTIONS] FILE", "prove a rulebook page of your own", "check"),
    "doctor": Entry(
        "[OPTIONS]",
        "tell what was found for speech, braille, keys and folders, for you and for a report of a fault",
        "doctor",
    ),
}
MENU = Entry("", "", "menu")
"""What is run without a command."""


class Parser(ArgumentParser):
    """A parser that prints errors in one line, and no colours."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 (the arguments of ArgumentParser)
        super().__init__(**settings)
        self.color = False  # Python 3.14 would colour its help

    def error(self, message: str) -> NoReturn:
        """Print the error and how to get help, and exit."""
        self.exit(WRONG_COMMAND, one_line(f"{message}. {self.prog} --help tells what can be asked.") + "\n")


def parser(arguments: Collection[str], variants: Mapping[str, Variant]) -> Parser:
    """The parser of *arguments*; only the commands that they name are loaded and get arguments."""
    top = Parser(
        prog="playroom",
        usage="playroom [OPTIONS] [COMMAND]",
        description="Dominos to be played by ear. Without a command, the menu opens.",
    )
    _add_listener_options(top)
    add = top.add_subparsers(dest="command", metavar="COMMAND", prog="playroom").add_parser
    for name, entry in COMMANDS.items():
        added = add(name, usage=f"playroom {name} {entry.usage}", help=entry.help)
        _add_listener_options(added)
        if name in arguments:
            _load(entry).add_arguments(added, variants)
    return top


def subcommand(parsed: Namespace) -> Subcommand[Any]:
    """The command that was parsed; without one, the menu."""
    return _load(COMMANDS.get(parsed.command, MENU))


def _load(entry: Entry) -> Subcommand[Any]:
    loaded: Subcommand[Any] = import_module(f"playroom.commands.{entry.module}").COMMAND
    return loaded


def _add_listener_options(to: ArgumentParser) -> None:
    """Add the options that stand before or after the command; where none is given, no other is undone."""
    to.add_argument(
        "--language", default=SUPPRESS, metavar="CODE", help="the language to speak, such as en or fr"
    )
    to.add_argument(
        "--mode", default=SUPPRESS, choices=MODES, help="speech, screen lines, both, or answers only (quiet)"
    )
    to.add_argument("--verbosity", default=SUPPRESS, choices=VERBOSITIES, help="how much is said")
    to.add_argument(
        "--pace",
        default=SUPPRESS,
        type=_pace,
        metavar="SECONDS",
        help="the time between the moves of bots; 0 is a burst",
    )


def _pace(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= SLOWEST:
        raise ArgumentTypeError(f"{text} is no time from 0 to {SLOWEST:.0f} seconds")
    return seconds
