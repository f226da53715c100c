"""A match rebuilt from what one seat may know: hidden tiles are all the same unknown one."""

from collections.abc import Sequence

from msgspec.structs import replace

from playroom.rules.event import Dealt, Drew, Event, Passed, Played
from playroom.rules.flow import play, unfolded
from playroom.rules.legal import must_pass, objection, position
from playroom.rules.match import Match
from playroom.rules.move import Draw, Move, Pass
from playroom.rules.seat import Seat
from playroom.rules.tile import UNKNOWN_TILE
from playroom.rules.view import seen
from playroom.table.record import as_played


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


def keeps_rules(before: Match, deal: Dealt, log: Sequence[Event], seat: Seat | None) -> bool:
    """Whether a round with this log, as *seat* saw it, was played and ended by the rules after this deal.

    Who has left the seat or come to it saw less.
    """
    match, due = before, [*unfolded(before, deal)]
    for event in (deal, *log[1:]):
        due = due or [*_move_and_consequences(match, event)]
        if not due or event not in (due[0], seen(due[0], seat), seen(due[0], None)):
            return False
        match = match.after(due.pop(0))
    return not due


def _move_and_consequences(match: Match, event: Event) -> tuple[Event, ...]:
    """All that happens with the move that *event* is; nothing if it is none that may be made."""
    move: Move
    match event:
        case Played():
            move = as_played(event, match.rules)
        case Drew():
            move = Draw()
        case Passed():
            move = Pass()
        case _:
            return ()
    is_allowed = match.turn is not None and objection(position(match), move) is None
    return play(match, move) if is_allowed else ()


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
