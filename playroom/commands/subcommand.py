"""A subcommand: its request, the function that runs it, and the types of its arguments.

Each type reads a text, or raises a RefusedArgument.
"""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias, TypeVar
from urllib.parse import urlsplit

from msgspec import Struct

from playroom.commands.context import Context, Visit
from playroom.narration.message import Blank, Either, Message
from playroom.strict_yaml import nearest_word, one_line

if TYPE_CHECKING:  # some commands need no rulebooks
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


class Argument(Struct, frozen=True):
    """One argument of a command: its name, with dashes if it is an option, and its help.

    *help* is an entry under ``help.options``, with these *blanks*; *settings* are those of argparse. The
    type of one that *names_game* is the name of a rulebook.
    """

    name: str
    help: str
    blanks: Mapping[str, Blank]
    settings: Mapping[str, Any]
    names_game: bool


def argument(
    name: str,
    help_entry: str,
    blanks: Mapping[str, Blank] | None = None,
    *,
    names_game: bool = False,
    **settings: Any,  # noqa: ANN401 (the arguments of argparse)
) -> Argument:
    """An argument of a command, with the *settings* that argparse takes; a positional one is optional."""
    if not name.startswith("-"):
        settings = {"nargs": "?", **settings}
    return Argument(name, help_entry, blanks or {}, settings, names_game)


class Subcommand(Struct, Generic[Request], frozen=True):
    """One command; each field of its request is an argument of that name.

    *add_table* adds the arguments of a table before the others.
    """

    request: type[Request]
    run: Callable[[Context, Request], int | Visit]
    arguments: tuple[Argument, ...] = ()
    add_table: Callable[[ArgumentParser, Mapping[str, "Variant"], HelpWords], None] | None = None

    def add_arguments(self, to: ArgumentParser, variants: Variants, words: HelpWords) -> None:
        """Add the arguments of the command, with help in *words*."""

        def game(text: str) -> str:
            """The name of a game; the rulebooks are read only if one is named."""
            return one_of(variants(), text)

        if self.add_table:
            self.add_table(to, variants(), words)
        for each in self.arguments:
            typed: dict[str, Any] = {"type": game} if each.names_game else {}
            text = escaped(words(f"help.options.{each.help}", **each.blanks))
            to.add_argument(each.name, help=text, **typed, **each.settings)

    def run_parsed(self, context: Context, parsed: Namespace) -> int | Visit:
        """Run the command with its request: the exit code, or a visit to open."""
        given = {name: getattr(parsed, name) for name in self.request.__struct_fields__}
        return self.run(context, self.request(**given))


class RefusedArgument(ArgumentTypeError):  # noqa: N818 (a refusal, not an error of the program)
    """An argument that is not possible, and why."""

    def __init__(self, why: Message) -> None:
        super().__init__(why.entry)
        self.why = why


def refusal_of(entry: str, **blanks: Blank) -> RefusedArgument:
    """The refusal of an argument in the words of an entry of command_line.yaml."""
    shown = {name: _shown(blank) if isinstance(blank, str) else blank for name, blank in blanks.items()}
    return RefusedArgument(Message(f"command_line.{entry}", blanks=shown))


def whole_number(text: str) -> int:
    """A whole number."""
    try:
        return int(text)
    except ValueError as error:
        raise refusal_of("not_whole", given=text) from error


def count(text: str, least: int = 0) -> int:
    """A number of things, *least* or more, in ASCII digits."""
    if not (text.isascii() and text.isdigit()) or whole_number(text) < least:
        raise refusal_of("not_from", given=text, least=str(least))
    return whole_number(text)


MOST_PORT: Final = 65_535
"""The last port of a machine."""


def port_number(text: str) -> int:
    """A port; 0 stands for any that is free."""
    number = count(text)
    if number > MOST_PORT:
        raise refusal_of("no_port", given=text, last=str(MOST_PORT))
    return number


HTTPS_PORT: Final = 443


def public_host(text: str) -> str:
    """The host, and the port if it is not the usual one, of an address such as https://club.example.org."""
    with suppress(ValueError):
        parts = urlsplit(text.strip())
        port = f":{parts.port}" if parts.port not in {None, HTTPS_PORT} else ""
        if parts.scheme == "https" and parts.hostname and parts.path in {"", "/"} and "@" not in parts.netloc:
            return f"{parts.hostname}{port}"
    raise refusal_of("no_public", given=text)


def at_least_one(text: str) -> int:
    """A number of things, 1 or more."""
    return count(text, least=1)


def player_name(text: str) -> str:
    """A name that can be printed and spoken."""
    name = text.strip()
    if not name or not name.isprintable():
        raise refusal_of("no_name")
    return name


def one_of(known: Collection[str], text: str) -> str:
    """One of the *known* words."""
    if text not in known:
        raise RefusedArgument(unknown_word(text, known))
    return text


def strengths(known: Collection[str], text: str) -> tuple[str, ...]:
    """One of the *known* strengths of bots, or several separated by commas."""
    return tuple(one_of(known, word.strip()) for word in text.split(","))


def unknown_word(given: str, known: Collection[str]) -> Message:
    """That a word is unknown, which one may be meant, and all that are known."""
    near = nearest_word(given, known)
    blanks: dict[str, Blank] = {"given": _shown(given), "near": near, "known": Either(tuple(known))}
    return Message("command_line.unknown_near" if near else "command_line.unknown", blanks=blanks)


def unknown_command(given: str, known: Collection[str]) -> Message:
    """That a word is not a command, and which one may be meant; all are listed elsewhere."""
    near = nearest_word(given, known)
    entry = "unknown_command_near" if near else "unknown_command"
    return Message(f"command_line.{entry}", blanks={"given": _shown(given), "near": near})


def unknown_option(given: str, known: Iterable[str]) -> Message:
    """That an option is unknown, and which one may be meant."""
    # Without the dashes, which would make all options alike.
    near = nearest_word(given.partition("=")[0].strip("-"), [each.strip("-") for each in known])
    entry = "unknown_option_near" if near else "unknown_option"
    return Message(f"command_line.{entry}", blanks={"given": _shown(given), "near": f"--{near}"})


def _shown(given: str) -> Blank:
    """The given argument, printable and speakable."""
    return one_line(given).strip() or Message("command_line.nothing")


GAME_OPTIONS: Final = "options"
"""Where the parsed options of a game are kept."""


def escaped(text: str) -> str:
    """A help text with percent signs escaped for argparse."""
    return text.replace("%", "%%")
