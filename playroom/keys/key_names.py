"""The names of keys in keymaps: "g", "G", "enter", "shift-tab", "ctrl-r", "alt-x", "f1"."""

import re
from typing import Final

_NAVIGATION: Final = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown", "insert", "delete")
_EDITING: Final = ("enter", "space", "tab", "backspace", "escape")
NAMED: Final = (*_NAVIGATION, *_EDITING, "f1 to f24")
"""The names that are words."""
PASTE: Final = "paste "
"""The start of the name that stands for a pasted text; its first line follows."""

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
