"""Tiles and plays as plain numbers: a hand is the sum of its tiles' bits, a move is its place in a list."""

from collections.abc import Iterable

from playroom.rules.chain import Chain, End, Laid, weight
from playroom.rules.legal import Position, objection
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.tile import Hand, Tile, whole_set
from playroom.rules.variant import Rules

CHUNK = 10
"""How many tiles of a hand are looked up at once; more would crowd the processor's cache."""

LARGEST_MEMORY = 50_000
"""How many hands a memory of plays holds at most."""


class Plays(dict[int, tuple[int, ...]]):
    """For the tiles of a hand that fit an end, all ways to play them there; worked out but once."""

    def __init__(self, ways: dict[int, int]) -> None:
        """*ways* holds a move for the bit of each tile that may be played there."""
        super().__init__()
        self.mask = sum(ways)
        self._ways = ways

    def __missing__(self, hand: int) -> tuple[int, ...]:
        if len(self) >= LARGEST_MEMORY:
            self.clear()
        moves = self[hand] = tuple(move for bit, move in self._ways.items() if bit & hand)
        return moves


class Ways:
    """The moves of one page as numbers, and what the tile of each shows; derived from chain and objection.

    A move is a place in *moves*: the openings, the plays to the left and to the right, then to draw, to pass.
    *bit* holds the bit of its tile, *outer* the half that will lie outside, *inner* the other; *outside*
    and *inside* what each adds to the sum of the ends.
    """

    def __init__(self, rules: Rules) -> None:
        self.tiles = whole_set(rules.set)
        self.bits = {tile: 1 << place for place, tile in enumerate(self.tiles)}
        self.tile = {bit: tile for tile, bit in self.bits.items()}
        self.moves: list[Move] = []
        self.laid: list[Laid] = []
        numbers = range(rules.set + 1)
        opening = self._ways(rules, Chain(), None)
        self.opening = tuple(map(Plays, _few(opening)))
        self.first_left = len(self.moves)
        self.left = tuple(Plays(self._ways(rules, _double(number), End.LEFT)) for number in numbers)
        self.first_right = len(self.moves)
        self.right = tuple(Plays(self._ways(rules, _double(number), End.RIGHT)) for number in numbers)
        self.draw, self.stay = len(self.moves), len(self.moves) + 1
        self.fits = tuple(plays.mask for plays in self.left)
        plays = [move for move in self.moves if isinstance(move, Play)]
        self.bit = tuple(self.bits[play.tile] for play in plays)
        turned = [
            laid[::-1] if play.end is End.RIGHT else laid for play, laid in zip(plays, self.laid, strict=True)
        ]
        self.outer, self.inner = (tuple(halves[side] for halves in turned) for side in (0, 1))
        self.outside = tuple(map(weight, self.laid, self.outer))
        self.inside = tuple(map(weight, self.laid, self.inner))
        self.moves += (Draw(), Pass())
        self.pips = tuple(_pip_sums(self.tiles[at : at + CHUNK]) for at in range(0, len(self.tiles), CHUNK))

    def _ways(self, rules: Rules, chain: Chain, end: End | None) -> dict[int, int]:
        """The plays at an end that nothing stands against, each with a new number, by its tile's bit."""
        facing = Position(rules, self.tiles, chain, 0, drew=False)
        ways: dict[int, int] = {}
        for tile, bit in self.bits.items():
            if objection(facing, Play(tile, end)) is None:
                ways[bit] = len(self.moves)
                self.moves.append(Play(tile, end))
                self.laid.append(chain.placed(tile, end))
        return ways

    def mask(self, hand: Iterable[Tile]) -> int:
        """The bits of these tiles together."""
        return sum(self.bits[tile] for tile in hand)

    def hand(self, mask: int) -> Hand:
        """The tiles whose bits these are."""
        return tuple(tile for tile, bit in self.bits.items() if bit & mask)


def _double(number: int) -> Chain:
    return Chain((Laid(number, number),))


def _few(ways: dict[int, int]) -> tuple[dict[int, int], ...]:
    """The same, a few at a time, so that few hands need to be remembered of each."""
    bits = tuple(ways)
    return tuple({bit: ways[bit] for bit in bits[at : at + CHUNK]} for at in range(0, len(bits), CHUNK))


def _pip_sums(tiles: Hand) -> tuple[int, ...]:
    """The pips of every choice of *tiles*, by their bits."""
    sums = [0]
    for tile in tiles:
        sums += [each + tile.pips for each in sums]
    return tuple(sums)
