"""How strong the bots are beside other programs. usage: python tests/bench/bench_strength.py [DEALS]

They play single rounds on so many duplicate deals (4 if no number is given). The lines that name `dominoes`
need that package.
"""

import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from duels import FEW, VARIANTS, Duel, failed, figure, measured
from verdict import Figure, verdict

from playroom.bots.roster import BOTS
from playroom.rules.deal import begin
from playroom.rules.flow import after, forced, play
from playroom.rules.layout import LEFT, RIGHT
from playroom.rules.match import Match, new_match
from playroom.rules.move import Move, Play
from playroom.rules.rulebook.questions import Starter
from playroom.rules.rulebook.variant import Rules, rules
from playroom.rules.tile import Tile
from playroom.rules.view import View, view
from playroom.simulation.executors import cores, processes
from playroom.simulation.result import Rate, Sums, interval, one_group
from playroom.table.shuffle import shuffled

HEAVIEST = "support.games.heaviest_bot:heaviest"

WANTED = (
    (Duel("dominos", 4, 2, ("hard", HEAVIEST)), 0.71),
    (Duel("dominos", 4, 2, ("expert", HEAVIEST)), 0.74),
    (Duel("draw", 2, 0, ("hard", HEAVIEST)), 0.66),
    (Duel("draw", 3, 0, ("hard", HEAVIEST)), 0.47),
    (Duel("dominos", 4, 0, ("hard", HEAVIEST)), 0.40),
)
"""Duels with the bot that most other programs have, and the rates that are wanted."""

ABROAD = {"hard": 0.57, "expert": 0.62}
"""The rates that are wanted against the bot of `dominoes`."""


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


def figures(deals: int, executor: Executor) -> Iterator[Figure]:
    """What is measured of each duel."""
    for what, wanted in WANTED:
        rate = measured(what, deals, executor)
        yield figure(str(what), rate, deals, wanted) if rate else failed(str(what))
    for word, wanted in ABROAD.items() if find_spec("dominoes") else ():
        yield figure(
            f"dominoes' own game: {word} over its alpha-beta", abroad(word, deals, executor), deals, wanted
        )


def abroad(word: str, deals: int, executor: Executor) -> Rate:
    """What a bot wins against the one of `dominoes`."""
    sums = sum(executor.map(refereed, [word] * deals, range(deals)), Sums())
    return Rate(float(sums.won), sums.tried, float(sums.won / sums.tried), interval(sums), 0.5)


def main(deals: int = FEW) -> None:
    with processes(cores()) as executor:
        print(verdict(list(figures(deals, executor))))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
