"""What a hand and a round are worth, and who has won."""

from collections.abc import Iterable
from typing import assert_never

from playroom.rules.event import Ending, Played, Seat, Side, StoodDown
from playroom.rules.match import Match, Round
from playroom.rules.names import whole
from playroom.rules.question import Best, Count, GoingOut, Scoring
from playroom.rules.tile import Held
from playroom.rules.variant import Rules


def worth(rules: Rules, held: Held, count: Count) -> int:
    """What is left in a hand, in tiles or in pips; a lone 0-0 is worth something of its own (D-10)."""
    if count is Count.TILES:
        return held.tiles
    return held.pips + rules.lone_double_blank * held.is_double_blank


def left_over(match: Match, now: Round) -> tuple[int, ...]:
    """What each side still holds at the end of a round, hand by hand (D-13, TP-6, PP-9)."""
    rules = match.rules
    count = rules.blocked_count if now.ending is Ending.BLOCKED else rules.count
    return tuple(
        sum(worth(rules, now.held(seat), count) for seat in rules.seats(side)) for side in range(rules.sides)
    )


def round_winners(match: Match, now: Round) -> tuple[Side, ...]:
    """The sides that won a finished round: who went out, else the fewest left; or the most points (PO)."""
    if match.rules.scoring is Scoring.PASSES:
        return _best(now.scores, match.sides_in, Best.HIGHEST)
    if now.ending is Ending.OUT and match.rules.scoring is not Scoring.DIFFERENCE:
        return (_winner(match, now),)
    return _best(left_over(match, now), match.sides_in, Best.LOWEST)


def points(match: Match) -> tuple[int, ...]:
    """What the round that has just ended is worth to each side; nothing more after points on the way."""
    now = match.now
    left = left_over(match, now)
    match match.rules.scoring:
        case Scoring.PASSES:
            return (0,) * match.rules.sides
        case Scoring.OWN:
            return _own_points(match, now, left)
        case Scoring.OTHERS:
            return _lone_winner_points(match, now, sum(left), left)
        case Scoring.DIFFERENCE:
            return _lone_winner_points(match, now, sum(left), tuple(2 * own for own in left))
    assert_never(match.rules.scoring)


def points_on_the_way(match: Match, event: Played | StoodDown) -> tuple[int, ...]:
    """What a play, or a pass, scores at once (PO-4, PO-5, PO-6, PO-11); all zero in other games."""
    if match.rules.scoring is not Scoring.PASSES:
        return (0,) * match.rules.sides
    if isinstance(event, Played):
        return _play_points(match, match.now, event)
    return _pass_points(match, match.now, event.seat)


def dropped(match: Match) -> tuple[Side, ...]:
    """The sides that the limit puts out now; if it would put out all, the lowest stay (D-11, D-13)."""
    limit = match.rules.limit
    if limit is None:
        return ()
    stay = tuple(side for side in match.sides_in if match.totals[side] < limit)
    stay = stay or _best(match.totals, match.sides_in, Best.LOWEST)
    return tuple(side for side in match.sides_in if side not in stay)


def reached_target(match: Match) -> tuple[Side, ...]:
    """The sides whose total has reached the target (C-8, TP-7, PO-8)."""
    target = match.rules.target
    if target is None:
        return ()
    return tuple(side for side in match.sides_in if match.totals[side] >= target)


def is_target_reached(match: Match) -> bool:
    """Whether any side's total has."""
    target = match.rules.target
    return target is not None and any(match.totals[side] >= target for side in match.sides_in)


def winners(match: Match) -> tuple[Side, ...]:
    """Who has won the match, once a round is over and its points are counted; nobody while it goes on."""
    rules, now = match.rules, match.now
    if rules.single_round:
        return round_winners(match, now)
    if rules.deals is not None:
        done = len(match.rounds) >= rules.deals
        return _best(match.totals, match.sides_in, rules.best) if done else ()
    if rules.limit is not None:
        return match.sides_in if len(match.sides_in) == 1 else ()
    return _best(match.totals, reached_target(match), rules.best)


@whole
def _best(worths: tuple[int, ...], sides: Iterable[Side], best: Best) -> tuple[Side, ...]:
    """Those of *sides* whose worth is best."""
    pick = max if best is Best.HIGHEST else min
    among = tuple(sides)
    top = pick([worths[side] for side in among], default=0)
    return tuple([side for side in among if worths[side] == top])


@whole
def is_one(several: tuple[int, ...]) -> bool:
    """Whether there is but one of *several*."""
    return len(several) == 1


@whole
def _lone(sides: tuple[Side, ...]) -> Side | None:
    """The only one of *sides*; None if there are more."""
    return sides[0] if len(sides) == 1 else None


def _winner(match: Match, now: Round) -> Side:
    """The side of the seat that went out."""
    assert now.ended_by is not None  # callers have made sure
    return match.rules.side(now.ended_by)


def _own_points(match: Match, now: Round, left: tuple[int, ...]) -> tuple[int, ...]:
    """Every side scores its own, the winner's nothing; in D-13 the others take on the winner's leftovers."""
    if now.ending is not Ending.OUT:
        return left
    winner = _winner(match, now)
    extra = left[winner] if match.rules.winners_leftovers else 0
    return tuple(
        0 if side == winner or side not in match.sides_in else own + extra for side, own in enumerate(left)
    )


def _lone_winner_points(match: Match, now: Round, pool: int, taken_off: tuple[int, ...]) -> tuple[int, ...]:
    """The one winner of the round scores what is left all round, less its own share; a tie scores nobody."""
    lone = _lone(round_winners(match, now))
    return tuple(pool - taken_off[side] if side == lone else 0 for side in range(match.rules.sides))


def _pass_points(match: Match, now: Round, seat: Seat) -> tuple[int, ...]:
    assert now.last_player is not None  # nobody can pass before the first tile
    held = worth(match.rules, now.held(seat), match.rules.count)
    is_first = match.rules.first_pass_doubles and now.laid == 1 and now.passes == 1
    return _to(match, now.last_player, 2 * held if is_first else held)


def _play_points(match: Match, now: Round, event: Played) -> tuple[int, ...]:
    rules, seat = match.rules, event.seat
    if is_one(now.seats_in):
        return _to(match, seat, worth(rules, now.held(seat, event.tile), rules.count))
    if rules.going_out is GoingOut.ENDS_ROUND and not now.has_tiles(seat):
        return _to(match, seat, sum(worth(rules, now.held(each), rules.count) for each in now.seats_in))
    return (0,) * rules.sides


def _to(match: Match, seat: Seat, scored: int) -> tuple[int, ...]:
    """These points for the side of *seat*, none for the others."""
    return tuple(scored * (side == match.rules.side(seat)) for side in range(match.rules.sides))
