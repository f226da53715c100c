"""How much of a soak the long tests play: a tenth, or all of it where SOAK is set in the environment.

    SOAK=1 .venv/bin/python -m pytest -m long           every soak in full, which takes hours
    SOAK=1 .venv/bin/python -m pytest -m long tests/engine

A soak is a test that does the same with another seed, again and again.
"""

import os
from typing import Final

SHARE: Final = 1 if os.environ.get("SOAK") else 10

SEED: Final = int(os.environ.get("SEED", "1"))
"""The seed of trials that are composed at random: the same at each run, or one that a soak sets."""


def soak(count: int) -> int:
    """How many of *count* trials are made: a tenth of them, rounded up, or all."""
    return -(-count // SHARE)
