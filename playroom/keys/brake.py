"""PURE. A brake for hands that tremble: a key that comes again too soon was not meant."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Brake:
    """The key that was taken last, and the second when it was."""

    key: str = ""
    at: float = 0.0

    def takes(self, key: str, now: float, seconds: float) -> bool:
        """Whether *key* was meant: it is another key, or the last one was taken *seconds* ago or longer."""
        return key != self.key or now - self.at >= seconds

    def after(self, key: str, now: float) -> "Brake":
        """The brake once *key* has been taken."""
        return replace(self, key=key, at=now)
