"""How fast the rules are beside two other Python packages: run it as a program.

It needs `dominoes` and, for its line, `open_spiel`. Every engine plays the same game: double-six, two teams
of two, seven tiles each, no boneyard, seat 0 begins, any move with equal chance, from the deal to the points.
All take turns in short spells, so that a busy machine slows them alike; the median of the ratios counts.
"""

import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter

from playroom.rules.engine import Engine, State, engine
from playroom.rules.question import Opening, Starter
from playroom.rules.variant import Rules, rules
from playroom.table.shelf import OURS, shelf

SPELLS = 15
SPELL = 0.25
"""Seconds that each engine plays at a time."""

VARIANTS = shelf([OURS]).variants

TARGETS = {
    "public API, recording off": 3.5,
    "path of the play-outs": 8.0,
    "double-twelve, ten players": 1.0,
}
"""How many times the rounds a second of `dominoes`."""


def teams_of_two() -> Rules:
    """The game that all of them know."""
    return replace(rules(VARIANTS["block"], 4), teams=2, hand=(7,), starter=Starter.CHANCE)


def twelve_by_ten() -> Rules:
    """The largest table."""
    return replace(rules(VARIANTS["dominos"], 10, 2), starter=Starter.CHANCE, opening=Opening.ANY)


def played_out(fast: Engine) -> Callable[[], object]:
    """A round on the path of the play-outs, from the deal to the points."""
    deal, playout, chance = fast.dealt, fast.playout, random.random
    return lambda: playout(deal(chance, 0), chance)


def played(fast: Engine, play: Callable[[State, int], None]) -> Callable[[], object]:
    """A round move by move."""
    deal, moves, choice, chance = fast.dealt, fast.moves, random.choice, random.random

    def one_round() -> object:
        state = deal(chance, 0)
        while state.turn is not None:
            play(state, choice(moves(state)))
        return state.scores

    return one_round


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


def engines() -> Mapping[str, Callable[[], object]]:
    fast, large = engine(teams_of_two()), engine(twelve_by_ten())
    ours = {
        "public API, recording off": played(fast, fast.play),
        "public API, full event log": played(fast, fast.record),
        "path of the play-outs": played_out(fast),
        "double-twelve, ten players": played_out(large),
    }
    others = {"dominoes (PyPI)": pypi()}
    try:
        others["OpenSpiel"] = open_spiel()
    except ImportError:
        print("OpenSpiel is not installed: its line is left out.")
    return {**others, **ours}


def rate(one_round: Callable[[], object]) -> float:
    """Rounds a second, over one spell."""
    count, begun = 0, perf_counter()
    while (now := perf_counter()) < begun + SPELL:
        for _ in range(4):
            one_round()
        count += 4
    return count / (now - begun)


def rates() -> Mapping[str, list[float]]:
    playing = engines()
    return {
        name: list(column)
        for name, column in zip(
            playing,
            zip(*([rate(play) for play in playing.values()] for _ in range(SPELLS)), strict=True),
            strict=True,
        )
    }


def ratio(measured: Mapping[str, list[float]], name: str, other: str) -> float:
    return median(one / two for one, two in zip(measured[name], measured[other], strict=True))


def import_seconds() -> float:
    """What the import of the rules takes beyond an empty program; the best of several."""
    root = Path(__file__).parents[2]

    def seconds(program: str) -> float:
        begun = perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True, cwd=root)
        return perf_counter() - begun

    empty, full = "pass", "import playroom.rules.engine, playroom.rules.view, playroom.rules.deal"
    return min(map(seconds, [full] * 15)) - min(map(seconds, [empty] * 15))


def main() -> None:
    measured = rates()
    for name, column in measured.items():
        beside = ratio(measured, name, "dominoes (PyPI)")
        print(f"{name:28} {median(column):9.0f} rounds a second, {beside:6.2f} x PyPI")
    for name, target in TARGETS.items():
        print(f"{name}: {ratio(measured, name, 'dominoes (PyPI)'):.2f} x PyPI, wanted {target}")
    slower = ratio(measured, "public API, recording off", "public API, full event log")
    print(f"full event log: {slower:.2f} x slower, wanted at most 2")
    if "OpenSpiel" in measured:
        print(f"OpenSpiel: {ratio(measured, 'public API, recording off', 'OpenSpiel'):.1f} x, wanted 20")
    print(f"import of the rules: {1000 * import_seconds():.0f} ms, wanted at most 60")


if __name__ == "__main__":
    main()
