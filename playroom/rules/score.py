"""What a hand and a round are worth, and who has won."""

from collections.abc import Iterable
from typing import assert_never

from playroom.rules.event import Ended, Ending, Passed, Played, Seat, Side
from playroom.rules.match import Match, Round
from playroom.rules.question import Best, Count, GoingOut, Scoring
from playroom.rules.tile import Hand, Tile
from playroom.rules.variant import Rules

DOUBLE_BLANK = (Tile(0, 0),)


def worth(rules: Rules, hand: Hand, count: Count) -> int:
    """What is left in a hand, in pips or in tiles; a lone 0-0 has a worth of its own (D-10)."""
    if count is Count.TILES:
        return len(hand)
    if hand == DOUBLE_BLANK:
        return rules.lone_double_blank
    return sum(tile.pips for tile in hand)


def left_over(match: Match, now: Round) -> tuple[int, ...]:
    """What each side still holds at the end of a round, hand by hand (D-13, TP-6, PP-9)."""
    rules = match.rules
    count = rules.blocked_count if now.ending is Ending.BLOCKED else rules.count
    return tuple(
        sum(worth(rules, now.hands[seat], count) for seat in rules.seats(side)) for side in range(rules.sides)
    )


def round_winners(match: Match, now: Round) -> tuple[Side, ...]:
    """The sides that won a finished round: who went out, else the fewest left; or the most points (PO)."""
    if match.rules.scoring is Scoring.PASSES:
        return _best(now.scores, match.sides_in, Best.HIGHEST)
    if now.ending is Ending.OUT and match.rules.scoring is not Scoring.DIFFERENCE:
        return (match.rules.side(_who_ended(now)),)
    return _best(left_over(match, now), match.sides_in, Best.LOWEST)


def points(match: Match) -> tuple[int, ...]:
    """What the round that has just ended is worth to each side; nothing more after points on the way."""
    now = match.rounds[-1]
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


def points_on_the_way(match: Match, event: Played | Passed) -> tuple[int, ...]:
    """What a play or a pass scores at once (PO-4, PO-5, PO-6, PO-11); all zero in other games."""
    now = match.rounds[-1]
    if match.rules.scoring is not Scoring.PASSES:
        return (0,) * match.rules.sides
    if isinstance(event, Passed):
        return _pass_points(match, now, event)
    return _going_out_points(match, now, event)


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


def winners(match: Match) -> tuple[Side, ...]:
    """Who has won the match, once a round is over and its points are counted; nobody while it goes on."""
    rules, now = match.rules, match.rounds[-1]
    if rules.single_round:
        return round_winners(match, now)
    if rules.deals is not None:
        done = len(match.rounds) >= rules.deals
        return _best(match.totals, match.sides_in, rules.best) if done else ()
    if rules.limit is not None:
        return match.sides_in if len(match.sides_in) == 1 else ()
    return _best(match.totals, reached_target(match), rules.best)


def _best(worths: tuple[int, ...], sides: Iterable[Side], best: Best) -> tuple[Side, ...]:
    pick = max if best is Best.HIGHEST else min
    among = tuple(sides)
    top = pick((worths[side] for side in among), default=0)
    return tuple(side for side in among if worths[side] == top)


def _who_ended(now: Round) -> Seat:
    """The seat that ended the round by going out; a ValueError if nobody did."""
    for event in reversed(now.log):
        if isinstance(event, Ended) and event.seat is not None:
            return event.seat
    raise ValueError("nobody went out")


def _own_points(match: Match, now: Round, left: tuple[int, ...]) -> tuple[int, ...]:
    """Every side scores its own, the winner's nothing; in D-13 the others take on the winner's leftovers."""
    if now.ending is not Ending.OUT:
        return left
    winner = match.rules.side(_who_ended(now))
    extra = left[winner] if match.rules.winners_leftovers else 0
    return tuple(
        0 if side == winner or side not in match.sides_in else own + extra for side, own in enumerate(left)
    )


def _lone_winner_points(match: Match, now: Round, pool: int, taken_off: tuple[int, ...]) -> tuple[int, ...]:
    """The one winner of the round scores what is left all round, less its own share; a tie scores nobody."""
    won = round_winners(match, now)
    lone = won[0] if len(won) == 1 else None
    return tuple(pool - taken_off[side] if side == lone else 0 for side in range(match.rules.sides))


def _pass_points(match: Match, now: Round, event: Passed) -> tuple[int, ...]:
    assert now.last_player is not None  # nobody can pass before the first tile
    held = worth(match.rules, now.hands[event.seat], match.rules.count)
    is_first = len(now.chain.laid) == 1 and now.passes == 1 and match.rules.first_pass_doubles
    return _to(match, now.last_player, 2 * held if is_first else held)


def _going_out_points(match: Match, now: Round, event: Played) -> tuple[int, ...]:
    rules = match.rules
    others = [seat for seat in now.seats_in if seat != event.seat]
    if not others:
        held = (*now.hands[event.seat], event.tile)
        return _to(match, event.seat, worth(rules, held, rules.count))
    if rules.going_out is GoingOut.ENDS_ROUND and not now.hands[event.seat]:
        return _to(match, event.seat, sum(worth(rules, now.hands[seat], rules.count) for seat in others))
    return (0,) * rules.sides


def _to(match: Match, seat: Seat, scored: int) -> tuple[int, ...]:
    return tuple(scored if side == match.rules.side(seat) else 0 for side in range(match.rules.sides))
