"""What the others chose tells what they hold: how likely their choices would be in a world."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from playroom.bots.belief import Choice
from playroom.bots.worlds import World, Worlds
from playroom.rules.chain import End, Ends
from playroom.rules.engine import Engine

PIPS, DOUBLE, OTHERS = 0.07, 1.2, 0.35
"""How much likelier, as a logarithm, a tile is played for each of its pips, for being a double, and for each
other tile in the hand with the number that it puts at the end; fitted to the moves of `thinking.hard`."""

MORE = tuple(math.exp(OTHERS * count) for count in range(64))
"""The same for so many other tiles, multiplied out."""

FREELY = math.log(0.15)
"""How likely, as a logarithm, somebody who holds a tile that fits draws or passes nevertheless."""

Likelihood = Callable[[World], float]
"""How likely the choices would be in a world, as a logarithm."""

_OfChoice = Callable[[int], float]
"""How likely a choice would be, as a logarithm, by somebody who held these bits, the chosen among them."""


def likelihood(page: Engine, worlds: Worlds, choices: Iterable[Choice]) -> Likelihood:
    """How likely the *choices* of the others would be in each of the *worlds*.

    A player is taken to choose softly, after the exponential of what speaks for each tile (McFadden 1974).
    """
    read = [
        (slice(place.start, place.start + choice.groups), page.ways.mask(choice.gone), of_choice)
        for choice in choices
        for place, of_choice in ((worlds.heaps[choice.seat], _of_choice(page, choice)),)
    ]

    def of_world(world: World) -> float:
        held = world.groups
        return sum([of_choice(sum(held[groups], gone)) for groups, gone, of_choice in read])

    return of_world


def _of_choice(page: Engine, choice: Choice) -> _OfChoice:
    ways = page.ways
    if choice.tile is None:
        fitting = [ways.fits[number] for number in choice.ends or ()]
        return lambda hand: FREELY if any(hand & fits for fits in fitting) else 0.0
    bit = ways.bits[choice.tile]
    if choice.ends is None:
        return _of_opening(page, bit)
    return _of_joining(page, choice.ends, bit, choice.ends[choice.end is End.RIGHT])


def _of_opening(page: Engine, chosen: int) -> _OfChoice:
    """How likely the tile *chosen* is to open: what it leaves at both ends counts."""
    ways = page.ways
    openers = sum(plays.mask for plays in ways.opening)
    halves = {bit: (ways.fits[tile.low], ways.fits[tile.high]) for bit, tile in ways.tile.items()}
    own = _own(page)

    @cache
    def of_hand(hand: int) -> float:
        weights = {
            bit: own[bit] * MORE[(hand & low).bit_count() + (hand & high).bit_count() - 2]
            for bit in _bits(hand & openers)
            for low, high in (halves[bit],)
        }
        return math.log(weights[chosen] / sum(weights.values()))

    return of_hand


def _of_joining(page: Engine, ends: Ends, chosen: int, at: int) -> _OfChoice:
    """How likely the tile *chosen* is to join the end with the number *at*."""
    joined = [_joins(page)[number] for number in set(ends)]
    own, outer = _joins(page)[at][chosen]

    @cache
    def of_hand(hand: int) -> float:
        total = 0.0
        for joins in joined:
            for bit, (weight, fits) in joins.items():
                if bit & hand:
                    total += weight * MORE[(hand & fits).bit_count() - 1]
        return math.log(own * MORE[(hand & outer).bit_count() - 1] / total)

    return of_hand


@cache
def _own(page: Engine) -> Mapping[int, float]:
    """What speaks for each tile by itself, by its bit."""
    return {bit: math.exp(PIPS * tile.pips + DOUBLE * tile.is_double) for bit, tile in page.ways.tile.items()}


@cache
def _joins(page: Engine) -> Sequence[Mapping[int, tuple[float, int]]]:
    """For each number, the tiles that join it: what speaks for each, and all tiles of its outer number."""
    ways, own = page.ways, _own(page)
    return [
        {
            bit: (own[bit], ways.fits[tile.other(number)])
            for bit, tile in ways.tile.items()
            if tile.has(number)
        }
        for number in range(len(ways.fits))
    ]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest
