"""Bots that err like people: they judge as `steady` does, but for errors that each happen now and then."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any, Final

from playroom.bots.belief import Belief, Group, shuffled_tiles
from playroom.bots.steady import STEADY, Priorities, preferred
from playroom.rules.layout import laid_tiles
from playroom.rules.legal import legal_moves
from playroom.rules.move import Move
from playroom.rules.view import View

MUCH: Final = 4.0
"""The weight of a habit: more than the pips of any tile of a double-six set."""


def _without_passes(view: View) -> Belief:
    """The belief that follows from the numbers of tiles in the other hands alone."""
    laid = {each.tile for each in laid_tiles(view.layout)}
    unseen = shuffled_tiles(view) - laid - frozenset(view.hand)
    others = ((seat, count) for seat, count in enumerate(view.counts) if seat != view.seat)
    groups = {seat: (Group(count, unseen),) for seat, count in others}
    return Belief(tuple(sorted(unseen)), frozenset(), groups, view.starter, (), (), ())


ERRORS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        # Forgets who passed or drew on what: any hidden tile may be in any hand.
        "forgets_passes": {"known": _without_passes},
        # Keeps doubles too long, as they are hard to be rid of later.
        "keeps_doubles": {"double": -MUCH},
        # Plays a double as soon as one fits, wherever that leads.
        "hurries_doubles": {"double": MUCH, "uncovered": 0.0},
        # Plays tiles with its `favourite` number, until none is left for later.
        "plays_favourite": {"favourite": MUCH},
        # Thinks of its own tiles alone: leaves opponents what they can play, and a partner stuck.
        "does_not_block": dict.fromkeys(("stuck", "fed", "skip", "closed"), 0.0),
        # Counts neither the pips of a tile nor the points that it scores or gives away.
        "does_not_count": {"pip": 0.0, "point": 0.0},
        # Does not see what its tiles will be able to do after this one.
        "plans_nothing": dict.fromkeys(
            ("playable", "covered", "number", "wild", "run", "uncovered", "covers"), 0.0
        ),
        # Where it may choose, draws in the hope of a better tile rather than play what it has.
        "draws_early": {"draw": 2 * MUCH},
    }
)
"""What each error changes of the priorities of `steady`; where two concern the same, the later one counts."""

RATES: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "novice": {
            "forgets_passes": 0.95,
            "keeps_doubles": 0.8,
            "hurries_doubles": 0.05,
            "plays_favourite": 0.8,
            "does_not_block": 0.95,
            "does_not_count": 0.95,
            "plans_nothing": 0.95,
            "draws_early": 0.1,
        },
        "casual": {
            "forgets_passes": 0.6,
            "keeps_doubles": 0.3,
            "hurries_doubles": 0.1,
            "plays_favourite": 0.35,
            "does_not_block": 0.65,
            "does_not_count": 0.5,
            "plans_nothing": 0.45,
            "draws_early": 0.05,
        },
    }
)
"""By strength, how often each error happens in a move that leaves a choice."""


def novice(view: View, chance: Random) -> Move:
    """A beginner, who mostly plays what comes to mind."""
    return _erring("novice", view, chance)


def casual(view: View, chance: Random) -> Move:
    """A player who knows how to play, but does not always keep everything in mind."""
    return _erring("casual", view, chance)


def _erring(word: str, view: View, chance: Random) -> Move:
    allowed = legal_moves(view.position)
    if len(allowed) == 1:
        return allowed[0]
    return preferred(view, chance, priorities(view, drawn_errors(word, chance)))


def drawn_errors(strength: str, chance: Random) -> tuple[str, ...]:
    """The errors that a bot of this strength makes this time."""
    return tuple(name for name, rate in RATES[strength].items() if chance.random() < rate)


def priorities(view: View, errors: tuple[str, ...]) -> Priorities:
    """The priorities of `steady` after these errors."""
    by = replace(STEADY, of=favourite(view)) if "plays_favourite" in errors else STEADY
    for name in errors:
        by = replace(by, **ERRORS[name])
    return by


def favourite(view: View) -> int:
    """The most frequent number in the dealt hand; of equals, the highest."""
    assert view.seat is not None  # who moves has a seat
    hand = view.dealt.hands[view.seat]
    numbers = Counter(number for tile in hand if tile for number in {tile.low, tile.high})
    return max(numbers, key=lambda number: (numbers[number], number))
