"""PURE. What a terminal sends, as names of keys: "g", "G", "left", "shift-tab", "ctrl-r", "alt-x", "f1".

A letter plays a tile here, so no unknown escape sequence may fall apart into its letters: what follows an
Escape in one read belongs to it. Escape and one character is Alt and that key; more of it is a key that
prompt_toolkit's table knows, or nothing. Ctrl+C always comes through, whatever was begun.
"""

import re
from typing import Final

from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES, REVERSE_ANSI_SEQUENCES
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

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
_UNHEARD: Final = frozenset({Keys.BracketedPaste, Keys.WindowsMouseEvent, Keys.ScrollUp, Keys.ScrollDown})
_OWN_NAMES: Final = {
    Keys.ControlM: "enter",
    Keys.ControlJ: "enter",
    Keys.ControlI: "tab",
    Keys.ControlH: "backspace",
    Keys.ControlAt: "ctrl-space",
}


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


def settled(begun: str) -> tuple[str, ...]:
    """The names of the keys in *begun*, now that nothing follows."""
    if set(begun) == {ESCAPE}:
        return ("escape",) * len(begun)
    return _named([_of_group(begun)])


def key_name(key: Keys | str) -> str | None:
    """Our name for a key of prompt_toolkit, None for what is no key at all."""
    if not isinstance(key, Keys):
        return _of_character(key)
    if key.value.startswith("<"):
        return None
    return _OWN_NAMES.get(key) or key.value.replace("c-", "ctrl-", 1).replace("s-", "shift-", 1)


def typed(press: KeyPress) -> str:
    """What a terminal would have sent for *press*; "" for a paste, the mouse and the like."""
    if press.key in _UNHEARD:
        return ""
    return REVERSE_ANSI_SEQUENCES.get(press.key, press.data) if isinstance(press.key, Keys) else press.key


def _named(keys: list[str | None]) -> tuple[str, ...]:
    return tuple(key for key in keys if key)


def _of_sequence(sequence: str) -> str | None:
    if sequence.startswith(ESCAPE * 2):
        return _alt(_of_sequence(sequence[1:]))
    known = ANSI_SEQUENCES.get(sequence, Keys.Ignore)
    return _alt(key_name(known[-1])) if isinstance(known, tuple) else key_name(known)


def _of_group(group: str) -> str | None:
    if not group.startswith(ESCAPE) or group in ANSI_SEQUENCES:
        return _of_character(group)
    return _alt(_of_character(group[1:])) if _ALT.fullmatch(group) else None


def _alt(name: str | None) -> str | None:
    return name and f"alt-{name}"


def _of_character(character: str) -> str | None:
    if character in ANSI_SEQUENCES:
        return _of_sequence(character)
    if character.isspace():
        return "space"
    return character if character.isprintable() else None
