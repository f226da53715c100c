"""The settings that each of several people at one keyboard has for themselves."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from playroom.home.settings import Settings, is_valid_setting

PERSONAL: Final = (
    *(
        "language",
        "verbosity",
        "brief_offered",
        "explains",
        "explained",
        "tiles",
        "hand_order",
        "told",
        "mode",
    ),
    *("speaker", "rate", "pause", "hearing", "reading"),
    *("braille", "table_line", "braille_hand"),
)
"""The settings that each person has: the words, their length, and the voice or display that gives them."""


def settings_of(person: str, shared: Settings) -> Settings:
    """The settings for a person of this name; where they have chosen nothing, those of all."""
    own = shared.people.get(person)
    chosen = own if isinstance(own, Mapping) else {}
    valid = {
        name: chosen[name] for name in PERSONAL if name in chosen and is_valid_setting(name, chosen[name])
    }
    return replace(shared, **valid)


def personal_change(person: str, changes: Mapping[str, object], shared: Settings) -> dict[str, object]:
    """Changes by this person as they are saved: what is personal under their name, the rest for all."""
    own = {name: value for name, value in changes.items() if person and name in PERSONAL}
    others = {name: value for name, value in changes.items() if name not in own}
    if not own:
        return others
    before = shared.people.get(person)
    kept = before if isinstance(before, Mapping) else {}
    return {**others, "people": {**shared.people, person: {**kept, **own}}}
