"""Bots that err like people: they judge as `steady` does, but for errors that each happen now and then."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Final

from playroom.bots.belief import Belief, Group, shuffled_tiles
from playroom.bots.steady import STEADY, Priorities, preferred
from playroom.rules.layout import laid_tiles
from playroom.rules.legal import legal_moves
from playroom.rules.move import Move
from playroom.rules.view import View

Error = Callable[[Priorities, View], Priorities]
"""The change of priorities by an error."""

MUCH: Final = 4.0
"""The weight of a habit: more than the pips of any tile of a double-six set."""


def forgets_passes(by: Priorities, _view: View) -> Priorities:
    """Forgets who passed or drew on what: any hidden tile may be in any hand."""
    return replace(by, known=_without_passes)


def keeps_doubles(by: Priorities, _view: View) -> Priorities:
    """Keeps doubles too long, as they are hard to be rid of later."""
    return replace(by, double=-MUCH)


def hurries_doubles(by: Priorities, _view: View) -> Priorities:
    """Plays a double as soon as one fits, wherever that leads."""
    return replace(by, double=MUCH, uncovered=0.0)


def plays_favourite(by: Priorities, view: View) -> Priorities:
    """Plays tiles with the number of which most were dealt to it, until none is left for later."""
    return replace(by, favourite=MUCH, of=favourite(view))


def does_not_block(by: Priorities, _view: View) -> Priorities:
    """Thinks of its own tiles alone: leaves opponents what they can play, and a partner stuck."""
    return replace(by, stuck=0.0, fed=0.0, skip=0.0, closed=0.0)


def does_not_count(by: Priorities, _view: View) -> Priorities:
    """Counts neither the pips of a tile nor the points that it scores or gives away."""
    return replace(by, pip=0.0, point=0.0)


def plans_nothing(by: Priorities, _view: View) -> Priorities:
    """Does not see what its tiles will be able to do after this one."""
    return replace(by, playable=0.0, covered=0.0, number=0.0, wild=0.0, run=0.0, uncovered=0.0, covers=0.0)


def draws_early(by: Priorities, _view: View) -> Priorities:
    """Where it may choose, draws in the hope of a better tile rather than play what it has."""
    return replace(by, draw=2 * MUCH)


ERRORS: Final[Mapping[str, Error]] = MappingProxyType(
    {
        error.__name__: error
        for error in (
            forgets_passes,
            keeps_doubles,
            hurries_doubles,
            plays_favourite,
            does_not_block,
            does_not_count,
            plans_nothing,
            draws_early,
        )
    }
)
"""All errors by name; where two concern the same, the later one counts."""

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
    by = STEADY
    for name in errors:
        by = ERRORS[name](by, view)
    return by


def favourite(view: View) -> int:
    """The most frequent number in the dealt hand; of equals, the highest."""
    assert view.seat is not None  # who moves has a seat
    hand = view.dealt.hands[view.seat]
    numbers = Counter(number for tile in hand if tile for number in {tile.low, tile.high})
    return max(numbers, key=lambda number: (numbers[number], number))


def _without_passes(view: View) -> Belief:
    """The belief that follows from the numbers of tiles in the other hands alone."""
    laid = {each.tile for each in laid_tiles(view.layout)}
    unseen = shuffled_tiles(view) - laid - frozenset(view.hand)
    others = ((seat, count) for seat, count in enumerate(view.counts) if seat != view.seat)
    groups = {seat: (Group(count, unseen),) for seat, count in others}
    return Belief(tuple(sorted(unseen)), frozenset(), groups, view.starter, (), (), ())
