"""How strong the bots are: run it as a program, with the number of deals for each duel (4 if none is given).

Every deal is played once for each side, with the bots moved on, so that nobody has the better tiles. What
counts are rounds: each match here is a single one. It needs `dominoes` for the lines that name it.
"""

import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from random import Random
from typing import Any

from verdict import Figure, verdict

from playroom.bots.roster import BOTS
from playroom.rules.deal import begin
from playroom.rules.flow import after, forced, play
from playroom.rules.layout import LEFT, RIGHT
from playroom.rules.match import Match, new_match
from playroom.rules.move import Move, Play
from playroom.rules.questions import Starter
from playroom.rules.tile import Tile
from playroom.rules.variant import Rules, rules
from playroom.rules.view import View, view
from playroom.simulation.executors import cores, processes
from playroom.simulation.interval import Sums, interval, one_group
from playroom.simulation.plan import Plan, bots_by_seat
from playroom.simulation.scheduler import run_simulation
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled

FEW = 4
"""Deals for each duel: enough to see that it works. To show a rate takes some hundreds, and hours."""

HEAVIEST = "playroom.bots.simple:heaviest"
VARIANTS = shelf([OURS]).variants

ONE_ROUND: dict[str, dict[str, object]] = {
    "dominos": {"limit": 1},
    "block": {"single_round": True},
    "draw": {"single_round": True},
    "passing-game": {"target": 1},
    "pass-and-out": {"deals": 1},
    "pass-pass": {"deals": 1},
    "all-fives": {"target": 1, "finish": "round_end"},
    "matador": {"target": 1},
    "mexican-train": {"rounds": 1},
}
"""The options by which a match is over after one round."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Bots at one table, the first against all others, and the rate of rounds that it should win."""

    game: str
    players: int
    teams: int
    bots: tuple[str, ...]
    wanted: float

    @property
    def rules(self) -> Rules:
        """The table, for one round."""
        return rules(VARIANTS[self.game], self.players, self.teams, ONE_ROUND[self.game])

    def __str__(self) -> str:
        table = f"{self.players} in teams" if self.teams else f"{self.players} alone"
        first, second, *_ = (word.rpartition(":")[2] for word in self.bots)
        return f"{self.game}, {table}: {first} against {second}"


def duel(game: str, players: int, teams: int, one: str, other: str, wanted: float) -> Duel:
    """*one* against *other*: by turns in teams, alone against all others who play alone."""
    bots = (one, other) if teams else (one, *(other,) * (players - 1))
    return Duel(game, players, teams, bots, wanted)


DUELS = (
    duel("dominos", 4, 2, "hard", HEAVIEST, 0.71),
    duel("dominos", 4, 2, "expert", HEAVIEST, 0.74),
    duel("dominos", 4, 2, "expert", "hard", 0.51),
    duel("draw", 2, 0, "hard", HEAVIEST, 0.66),
    duel("draw", 3, 0, "hard", HEAVIEST, 0.47),
    duel("dominos", 4, 0, "hard", HEAVIEST, 0.40),
)

ABROAD = {"hard": 0.57, "expert": 0.62}
"""The rates that are wanted against the bot of `dominoes`."""

LADDER_TABLES = (
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
)
"""The tables at which every strength meets the one below: one of each game, and The Passing Game in teams."""


def ladder() -> Iterator[Duel]:
    """Every strength against the one below, in each game."""
    words = tuple(BOTS)
    for game, players, teams in LADDER_TABLES:
        for below, word in pairwise(words):
            yield duel(game, players, teams, word, below, 1 / (teams or players))


def measured(what: Duel, deals: int, executor: Executor) -> Figure:
    plan = Plan(what.rules, bots_by_seat(what.bots, what.players), deals, seed=1, duplicate=True)
    rounds = run_simulation(plan, executor).bots[what.bots[0]].rounds
    return told(str(what), rounds.rate or 0, rounds.interval.low or 0, rounds.tried, what.wanted)


def told(what: str, rate: float, low: float, rounds: int, wanted: float) -> Figure:
    """What is shown of a rate: the low end of its interval."""
    print(f"{what}: {rate:.1%} of {rounds}, at least {low:.1%}, wanted {wanted:.1%}", flush=True)
    return Figure(what, 100 * low, 100 * wanted, " %", at_least=True)


class Opponent:
    """The probabilistic alpha-beta of `dominoes`, in a game that this package referees."""

    def __init__(self) -> None:
        players = import_module("dominoes.players")
        self._think = players.probabilistic_alphabeta(start_move=10, sample_size=10)
        self._before = players.bota_gorda

    def move(self, game: Any) -> Any:  # noqa: ANN401 (of a package without types)
        self._before(game)
        self._think(game)
        return game.valid_moves[0]


def refereed(word: str, seed: int) -> Sums:
    """What a bot wins of one deal in both teams, under the other package's own referee."""
    return one_group(sum((_refereed(BOTS[word], team, seed) for team in (0, 1)), Fraction(0)), 2, Fraction(1))


def _refereed(bot: Callable[[View, Random], Move], team: int, seed: int) -> Fraction:
    random.seed(seed)  # the other package takes its chance from there
    match, game = both_dealt(Random(seed))
    opponent = Opponent()
    while game.result is None:
        seat = game.turn
        assert match.turn == seat
        if seat % 2 == team:
            move = bot(view(match, seat), Random(f"{seed} {len(game.moves)}"))
            game.make_move(*their_move(move))
        else:
            theirs = opponent.move(game)
            move = our_move(match, *theirs)
            game.make_move(*theirs)
        match = after(match, play(match, move))
        match = after(match, forced(match))
    points = game.result.points * (1 if team == 0 else -1)
    return Fraction(1, 2) if points == 0 else Fraction(int(points > 0))


def their_rules() -> Rules:
    """The game of that package: two teams of two, seven tiles each, any of them opens."""
    block = rules(VARIANTS["block"], 4, options={"single_round": True})
    return replace(block, teams=2, hand=(7,), starter=Starter.CHANCE)


def both_dealt(chance: Random) -> tuple[Match, Any]:
    """The same deal for both; a seat drawn by lot begins."""
    dominoes, match = import_module("dominoes"), new_match(their_rules())
    _, deal = shuffled(match, chance)
    match = after(match, begin(match, deal))
    game = dominoes.Game.new(starting_player=match.turn)
    game.hands = [dominoes.Hand(list(map(their_tile, hand))) for hand in deal.hands]
    game.valid_moves = tuple((domino, True) for domino in game.hands[game.turn])
    return match, game


def their_tile(tile: Tile) -> Any:  # noqa: ANN401 (of a package without types)
    """The higher half first, as our first tile lies: so left and right are the same for both."""
    return import_module("dominoes").Domino(tile.high, tile.low)


def their_move(move: Move) -> tuple[Any, bool]:
    assert isinstance(move, Play)  # nobody draws there, and passes make themselves
    return their_tile(move.tile), move.end != RIGHT


def our_move(match: Match, domino: Any, left: bool) -> Play:  # noqa: ANN401, FBT001 (as that package has it)
    tile = Tile(*sorted((domino.first, domino.second)))
    return Play(tile, (LEFT if left else RIGHT) if match.now.layout.open_ends else None)


def measured_abroad(word: str, wanted: float, deals: int, executor: Executor) -> Figure:
    """A bot against the one of `dominoes`."""
    sums = sum(executor.map(refereed, [word] * deals, range(deals)), Sums())
    rate = float(sums.won / sums.tried)
    return told(
        f"dominoes' own game: {word} against its alpha-beta", rate, interval(sums).low, sums.tried, wanted
    )


def main(deals: int = FEW) -> None:
    with processes(cores()) as executor:
        figures = [measured(each, deals, executor) for each in (*DUELS, *ladder())]
        if find_spec("dominoes"):
            abroad = ABROAD.items()
            figures += [measured_abroad(word, wanted, deals, executor) for word, wanted in abroad]
    print(verdict(figures))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
