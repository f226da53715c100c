"""PURE. What a terminal sends, as names of keys: "g", "G", "left", "shift-tab", "ctrl-r", "alt-x", "f1".

A letter plays a tile here, so no unknown escape sequence may fall apart into its letters: what follows an
Escape in one read belongs to it. Escape and one character is Alt and that key; more of it is a known sequence
or nothing. A paste is one key, whose name ends with the pasted text. Ctrl+C ends any sequence and is a key.

The sequences are those of xterm, which nearly all terminals share, with some of rxvt and the Linux console.
"""

import re
from collections.abc import Iterator, Mapping
from math import inf
from typing import Final

from playroom.keys.bindings import FOCUS_IN, FOCUS_OUT, MOST_PASTED, PASTE

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


def _regular_names() -> Iterator[tuple[str, str]]:
    """The sequences of control characters, cursor, editing, function and keypad keys, by their rules."""
    yield from ((chr(code), f"ctrl-{chr(code + 64).lower()}") for code in range(1, 32))
    for letter, name in _LETTERS.items():
        yield f"\x1b[{letter}", name
        yield f"\x1bO{letter}", name
        yield f"\x1b[5{letter}", f"ctrl-{name}"
        yield from ((f"\x1b[1;{number}{letter}", f"{held}{name}") for number, held in _MODIFIERS.items())
    for key, name in _NUMBERS.items():
        yield f"\x1b[{key}~", name
        yield from ((f"\x1b[{key};{number}~", f"{held}{name}") for number, held in _MODIFIERS.items())
    yield from ((f"\x1b[[{letter}", f"f{key}") for key, letter in enumerate("ABCDE", 1))
    yield from ((f"\x1bO{letter}", f"f{key}") for key, letter in enumerate(_F1_TO_F4, 1))
    yield from ((f"\x1b[{code}~", f"f{key}") for key, code in enumerate(_F1_TO_F20, 1))
    for number, (held, more) in _F_MODIFIERS.items():
        for key, code in enumerate(_F1_TO_F20[:12], 1):
            yield f"\x1b[{code};{number}~", f"{held}f{key + more}"
        for key, letter in enumerate(_F1_TO_F4, 1):
            if letter != "R":  # with a modifier, this one tells where the cursor is
                yield f"\x1b[1;{number}{letter}", f"{held}f{key + more}"
    for digit, letter in enumerate(_KEYPAD):
        yield from ((f"\x1b[1;{number}{letter}", f"{_MODIFIERS[number]}{digit}") for number in (5, 6, 7, 8))


SEQUENCE_NAMES: Final[Mapping[str, str]] = {**dict(_regular_names()), **_OTHERS}
"""The name of the key that sends each sequence."""


ESCAPE: Final = "\x1b"
ESCAPE_PAUSE: Final = 0.03
"""Seconds of silence after which a lone Escape is the key of that name."""
SEQUENCE_PAUSE: Final = 0.5
"""Seconds of silence after which the rest of a sequence is not awaited any more."""
REPLY_PAUSE: Final = 5.0
"""The same for the reply of a terminal, which a slow connection may split, and for a sequence with numbers,
which may be the start of a paste. For the end of a paste there is no limit.
"""

_HEAD: Final = 200
"""The characters at the start of an unfinished sequence that are kept, unless it is a paste."""
_TAIL: Final = len(PASTE_END) - 1
"""The characters at its end that are kept: the end of the sequence may have begun in them."""

_STROKE: Final = re.compile(
    r"""
    (?P<sequence>
        \x1b\[200~ [^\x03]*? (?: \x1b\[201~ | (?=\x03) )  # a paste
      | \x1b\[M [^\x03]{3}                            # the mouse, in its oldest form
      | \x1b?\x1b\[\[ [A-Z]                           # F1 to F5 of the Linux console
      | \x1b?\x1b\[ (?!200~|M|\[) [0-?]* [ -/]* [@-~]
      | \x1b?\x1bO [0-?]* [@-~]
      | \x1b[P\]X^_] [^\x03\x07\x1b]* (?: \x07 | \x1b\\ )  # a reply of the terminal in words
    )
  | (?P<begun>
        \x1b\[200~ [^\x03]* \Z
      | \x1b\[M [^\x03]{0,2} \Z
      | \x1b?\x1b (?: \[\[? | \[ (?!200~|M) [0-?]* [ -/]* | O [0-?]* )? \Z
      | \x1b[P\]X^_] [^\x03\x07\x1b]* \x1b? \Z
    )
  | (?P<group> \x1b [^\x1b\x03]* | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_ALT: Final = re.compile(r"\x1b.", re.DOTALL)
_LONE: Final = re.compile(r"\x1b\x1b?|\x1b[P\]X^_]")
_REPLY: Final = re.compile(r"\x1b(?:[P\]X^_]|\[[0-?])")


def strokes(text: str) -> tuple[tuple[str, ...], str]:
    """The names of the keys in *text*, all of one read, and the begun sequence at its end, shortened if long.

    Where it is shortened, nothing is left out that its end or its meaning depends on.
    """
    if text.startswith(PASTE_START) and PASTE_END not in text and "\x03" not in text:
        return (), _shortened(text)  # as the pattern would find, which takes long where a paste is
    keys: list[str | None] = []
    for stroke in _STROKE.finditer(text):
        match stroke.lastgroup:
            case "begun":
                return _named(keys), _shortened(stroke[0])
            case "sequence":
                keys.append(_of_sequence(stroke[0]))
            case _:
                keys.append(_of_group(stroke[0]))
    return _named(keys), ""


def pause(begun: str) -> float:
    """The seconds of silence after which *begun* is all that comes."""
    if begun.startswith(PASTE_START):
        return inf
    if _LONE.fullmatch(begun):
        return ESCAPE_PAUSE
    return REPLY_PAUSE if _REPLY.match(begun) else SEQUENCE_PAUSE


def finished_keys(begun: str) -> tuple[str, ...]:
    """The names of the keys in *begun*, now that nothing follows."""
    if set(begun) == {ESCAPE}:
        return ("escape",) * len(begun)
    return _named([_of_group(begun)])


def _named(keys: list[str | None]) -> tuple[str, ...]:
    return tuple(key for key in keys if key)


def _shortened(begun: str) -> str:
    is_paste = begun.startswith(PASTE_START)
    head = len(PASTE_START) + MOST_PASTED if is_paste else _HEAD
    if len(begun) <= head + _TAIL:
        return begun
    # The line break keeps the two ends of a paste from looking like its end.
    return begun[:head] + ("\n" if is_paste else "") + begun[-_TAIL:]


def _of_sequence(sequence: str) -> str | None:
    if sequence.startswith(PASTE_START):
        return _of_paste(sequence)
    if sequence.startswith(ESCAPE * 2):
        return _alt(_of_sequence(sequence[1:]))
    return SEQUENCE_NAMES.get(sequence)


def _of_paste(paste: str) -> str | None:
    """The key of a finished paste: the lines of it that can be read; None if it has none."""
    if not paste.endswith(PASTE_END):
        return None
    text = paste.removeprefix(PASTE_START).removesuffix(PASTE_END)[:MOST_PASTED]
    lines = ("".join(filter(str.isprintable, line.replace("\t", " "))) for line in text.splitlines())
    readable = "\n".join(line for line in lines if line.strip())
    return PASTE + readable if readable else None


def _of_group(group: str) -> str | None:
    if not group.startswith(ESCAPE) or group in SEQUENCE_NAMES:
        return _of_character(group)
    return _alt(_of_character(group[1:])) if _ALT.fullmatch(group) else None


def _alt(name: str | None) -> str | None:
    return name and f"alt-{name}"


def _of_character(character: str) -> str | None:
    if character in SEQUENCE_NAMES:
        return _of_sequence(character)
    if character.isspace():
        return "space"
    return character if character.isprintable() else None
