"""How fast the engine is beside two other Python packages: run it as a program.

It needs `dominoes` and, for its line, `open_spiel`. Those play double-six, two teams of two, seven tiles
each, no boneyard, seat 0 begins, any move with equal chance, from the deal to the points; so do we, and games
of ours that have more ends. All take turns in short spells, so that a busy machine slows them alike; the
median of the ratios counts. Games of another length are compared by the tiles played in a second.
"""

import os
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from effort import trials
from support.games.logged_engine import logged_engine
from verdict import Figure, verdict

from playroom.engine.simulator import engine as engine_of
from playroom.engine.state import State
from playroom.rules.deal import begin
from playroom.rules.flow import after
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.questions import Opening, Starter
from playroom.rules.rulebook.variant import Rules, rules
from playroom.table.shelf import OURS, shelf
from playroom.table.shuffle import shuffled

SPELLS = trials(15)
SPELL = 0.25
"""Seconds that each engine plays at a time."""

COUNTED, WARM = 200, 2000
"""Rounds in which the tiles played are counted, and rounds before the clock runs."""

VARIANTS = shelf([OURS]).variants
THEIRS = "dominoes (PyPI)"

Round = Callable[[], int]
"""Plays a round, and tells how many tiles were played if it counts them."""


@dataclass(frozen=True)
class Line:
    """A round that is measured, its tiles on average, and how many times the plays of *THEIRS* are wanted."""

    play: Round
    tiles: float
    wanted: float | None = None


def teams_of_two() -> Rules:
    """The game that all of them know."""
    return replace(rules(VARIANTS["block"], 4), teams=2, hand=(7,), starter=Starter.CHANCE)


def twelve_by_ten() -> Rules:
    """The largest table."""
    return replace(rules(VARIANTS["dominos"], 10, 2), starter=Starter.CHANCE, opening=Opening.ANY)


def dealt(made: Rules) -> Match:
    """The first round of a match."""
    match = new_match(made)
    return after(match, begin(match, shuffled(match, random.Random(1))[1]))


class Dealer:
    """Rounds of one page, dealt at random from here on."""

    def __init__(self, made: Rules) -> None:
        match = dealt(made)
        self.engine = engine_of(made, match.now.seats)
        self._before = self.engine.state(match)
        masks = self.engine.masks
        on_table = self._before.laid
        self._bits = [bit for bit in masks.bits.values() if not bit & on_table]
        size = len(match.now.hands[0])
        self._places = [slice(size * seat, size * seat + size) for seat in match.now.seats]
        self._rest = slice(size * len(match.now.seats), None)

    def deal(self) -> State:
        """A round just dealt; the keys come one by one from random itself, without a function of ours."""
        order = sorted(self._bits, key=partial(next, iter(random.random, None)))
        hands = [sum(order[place]) for place in self._places]
        return self.engine.with_hidden(self._before, hands, tuple(order[self._rest]))

    def played_out(self) -> int:
        """A round on the path of the play-outs, from the deal to the points."""
        state, engine = self.deal(), self.engine
        moves = engine.moves(state)
        engine.playout(state, moves[int(random.random() * len(moves))], random.random)
        return 0

    def played(self) -> int:
        """A round move by move."""
        state, engine, tiles = self.deal(), self.engine, 0
        draw = engine.numbers.draw
        while state.turn is not None:
            moves = engine.moves(state)
            move = moves[int(random.random() * len(moves))]
            tiles += move < draw
            engine.play(state, move)
        return tiles

    def tiles(self) -> float:
        """How many tiles are played in a round on average, where nobody draws or passes by choice."""
        return mean(self._tiles_of_playout() for _ in range(COUNTED))

    def _tiles_of_playout(self) -> int:
        state, engine, tiles = self.deal(), self.engine, 0
        while state.turn is not None:
            plays = engine.plays(state)
            tiles += bool(plays)
            engine.play(state, random.choice(plays) if plays else engine.moves(state)[-1])
        return tiles


class LoggedDealer(Dealer):
    """The same with all events of a round in a log."""

    def __init__(self, made: Rules) -> None:
        super().__init__(made)
        self.logged = logged_engine(made, self.engine.seats)
        self.engine = self.logged

    def played(self) -> int:
        """A round move by move, with its events in a new log."""
        self.logged.log = []
        return super().played()


def pypi() -> int:
    """A round of the package `dominoes`."""
    game, tiles = import_module("dominoes").Game.new(starting_player=0), 0
    game.skinny_board()
    while game.result is None:
        game.make_move(*random.choice(game.valid_moves))
        tiles += 1
    return tiles


def open_spiel() -> Round:
    import_module("open_spiel.python.games.team_dominoes")  # makes the game known
    game, choice = import_module("pyspiel").load_game("python_team_dominoes"), random.choice

    def one_round() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
        return 0

    return one_round


def lines() -> Mapping[str, Line]:
    teams, logged = Dealer(teams_of_two()), LoggedDealer(teams_of_two())
    tiles = mean(pypi() for _ in range(COUNTED))
    others = {THEIRS: Line(pypi, tiles)}
    try:
        others["OpenSpiel"] = Line(open_spiel(), tiles)
    except ImportError:
        print("OpenSpiel is not installed: its line is left out.")
    ours = {
        "play-outs of the same game": Line(teams.played_out, teams.tiles(), 5),
        "the same, move by move": Line(teams.played, teams.tiles()),
        "... with a full log": Line(logged.played, teams.tiles(), 1.5),
    }
    return {**others, **ours, **{name: of_page(made) for name, made in many_ended().items()}}


def many_ended() -> Mapping[str, Rules]:
    """Games of other lengths, most of them with more than two ends."""
    return {
        "double-twelve, ten players": twelve_by_ten(),
        "all fives, two": rules(VARIANTS["all-fives"], 2),
        "all fives, four in teams": rules(VARIANTS["all-fives"], 4, 2),
        "Mexican train, four": rules(VARIANTS["mexican-train"], 4),
        "Mexican train, eight": rules(VARIANTS["mexican-train"], 8),
    }


def of_page(made: Rules) -> Line:
    dealer = Dealer(made)
    return Line(dealer.played_out, dealer.tiles(), 2)


def rate(play: Round) -> float:
    """Rounds a second, over one spell."""
    count, begun = 0, perf_counter()
    while (now := perf_counter()) < begun + SPELL:
        for _ in range(4):
            play()
        count += 4
    return count / (now - begun)


def rates(measured: Mapping[str, Line]) -> Mapping[str, list[float]]:
    """Rounds a second of each line, spell by spell."""
    for line in measured.values():
        for _ in range(WARM):
            line.play()
    columns = zip(*([rate(line.play) for line in measured.values()] for _ in range(SPELLS)), strict=True)
    return dict(zip(measured, map(list, columns), strict=True))


def import_seconds() -> float:
    """The time of the processor for importing rules and engine, compiled before; the best of several."""
    root = Path(__file__).parents[2]
    full = "import playroom.engine.simulator, playroom.rules.view, playroom.rules.deal"
    with TemporaryDirectory() as compiled:
        kept = {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}

        def seconds(program: str) -> float:
            before = processor_seconds()
            subprocess.run([sys.executable, "-c", program], check=True, cwd=root, env={**os.environ, **kept})
            return processor_seconds() - before

        return min(map(seconds, [full] * 15)) - min(map(seconds, ["pass"] * 15))


def processor_seconds() -> float:
    """The time of the processor for all processes that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    measured, figures = lines(), list[Figure]()
    found = rates(measured)
    for name, line in measured.items():
        times = median(own / other for own, other in zip(found[name], found[THEIRS], strict=True))
        plays = times * line.tiles / measured[THEIRS].tiles
        if line.wanted:
            figures.append(Figure(name, plays, line.wanted, " x the plays", at_least=True))
        print(
            f"{name:28} {median(found[name]):8.0f} rounds a second of {line.tiles:4.1f} tiles: "
            f"{times:5.2f} x the rounds, {plays:5.2f} x the plays"
        )
    figures.append(Figure("import of the rules", 1000 * import_seconds(), 60, " ms"))
    print(figures[-1])
    print(verdict(figures))


if __name__ == "__main__":
    main()
