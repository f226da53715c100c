"""Bots against each other on duplicate deals: each is played once for each side, with the bots moved on."""

from concurrent.futures import Executor
from dataclasses import dataclass, replace

from effort import trials
from verdict import Figure

from playroom.bots.roster import BOTS
from playroom.rules.rulebook.questions import Finish
from playroom.rules.rulebook.variant import Rules, rules
from playroom.simulation.executors import MatchFaultError, run_simulation
from playroom.simulation.plan import Plan, bots_by_seat
from playroom.simulation.result import Rate
from playroom.table.shelf import OURS, shelf

FEW = trials(4)
"""Deals for each duel: enough to see that it works. To show a rate takes some hundreds, and hours."""

VARIANTS = shelf([OURS]).variants

ONE_ROUND: dict[str, dict[str, object]] = {
    "dominos": {"limit": 1},
    "block": {"single_round": True},
    "draw": {"single_round": True},
    "passing-game": {"target": 1},
    "pass-and-out": {"deals": 1},
    "pass-pass": {"deals": 1},
    "all-fives": {"target": 1},
    "matador": {"target": 1},
    "mexican-train": {"rounds": 1},
    "partners": {"target": 1},
    "cuban": {"target": 1},
    "six-love": {"target": 1},
    "dupla": {"target": 1},
    "cochon": {"target": 1},
    "fives-and-threes": {"target": 1, "exact": False},
    "kozel": {"target": 1, "entry": 1},
    "bergen": {"target": 1},
    "sebastopol": {"target": 1},
    "maltese-cross": {"target": 1},
    "chickenfoot": {"rounds": 1},
}
"""The options by which a match is over after one round that scores; no target ends one before its end."""

TABLES = (
    ("dominos", 4, 2),
    ("block", 2, 0),
    ("draw", 2, 0),
    ("passing-game", 2, 0),
    ("passing-game", 4, 2),
    ("pass-and-out", 4, 0),
    ("pass-pass", 4, 2),
    ("all-fives", 2, 0),
    ("matador", 2, 0),
    ("mexican-train", 2, 0),
    ("partners", 4, 2),
    ("cuban", 4, 2),
    ("six-love", 2, 0),
    ("dupla", 4, 2),
    ("cochon", 3, 0),
    ("fives-and-threes", 2, 0),
    ("kozel", 2, 0),
    ("bergen", 2, 0),
    ("sebastopol", 4, 0),
    ("maltese-cross", 2, 0),
    ("chickenfoot", 2, 0),
)
"""The tables at which every strength meets the one below: one of each game, and The Passing Game in teams."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Bots at one table, the first against all others, in matches of one round or in whole ones."""

    game: str
    players: int
    teams: int
    bots: tuple[str, str]
    whole: bool = False

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        options = {} if self.whole else ONE_ROUND[self.game]
        made = rules(VARIANTS[self.game], self.players, self.teams, options)
        return made if self.whole else replace(made, finish=Finish.ROUND_END)

    @property
    def seated(self) -> tuple[str, ...]:
        """A bot for each seat: the two by turns in teams, the first alone against all who play alone."""
        one, other = self.bots
        words = self.bots if self.teams else (one, *(other,) * (self.players - 1))
        return bots_by_seat(words, self.players)

    @property
    def fair(self) -> float:
        """What bots of one strength would win."""
        return 1 / (self.teams or self.players)

    @property
    def table(self) -> str:
        """The game, who plays, and how long."""
        who = f"{self.players} in teams" if self.teams else f"{self.players} alone"
        return f"{self.game}, {who}{', whole matches' if self.whole else ''}"

    def __str__(self) -> str:
        first, second = (word.rpartition(":")[2] for word in self.bots)
        return f"{self.table}: {first} over {second}"


def measured(what: Duel, deals: int, executor: Executor) -> Rate | None:
    """The rate of matches that the first bot wins; None if a bot fails, which is printed."""
    plan = Plan(what.rules, what.seated, deals, seed=1, duplicate=True)
    try:
        found = run_simulation(plan, executor).bots[what.bots[0]]
    except MatchFaultError as error:
        print(f"{what}: failed, {error.fault}", flush=True)
        return None
    return found.matches


def figure(what: str, rate: Rate, deals: int, wanted: float) -> Figure:
    """What is printed of a rate: the low end of its interval, which must be more than what is wanted."""
    low = 100 * rate.interval.low
    print(
        f"{what}: {100 * (rate.rate or 0):.1f} % of {rate.tried} on {deals} duplicate deals, "
        f"at least {low:.1f} %, wanted {100 * wanted:.1f} %",
        flush=True,
    )
    return Figure(what, low, 100 * wanted, " %", at_least=True)


def failed(what: str) -> Figure:
    """A target that is missed as a bot has failed."""
    return Figure(f"{what}, failed", 0, 1, at_least=True)


def strengths() -> tuple[tuple[str, str], ...]:
    """Each strength and the one below."""
    words = tuple(BOTS)
    return tuple(zip(words[1:], words, strict=False))
