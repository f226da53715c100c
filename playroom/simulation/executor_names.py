"""The names of executors on the command line, and the error of one that cannot be opened."""

import re

from playroom.narration.message import Message
from playroom.strict_yaml import one_line

PROCESSES, DASK = "processes", "dask"


def is_executor_name(name: str) -> bool:
    """Whether *name* is the name of an executor."""
    kind, mark, rest = name.partition(":")
    if kind == PROCESSES:
        return not mark or bool(re.fullmatch("[1-9][0-9]{0,2}", rest))
    return kind == DASK and bool(rest)


class ExecutorError(Exception):
    """An executor that cannot be opened, and why."""

    def __init__(self, entry: str, error: Exception | None = None, **blanks: str) -> None:
        why = {"why": one_line(f"{type(error).__name__}: {error}".rstrip(":. "))} if error else {}
        super().__init__(entry, blanks, why)
        self.why = Message(f"simulation.{entry}", blanks={**blanks, **why})
