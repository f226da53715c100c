"""A rulebook put to the proof: many random matches, and what came of them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import cycle, islice, product
from random import Random

from playroom.rules.deal import begin
from playroom.rules.event import Ending
from playroom.rules.flow import after, forced, play
from playroom.rules.legal import moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.question import Kind, Number, OneOf
from playroom.rules.variant import Rules, Variant, rules
from playroom.table.setup import Setup, refusal
from playroom.table.shuffle import shuffled

MOST_ROUNDS = 1000
"""A match of random moves that is not over after so many rounds is taken for one that does not end."""

MOST_EVENTS = 10_000
"""A round of random moves in which so much happened is taken for one that does not end."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What many random matches came to: the rounds of each, the tiles played in all, how rounds ended.

    *endless* is the table of a match that did not end: it was the last to be played, and is not counted.
    """

    rounds: tuple[int, ...] = ()
    tiles: int = 0
    endings: Mapping[Ending, int] = field(default_factory=dict)
    endless: Setup | None = None


def trial(variant: Variant, matches: int, seed: int = 1) -> Trial:
    """So many random matches, in turn over every table that *variant* allows, in a random order."""
    chance = Random(seed)  # noqa: S311 (a game)
    tables = list(tables_of(variant))
    chance.shuffle(tables)
    found = Trial()
    for setup in islice(cycle(tables), matches):
        match = random_match(_rules(variant, setup), chance)
        if not match.winners:
            return replace(found, endless=setup)
        found = _counted(found, match)
    return found


def _counted(found: Trial, match: Match) -> Trial:
    """The findings with one more match."""
    return Trial(
        rounds=(*found.rounds, len(match.rounds)),
        tiles=found.tiles + sum(len(now.chain.laid) for now in match.rounds),
        endings=Counter(found.endings) + Counter(now.ending for now in match.rounds if now.ending),
    )


def tables_of(variant: Variant) -> tuple[Setup, ...]:
    """Every possible table: all players and teams, and each option by itself at each of its answers."""
    seats = [
        Setup(variant.name, players, teams) for players, teams in product(variant.players, variant.teams)
    ]
    every = [replace(table, options=chosen) for table in seats for chosen in _choices(variant)]
    return tuple(setup for setup in every if refusal(variant, setup) is None)


def random_match(made: Rules, chance: Random) -> Match:
    """A match of random moves; without winners if it does not end."""
    match = new_match(made)
    while not match.winners and len(match.rounds) < MOST_ROUNDS:
        match = random_round(match, chance)
        if match.round:
            return match
    return match


def random_round(match: Match, chance: Random) -> Match:
    """The match after one more round of random moves, or in the middle of it if it does not end."""
    _, deal = shuffled(match, chance)
    match = after(match, begin(match, deal))
    while match.round and len(match.round.log) < MOST_EVENTS:
        match = after(match, forced(match) or play(match, chance.choice(moves(position(match)))))
    return match


def _choices(variant: Variant) -> Iterator[dict[str, object]]:
    yield {}
    for name, kind in variant.options.items():
        for choice in _answers(kind):
            yield {name: choice}


def _answers(kind: Kind) -> tuple[object, ...]:
    """Every answer of a closed list; of a range its least number and one further on."""
    if isinstance(kind, OneOf):
        return kind.choices
    return (kind.least, kind.most or kind.least + 20) if isinstance(kind, Number) else ()


def _rules(variant: Variant, setup: Setup) -> Rules:
    return rules(variant, setup.players, setup.teams, setup.options)
