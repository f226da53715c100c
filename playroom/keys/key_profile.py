"""The sets of keys to choose from; each but the first is a page of changes to the first."""

from enum import StrEnum
from pathlib import Path

_PAGES = Path(__file__).with_name("profiles")


class KeyProfile(StrEnum):
    """A set of keys for players with two hands, one hand or a switch, and for browsers."""

    PLAYROOM = "playroom"
    ONE_HAND_LEFT = "one-hand-left"
    ONE_HAND_RIGHT = "one-hand-right"
    SWITCH = "switch"
    """One key moves through the choices, another one selects."""
    BROWSER = "browser"
    """The first set, without the keys that browsers keep for themselves."""


def profile_page(profile: KeyProfile) -> Path | None:
    """The page of *profile*; None for the first, which changes nothing."""
    return None if profile is KeyProfile.PLAYROOM else _PAGES / f"{profile}.yaml"
