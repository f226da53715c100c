"""A match as a view shows it, with other tiles in the place of those that are hidden."""

from collections.abc import Sequence

from playroom.rules.event import Again, Turn
from playroom.rules.match import Match, Round
from playroom.rules.tile import Hand, Tile
from playroom.rules.view import View

UNKNOWN = Tile(0, 0)
"""Stands for a tile that is not known, where only the number of tiles matters."""


def with_unknown(view: View) -> Match:
    """The match of *view*; every hidden tile is the same."""
    hands = [view.hand if seat == view.seat else (UNKNOWN,) * count for seat, count in enumerate(view.counts)]
    return with_hands(view, hands, (UNKNOWN,) * view.boneyard)


def with_hands(view: View, hands: Sequence[Hand], boneyard: Hand) -> Match:
    """The match of *view* with these hands, a hand for every seat, and this boneyard."""
    now = Round(
        starter=view.starter,
        seats=view.seats,
        hands=tuple(hands),
        boneyard=boneyard,
        scores=view.scores,
        layout=view.layout,
        turn=view.turn,
        this_turn=view.this_turn,
        owed=view.owed,
        moved=frozenset(event.seat for event in view.log if isinstance(event, Turn | Again)),
        passes=view.passes,
        step=view.step,
        out=view.out,
        last_player=view.last_player,
        log=view.log,
    )
    return Match(view.rules, view.totals, view.sides_in, (now,))
