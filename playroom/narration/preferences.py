"""The player's choices for narration, which settings name: the order of a hand, explanations and tips.

Settings are read at each start, so nothing of the rules is imported here.
"""

from enum import StrEnum
from typing import Final


class HandOrder(StrEnum):
    """The order that the listener has chosen."""

    DEALT = "dealt"
    """As dealt, drawn tiles last."""
    NUMBER = "number"
    """By the higher number, then the lower one, from the highest."""
    PLAYABLE = "playable"
    """The tiles that fit now first."""

    @property
    def next(self) -> "HandOrder":
        """The order after this one, in a cycle."""
        orders = tuple(HandOrder)
        return orders[(orders.index(self) + 1) % len(orders)]


class FirstTime(StrEnum):
    """The subject that is explained; the words are those of the settings."""

    KEYS = "keys"
    """The first match: the keys that matter."""
    MANY = "many"
    """The first match of many players: that messages can be brief."""
    LENGTHS = "lengths"
    """The first change of the verbosity by a key: that there is one for each way."""
    WAYS = "ways"
    """The first question where a tile goes: the keys that answer it."""
    TEAMS = "teams"
    TRAIN = "train"
    SPINNER = "spinner"
    MIDDLE = "middle"
    DOUBLES_OWED = "doubles_owed"
    COVER = "cover"
    FOOT = "foot"
    CHAT = "chat"
    """The first match with people elsewhere."""


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
