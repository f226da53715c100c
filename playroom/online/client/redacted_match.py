"""A match rebuilt from what one seat may know: hidden tiles are all the same unknown one."""

from collections.abc import Sequence

from msgspec.structs import replace

from playroom.rules.event import Dealt, Drew, Event, Passed, Played
from playroom.rules.legal import must_pass, position
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.tile import UNKNOWN_TILE
from playroom.rules.view import seen


def with_seen(match: Match, event: Event, seat: Seat | None) -> Match:
    """The match after an event, as *seat* sees it."""
    match event:
        case Dealt(hands, boneyard):
            known = tuple(tuple(tile or UNKNOWN_TILE for tile in hand) for hand in hands)
            return match.after(replace(event, hands=known, boneyard=(UNKNOWN_TILE,) * len(boneyard)))
        case Drew(_, tile):
            stock = (tile or UNKNOWN_TILE, *match.now.boneyard[1:])
            return match.with_last(replace(match.now, boneyard=stock)).after(event)
        case Played(player, left=left) if player != seat:
            played = match.after(event)
            held = played.now.hands
            others = (*held[:player], (UNKNOWN_TILE,) * left, *held[player + 1 :])
            return played.with_last(replace(played.now, hands=others))
        case _:
            return match.after(event)


def with_deal(match: Match, deal: Dealt) -> Match:
    """The match whose last round was dealt so, now that everybody may know it."""
    before, log = replace(match, rounds=match.rounds.before_last()), match.now.log
    return with_truth(before.after(deal), log[1:])


def agrees(before: Match, deal: Dealt, log: Sequence[Event], seat: Seat | None) -> bool:
    """Whether a round with this log, as *seat* saw it, can have been dealt so."""
    match = before.after(deal)
    if with_seen(before, seen(deal, seat), seat).now.log[0] != log[0]:
        return False
    for event in log[1:]:
        if not _can_happen(match, event):
            return False
        match = match.after(_in_full(match, event))
    return True


def _can_happen(match: Match, event: Event) -> bool:
    """Whether the tile of the event is where it comes from."""
    match event:
        case Drew(tile=tile):
            return bool(match.now.boneyard) and tile in (None, match.now.boneyard[0])
        case Played(player, tile):
            return tile in match.now.hands[player]
        case _:
            return True


def with_truth(match: Match, log: Sequence[Event]) -> Match:
    """The match after events of which some were hidden; what was hidden follows from the match."""
    for event in log:
        match = match.after(_in_full(match, event))
    return match


def _in_full(match: Match, event: Event) -> Event:
    match event:
        case Drew(tile=None):
            return replace(event, tile=match.now.boneyard[0])
        case Passed(forced=None):
            return replace(event, forced=must_pass(position(match)))
        case _:
            return event
