"""What can happen to a listener for the first time, and is explained once then."""

from enum import StrEnum


class FirstTime(StrEnum):
    """What is explained; the words are those of the settings."""

    KEYS = "keys"
    """The first match: the keys that matter."""
    TEAMS = "teams"
    BLOCKED = "blocked"
    TRAIN = "train"
    SPINNER = "spinner"
    COVER = "cover"
    CHAT = "chat"
    """The first match with people elsewhere."""
