"""How much a benchmark measures: all of it by hand, a quarter where SHORT is set, as `.ci/run` sets it."""

import os
from typing import Final

SHARE: Final = 4 if os.environ.get("SHORT") else 1


def trials(count: int) -> int:
    """How many of *count* trials are made: a quarter of them, rounded up, or all."""
    return -(-count // SHARE)
