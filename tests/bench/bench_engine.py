"""How fast the engine is beside two other Python packages: run it as a program.

It needs `dominoes` and, for its line, `open_spiel`. They play double-six, two teams of two, seven tiles each,
no boneyard, seat 0 begins, any move with equal chance, from the deal to the points; so does ours, and then
games that they do not know. All take turns in short spells, so that a busy machine slows them alike; the
median of the ratios counts, in plays (tiles laid) a second.
"""

import random
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from statistics import median
from time import perf_counter

from playroom.engine.engine import Engine
from playroom.engine.state import State
from playroom.rules.deal import begin
from playroom.rules.flow import after
from playroom.rules.match import new_match
from playroom.rules.questions import Opening, Starter
from playroom.rules.variant import Rules, rules
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled

SPELLS = 5 if "--short" in sys.argv else 15
SPELL = 0.25
"""Seconds that each engine plays at a time."""

SAMPLE = 100
"""Rounds that show how many tiles are laid in one."""

VARIANTS = shelf([OURS]).variants
Round = Callable[[], object]

TARGETS = {
    "play-outs": 5.0,
    "play-outs, all fives": 2.0,
    "play-outs, Mexican train": 2.0,
    "move by move": 1.5,
}
"""How many times the plays a second of `dominoes`."""


def teams_of_two() -> Rules:
    """The game that all of them know."""
    return replace(rules(VARIANTS["block"], 4), teams=2, hand=(7,), starter=Starter.CHANCE)


def twelve_by_ten() -> Rules:
    """The largest table."""
    return replace(rules(VARIANTS["dominos"], 10, 2), starter=Starter.CHANCE, opening=Opening.ANY)


class Dealer:
    """Deals rounds of one page on the engine."""

    def __init__(self, made: Rules) -> None:
        chance = random.Random(1)
        match = new_match(made)
        match = after(match, begin(match, shuffled(match, chance)[1]))
        self.engine = Engine(made, match.now.seats)
        self._dealt = self.engine.state(match)
        self._size, self._seats = len(match.now.hands[0]), len(match.now.seats)
        engine_tile = match.now.dealt.engine
        self._bits = [bit for tile, bit in self.engine.masks.bits.items() if tile != engine_tile]

    def dealt(self) -> State:
        """A round dealt at random."""
        order = sorted(self._bits, key=partial(next, iter(random.random, None)))
        size, seats = self._size, self._seats
        hands = [sum(order[size * seat : size * (seat + 1)]) for seat in range(seats)]
        return self.engine.with_hidden(self._dealt, hands, tuple(order[size * seats :]))

    def played_out(self) -> object:
        """A round on the path of the play-outs, from the deal to the points."""
        state = self.dealt()
        return self.engine.playout(state, random.choice(self.engine.moves(state)), random.random)

    def played(self) -> object:
        """A round move by move: a play where there is one, else the last other move."""
        return self._plays(self.dealt())

    def plays(self) -> float:
        """How many tiles are laid in a round."""
        return sum(self._plays(self.dealt()) for _ in range(SAMPLE)) / SAMPLE

    def _plays(self, state: State) -> int:
        moves, play, laid = self.engine.moves, self.engine.play, 0
        while state.turn is not None:
            legal = moves(state)
            plays = [move for move in legal if move < self.engine.numbers.draw]
            play(state, random.choice(plays) if plays else legal[-1])
            laid += bool(plays)
        return laid


def pypi() -> Callable[[], object]:
    new, choice = import_module("dominoes").Game.new, random.choice

    def one_round() -> object:
        game = new(starting_player=0)
        game.skinny_board()
        while game.result is None:
            game.make_move(*choice(game.valid_moves))
        return game.result

    return one_round


def open_spiel() -> Callable[[], object]:
    import_module("open_spiel.python.games.team_dominoes")  # makes the game known
    game, choice = import_module("pyspiel").load_game("python_team_dominoes"), random.choice

    def one_round() -> object:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
        return state.returns()

    return one_round


def players() -> Mapping[str, tuple[Round, float]]:
    """What plays rounds, each with the number of tiles laid in one."""
    known, large = Dealer(teams_of_two()), Dealer(twelve_by_ten())
    fives, train = Dealer(rules(VARIANTS["all-fives"], 4, 2)), Dealer(rules(VARIANTS["mexican-train"], 4))
    ours: dict[str, tuple[Round, float]] = {
        "play-outs": (known.played_out, known.plays()),
        "move by move": (known.played, known.plays()),
        "play-outs, ten players": (large.played_out, large.plays()),
        "play-outs, all fives": (fives.played_out, fives.plays()),
        "play-outs, Mexican train": (train.played_out, train.plays()),
    }
    others: dict[str, tuple[Round, float]] = {"dominoes (PyPI)": (pypi(), known.plays())}
    try:
        others["OpenSpiel"] = (open_spiel(), known.plays())
    except ImportError:
        print("OpenSpiel is not installed: its line is left out.")
    return {**others, **ours}


def rate(one_round: Round, plays: float) -> float:
    """Plays a second, over one spell."""
    count, begun = 0, perf_counter()
    while (now := perf_counter()) < begun + SPELL:
        for _ in range(4):
            one_round()
        count += 4
    return plays * count / (now - begun)


def rates() -> Mapping[str, list[float]]:
    playing = players()
    columns = zip(*([rate(*each) for each in playing.values()] for _ in range(SPELLS)), strict=True)
    return {name: list(column) for name, column in zip(playing, columns, strict=True)}


def ratio(measured: Mapping[str, list[float]], name: str) -> float:
    return median(one / two for one, two in zip(measured[name], measured["dominoes (PyPI)"], strict=True))


def main() -> None:
    measured = rates()
    for name, column in measured.items():
        print(f"{name:28} {median(column):9.0f} plays a second, {ratio(measured, name):6.2f} x PyPI")
    short = [name for name, target in TARGETS.items() if ratio(measured, name) < target]
    for name, target in TARGETS.items():
        print(f"{name}: {ratio(measured, name):.2f} x PyPI, wanted {target}")
    print("Short of its target: " + (", ".join(short) or "nothing") + ".")


if __name__ == "__main__":
    main()
