"""The deal of the day: a game, a table and a seed from the date alone, the same for everybody."""

from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Final, NamedTuple

from playroom.table.setup import Setup

_ONE_ROUND: Final = {"single_round": True}
DAY_TABLES: Final[Sequence[Setup]] = (
    Setup("draw", 2, options=_ONE_ROUND),
    Setup("block", 2, options=_ONE_ROUND),
    Setup("draw", 3, options=_ONE_ROUND),
)
"""The tables, one a day in turn. A round each: the deal of a second one would depend on the first."""

_SEED_BITS: Final = 48


class DayTable(NamedTuple):
    """The table of a day, and the seed of its tiles and of all chance of its bots."""

    setup: Setup
    seed: int


def day_table(day: date) -> DayTable:
    """The table of a day; random.Random promises the same numbers for a seed in every Python."""
    seed = Random(f"deal of the day {day.isoformat()}").getrandbits(_SEED_BITS)  # noqa: S311 (a game)
    return DayTable(DAY_TABLES[day.toordinal() % len(DAY_TABLES)], seed)
