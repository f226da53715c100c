"""The names of executors on the command line."""

import re

PROCESSES, DASK = "processes", "dask"


def is_executor_name(name: str) -> bool:
    """Whether *name* is the name of an executor."""
    kind, mark, rest = name.partition(":")
    if kind == PROCESSES:
        return not mark or bool(re.fullmatch("[1-9][0-9]{0,2}", rest))
    return kind == DASK and bool(rest)
