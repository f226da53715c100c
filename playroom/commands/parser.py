"""The command line: the options that change settings, and the commands with their arguments."""

from argparse import SUPPRESS, Action, ArgumentError, ArgumentParser, HelpFormatter, Namespace
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final, NamedTuple, NoReturn, cast

from playroom.commands.subcommand import (
    GAME_OPTIONS,
    HelpWords,
    RefusedArgument,
    Subcommand,
    Variants,
    escaped,
    refusal_of,
    unknown_command,
    unknown_option,
    unknown_word,
    wordless,
)
from playroom.home.settings import KINDS, OPTIONS
from playroom.narration.file_errors import allowed_values
from playroom.narration.message import Message
from playroom.rules.rulebook.answer_kinds import Word
from playroom.strict_yaml import one_line
from playroom.strict_yaml.kinds import Measure, OrUnset


class Entry(NamedTuple):
    """A command: the usage after its name, and its module in this folder."""

    usage: str
    module: str


COMMANDS: Mapping[str, Entry] = {
    "play": Entry("[GAME] [OPTIONS]", "play"),
    "companion": Entry("[GAME] [OPTIONS]", "companion"),
    "continue": Entry("[OPTIONS]", "resume"),
    "day": Entry("", "day"),
    "host": Entry("[GAME] [OPTIONS]", "host"),
    "join": Entry("[OPTIONS] [INVITE]", "join"),
    "simulate": Entry("[GAME] [OPTIONS]", "simulate"),
    "replay": Entry("[OPTIONS] FILE...", "replay"),
    "stats": Entry("[OPTIONS]", "stats"),
    "check": Entry("[OPTIONS] FILE", "check"),
    "translate": Entry("WORK LANG [FILE]", "translate"),
    "web": Entry("[OPTIONS]", "web"),
    "serve": Entry("[OPTIONS] FOLDER", "serve"),
    "move": Entry("FROM TO", "move"),
    "ban": Entry("TABLES WHO", "ban"),
    "moderate": Entry("TABLES [NAME --role ROLE]", "moderate"),
    "reset": Entry("TABLES NAME", "reset"),
    "doctor": Entry("[OPTIONS]", "doctor"),
    "completion": Entry("SHELL", "completion"),
    "help": Entry("[COMMAND] [GAME]", "help"),
}
MENU = Entry("", "menu")
"""The command that runs where none is given."""

_NEVER_WRAPPED = 10_000
"""A terminal width that wraps no line."""


COMPLETE: Final = (
    "command_line.unknown_command",
    "command_line.unknown_command_near",
    "command_line.game_as_command",
)
"""The refusals that name the help themselves."""


class CommandLineError(Exception):
    """A wrong command line: the reason, and the command whose help explains it."""

    def __init__(self, why: Message, program: str) -> None:
        super().__init__(why.entry)
        wrong = Message("command_line.wrong", blanks={"why": why, "program": program})
        self.message = why if why.entry in COMPLETE else wrong


class CommandLineParser(ArgumentParser):
    """A parser whose errors are raised as messages, with its help in *words*."""

    def __init__(self, *, words: HelpWords = wordless, **settings: Any) -> None:  # noqa: ANN401 (the arguments of ArgumentParser)
        self.flags: list[str] = []
        self.switches: list[str] = []
        """The options that take no value, as argparse names them in errors."""
        self.color = False  # Python 3.14 would colour its help
        super().__init__(
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
            formatter_class=partial(_Formatter, words),
            **settings,
        )
        self.color = False
        self.add_argument(
            "-h", "--help", action="store_true", default=SUPPRESS, help=words("help.options.help")
        )

    def add_argument(self, *names: Any, **settings: Any) -> Action:  # noqa: ANN401 (as the base class)
        """Add an argument, and note the names of an option."""
        self.flags += [name for name in names if name.startswith("--")]
        added = super().add_argument(*names, **settings)
        if added.nargs == 0:
            self.switches.append("/".join(added.option_strings))
        return added

    def _check_value(self, action: Action, value: object) -> None:
        """Refuse a value that is not among the choices, in our own words."""
        if action.choices is not None and value not in action.choices:
            choices = tuple(map(str, action.choices))
            unknown = unknown_command if choices == tuple(COMMANDS) else unknown_word
            raise ArgumentError(action, "") from RefusedArgument(unknown(str(value), choices))

    def _match_argument(self, action: Action, arg_strings_pattern: str) -> int:
        """The number of values of an option; one without its value is refused in our own words."""
        try:
            return super()._match_argument(action, arg_strings_pattern)
        except ArgumentError:
            entry = "no_file_name" if action.metavar == "FILE" else "no_value"
            raise ArgumentError(action, "") from RefusedArgument(Message(f"command_line.{entry}"))

    def error(self, described: str) -> NoReturn:
        """Raise argparse's own message; no argument of ours leads here."""
        raise CommandLineError(
            Message("command_line.argument", blanks={"name": self.prog, "why": described}), self.prog
        )


class _Formatter(HelpFormatter):
    """Help with headings in the listener's language."""

    def __init__(self, words: HelpWords, prog: str) -> None:
        # One line for each option, however long: wrapped lines would be spoken with a pause in mid-sentence.
        super().__init__(prog, max_help_position=52, width=_NEVER_WRAPPED)
        self._words = words

    def start_section(self, heading: str | None) -> None:
        """Start the section of options or arguments; argparse adds the colon."""
        entry = "options" if heading == "options" else "arguments"
        super().start_section(self._words(f"help.headings.{entry}").removesuffix(":"))

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:  # noqa: ANN401 (as the base class)
        """Add the usage."""
        super().add_usage(usage, actions, groups, prefix or self._words("help.headings.usage") + " ")


def parser(
    arguments: Collection[str], variants: Variants, words: HelpWords = wordless
) -> tuple[CommandLineParser, Mapping[str, CommandLineParser]]:
    """The parser of *arguments*, and those of the commands.

    The commands that *arguments* do not name parse nothing, and share one parser: argparse looks for its own
    translations each time it makes one.
    """
    top = CommandLineParser(
        prog="playroom",
        usage="playroom [OPTIONS] [COMMAND]",
        description=escaped(words("help.description")),
        words=words,
    )
    top.add_argument("--version", action="store_true", help=words("help.options.version"))
    _add_setting_options(top, words)
    shared = CommandLineParser(prog="playroom")

    def made(*, prog: str, **settings: Any) -> CommandLineParser:  # noqa: ANN401 (the arguments of ArgumentParser)
        is_named = prog.rsplit(maxsplit=1)[-1] in arguments
        return CommandLineParser(prog=prog, **settings) if is_named else shared

    maker = cast("type[CommandLineParser]", made)  # argparse only calls it
    commands = top.add_subparsers(dest="command", metavar="COMMAND", prog="playroom", parser_class=maker)
    for name, entry in COMMANDS.items():
        described = words(f"help.commands.{name}")
        added = commands.add_parser(name, usage=f"playroom {name} {entry.usage}", help=described, words=words)
        if name in arguments:
            _load(entry).add_arguments(added, variants, words)
            _add_setting_options(added, words)
    return top, commands.choices


def parsed_command_line(arguments: Sequence[str], variants: Variants) -> Namespace:
    """The parsed command line; a CommandLineError if it is wrong."""
    top, commands = parser(arguments, variants)
    command = next((word for word in arguments if word in commands), "")
    program = f"playroom {command}".strip()
    flags = [*top.flags, *(commands[command].flags if command else ())]
    options = (word for word in arguments if word.startswith("--") and word != "--")
    if unknown := next((word for word in options if word.partition("=")[0] not in flags), None):
        raise CommandLineError(unknown_option(unknown, flags), program)
    try:
        parsed, extra = top.parse_known_args(arguments)
    except ArgumentError as error:
        switches = [*top.switches, *(commands[command].switches if command else ())]
        cause = error.__cause__ or error.__context__
        name = error.argument_name or ""
        if isinstance(cause, RefusedArgument):
            why = cause.why
            if why.entry in COMPLETE and (game := str(why.blanks["given"])) in variants():
                why = Message("command_line.game_as_command", blanks={"game": game})
        elif name in switches:
            why = Message("command_line.takes_no_value")
        else:
            why = Message("command_line.argument", blanks={"name": "argparse", "why": error.message})
        is_option = name.startswith("-")
        said = Message("command_line.argument", blanks={"name": name, "why": why}) if is_option else why
        raise CommandLineError(said, program) from error
    if extra:
        given = one_line(extra[0])
        raise CommandLineError(Message("command_line.unknown_argument", blanks={"given": given}), program)
    return parsed


def help_text(command: str | None, variants: Variants, words: HelpWords, game: str = "") -> str:
    """The help of a command, or of the program; the options of rulebooks only where a *game* is named.

    The options of every command are explained in that of the program; those of a command only name them.
    """
    known: Variants = lambda: {name: each for name, each in variants().items() if game in ("", name)}  # noqa: E731 (a name of its own reads better)
    top, commands = parser([command] if command else [], known, words)
    explained = commands[command] if command else top
    every = explained._actions  # noqa: SLF001 (argparse has no other way to them)
    of_games = [each for each in every if each.dest == GAME_OPTIONS and not game]
    general = [each for each in every if command and each.dest in {*OPTIONS, "help"}]
    for each in (*of_games, *general):
        each.help = SUPPRESS
    named = tuple(f"--{name}" for name in OPTIONS)
    explained.epilog = " ".join(
        (
            *((words("help.of_a_game", command=command or ""),) if of_games else ()),
            *((words("help.general", options=named),) if general else ()),
        )
    )
    return explained.format_help()


def subcommand(parsed: Namespace) -> Subcommand[Any]:
    """The command that was parsed; without one, the menu."""
    return _load(COMMANDS.get(parsed.command, MENU))


def _load(entry: Entry) -> Subcommand[Any]:
    loaded: Subcommand[Any] = import_module(f"playroom.commands.subcommands.{entry.module}").COMMAND
    return loaded


def _add_setting_options(to: ArgumentParser, words: HelpWords) -> None:
    """Add the options that change settings; they can stand before and after the command."""
    for name, metavar in OPTIONS.items():
        choices = _choices(name)
        to.add_argument(
            f"--{name}",
            default=SUPPRESS,
            type=partial(_setting, name),
            choices=choices or None,
            metavar=metavar or f"{{{','.join(choices)}}}",
            help=words(f"help.settings.{name}"),
        )


def _choices(name: str) -> tuple[str, ...]:
    """The choices of a setting; empty if it has none."""
    kind = KINDS[name]
    inner = kind.kind if isinstance(kind, OrUnset) else kind
    return tuple(map(str, inner.words)) if isinstance(inner, Word) else ()


def _setting(name: str, text: str) -> object:
    """The value of a setting."""
    kind = KINDS[name]
    if _choices(name):
        return text
    try:
        value = float(text) if isinstance(kind, Measure) else text
        kind.read(value)
    except ValueError as error:
        raise refusal_of("not_possible", given=text, known=allowed_values(kind)) from error
    return value
