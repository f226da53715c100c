"""One rule of a rulebook to be read."""

from typing import Final

from playroom.narration.message import Blank, Message
from playroom.rules.rulebook.variant import Rules


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
        return f"award.{_last_word(when)}.{_last_word(counts)}"
    return name


def _last_word(message: Message) -> str:
    return message.entry.rpartition(".")[2]
