"""What the others chose tells what they hold: how likely their choices would be in a world."""

import math
from collections.abc import Callable, Iterable
from functools import cache

from playroom.bots.belief import Choice
from playroom.bots.worlds import World, Worlds
from playroom.rules.chain import End, Ends
from playroom.rules.engine import Engine

PIPS, DOUBLE, OTHERS = 0.07, 1.2, 0.35
"""How much likelier, as a logarithm, a tile is played for each of its pips, for being a double, and for each
other tile in the hand with the number that it puts at the end; fitted to the moves of `thinking.hard`."""

FREELY = math.log(0.15)
"""How likely, as a logarithm, somebody who holds a tile that fits draws or passes nevertheless."""

UNLIKELY = -5.0
"""What a choice counts that a world does not allow, which was dealt without regard to what is known."""

Likelihood = Callable[[World], float]
"""How likely the choices would be in a world, as a logarithm."""


def likelihood(page: Engine, worlds: Worlds, choices: Iterable[Choice]) -> Likelihood:
    """How likely the *choices* of the others would be in each of the *worlds*.

    A player is taken to choose softly, after the exponential of what speaks for each tile (McFadden 1974).
    """
    fits, of_play = page.ways.fits, _playing(page)
    read = [
        (slice(place.start, place.start + choice.groups), page.ways.mask(choice.gone), choice)
        for choice in choices
        for place in (worlds.heaps[choice.seat],)
    ]

    def of_world(world: World) -> float:
        total = 0.0
        for groups, gone, choice in read:
            hand = sum(world.groups[groups], gone)
            if choice.tile:
                total += of_play(hand, choice.ends, page.ways.bits[choice.tile], choice.end)
            elif choice.ends and hand & (fits[choice.ends[0]] | fits[choice.ends[1]]):
                total += FREELY
        return total

    return of_world


def _playing(page: Engine) -> Callable[[int, Ends | None, int, End | None], float]:
    """How likely, as a logarithm, it is that somebody with a hand plays the tile of one bit at one end."""
    ways = page.ways
    halves = {bit: (tile.low, tile.high) for bit, tile in ways.tile.items()}
    own = {bit: math.exp(PIPS * tile.pips + DOUBLE * tile.is_double) for bit, tile in ways.tile.items()}
    more = [math.exp(OTHERS * count) for count in range(2 * len(ways.fits))]
    openings = sum(plays.mask for plays in ways.opening)

    def openers(hand: int) -> Iterable[tuple[int, float]]:
        for bit in _bits(hand & openings):
            low, high = halves[bit]
            both = (hand & ways.fits[low]).bit_count() + (hand & ways.fits[high]).bit_count()
            yield bit, own[bit] * more[both - 2]

    def joiners(hand: int, number: int) -> Iterable[tuple[int, float]]:
        for bit in _bits(hand & ways.fits[number]):
            low, high = halves[bit]
            outer = high if low == number else low
            yield bit, own[bit] * more[(hand & ways.fits[outer]).bit_count() - 1]

    @cache
    def of_play(hand: int, ends: Ends | None, chosen: int, end: End | None) -> float:
        weighed: dict[End | None, dict[int, float]] = {None: {} if ends else dict(openers(hand))}
        for side, number in zip(End, ends or (), strict=False):
            weighed[side] = dict(joiners(hand, number))
        all_together = sum(sum(each.values()) for each in weighed.values())
        mine = weighed[end].get(chosen, 0.0)
        return math.log(mine / all_together) if mine else UNLIKELY

    return of_play


def _bits(mask: int) -> Iterable[int]:
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest
