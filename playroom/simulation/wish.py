"""The executors that can be wished for, by the words that stand for them."""

PROCESSES, DASK = "processes", "dask"

KNOWN = "processes, processes:N or dask:ADDRESS"


def is_executor(wish: str) -> bool:
    """Whether *wish* names an executor."""
    kind, mark, rest = wish.partition(":")
    if kind == PROCESSES:
        return not mark or (rest.isascii() and rest.isdigit() and int(rest) > 0)
    return kind == DASK and bool(rest)
