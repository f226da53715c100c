"""What is to be played in these tests, and by whom."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from playroom.rules.rulebook.variant import rules
from playroom.simulation.executors import run_simulation
from playroom.simulation.plan import Plan, bots_by_seat
from playroom.simulation.result import Result
from playroom.table.shelf import OURS, shelf

VARIANTS = shelf([OURS]).variants

BOTS = ("casual", "novice")
SHORT: Mapping[str, Mapping[str, object]] = {
    "all-fives": {"target": 60},
    "bergen": {"target": 6},
    "block": {"target": 30},
    "chickenfoot": {"rounds": 2},
    "cochon": {"target": 1},
    "cuban": {"target": 100},
    "dominos": {"limit": 40},
    "draw": {"target": 40},
    "dupla": {"target": 3},
    "fives-and-threes": {"target": 21},
    "kozel": {"target": 40},
    "maltese-cross": {"target": 40},
    "matador": {"target": 30},
    "mexican-train": {"rounds": 2},
    "partners": {"target": 60},
    "pass-and-out": {"target": 12},
    "pass-pass": {"deals": 2},
    "passing-game": {"target": 20},
    "sebastopol": {"target": 40},
    "six-love": {"target": 2},
}
"""Options with which a match has a few rounds."""


def planned(
    game: str = "dominos",
    bots: tuple[str, ...] = BOTS,
    *,
    table: tuple[int, int] = (4, 2),
    options: Mapping[str, object] | None = None,
    seeds: int = 4,
    duplicate: bool = False,
) -> Plan:
    """A few short matches of a game at a table of so many players and teams."""
    made = rules(VARIANTS[game], *table, {**SHORT[game], **(options or {})})
    return Plan(made, bots_by_seat(bots, made.players), seeds, 7, duplicate)


def expected(plan: Plan) -> Result:
    """What comes of a plan when all is played one after the other."""
    with ThreadPoolExecutor(1) as executor:
        return run_simulation(plan, executor)
