"""The table of a command line: its arguments, its setup, and its errors."""

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from typing import Final

from msgspec import Struct

from playroom.bots.roster import BOTS
from playroom.commands.subcommand import (
    GAME_OPTIONS,
    HelpWords,
    argument,
    count,
    escaped,
    strengths,
    whole_number,
    wordless,
)
from playroom.narration.file_errors import allowed_values
from playroom.narration.message import Blank, Either, Message
from playroom.narration.refusal import table_refused
from playroom.narration.rules.option import number_choice
from playroom.rules.rulebook.answer_kinds import AnswerKind, OneOf, is_whole
from playroom.rules.rulebook.fault import InvalidTable, TableFault
from playroom.rules.rulebook.questions import QUESTIONS
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import PageError, as_written, load, quoted
from playroom.table.setup import Setup, current_answer, first_setup, nearest, refusal


class TableRequest(Struct, frozen=True):
    """A game, None for the first, with its seats and options, None where the game's first table decides."""

    game: str | None
    players: int | None
    teams: int | None
    options: Mapping[str, object]

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return self.game or FIRST_GAME


FIRST_GAME: Final = "dominos"
"""The game that is played where none is named."""


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
        answer: object = str(values)
        with suppress(PageError):  # text that is not YAML is a word, which the rules will refuse
            answer = load(str(values), "the command line").value  # as a page would write it
        namespace.options = {**namespace.options, name: answer}


def add_table_arguments(to: ArgumentParser, variants: Mapping[str, Variant], words: HelpWords) -> None:
    """Add the game, its seats and options."""
    every = words("help.options.game", games=Either(tuple(variants)))
    games = escaped(every if len(variants) > 1 else next(iter(variants)))
    to.add_argument("game", nargs="?", default=None, choices=list(variants), metavar="GAME", help=games)
    to.add_argument("--players", type=count, metavar="N", help=words("help.options.players"))
    to.add_argument("--teams", type=count, metavar="N", help=words("help.options.teams"))
    to.set_defaults(options={})
    for question in QUESTIONS:
        if any(question in variant.options for variant in variants.values()):
            # Nobody reads the help of a command line that is only parsed, and it takes long.
            allowed = "" if words is wordless else escaped(_allowed(question, variants, words))
            to.add_argument(
                _flag(question), dest=GAME_OPTIONS, action=_AddOption, metavar="ANSWER", help=allowed
            )


SEED: Final = argument("--seed", "seed", metavar="N", type=whole_number)
"""The seed of matches that are dealt here."""

STRENGTHS: Final = argument(
    "--bots",
    "strengths",
    {"bots": tuple(BOTS)},
    metavar="STRENGTH",
    type=partial(strengths, BOTS),
    default=(),
)
"""The strengths of the bots."""


def requested_setup(request: TableRequest, variant: Variant) -> Setup:
    """The first table of the game, with what the request changes of it."""
    first = first_setup(variant)
    players = first.players if request.players is None else request.players
    allowed = variant.teams_for(players)
    usual = first.teams if first.teams in allowed else allowed[0]
    teams = usual if request.teams is None else request.teams
    return Setup(variant.name, players, teams, request.options)


def setup_errors(variant: Variant, setup: Setup) -> tuple[Message, ...]:
    """Why the table is impossible, and the nearest one if it has other answers; empty if it is possible.

    A refusal that names all choices stands alone. Options and answers are named as they are written.
    """
    refused = refusal(variant, setup)
    if refused is None:
        return ()
    if refused.fault is TableFault.WRONG_ANSWER:
        option = str(refused.facts["option"])
        given, allowed = quoted(refused.facts["given"]), _answers(variant.options[option])
        blanks = {"option": _flag(option), "given": given, "allowed": allowed}
        return (Message("refusals.tables.wrong_answer", blanks=blanks),)
    if refused.fault is TableFault.UNKNOWN_OPTION:
        known = tuple(map(_flag, variant.options))
        refused = InvalidTable(refused.fault, option=_flag(str(refused.facts["option"])), allowed=known)
    why, near = table_refused(refused, variant), nearest(variant, setup)
    if refused.fault is TableFault.PLAYERS:
        return (why,)
    if not near.options and near.players == setup.players and near.teams in (0, setup.teams):
        return (why,)
    seats = {"players": near.players, **({"teams": near.teams} if near.teams else {})}
    answers = {**seats, **near.options}.items()
    written = " ".join(f"{_flag(name)} {as_written(answer)}" for name, answer in answers)
    return why, Message("refusals.nearest", blanks={"table": written})


def _flag(option: str) -> str:
    """An option of a game as it is written on the command line."""
    return f"--{option.replace('_', '-')}"


def strength_errors(given: Sequence[str], seats: int) -> tuple[Message, ...]:
    """Why there are too many strengths for this number of bots; empty if there are not."""
    if len(given) <= seats:
        return ()
    return (Message("menus.too_many_strengths", blanks={"given": len(given), "seats": seats}),)


def name_errors(names: Sequence[str], seats: int) -> tuple[Message, ...]:
    """Why the names of the people are refused: duplicates, or more than seats."""
    if twice := next((name for name in names if names.count(name) > 1), None):
        return (Message("menus.name_taken", blanks={"name": twice}),)
    if len(names) <= seats:
        return ()
    return (Message("menus.too_many_names", blanks={"given": len(names), "seats": seats}),)


def _allowed(question: str, variants: Mapping[str, Variant], words: HelpWords) -> str:
    """What an option decides, and its answers: "the total that wins the match: 100, or 1 or more".

    Of one game, the answer of its first table comes first. Of several games each is named: "who leads a
    round: winner or double in all-fives".
    """
    option = words(f"help.purposes.{question}")
    if len(variants) == 1:
        (only,) = variants.values()
        kind, usual = only.options[question], current_answer(only, first_setup(only), question)
        answers = _answers(kind)
        if usual != "none" and not isinstance(usual, tuple | list):  # it is one word or number
            if isinstance(kind, OneOf) and isinstance(answers, Either):  # a range says it in few words
                answers = _answers(OneOf(kind.kind, tuple(each for each in kind.choices if each != usual)))
            answers = words("help.with_default", usual=str(as_written(usual)), others=answers)
        return words("help.option", option=option, answers=answers)
    kinds = {name: each.options[question] for name, each in variants.items() if question in each.options}
    every = [*kinds.values()]
    different = [kind for at, kind in enumerate(every) if kind not in every[:at]]  # lists have no hash
    several = (
        words(
            "help.answers",
            allowed=_answers(kind),
            games=tuple(name for name in kinds if kinds[name] == kind),
        )
        for kind in different
    )
    answers = reduce(lambda before, after: words("help.two_answers", before=before, after=after), several)
    return words("help.option", option=option, answers=answers)


def _answers(kind: AnswerKind) -> Blank:
    """The answers in writing, ranges of numbers as "5 to 16"."""
    if isinstance(kind, OneOf):
        numbers = tuple(filter(is_whole, kind.choices))
        return number_choice(numbers) if numbers == kind.choices else allowed_values(kind)
    return allowed_values(kind)
