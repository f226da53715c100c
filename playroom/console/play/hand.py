"""The focus in the player's hand."""

from msgspec import Struct
from msgspec.structs import replace

from playroom.rules.tile import Hand, Tile


class HandFocus(Struct, frozen=True):
    """A hand and the index of the tile in focus; the index means nothing in an empty hand."""

    hand: Hand = ()
    focus: int = 0

    @property
    def tile(self) -> Tile | None:
        """The tile in focus; None in an empty hand."""
        return self.hand[self.focus] if self.hand else None

    def at(self, focus: int) -> "HandFocus":
        """The focus on a tile by its index, or on the nearest there is."""
        return replace(self, focus=max(0, min(focus, len(self.hand) - 1)))

    def renewed(self, hand: Hand) -> "HandFocus":
        """The focus after a change of the hand: on the same tile, else on the next one."""
        if self.tile in hand:
            return HandFocus(hand, hand.index(self.tile))
        later = [tile for tile in self.hand[self.focus :] if tile in hand]
        return HandFocus(hand, hand.index(later[0])) if later else HandFocus(hand).at(len(hand))
