"""How a key is called in the keymaps: "g", "G", "enter", "shift-tab", "ctrl-r", "alt-x", "f1"."""

import re
from typing import Final

_MOVING: Final = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown", "insert", "delete")
_OTHERS: Final = ("enter", "space", "tab", "backspace", "escape")
NAMED: Final = (*_MOVING, *_OTHERS, "f1 to f24")
"""The keys that have a word for a name."""

_KEY: Final = re.compile(
    rf"""
    (?:alt-)?
    (?: (?:ctrl-)? (?:shift-)? (?:{"|".join(_MOVING)})
      | (?:ctrl-)? f (?:[1-9]|1[0-9]|2[0-4])
      | {"|".join(_OTHERS)} | shift-tab | shift-escape | ctrl-space
      | ctrl- (?: [a-gklnop-z] | (?:shift-)?[0-9] | [\\\]^_] )
      | \S
    )
    """,
    re.VERBOSE,
)


def is_key(name: str) -> bool:
    """Whether a terminal can send a key of this name; shift-g is G there, and ctrl-m is enter."""
    return _KEY.fullmatch(name) is not None and name.isprintable()
