"""Turn order, and the effects of plays on it: doubles to cover, extra turns, skips, reversals."""

from playroom.rules.event import Again, Event, MayExtend, MustCover, Played, Skipped, Turn
from playroom.rules.layout import (
    End,
    Layout,
    OpenEnd,
    Trains,
    laid_tiles,
    total,
    train,
)
from playroom.rules.legal import joins
from playroom.rules.match import Match
from playroom.rules.move import Play
from playroom.rules.round import Round
from playroom.rules.rulebook.questions import Doubles, FirstTurn, GoingOut, Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat


def another_turn(rules: Rules, ends: tuple[OpenEnd, ...]) -> bool:
    """Whether a play that leaves these ends gives another turn (PP-4)."""
    return bool(rules.again_on) and total(ends) in rules.again_on


def skips_next(rules: Rules, ends: tuple[OpenEnd, ...]) -> bool:
    """Whether a play that leaves these ends skips the next player; another turn wins (PP-5, PP-6)."""
    skips = rules.skip_on_equal_ends and len({end.number for end in ends}) == 1
    if rules.skip_on and not skips:
        skips = total(ends) in rules.skip_on
    return skips and not another_turn(rules, ends)


def reverses_direction(rules: Rules, ends: tuple[OpenEnd, ...]) -> bool:
    """Whether a play that leaves these ends reverses the direction of play."""
    return bool(rules.turn_round_on) and total(ends) in rules.turn_round_on


def owed_after(rules: Rules, now: Round, layout: Layout, play: Play) -> tuple[End, ...]:
    """The ends with a double to cover after *play* has led to *layout*, the oldest first.

    A double that empties the hand is not owed, nor one that no remaining tile can cover (MT-9). In a cross,
    they are those that take doubles alone (CR-3); a foot is there once for each toe that is missing (CF-2).
    """
    if rules.doubles is Doubles.NOT_COVERED or play.end is None:
        return layout.owing_arms or layout.toes_owed
    if play.tile.is_double:
        is_last = len(now.hands[now.turn or 0]) == 1
        owed = now.owed if is_last else (*now.owed, play.end)
    else:
        owed = tuple(end for end in now.owed if end != play.end)
    numbers = {each.end: each.number for each in layout.open_ends}
    if not owed:
        return ()
    on_table = [laid.tile for laid in laid_tiles(layout)]
    if isinstance(layout, Trains):
        on_table.append(layout.engine)
    return tuple(end for end in owed if sum(tile.has(numbers[end]) for tile in on_table) < rules.set + 1)


def turn_after_play(match: Match, event: Played) -> Event:
    """The turn after a play: the same continues (MT-8, MT-11, KZ-4), or another starts (PP-4, PP-5)."""
    if event.tile.is_double and (cover := must_cover(match, event.seat)):
        return cover
    if _may_extend(match, event.seat) or _may_play_other_double(match, event):
        return MayExtend(event.seat)
    if another_turn(match.rules, event.ends):
        return Again(event.seat)
    follower = _next_seat(match, event.seat)
    return Skipped(follower) if skips_next(match.rules, event.ends) else Turn(follower)


def must_cover(match: Match, seat: Seat) -> MustCover | None:
    """The duty to cover the oldest owed double; None if none is owed (MT-8, MT-10)."""
    now = match.now
    if not now.owed:
        return None
    number = next(each.number for each in now.layout.open_ends if each.end == now.owed[0])
    return MustCover(seat, now.owed[0], number)


def _may_extend(match: Match, seat: Seat) -> bool:
    """Whether the seat may play more tiles on its own train in its first turn (MT-11)."""
    now, rules = match.now, match.rules
    turn = now.this_turn
    if rules.first_turn is not FirstTurn.MANY or not turn.is_first or turn.strayed or now.owed:
        return False
    own = next((each for each in now.layout.open_ends if each.end == train(seat)), None)
    return own is not None and any(joins(rules, tile, own.number) for tile in now.hands[seat])


def _may_play_other_double(match: Match, event: Played) -> bool:
    """Whether the seat may play another double in this turn, at another end than the first (KZ-4)."""
    if not match.rules.plays_both_doubles or not event.tile.is_double or event.end is None:
        return False
    others = {each.number for each in event.ends if each.end != event.end}
    doubles = [tile for tile in match.now.hands[event.seat] if tile.is_double]
    return any(joins(match.rules, tile, number) for tile in doubles for number in others)


def next_turn(match: Match, seat: Seat) -> Turn:
    """The turn of the next seat after *seat*."""
    return Turn(_next_seat(match, seat))


def _next_seat(match: Match, seat: Seat) -> Seat:
    """The next seat with turns in the direction of play (G-4); the seat itself if there is no other."""
    now, players = match.now, match.rules.players
    among = seats_with_turns(match, now)
    for ahead in range(1, players):
        if (follower := (seat + now.step * ahead) % players) in among:
            return follower
    return seat


def seats_with_turns(match: Match, now: Round) -> tuple[Seat, ...]:
    """The seats that get turns; where the whole team must finish, finished players are skipped.

    Where a pass puts a player out, they get a turn too, to leave the round (PO-7).
    """
    rules = match.rules
    passed_by = rules.going_out is GoingOut.WHOLE_TEAM and rules.passing is not Passing.AND_OUT
    return now.seats_holding if passed_by else now.seats_in
