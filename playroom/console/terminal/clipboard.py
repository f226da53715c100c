"""PURE. Copying by way of the terminal: it takes a text for the clipboard, and shows nothing of it."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Final

_DEAF: Final[Mapping[str, frozenset[str]]] = {
    "TERM": frozenset({"", "dumb", "linux"}),
    "TERM_PROGRAM": frozenset({"Apple_Terminal"}),
}
"""The terminals that take no copies, by what they write into the environment."""

_BETWEEN: Final = ("TMUX", "STY", "VTE_VERSION")
"""What stands in the environment where copies are stopped on their way, or by the library of the terminal."""


def copying(text: str) -> str:
    """The sequence (OSC 52) that puts *text* on the clipboard of the terminal."""
    return f"\x1b]52;c;{b64encode(text.encode()).decode()}\x07"


def takes_copies(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a terminal may take copies: none answers, so all may that are not known to take none."""
    deaf = any(environment.get(name, "") in values for name, values in _DEAF.items())
    return not (deaf or platform == "win32" or any(environment.get(name) for name in _BETWEEN))
