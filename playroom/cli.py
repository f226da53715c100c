"""The command line: what can be asked for, and what was."""

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from playroom.exits import WRONG_COMMAND
from playroom.home.settings import SLOWEST
from playroom.rules.question import QUESTIONS
from playroom.rules.variant import Variant
from playroom.simulation.named import UnknownBot, bot
from playroom.simulation.wish import KNOWN, PROCESSES, is_executor
from playroom.strict_yaml import PageError, load, one_line

MODES = ("voice", "both", "text", "quiet")
VERBOSITIES = ("brief", "normal", "full")
Adder = Callable[..., ArgumentParser]
"""What adds a command by its name, and gives the parser of what stands after it."""

OUTPUTS = ("text", "json", "csv")


class Parser(ArgumentParser):
    """A parser that speaks plainly: no colours, and one line about what is wrong."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 (whatever ArgumentParser takes)
        super().__init__(**settings)
        self.color = False  # Python 3.14 would colour its help

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and where to read what can be asked."""
        self.exit(WRONG_COMMAND, one_line(f"{message}. {self.prog} --help tells what can be asked.") + "\n")


def parser(variants: Mapping[str, Variant], bots: Collection[str]) -> Parser:
    """The parser; games and their options come from the rulebooks on the shelf."""
    top = Parser(
        prog="playroom",
        usage="playroom [OPTIONS] [COMMAND]",
        description="Dominos to be played by ear. Without a command, the menu opens.",
    )
    _add_listener(top)
    add = top.add_subparsers(dest="command", metavar="COMMAND", prog="playroom").add_parser
    _add_play(add, variants, bots)
    _add_go_on(add, bots)
    _add_simulate(add, variants, bots)
    _add_replay(add)
    _add_check(add)
    _add_doctor(add)
    return top


def chosen_options(asked: Namespace) -> dict[str, object]:
    """The options of the game that the command line names."""
    given = {name: getattr(asked, name) for name in QUESTIONS if getattr(asked, name, None) is not None}
    return {name: _plain(text) for name, text in given.items()}


def _add_command(add: Adder, name: str, after: str, help_text: str) -> ArgumentParser:
    """A command with *after* its name in its usage; it takes the listener's options as well."""
    added = add(name, usage=f"playroom {name} {after}", help=help_text)
    _add_listener(added)
    return added


def _add_listener(to: ArgumentParser) -> None:
    """The listener's options: they stand before or after the command, and none undoes the other."""
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


def _add_play(add: Adder, variants: Mapping[str, Variant], bots: Collection[str]) -> None:
    to = _add_command(add, "play", "[GAME] [OPTIONS]", "play a match at once, without the menu")
    _add_table(to, variants)
    to.add_argument("--name", type=_name, help="your own name")
    _add_bots(to, bots)


def _add_simulate(add: Adder, variants: Mapping[str, Variant], bots: Collection[str]) -> None:
    what = "play many matches between bots, and tell who wins how often"
    to = _add_command(add, "simulate", "[GAME] [OPTIONS]", what)
    _add_table(to, variants)
    weakest = ",".join(list(bots)[:2])
    seats = f"who plays, one for each seat, or fewer, dealt round; of {', '.join(bots)} ({weakest})"
    to.add_argument("--bots", type=_bots, default=weakest, metavar="BOT,BOT", help=seats)
    to.add_argument("--matches", type=_at_least_one, default=100, metavar="N", help="how many matches (100)")
    again = "play each match again for every other side, the bots changing sides and the deals the same"
    to.add_argument("--duplicate", action="store_true", help=again)
    to.add_argument("--output", choices=OUTPUTS, default="text", help="how the result is told (text)")
    where = f"where the matches are played: {KNOWN} (processes, one for each core)"
    to.add_argument("--executor", type=_executor, default=PROCESSES, metavar="WHERE", help=where)


def _add_table(to: ArgumentParser, variants: Mapping[str, Variant]) -> None:
    """The game, its seats and options, and the seed of all its chance."""
    help_text = _plainly(f"one of {', '.join(variants)}; dominos if none is named")
    to.add_argument(
        "game", nargs="?", default="dominos", choices=list(variants), metavar="GAME", help=help_text
    )
    to.add_argument("--players", type=_count, metavar="N", help="how many players")
    to.add_argument("--teams", type=_count, metavar="N", help="how many teams; 0 is everyone alone")
    to.add_argument("--seed", type=_number, metavar="N", help="the same number gives the same match")
    for question in QUESTIONS:
        if any(question in variant.options for variant in variants.values()):
            to.add_argument(_flag(question), metavar="ANSWER", help=_plainly(_allowed(question, variants)))


def _add_go_on(add: Adder, bots: Collection[str]) -> None:
    to = _add_command(add, "continue", "[OPTIONS]", "go on with the kept match at once")
    _add_bots(to, bots)


def _add_bots(to: ArgumentParser, bots: Collection[str]) -> None:
    help_text = f"how strong the bots are, one for each, or fewer, dealt round; of {', '.join(bots)}"
    to.add_argument("--bots", type=partial(_strengths, bots), default=(), metavar="STRENGTH", help=help_text)


def _allowed(question: str, variants: Mapping[str, Variant]) -> str:
    """What an option may be answered with: "6, 9, 12 in dominos", game by game where they differ."""
    games: dict[str, list[str]] = {}
    for name, variant in variants.items():
        if question in variant.options:
            games.setdefault(variant.options[question].allowed, []).append(name)
    return "; ".join(f"{allowed} in {', '.join(names)}" for allowed, names in games.items())


def _plainly(text: str) -> str:
    """*text* as argparse prints it unchanged, though it may hold a percent sign."""
    return text.replace("%", "%%")


def _add_replay(add: Adder) -> None:
    what = "tell a match from its record, or print it as JSON"
    to = _add_command(add, "replay", "[OPTIONS] FILE...", what)
    to.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a game record")
    to.add_argument(
        "--json", action="store_true", help="print one JSON object for each file, and nothing else"
    )


def _add_check(add: Adder) -> None:
    to = _add_command(add, "check", "[OPTIONS] FILE", "prove a rulebook page of your own")
    to.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a rulebook page")
    to.add_argument("--schema", action="store_true", help="print the page language as JSON Schema")
    to.add_argument(
        "--matches", type=_at_least_one, default=300, metavar="N", help="how many random matches (300)"
    )


def _add_doctor(add: Adder) -> None:
    what = "tell what was found for speech, braille, keys and folders, for you and for a report of a fault"
    _add_command(add, "doctor", "[OPTIONS]", what)


def _strengths(known: Collection[str], text: str) -> tuple[str, ...]:
    """The strengths in *text*, one or several with commas between."""
    given = tuple(word.strip() for word in text.split(","))
    if unknown := [word for word in given if word not in known]:
        raise ArgumentTypeError(f"{unknown[0] or 'nothing'} is no strength; there are {', '.join(known)}")
    return given


def _bots(text: str) -> tuple[str, ...]:
    """The bots in *text*, one or several with commas between: of the roster, or of the player's own."""
    words = tuple(word.strip() for word in text.split(","))
    try:
        for word in words:
            bot(word)
    except UnknownBot as unknown:
        raise ArgumentTypeError(str(unknown).rstrip(".")) from unknown
    return words


def _executor(text: str) -> str:
    if not is_executor(text):
        raise ArgumentTypeError(f"{text} is no place to play; there are {KNOWN}")
    return text


def _flag(question: str) -> str:
    return f"--{question.replace('_', '-')}"


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise ArgumentTypeError(f"{text} is no whole number") from error


def _count(text: str, least: int = 0) -> int:
    if not (text.isascii() and text.isdigit()) or _number(text) < least:
        raise ArgumentTypeError(f"{text} is no whole number from {least} up")
    return _number(text)


def _at_least_one(text: str) -> int:
    return _count(text, least=1)


def _name(text: str) -> str:
    name = text.strip()
    if not name or not name.isprintable():
        raise ArgumentTypeError("a name is one or more letters")
    return name


def _pace(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= SLOWEST:
        raise ArgumentTypeError(f"{text} is no time from 0 to {SLOWEST:.0f} seconds")
    return seconds


def _plain(text: str) -> object:
    """An answer as a page would write it; what is no YAML is taken as a word, and refused as an answer."""
    try:
        return load(text, "the command line").value
    except PageError:
        return text
