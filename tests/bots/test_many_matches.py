"""Matches of every game with every strength at the table: every move is legal, and every match ends.

It does not matter how well they play: those that search try two determinizations for a move, and most matches
are short.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle, islice
from random import Random

import pytest
from msgspec.structs import replace
from support.console.thrifty_bots import thrifty_bots
from support.faults.soaks import soak
from support.games.rounds import VARIANTS

from playroom.bots.roster import BOTS, within
from playroom.rules.flow import played
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.questions import Shape
from playroom.rules.rulebook.variant import MATCH_ENDS, Rules
from playroom.rules.view import view
from playroom.table.setup import Setup, agreed, refusal
from playroom.table.table import Bot
from playroom.table.trial import played_out, tables_of

MATCHES, PARTS = soak(1_500), 5
"""How many matches of each game, and in how many tests."""

MATCHES_OF_TRAINS = soak(300)
"""How many of a game with trains: each takes ten times as long as a match on a line."""

SHORTEST = {"bergen": 3}
"""The least target that a first tile does not reach; elsewhere it is 1."""

FEWEST_MOVES = 0.2
"""How many moves each bot makes at least for each match, which may end with its first point."""

LARGE_ONE_IN, FULL_ONE_IN = 40, 50
"""How seldom a large table is taken, and a match of full length."""

FEW, FEW_OF_TRAINS, FEW_PARTS = 7, 4, 16
"""How many matches of each game are played where time is short, at how small a part of its tables."""


@pytest.fixture
def _thrifty() -> Iterator[None]:
    """Lets those that search stop soon: their time is up."""
    with thrifty_bots():
        yield


def play_matches(tables: Iterable[Setup], matches: int, bots: Mapping[str, Bot]) -> Counter[str]:
    """So many matches at these tables in turn; how many moves each of the *bots* made in them."""
    made: Counter[str] = Counter()
    for number, setup in enumerate(islice(tables, matches)):
        rules = agreed(VARIANTS[setup.game], setup)
        play_match(rules, tuple(bots), number, bots, made)
    return made


def play_match(
    rules: Rules, words: tuple[str, ...], number: int, bots: Mapping[str, Bot], made: Counter[str]
) -> None:
    """A match whose seats take the bots in turn, another first each time; its chance comes of *number*."""
    chance = Random(number)

    def moved(match: Match) -> Match:
        seat = match.turn or 0
        word = words[(seat + number) % len(words)]
        move = bots[word](view(match, seat), chance)
        assert move in legal_moves(position(match)), f"{word} makes the move {move}; {rules}, {number}"
        made[word] += 1
        return played(match, move)

    match = played_out(new_match(rules), lambda _: chance, moved)
    assert match.winners, f"no end; {rules}, {number}"


def tables(game: str, part: int = 0, parts: int = 1) -> Iterator[Setup]:
    """Without end, the tables of a part of a game: most are small, and most matches short."""
    every = tables_of(VARIANTS[game])
    every = every[part::parts] or every
    briefs = [shortened(setup) for setup in every]
    short = [setup for number, setup in enumerate(briefs) if setup not in briefs[:number]]
    small = [setup for setup in short if is_small(setup)] or short
    large = cycle([setup for setup in short if not is_small(setup)] or small)
    full = cycle([setup for setup in every if is_small(setup) and setup not in short] or small)
    for number, setup in enumerate(cycle(small)):
        yield (
            next(large) if number % LARGE_ONE_IN == 1 else next(full) if number % FULL_ONE_IN == 2 else setup
        )


def shortened(setup: Setup) -> Setup:
    """The same table with the shortest match that its game knows."""
    ends = [name for name in (*MATCH_ENDS, "rounds") if name in VARIANTS[setup.game].options]
    others = {name: answer for name, answer in setup.options.items() if name not in ends}
    brief = replace(setup, options={**others, ends[-1]: SHORTEST.get(setup.game, 1)})
    return setup if refusal(VARIANTS[setup.game], brief) else brief


def is_small(setup: Setup) -> bool:
    rules = agreed(VARIANTS[setup.game], setup)
    return setup.players <= 4 and rules.set <= (9 if rules.has_engine else 6)


def has_engine(game: str) -> bool:
    return VARIANTS[game].answers["shape"] is not Shape.LINE


@pytest.mark.long
@pytest.mark.sample(1)
@pytest.mark.usefixtures("_thrifty")
@pytest.mark.parametrize("game", ["draw", "passing-game", "mexican-train"])
def test_every_strength_plays_some_matches(game: str) -> None:
    few = FEW_OF_TRAINS if has_engine(game) else FEW

    made = play_matches(tables(game, parts=FEW_PARTS), few, within(0))

    assert made.keys() == BOTS.keys()


@pytest.mark.long
@pytest.mark.usefixtures("_thrifty")
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", VARIANTS)
def test_every_strength_plays_many_matches(game: str, part: int) -> None:
    matches = (MATCHES_OF_TRAINS if has_engine(game) else MATCHES) // PARTS

    made = play_matches(tables(game, part, PARTS), matches, within(0))

    assert made.keys() == BOTS.keys()
    assert min(made.values()) > FEWEST_MOVES * matches


@pytest.mark.long
@pytest.mark.parametrize("word", BOTS)
@pytest.mark.parametrize("game", VARIANTS)
def test_every_strength_plays_whole_matches_as_it_is(game: str, word: str) -> None:
    plain = [setup for setup in tables_of(VARIANTS[game]) if not setup.options]
    whole = [setup for setup in plain if is_small(setup)] or plain
    few = 1 if has_engine(game) else soak(3)
    if word in {"hard", "expert"} or game == "six-love":  # where each round may take all back
        whole, few = [shortened(setup) for setup in whole], 3

    made = play_matches(cycle(whole[-3:]), few, {word: BOTS[word]})

    assert made[word] > 3
