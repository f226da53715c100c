"""Events that are explained once, when they happen to a listener for the first time."""

from enum import StrEnum


class FirstTime(StrEnum):
    """The subject that is explained; the words are those of the settings."""

    KEYS = "keys"
    """The first match: the keys that matter."""
    MANY = "many"
    """The first match of many players: that messages can be brief."""
    TEAMS = "teams"
    BLOCKED = "blocked"
    TRAIN = "train"
    SPINNER = "spinner"
    MIDDLE = "middle"
    COVER = "cover"
    CHAT = "chat"
    """The first match with people elsewhere."""
