"""PURE. The control sequences that terminals send for keys, with the names of the keys.

The sequences are those of xterm, which nearly all terminals share, with some of rxvt and the Linux console.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from playroom.keys.key_names import FOCUS_IN, FOCUS_OUT

PASTE_START: Final = "\x1b[200~"
PASTE_END: Final = "\x1b[201~"

_MODIFIERS: Final = {
    2: "shift-",
    3: "alt-",
    4: "alt-shift-",
    5: "ctrl-",
    6: "ctrl-shift-",
    7: "alt-ctrl-",
    8: "alt-ctrl-shift-",
    9: "alt-",
}
_LETTERS: Final = {"A": "up", "B": "down", "C": "right", "D": "left", "F": "end", "H": "home"}
_NUMBERS: Final = {
    1: "home",
    2: "insert",
    3: "delete",
    4: "end",
    5: "pageup",
    6: "pagedown",
    7: "home",
    8: "end",
}
_F1_TO_F4: Final = "PQRS"
_F1_TO_F20: Final = (11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34)
_F_MODIFIERS: Final = {2: ("", 12), 3: ("alt-", 0), 5: ("ctrl-", 0), 6: ("ctrl-", 12)}
"""The modifiers of F1 to F12, and what they add to the number: F13 is Shift and F1."""
_KEYPAD: Final = "pqrstuvwxy"
"""The digits 0 to 9 of the keypad."""

_OTHERS: Final = {
    "\x00": "ctrl-space",
    "\b": "backspace",
    "\t": "tab",
    "\n": "enter",
    "\r": "enter",
    "\x1b": "escape",
    "\x7f": "backspace",
    "\x9b": "shift-escape",
    "\x1b[I": FOCUS_IN,
    "\x1b[O": FOCUS_OUT,
    "\x1b[Z": "shift-tab",
    "\x1b\t": "shift-tab",
    "\x1b[~": "shift-tab",
    "\x1bOc": "ctrl-right",
    "\x1bOd": "ctrl-left",
    "\x1b[27;2;13~": "enter",
    "\x1b[27;5;13~": "enter",
    "\x1b[27;6;13~": "enter",
}


def _control_characters() -> Iterator[tuple[str, str]]:
    return ((chr(code), f"ctrl-{chr(code + 64).lower()}") for code in range(1, 32))


def _cursor_keys() -> Iterator[tuple[str, str]]:
    for letter, name in _LETTERS.items():
        yield f"\x1b[{letter}", name
        yield f"\x1bO{letter}", name
        yield f"\x1b[5{letter}", f"ctrl-{name}"
        yield from (
            (f"\x1b[1;{number}{letter}", f"{modifier}{name}") for number, modifier in _MODIFIERS.items()
        )


def _editing_keys() -> Iterator[tuple[str, str]]:
    for key, name in _NUMBERS.items():
        yield f"\x1b[{key}~", name
        yield from ((f"\x1b[{key};{number}~", f"{modifier}{name}") for number, modifier in _MODIFIERS.items())


def _function_keys() -> Iterator[tuple[str, str]]:
    yield from ((f"\x1b[[{letter}", f"f{key}") for key, letter in enumerate("ABCDE", 1))
    yield from ((f"\x1bO{letter}", f"f{key}") for key, letter in enumerate(_F1_TO_F4, 1))
    yield from ((f"\x1b[{code}~", f"f{key}") for key, code in enumerate(_F1_TO_F20, 1))
    for number, (modifier, more) in _F_MODIFIERS.items():
        for key, code in enumerate(_F1_TO_F20[:12], 1):
            yield f"\x1b[{code};{number}~", f"{modifier}f{key + more}"
        for key, letter in enumerate(_F1_TO_F4, 1):
            if letter != "R":  # with a modifier, this one tells where the cursor is
                yield f"\x1b[1;{number}{letter}", f"{modifier}f{key + more}"


def _keypad_digits() -> Iterator[tuple[str, str]]:
    for digit, letter in enumerate(_KEYPAD):
        yield from ((f"\x1b[1;{number}{letter}", f"{_MODIFIERS[number]}{digit}") for number in (5, 6, 7, 8))


SEQUENCE_NAMES: Final[Mapping[str, str]] = {
    **dict(_control_characters()),
    **dict(_cursor_keys()),
    **dict(_editing_keys()),
    **dict(_function_keys()),
    **dict(_keypad_digits()),
    **_OTHERS,
}
"""The name of the key that sends each sequence."""
