"""The two ways in which a console of Windows gives its keys, where Wine knows one alone.

As ``sitecustomize`` of a Windows Python under Wine it makes prompt_toolkit read the records of keys
(PLAYROOM_KEYS=records), as on old systems, or the sequences that Windows 10 and 11 send in their place
(PLAYROOM_KEYS=sequences). Wine allows a program to ask for sequences, and sends none: they are made here.
"""

import importlib.abc
import importlib.machinery
import os
import sys
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any, Final

READER: Final = "prompt_toolkit.input.win32"
KEY_EVENT: Final = 1
SHIFT, ALT, CONTROL, ANY_ALT = 0x10, 0x02, 0x0C, 0x03
"""The bits of a record: Shift, left Alt, either Control, either Alt."""

LETTERS: Final = {0x26: "A", 0x28: "B", 0x27: "C", 0x25: "D", 0x24: "H", 0x23: "F"}
"""The last letter of the sequence of each arrow, of Home and of End, by the code of the key."""
FUNCTIONS: Final = {0x70: "P", 0x71: "Q", 0x72: "R", 0x73: "S"}
"""The same of F1 to F4."""
NUMBERS: Final = {
    **dict(zip((0x2D, 0x2E, 0x21, 0x22), (2, 3, 5, 6), strict=True)),
    **dict(zip(range(0x74, 0x7C), (15, 17, 18, 19, 20, 21, 23, 24), strict=True)),
}
"""The number in the sequence of Insert, Delete, Page Up, Page Down and F5 to F12."""


def sequence(code: int, character: str, state: int) -> str:
    """What Windows 10 sends for a key by its code, its character and the keys that are held with it."""
    modifier = 1 + bool(state & SHIFT) + 2 * bool(state & ANY_ALT) + 4 * bool(state & CONTROL)
    held = f";{modifier}" if modifier > 1 else ""
    if code in LETTERS:
        return f"\x1b[{'1' if held else ''}{held}{LETTERS[code]}"
    if code in FUNCTIONS:
        return f"\x1b[1{held}{FUNCTIONS[code]}" if held else f"\x1bO{FUNCTIONS[code]}"
    if code in NUMBERS:
        return f"\x1b[{NUMBERS[code]}{held}~"
    return _typed(code, character, state)


def _typed(code: int, character: str, state: int) -> str:
    if code == ord("\t") and state & SHIFT:
        return "\x1b[Z"
    if code == ord("\b"):
        return "\x7f"
    is_alternate = state & ALT and not state & CONTROL
    return "" if character == "\0" else f"\x1b{character}" if is_alternate else character


def _sequences(_reader: object, read: Any, records: Any) -> Iterator[str]:  # noqa: ANN401 (ctypes has no types)
    """The sequences of those of the records that press a key."""
    for number in range(read.value):
        record = records[number]
        if record.EventType == KEY_EVENT and record.Event.KeyEvent.KeyDown:
            key = record.Event.KeyEvent
            yield sequence(key.VirtualKeyCode, key.uChar.UnicodeChar, key.ControlKeyState)


def change(reader: Any, way: str) -> None:  # noqa: ANN401 (the module exists on Windows alone)
    """Let prompt_toolkit read the keys this way."""
    reader._is_win_vt100_input_enabled = lambda: way == "sequences"  # noqa: SLF001 (nothing public decides it)
    reader.Vt100ConsoleInputReader._get_keys = _sequences  # noqa: SLF001 (prompt_toolkit has no hook for it)


class Finder(importlib.abc.MetaPathFinder):
    """Changes the reader of prompt_toolkit when it is imported."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module as it is found elsewhere, changed once it has been run."""
        spec = importlib.machinery.PathFinder.find_spec(fullname, path) if fullname == READER else None
        if spec and spec.loader:
            run = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                run(module)
                change(module, os.environ["PLAYROOM_KEYS"])

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


if sys.platform == "win32" and "PLAYROOM_KEYS" in os.environ:
    sys.meta_path.insert(0, Finder())
