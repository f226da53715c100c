"""PURE. A filter for accidental repeated key presses, such as by trembling hands."""

from msgspec import Struct
from msgspec.structs import replace


class KeyRepeatFilter(Struct, frozen=True):
    """The last key that was accepted, and the time in seconds."""

    key: str = ""
    at: float = 0.0

    def accepts(self, key: str, now: float, seconds: float) -> bool:
        """Whether *key* is another key than the last one, or comes *seconds* after it or later."""
        return key != self.key or now - self.at >= seconds

    def after(self, key: str, now: float) -> "KeyRepeatFilter":
        """The filter once *key* was accepted."""
        return replace(self, key=key, at=now)
