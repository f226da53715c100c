"""What the others chose tells what they hold: how likely their choices would be in a determinization."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import exp, log

from playroom.bots.belief import Choice
from playroom.bots.inference.alternatives import Way, free_moves, ways
from playroom.bots.inference.choice_weights import ChoiceWeights, choice_weights
from playroom.bots.inference.lacks import Lacked
from playroom.engine.masks import Masks
from playroom.rules.layout import laid_tiles
from playroom.rules.legal import Position
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.questions import Opening
from playroom.rules.seat import Seat

READ = 128
"""How many choices stay in memory once they were read, as each is read at all later turns of the round."""

Likelihood = Callable[[tuple[int, ...]], float]
"""How likely the choices of a seat would be, as a logarithm, if its groups were these."""

_OfHand = Callable[[int], float]
"""A number that depends on the hand of a player, in bits."""

_Joins = dict[int, dict[int, float]]
"""By the bit of a tile, its ways to join: what speaks for each, by the tiles that join it in turn."""


def likelihoods(masks: Masks, choices: Iterable[Choice]) -> Mapping[Seat, Likelihood]:
    """How likely the *choices* of each of the others would be, by the groups that they held.

    A player is taken to choose softly, after the exponential of what speaks for each move (McFadden 1974).
    """
    read = defaultdict(list)
    for choice in choices:
        still_held = ~masks.mask(laid.tile for laid in laid_tiles(choice.position.layout))
        of_choice = _of_choice(masks, choice)
        read[choice.seat].append((choice.groups, still_held, masks.mask(choice.gone), of_choice))
    return {seat: _of_seat(several) for seat, several in read.items()}


def _of_seat(several: Sequence[tuple[int, int, int, _OfHand]]) -> Likelihood:
    """How likely all choices of one seat would be."""

    @cache
    def of_groups(held: tuple[int, ...]) -> float:
        return sum(
            [of_choice(sum(held[:groups]) & still | gone) for groups, still, gone, of_choice in several]
        )

    return of_groups


def _of_choice(masks: Masks, choice: Choice) -> _OfHand:
    """The log likelihood of a choice, by the hand of its player, the chosen tile among it."""
    position = choice.position
    if not position.has_begun and position.rules.opening is Opening.HIGHEST:
        return lambda _: 0.0  # there was nothing to choose
    of_move, total = _weighed(masks, position, choice.lacked, choice.move)
    return cache(lambda hand: log(of_move(hand) / total(hand)))


@lru_cache(maxsize=READ)
def _weighed(masks: Masks, position: Position, lacked: Lacked, move: Move) -> tuple[_OfHand, _OfHand]:
    """What speaks for *move*, and for all that its player could choose, by the hand."""
    by, every = choice_weights(position.rules), list(ways(masks, position, lacked))
    of_move = _of_play(masks, by, every, move) if isinstance(move, Play) else _of_free(by, move)
    return of_move, _total(masks, by, every, position)


def _of_free(by: ChoiceWeights, move: Draw | Pass) -> _OfHand:
    """What speaks for a draw or a pass."""
    factor = exp(_free(by, move))
    return lambda _: factor


def _free(by: ChoiceWeights, move: Draw | Pass) -> float:
    return by.draw if isinstance(move, Draw) else by.pass_


def _of_play(masks: Masks, by: ChoiceWeights, every: Iterable[Way], play: Play) -> _OfHand:
    """What speaks for a play, by the hand from which it came."""
    way = next(way for way in every if is_way(masks, way, play))
    factor, joined_by, covered = by.of_play(way.features), way.joined_by, masks.fits[way.covers]
    held, kept = by.held, by.kept
    return lambda hand: (
        factor * exp(held * (hand & joined_by).bit_count() + kept * (hand & covered).bit_count())
    )


def is_way(masks: Masks, way: Way, play: Play) -> bool:
    """Whether *play* is played in this way."""
    if way.bit != masks.bits[play.tile] or way.end != play.end:
        return False
    return play.inner is None or way.outer == play.tile.other(play.inner)


def _total(masks: Masks, by: ChoiceWeights, every: Iterable[Way], position: Position) -> _OfHand:
    """What speaks for all that a player could choose, by the hand."""
    free = sum(exp(_free(by, move)) for move in free_moves(masks, position))
    held, kept = _powers(by.held, masks), _powers(by.kept, masks)
    groups = [(masks.fits[number], sum(joins), joins) for number, joins in _by_number(by, every).items()]

    def of_hand(hand: int) -> float:
        total = free
        for fits, joining, joins in groups:
            rest, part = hand & joining, 0.0
            while rest:
                bit = rest & -rest
                rest ^= bit
                for joined_by, factor in joins[bit].items():
                    part += factor * held[(hand & joined_by).bit_count()]
            total += part * kept[(hand & fits).bit_count()]
        return total

    return of_hand


def _by_number(by: ChoiceWeights, every: Iterable[Way]) -> Mapping[int, _Joins]:
    """All ways, by the number that they cover."""
    found: dict[int, _Joins] = defaultdict(lambda: defaultdict(lambda: defaultdict(float)))
    for way in every:
        found[way.covers][way.bit][way.joined_by] += by.of_play(way.features)
    return found


def _powers(weight: float, masks: Masks) -> Sequence[float]:
    """The factor for each number of tiles."""
    return [exp(weight * count) for count in range(len(masks.tiles) + 1)]
