"""PURE. What a terminal sends, as names of keys: "g", "G", "left", "shift-tab", "ctrl-r", "alt-x", "f1".

A letter plays a tile here, so no unknown escape sequence may fall apart into its letters: what follows an
Escape in one read belongs to it. Escape and one character is Alt and that key; more of it is a known sequence
or nothing. Ctrl+C always comes through, whatever was begun.
"""

import re
from typing import Final

from playroom.console.terminal.key_sequences import SEQUENCE_NAMES

ESCAPE: Final = "\x1b"
ESCAPE_PAUSE: Final = 0.03
"""Seconds of silence after which a lone Escape is the key of that name."""
SEQUENCE_PAUSE: Final = 0.5
"""Seconds of silence after which nobody waits for the rest of a sequence."""

_STROKE: Final = re.compile(
    r"""
    (?P<sequence>
        \x1b\[200~ [^\x03]*? \x1b\[201~               # a paste
      | \x1b\[M [^\x03]{3}                            # the mouse, in its oldest form
      | \x1b?\x1b\[\[ [A-Z]                           # F1 to F5 of the Linux console
      | \x1b?\x1b\[ (?!200~|M|\[) [0-?]* [ -/]* [@-~]
      | \x1b?\x1bO [0-?]* [@-~]
      | \x1b[P\]X^_] [^\x03]*? (?: \x07 | \x1b\\ )    # a terminal's answer in words
    )
  | (?P<begun>
        \x1b\[200~ [^\x03]{0,65536} \Z
      | \x1b\[M [^\x03]{0,2} \Z
      | \x1b?\x1b (?: \[\[? | \[ (?!200~|M) [0-?]* [ -/]* | O [0-?]* )? \Z
      | \x1b[P\]X^_] [^\x03]{0,4096} \Z
    )
  | (?P<group> \x1b [^\x1b\x03]* | . )
    """,
    re.VERBOSE | re.DOTALL,
)
_ALT: Final = re.compile(r"\x1b.", re.DOTALL)
_LONE: Final = re.compile(r"\x1b\x1b?|\x1b[P\]X^_]")


def strokes(text: str) -> tuple[tuple[str, ...], str]:
    """The names of the keys in *text*, all of one read, and the begun sequence at its end."""
    keys: list[str | None] = []
    for stroke in _STROKE.finditer(text):
        match stroke.lastgroup:
            case "begun":
                return _named(keys), stroke[0]
            case "sequence":
                keys.append(_of_sequence(stroke[0]))
            case _:
                keys.append(_of_group(stroke[0]))
    return _named(keys), ""


def pause(begun: str) -> float:
    """The seconds of silence after which *begun* is all that comes."""
    return ESCAPE_PAUSE if _LONE.fullmatch(begun) else SEQUENCE_PAUSE


def finished_keys(begun: str) -> tuple[str, ...]:
    """The names of the keys in *begun*, now that nothing follows."""
    if set(begun) == {ESCAPE}:
        return ("escape",) * len(begun)
    return _named([_of_group(begun)])


def _named(keys: list[str | None]) -> tuple[str, ...]:
    return tuple(key for key in keys if key)


def _of_sequence(sequence: str) -> str | None:
    if sequence.startswith(ESCAPE * 2):
        return _alt(_of_sequence(sequence[1:]))
    return SEQUENCE_NAMES.get(sequence)


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
