"""The error of an executor that cannot be opened."""

from playroom.narration.message import Message
from playroom.strict_yaml import one_line


class ExecutorError(Exception):
    """An executor that cannot be opened, and why."""

    def __init__(self, entry: str, error: Exception | None = None, **blanks: str) -> None:
        why = {"why": one_line(f"{type(error).__name__}: {error}".rstrip(":. "))} if error else {}
        super().__init__(entry, blanks, why)
        self.why = Message(f"simulation.{entry}", blanks={**blanks, **why})
