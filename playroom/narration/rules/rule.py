"""One rule of a rulebook to be read."""

from playroom.narration.message import Blank, Message
from playroom.rules.rulebook.variant import Rules


def rule(group: str, entry: str, **blanks: Blank) -> Message:
    """The rule that stands under *entry* in a group of the phrasebook."""
    return Message(f"rulebooks.{group}.{entry}", blanks=blanks)


def side_word(rules: Rules) -> str:
    """The word for who scores: "teams" or "alone"."""
    return "teams" if rules.teams else "alone"
