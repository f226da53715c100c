"""The sets of keys that a player can choose from; each is a page of changes to the first."""

from enum import StrEnum
from pathlib import Path

_PAGES = Path(__file__).with_name("profiles")


class KeyProfile(StrEnum):
    """A set of keys, for the hands that a player has for them."""

    PLAYROOM = "playroom"
    ONE_HAND_LEFT = "one-hand-left"
    ONE_HAND_RIGHT = "one-hand-right"
    SWITCH = "switch"
    """One key scans, another chooses."""


def profile_page(profile: KeyProfile) -> Path | None:
    """The page with what *profile* changes of the playroom's own keys; None for those themselves."""
    return None if profile is KeyProfile.PLAYROOM else _PAGES / f"{profile}.yaml"
