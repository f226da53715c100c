"""The key sequences that prompt_toolkit knows, by our names.

prompt_toolkit takes long to load; this module is imported after the first text.
"""

from collections.abc import Mapping
from typing import Final

from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.keys import Keys

_OWN_NAMES: Final = {
    Keys.ControlM: "enter",
    Keys.ControlJ: "enter",
    Keys.ControlI: "tab",
    Keys.ControlH: "backspace",
    Keys.ControlAt: "ctrl-space",
}


def key_name(key: Keys) -> str | None:
    """Our name for a key of prompt_toolkit; None for a paste, the mouse and the like."""
    if key.value.startswith("<"):
        return None
    return _OWN_NAMES.get(key) or key.value.replace("c-", "ctrl-", 1).replace("s-", "shift-", 1)


def _sequence_name(keys: Keys | tuple[Keys, ...]) -> str | None:
    if isinstance(keys, tuple):  # Escape, then a key
        name = key_name(keys[-1])
        return name and f"alt-{name}"
    return key_name(keys)


SEQUENCE_NAMES: Final[Mapping[str, str | None]] = {
    sequence: _sequence_name(keys) for sequence, keys in ANSI_SEQUENCES.items()
}
"""The name of the key that sends each sequence; None if it is not a key."""
