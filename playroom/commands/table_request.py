"""The table that the command line asks for: its arguments, its setup, and why it is impossible."""

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from playroom.bots.roster import BOTS
from playroom.commands.arguments import count, escaped, strengths, whole_number
from playroom.commands.subcommand import HelpWords
from playroom.narration.kinds import values_told
from playroom.narration.message import Either, Message
from playroom.narration.option import table_told
from playroom.narration.refusal import table_refused
from playroom.rules.questions import QUESTIONS
from playroom.rules.variant import Variant
from playroom.strict_yaml import PageError, load
from playroom.table.setup import Setup, first_setup, nearest, refusal


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A game with its seats and options, None where the game's first table decides, and a seed."""

    game: str
    players: int | None
    teams: int | None
    options: Mapping[str, object]
    seed: int | None


class _AddOption(Action):
    """Add an option of the game to those that were parsed before."""

    def __call__(
        self,
        parser: ArgumentParser,  # noqa: ARG002 (argparse passes it)
        namespace: Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        name = str(option_string).removeprefix("--").replace("-", "_")
        namespace.options = {**namespace.options, name: _answer(str(values))}


def add_table_arguments(to: ArgumentParser, variants: Mapping[str, Variant], words: HelpWords) -> None:
    """Add the game, its seats and options, and the seed."""
    games = escaped(words("help.options.game", games=Either(tuple(variants))))
    to.add_argument("game", nargs="?", default="dominos", choices=list(variants), metavar="GAME", help=games)
    to.add_argument("--players", type=count, metavar="N", help=words("help.options.players"))
    to.add_argument("--teams", type=count, metavar="N", help=words("help.options.teams"))
    to.add_argument("--seed", type=whole_number, metavar="N", help=words("help.options.seed"))
    to.set_defaults(options={})
    for question in QUESTIONS:
        if any(question in variant.options for variant in variants.values()):
            flag, allowed = f"--{question.replace('_', '-')}", escaped(_allowed(question, variants, words))
            to.add_argument(flag, dest="options", action=_AddOption, metavar="ANSWER", help=allowed)


def add_strength_argument(to: ArgumentParser, words: HelpWords) -> None:
    """Add the strengths of the bots."""
    help_text = words("help.options.strengths", bots=tuple(BOTS))
    to.add_argument("--bots", type=partial(strengths, BOTS), default=(), metavar="STRENGTH", help=help_text)


def requested_setup(request: TableRequest, variant: Variant) -> Setup:
    """The first table of the game, with what the request changes of it."""
    first = first_setup(variant)
    players = first.players if request.players is None else request.players
    teams = first.teams if request.teams is None else request.teams
    return Setup(variant.name, players, teams, request.options)


def setup_errors(variant: Variant, setup: Setup) -> tuple[Message, ...]:
    """Why the table is impossible, and the nearest one if it has other answers; empty if it is possible."""
    refused = refusal(variant, setup)
    if refused is None:
        return ()
    why, near = table_refused(refused, variant), nearest(variant, setup)
    if not near.options and near.players == setup.players and near.teams in (0, setup.teams):
        return (why,)
    table = table_told(near.players, near.teams, near.options)
    return why, Message("refusals.nearest", blanks={"table": table})


def strength_errors(given: Sequence[str], seats: int) -> tuple[Message, ...]:
    """Why there are too many strengths for this number of bots; empty if there are not."""
    if len(given) <= seats:
        return ()
    return (Message("menus.too_many_strengths", blanks={"given": len(given), "seats": seats}),)


def name_errors(names: Sequence[str], seats: int) -> tuple[Message, ...]:
    """Why the names of the people cannot be used: one stands twice, or there are more than seats."""
    if twice := next((name for name in names if names.count(name) > 1), None):
        return (Message("menus.name_taken", blanks={"name": twice}),)
    if len(names) <= seats:
        return ()
    return (Message("menus.too_many_names", blanks={"given": len(names), "seats": seats}),)


def _allowed(question: str, variants: Mapping[str, Variant], words: HelpWords) -> str:
    """The answers to an option: "6, 9 or 12 in dominos", by game where they differ."""
    kinds = {name: each.options[question] for name, each in variants.items() if question in each.options}
    every = [*kinds.values()]
    different = [kind for at, kind in enumerate(every) if kind not in every[:at]]  # lists have no hash
    return "; ".join(
        words(
            "help.answers",
            allowed=values_told(kind),
            games=tuple(name for name in kinds if kinds[name] == kind),
        )
        for kind in different
    )


def _answer(text: str) -> object:
    """An answer as a page would write it; text that is not YAML is a word, which the rules will refuse."""
    try:
        return load(text, "the command line").value
    except PageError:
        return text
