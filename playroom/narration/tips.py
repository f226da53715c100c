"""Tips after a round, each of something that a player has never used."""

from enum import StrEnum
from typing import Final


class Tip(StrEnum):
    """What a tip is about, the most useful first; its words are those of `tips`."""

    PLAYABLE = "playable"
    FACTS = "facts"
    WHAT_IF = "what-if"
    ODDS = "odds"
    MISSED = "missed"
    NUMBER = "number"
    SORT = "sort"
    COACH = "coach"
    LAYOUT = "layout"
    UNDO = "undo"
    ROWS = "rows"
    SWEEP = "sweep"
    PAUSE = "pause"
    GAME = "game"


MOST_TOLD: Final = 2
"""How often a tip is said at most; what the player has used counts as said so often."""
