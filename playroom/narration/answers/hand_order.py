"""The order of the tiles in a hand."""

from enum import StrEnum
from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:  # settings name the orders, and need no rules
    from playroom.rules.view import View


class HandOrder(StrEnum):
    """The order that the listener has chosen."""

    DEALT = "dealt"
    """As dealt, drawn tiles last."""
    NUMBER = "number"
    """By the higher number, then the lower one, from the highest."""
    PLAYABLE = "playable"
    """The tiles that fit now first."""

    @property
    def next(self) -> "HandOrder":
        """The order after this one, in a cycle."""
        orders = tuple(HandOrder)
        return orders[(orders.index(self) + 1) % len(orders)]


def in_order(view: "View", order: HandOrder) -> "View":
    """*view* with the hand in this order."""
    match order:
        case HandOrder.DEALT:
            return view
        case HandOrder.NUMBER:
            hand = sorted(view.hand, key=lambda tile: (-tile.high, -tile.low))
        case HandOrder.PLAYABLE:
            fits = view.position.is_playable
            hand = sorted(view.hand, key=lambda tile: not fits(tile))
    return replace(view, hand=tuple(hand))
