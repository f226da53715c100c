"""What the others chose tells what they hold: how likely their choices would be in a determinization."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache

from playroom.bots.belief import Choice
from playroom.engine.masks import Masks, bits_of
from playroom.rules.fit import inner_halves
from playroom.rules.layout import laid_tiles
from playroom.rules.legal import Position, legal_moves
from playroom.rules.move import Play
from playroom.rules.rulebook.questions import Opening
from playroom.rules.seat import Seat

PIPS, DOUBLE, OTHERS = 0.07, 1.2, 0.35
"""How much likelier, as a logarithm, a tile is played for each of its pips, for being a double, and for each
other tile in the hand that joins the number that it puts at the end; fitted to the moves of `search.hard`."""

MORE = tuple(math.exp(OTHERS * count) for count in range(64))
"""The factor for each number of other tiles."""

FREELY = math.log(0.15)
"""The log likelihood that a player who could play draws or passes."""

Likelihood = Callable[[tuple[int, ...]], float]
"""How likely the choices of a seat would be, as a logarithm, if its groups were these."""

_OfChoice = Callable[[int], float]
"""The log likelihood of a choice by a player who held these bits, the chosen tile among them."""

_Joins = Mapping[int, Sequence[tuple[float, int]]]
"""By the bit of a tile, its ways to join: what speaks for the tile, and the others that join it in turn."""


def likelihoods(masks: Masks, choices: Iterable[Choice]) -> Mapping[Seat, Likelihood]:
    """How likely the *choices* of each of the others would be, by the groups that they held.

    A player is taken to choose softly, after the exponential of what speaks for each tile (McFadden 1974).
    """
    read = defaultdict(list)
    for choice in choices:
        still_held = ~masks.mask(laid.tile for laid in laid_tiles(choice.position.layout))
        of_choice = _of_choice(masks, choice)
        read[choice.seat].append((choice.groups, still_held, masks.mask(choice.gone), of_choice))
    return {seat: _of_seat(several) for seat, several in read.items()}


def _of_seat(several: Sequence[tuple[int, int, int, _OfChoice]]) -> Likelihood:
    """How likely all choices of one seat would be."""

    @cache
    def of_groups(held: tuple[int, ...]) -> float:
        return sum(
            [of_choice(sum(held[:groups]) & still | gone) for groups, still, gone, of_choice in several]
        )

    return of_groups


def _of_choice(masks: Masks, choice: Choice) -> _OfChoice:
    if choice.play is None:
        fitting = [masks.fits[each.number] for each in choice.position.reach]
        return lambda hand: FREELY if any(hand & fits for fits in fitting) else 0.0
    if choice.position.has_begun:
        return _of_joining(masks, choice.position, choice.play)
    return _of_opening(masks, choice.position, choice.play)


def _of_opening(masks: Masks, position: Position, play: Play) -> _OfChoice:
    """How likely a tile is to open: what it leaves at both ends counts."""
    if position.rules.opening is Opening.HIGHEST:
        return lambda _: 0.0  # there was nothing to choose
    openers = masks.mask(move.tile for move in _alone(masks, position) if isinstance(move, Play))
    others = {
        bit: (masks.fits[tile.low] & ~bit, masks.fits[tile.high] & ~bit) for tile, bit in masks.bits.items()
    }
    own, chosen = _own(masks), masks.bits[play.tile]

    @cache
    def of_hand(hand: int) -> float:
        weights = {
            bit: own[bit] * MORE[(hand & low).bit_count() + (hand & high).bit_count()]
            for bit in bits_of(hand & openers)
            for low, high in (others[bit],)
        }
        return math.log(weights[chosen] / sum(weights.values()))

    return of_hand


def _alone(masks: Masks, position: Position) -> Iterator[object]:
    """What each tile could do, if it were the only one in the hand."""
    for tile in masks.tiles:
        faced = Position(position.rules, position.seat, (tile,), position.layout, position.boneyard)
        yield from legal_moves(faced)


def _of_joining(masks: Masks, position: Position, play: Play) -> _OfChoice:
    """How likely a tile is to join an end."""
    joins = _joins(masks, position)
    number = next(each.number for each in position.layout.open_ends if each.end == play.end)
    inner = inner_halves(position.rules, play.tile, number)[0] if play.inner is None else play.inner
    chosen = masks.bits[play.tile]
    own, outer = _own(masks)[chosen], masks.fits[play.tile.other(inner)] & ~chosen
    joining = sum(joins)

    @cache
    def of_hand(hand: int) -> float:
        total, rest = 0.0, hand & joining
        while rest:
            bit = rest & -rest
            rest ^= bit
            for weight, fits in joins[bit]:
                total += weight * MORE[(hand & fits).bit_count()]
        return math.log(own * MORE[(hand & outer).bit_count()] / total)

    return of_hand


def _joins(masks: Masks, position: Position) -> _Joins:
    """All ways in which a seat could join an end, if it held every tile."""
    numbers = frozenset(each.number for each in position.reach)
    if not position.owed:
        return _joins_of(masks, numbers, frozenset())
    return _joins_of(masks, numbers, frozenset(each.number for each in position.reach_of_doubles) - numbers)


@cache
def _joins_of(masks: Masks, numbers: frozenset[int], of_doubles: frozenset[int]) -> _Joins:
    """All ways in which tiles join these numbers, and doubles alone the others."""
    by_number = _joins_by_number(masks)
    joins: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for number in sorted(numbers | of_doubles):
        for bit, several in by_number[number].items():
            if number in numbers or bit & masks.doubles:
                joins[bit] += several
    return joins


@cache
def _own(masks: Masks) -> Mapping[int, float]:
    """What speaks for each tile by itself, by its bit."""
    return {bit: math.exp(PIPS * tile.pips + DOUBLE * tile.is_double) for tile, bit in masks.bits.items()}


@cache
def _joins_by_number(masks: Masks) -> Sequence[_Joins]:
    """All ways in which tiles join each number."""
    own = _own(masks)
    return [
        {
            bit: [(own[bit], masks.fits[masks.outer[placing]] & ~bit) for placing in several]
            for bit, several in placings.items()
        }
        for placings in masks.placings
    ]
