"""Bots that search, made to stop after two determinizations: where it does not matter how well they play."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from playroom.bots import search, swaps


@contextmanager
def thrifty_bots() -> Iterator[None]:
    """Meanwhile those whose time is up stop after two determinizations, for which they deal few."""
    with (
        patch.object(search, "BATCH", 2),
        patch.object(swaps, "CHAINS", 2),
        patch.object(swaps, "FIRST_DEALS", 4),
    ):
        yield
