"""PURE. The control sequence that has a terminal copy a text to its clipboard."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Final

_DEAF: Final[Mapping[str, frozenset[str]]] = {
    "TERM": frozenset({"", "dumb", "linux"}),
    "TERM_PROGRAM": frozenset({"Apple_Terminal"}),
}
"""The terminals without that sequence, by their environment variables."""

_BETWEEN: Final = ("TMUX", "STY", "VTE_VERSION")
"""The environment variables of programs and libraries that drop the sequence."""


def copying(text: str) -> str:
    """The sequence (OSC 52) that puts *text* on the clipboard of the terminal."""
    return f"\x1b]52;c;{b64encode(text.encode()).decode()}\x07"


def takes_copies(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a terminal may know the sequence; as there is no reply, those known to lack it are excluded."""
    deaf = any(environment.get(name, "") in values for name, values in _DEAF.items())
    return not (deaf or platform == "win32" or any(environment.get(name) for name in _BETWEEN))
