"""Matches built from a view, with substitutes for the hidden tiles."""

from collections.abc import Sequence

from playroom.rules.event import Again, Turn
from playroom.rules.log.event_log import EventLog
from playroom.rules.match import Match, Rounds
from playroom.rules.round import Round
from playroom.rules.tile import UNKNOWN_TILE, Hand
from playroom.rules.view import View


def with_unknown(view: View) -> Match:
    """The match of *view*; hidden tiles are `UNKNOWN_TILE`."""
    hidden = [(UNKNOWN_TILE,) * count for count in view.counts]
    hands = [view.hand if seat == view.seat else hand for seat, hand in enumerate(hidden)]
    return with_hands(view, hands, (UNKNOWN_TILE,) * view.boneyard)


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
        starting_rule=view.starting_rule,
        log=EventLog(view.log),
    )
    return Match(view.rules, view.totals, view.sides_in, view.carry, Rounds((now,)))
