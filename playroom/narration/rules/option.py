"""The rules of a rulebook, its questions and their answers, as messages for menus and refusals."""

from collections.abc import Iterable, Mapping
from typing import Final

from playroom.narration.file_errors import allowed_values
from playroom.narration.message import Blank, Either, Message
from playroom.rules.rulebook.answer_kinds import AnswerKind, Flag, Number, OneOf, Word, is_whole
from playroom.rules.rulebook.award import NAMED
from playroom.rules.rulebook.questions import QUESTIONS
from playroom.rules.rulebook.variant import Rules

TOTALS = ("limit", "target")
"""The questions whose answers are points."""


def question_name(name: str) -> Message:
    """What a question is called: "Limit", "After a draw"; players and teams are questions too."""
    return Message(f"rulebooks.questions.{name}")


def answer_name(question: str, plain: object, rounds: int = 0) -> Blank:
    """An answer as a message; *plain* is its value on a page or in the rules.

    *rounds* is how many a match has where none are chosen, 0 if that is not known.
    """
    if question == "scoring":
        return Message(f"rulebooks.words.scoring.{composition(plain) or 'composed'}")
    if plain is None or plain in ("none", (), [], {}):
        return Message("rulebooks.none", blanks={"question": question, "rounds": rounds})
    if isinstance(plain, tuple | list):
        return tuple(answer_name(question, each) for each in plain)
    if isinstance(plain, bool):
        return Message(f"rulebooks.flags.{str(plain).lower()}")
    if question == "set" and is_whole(plain):
        return tile_set_name(plain)
    if question == "teams" and plain == 0:
        return Message("rulebooks.alone")
    if is_whole(plain):
        entry = "points" if question in TOTALS else "number"
        return Message(f"rulebooks.{entry}", blanks={"number": plain})
    kind = QUESTIONS.get(question)
    known = isinstance(kind, Word) and plain in tuple(kind.words)
    return Message(f"rulebooks.words.{question}.{plain}") if known else str(plain)


def composition(plain: object) -> str:
    """The name of a way of scoring as a page writes it or as the rules hold it; empty if it has none."""
    return next((name for name, awards in NAMED.items() if plain in (name, awards)), "")


def allowed_answers(question: str, kind: AnswerKind) -> Blank:
    """The answers that a question allows."""
    match kind:
        case OneOf(_, choices):
            return Either(tuple(answer_name(question, choice) for choice in choices))
        case Word(words):
            return Either(tuple(answer_name(question, word) for word in words))
        case Flag():
            return Either((answer_name(question, plain=True), answer_name(question, plain=False)))
        case Number(least, None):
            return Message("rulebooks.at_least", blanks={"least": least})
        case Number(least, int(most)):
            return Message("rulebooks.between", blanks={"least": least, "most": most})
        case _:
            return allowed_values(kind)


def number_choice(allowed: Iterable[int]) -> Blank:
    """Some numbers of which one is to be chosen: "2, 3 or 4", and "2 to 10" where there is no gap."""
    numbers = sorted(allowed)
    if len(numbers) > 3 and numbers == list(range(numbers[0], numbers[-1] + 1)):  # noqa: PLR2004 (three are soon said)
        return Message("rulebooks.between", blanks={"least": numbers[0], "most": numbers[-1]})
    return Either(tuple(map(str, numbers)))


def tile_set_name(highest: int) -> Message:
    """A set of tiles by its highest number: "double-six"."""
    return Message("rulebooks.set", blanks={"highest": highest})


def table_summary(players: int, teams: int, options: Mapping[str, object]) -> Message:
    """A table in one line: "4 players, 2 teams, Set: double-nine"."""
    parts: list[Blank] = [Message("rulebooks.players_at_table", blanks={"players": players})]
    if teams:
        parts.append(Message("rulebooks.teams_at_table", blanks={"teams": teams}))
    parts += [answered_question(name, plain) for name, plain in options.items()]
    return Message("rulebooks.table", blanks={"parts": tuple(parts)})


def answered_question(question: str, plain: object, rounds: int = 0) -> Message:
    """A question with its answer: "Limit: 100"; *rounds* as in `answer_name`."""
    blanks = {"question": question_name(question), "answer": answer_name(question, plain, rounds)}
    return Message("rulebooks.choice", blanks=blanks)


def rule(group: str, entry: str, **blanks: Blank) -> Message:
    """The rule that stands under *entry* in a group of the phrasebook."""
    return Message(f"rulebooks.{group}.{entry}", blanks=blanks)


def side_word(rules: Rules) -> str:
    """The word for who scores: "teams" or "alone"."""
    return "teams" if rules.teams else "alone"


NO_MOVE: Final = (
    "goal.",
    "players.",
    "tiles.",
    "start.chance",
    "start_first.chance",
    "drawing.hidden",
    "match_end.shared",
)
"""How the names of sentences begin of which no move is an example: chance alone acts, or nobody."""


def needs_example(name: str) -> bool:
    """Whether a move can be an example of the rule of this name."""
    return not name.startswith(NO_MOVE) or name == "start.chance_then_winner"


def rule_name(message: Message) -> str:
    """The name by which examples know a rule: its entry, and of an award when it is given and what for."""
    name = message.entry.removeprefix("rulebooks.")
    when, counts = message.blanks.get("when"), message.blanks.get("counts")
    if isinstance(when, Message) and isinstance(counts, Message):
        return ".".join(("award", *(each.entry.rpartition(".")[2] for each in (when, counts))))
    return name
