"""A tile as it might be laid, and what that leaves to its player."""

from dataclasses import dataclass
from functools import cached_property

from playroom.rules.chain import Chain, Ends
from playroom.rules.legal import moves
from playroom.rules.move import Play
from playroom.rules.question import Count
from playroom.rules.tile import Hand, Tile
from playroom.rules.view import View


@dataclass(frozen=True)
class Laying:
    """A play that is allowed to the seat of *view*."""

    view: View
    play: Play

    @property
    def tile(self) -> Tile:
        """The tile that is laid."""
        return self.play.tile

    @cached_property
    def chain(self) -> Chain:
        """The tiles on the table after it."""
        chain = self.view.chain
        return chain.joined(chain.placed(self.tile, self.play.end), self.play.end)

    @property
    def ends(self) -> Ends:
        """The two numbers that are open then."""
        assert self.chain.ends is not None  # a tile has been laid
        return self.chain.ends

    @cached_property
    def kept(self) -> Hand:
        """What stays in the hand."""
        return tuple(tile for tile in self.view.hand if tile != self.tile)

    @property
    def weight(self) -> int:
        """What the tile would count in a hand at the end of the round; 0 where any tile counts as much."""
        return self.tile.pips if self.view.rules.count is Count.PIPS else 0

    @property
    def mobility(self) -> int:
        """How many of the tiles that are kept could be played next."""
        return sum(bool(self.chain.fits(tile)) for tile in self.kept)

    @property
    def covered(self) -> int:
        """For how many of the open numbers there is a tile among those kept."""
        return sum(any(tile.has(number) for tile in self.kept) for number in set(self.ends))

    @property
    def numbers(self) -> int:
        """How many numbers the tiles that are kept have."""
        return len({number for tile in self.kept for number in (tile.low, tile.high)})

    @property
    def plays_again(self) -> bool:
        """Whether it gives another turn (PP-4)."""
        return self.view.rules.plays_again(self.chain.total)

    @property
    def skips(self) -> bool:
        """Whether the next player loses a turn by it (PP-5)."""
        return not self.plays_again and self.view.rules.skips(self.ends, self.chain.total)


def layings(view: View) -> tuple[Laying, ...]:
    """All plays that are allowed."""
    return tuple(Laying(view, move) for move in moves(view.position) if isinstance(move, Play))
