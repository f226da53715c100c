"""Trials of a rulebook: statistics of random matches."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from itertools import cycle, islice
from random import Random

from msgspec import Struct, field
from msgspec.structs import replace

from playroom.rules.deal import begin
from playroom.rules.event import Ending
from playroom.rules.flow import after, forced_through, played
from playroom.rules.layout import laid_tiles
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match, new_match
from playroom.rules.rulebook.answer_kinds import Number, OneOf
from playroom.rules.rulebook.variant import Rules, Variant
from playroom.table.setup import Setup, agreed, refusal
from playroom.table.shuffle import shuffled


class Trial(Struct, frozen=True):
    """The statistics of random matches: the rounds of each, the tiles played, the endings of rounds.

    *endless* is the table of the last match if it did not end; it is not counted, nor is an unfinished one,
    after which the trial is *stopped*.
    """

    rounds: tuple[int, ...] = ()
    tiles: int = 0
    endings: Mapping[Ending, int] = field(default_factory=dict)
    endless: Setup | None = None
    stopped: bool = False


class _StoppedError(Exception):
    """A match has been stopped."""


def trial(
    variant: Variant, matches: int, seed: int = 1, may_go_on: Callable[[int], bool] = lambda _: True
) -> Trial:
    """The trial of this many random matches over all tables that *variant* allows, in a random order.

    *may_go_on* is called before each move with the number of finished matches; the trial stops when it
    returns False.
    """
    chance = Random(seed)  # noqa: S311 (a game)
    tables = list(tables_of(variant))
    chance.shuffle(tables)
    found = Trial()
    for setup in islice(cycle(tables), matches):
        try:
            match = random_match(agreed(variant, setup), chance, partial(may_go_on, len(found.rounds)))
        except _StoppedError:
            return replace(found, stopped=True)
        if not match.winners:
            return replace(found, endless=setup)
        found = Trial(
            rounds=(*found.rounds, len(match.rounds)),
            tiles=found.tiles + sum(len(laid_tiles(now.layout)) for now in match.rounds),
            endings=Counter(found.endings) + Counter(now.ending for now in match.rounds if now.ending),
        )
    return found


def tables_of(variant: Variant) -> tuple[Setup, ...]:
    """Every valid table: all players and teams, and each option alone with each of its answers.

    Where totals are reset, or whole series score, no target is farther than that of the page.
    """
    seats = [Setup(variant.name, *table) for table in variant.tables]
    own = variant.answers.get("target")
    # By resets (SL-4) or series (CO-4), a match to a farther target may take hundreds of rounds.
    is_long = bool(variant.answers.get("love") or variant.answers.get("series"))
    farthest = own if is_long and isinstance(own, int) else None
    options: list[dict[str, object]] = [{}]
    for name, kind in variant.options.items():
        choices = kind.choices if isinstance(kind, OneOf) else ()
        if isinstance(kind, Number):  # of a range, the least number and a larger one
            choices = (kind.least, kind.most or kind.least + 20)
        for choice in choices:
            if name == "target" and farthest is not None and isinstance(choice, int) and choice > farthest:
                continue
            options.append({name: choice})
    every = [replace(table, options=chosen) for table in seats for chosen in options]
    return tuple(setup for setup in every if refusal(variant, setup) is None)


def random_match(made: Rules, chance: Random, may_go_on: Callable[[], bool] = lambda: True) -> Match:
    """A match of random moves; without winners if it does not end."""

    def moved(match: Match) -> Match:
        if not may_go_on():
            raise _StoppedError
        return played(match, chance.choice(legal_moves(position(match))))

    return played_out(new_match(made), lambda _: chance, moved)


MOST_ROUNDS = 1000
"""The most rounds of a match; a longer one counts as endless."""

MOST_EVENTS = 10_000
"""The most events of a round; a longer one counts as endless."""

Moved = Callable[[Match], Match]
"""A player: the match after their move and its consequences."""


def played_out(match: Match, chance: Callable[[Match], Random], moved: Moved) -> Match:
    """The finished match, or an endless one without winners; *chance* deals each round."""
    while not match.winners and len(match.rounds) < MOST_ROUNDS:
        _, deal = shuffled(match, chance(match))
        match = after(match, begin(match, deal))
        while match.round and len(match.round.log) < MOST_EVENTS:
            passes, match = forced_through(match)
            match = match if passes else moved(match)
        if match.round:
            return match
    return match
