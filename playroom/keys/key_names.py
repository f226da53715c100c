"""Names of keys in keymaps ("g", "G", "enter", "ctrl-r"), keys of other keyboard layouts, repeated keys."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.strict_yaml import read

_NAVIGATION: Final = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown", "insert", "delete")
_EDITING: Final = ("enter", "space", "tab", "backspace", "escape")
NAMED: Final = (*_NAVIGATION, *_EDITING, "f1 to f24")
"""The names that are words."""
PASTE: Final = "paste "
"""The start of the name that stands for a pasted text, which follows with the ends of its lines."""

FOCUS_IN: Final = "focus-in"
FOCUS_OUT: Final = "focus-out"
"""The names that stand for a window that has got or lost the focus; no keymap has them."""

MOST_PASTED: Final = 200_000
"""The most characters of a pasted text; what comes after them is left out."""

_KEY: Final = re.compile(
    rf"""
    (?:alt-)?
    (?: (?:ctrl-)? (?:shift-)? (?:{"|".join(_NAVIGATION)})
      | (?:ctrl-)? f (?:[1-9]|1[0-9]|2[0-4])
      | {"|".join(_EDITING)} | shift-tab | shift-escape | ctrl-space
      | ctrl- (?: [a-gklnop-z] | (?:shift-)?[0-9] | [\\\]^_] )
      | \S
    )
    """,
    re.VERBOSE,
)


def is_key(name: str) -> bool:
    """Whether a terminal can send a key of this name; it sends G for shift-g, and enter for ctrl-m."""
    return _KEY.fullmatch(name) is not None and name.isprintable()


LAYOUTS_PAGE: Final = Path(__file__).with_name("keyboard_layouts.yaml")


@cache
def keyboard_layout(language: str) -> Mapping[str, str]:
    """The key of our keymap for each character of the keyboard layouts of *language*."""
    pages = read(LAYOUTS_PAGE).value
    assert isinstance(pages, dict)  # our own page, proven by a test
    found: dict[str, str] = {}
    for page in pages.values():
        assert isinstance(page, dict)
        languages = page.get("languages", [language])
        if isinstance(languages, list) and {language, language.partition("-")[0]} & {*map(str, languages)}:
            for typed, key in zip(str(page["typed"]), str(page["keys"]), strict=True):
                found.setdefault(typed, key)
    return found


def same_keys(layout: Mapping[str, str], typed: str) -> tuple[str, ...]:
    """The names of a key, as typed first: a capital is also its small letter, and the key of both."""
    placed = layout.get(typed) or layout.get(typed.lower(), "").upper()
    return tuple(dict.fromkeys(filter(None, (typed, typed.lower(), placed, placed.lower()))))


class KeyRepeatFilter(Struct, frozen=True):
    """The last key that was accepted, and the time in seconds."""

    key: str = ""
    at: float = 0.0

    def accepts(self, key: str, now: float, seconds: float) -> bool:
        """Whether *key* is another key than the last one, or comes *seconds* after it or later."""
        return key != self.key or now - self.at >= seconds

    def after(self, key: str, now: float) -> "KeyRepeatFilter":
        """The filter once *key* was accepted."""
        return replace(self, key=key, at=now)
