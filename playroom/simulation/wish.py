"""The executors that can be wished for, by the words that stand for them."""

import re

PROCESSES, DASK = "processes", "dask"

KNOWN = "processes, processes:N with 999 at most, or dask:ADDRESS"


def is_executor(wish: str) -> bool:
    """Whether *wish* names an executor."""
    kind, mark, rest = wish.partition(":")
    if kind == PROCESSES:
        return not mark or bool(re.fullmatch("[1-9][0-9]{0,2}", rest))
    return kind == DASK and bool(rest)
