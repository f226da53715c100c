"""The end of a round."""

from playroom.rules import score
from playroom.rules.event import Ended, Ending
from playroom.rules.fit import can_go_on
from playroom.rules.match import Match, drawable
from playroom.rules.round import Round
from playroom.rules.rulebook.questions import Finish, GoingOut, Passing
from playroom.rules.seat import Seat
from playroom.rules.turn_order import seats_with_turns


def round_end(match: Match, seat: Seat) -> Ended | None:
    """The end of the round if the move of *seat* has caused it, but for a block; else None."""
    now = match.now
    if match.rules.finish is Finish.AT_ONCE and score.reached_target(match):
        return Ended(Ending.TARGET, None)
    if _is_last_in(match, now):
        return Ended(Ending.LAST_IN, None)
    if _is_out(match, now, seat):
        return Ended(Ending.OUT, seat, seat if match.rules.names_winner else None)
    return None


def _is_last_in(match: Match, now: Round) -> bool:
    """Whether all seats but one are out, and that one has played once more or cannot (PO-6)."""
    if match.rules.passing is not Passing.AND_OUT or len(now.seats_in) != 1:
        return False
    has_played = now.passes == 0
    return has_played or not can_go_on(match.rules, now.layout, now.hands[now.seats_in[0]])


def _is_out(match: Match, now: Round, seat: Seat) -> bool:
    """Whether the seat has ended the round by going out (D-9, PO-7)."""
    rules = match.rules
    if rules.going_out is GoingOut.PLAYS_ON or now.hands[seat]:
        return False
    if rules.going_out is GoingOut.ENDS_ROUND:
        return True
    return not any(now.hands[each] for each in rules.seats(rules.side(seat)))


def blocked_end(match: Match) -> Ended | None:
    """The end of a blocked round (G-7), unless passes end it (PO-10); None if it is not blocked."""
    now, rules = match.now, match.rules
    if rules.passing is Passing.AND_OUT or drawable(rules, len(now.boneyard)):
        return None
    if any(can_go_on(rules, now.layout, now.hands[seat]) for seat in now.seats_in):
        return None
    return _blocked(match)


def _blocked(match: Match) -> Ended:
    """The end of a blocked round, with its winner if the game names it."""
    return Ended(Ending.BLOCKED, None, score.blocked_winner(match) if match.rules.names_winner else None)


def all_passed_end(match: Match) -> Ended | None:
    """The end of a round after voluntary passes of all players in a row (TP-5); None otherwise."""
    free = match.rules.passing is Passing.ANY_TIME
    all_passed = free and match.now.passes >= len(seats_with_turns(match, match.now))
    return _blocked(match) if all_passed else None
