"""Scoring: the worth of hands and rounds, and the winners."""

from collections.abc import Iterable
from typing import assert_never

from playroom.rules.event import Ended, Ending, Played
from playroom.rules.layout import laid_tiles, total
from playroom.rules.match import Match
from playroom.rules.round import Round
from playroom.rules.rulebook.award import Award, Counted, Receiver, When, at, rounded
from playroom.rules.rulebook.questions import Best, Count, GoingOut, Passing, Points
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import DOUBLE_BLANK, Hand

FIVE = 5
"""The amount for one point, where points are fives (AF-10)."""

FINAL: dict[Ending, When] = {Ending.OUT: When.OUT, Ending.BLOCKED: When.BLOCKED}
"""The endings of a round that award points."""


def worth(rules: Rules, hand: Hand, count: Count) -> int:
    """The worth of a hand, in tiles or in pips; the 0-0 may have a worth of its own (D-10, MT-13)."""
    if count is Count.TILES:
        return len(hand)
    blank = rules.double_blank if DOUBLE_BLANK in hand else 0
    lone_blank = rules.lone_double_blank if hand == (DOUBLE_BLANK,) else 0
    return sum(tile.pips for tile in hand) + blank + lone_blank


def left_over(match: Match, now: Round) -> tuple[int, ...]:
    """The worth of each side's hands at the end of a round (D-13, TP-6, PP-9)."""
    rules = match.rules
    count = rules.blocked_count if now.ending is Ending.BLOCKED else rules.count
    return tuple(
        sum(worth(rules, now.hands[seat], count) for seat in rules.seats(side)) for side in range(rules.sides)
    )


def round_winners(match: Match, now: Round) -> tuple[Side, ...]:
    """The winners of a round: most points of passes (PO), else the side that went out, else the fewest."""
    if match.rules.passing is Passing.AND_OUT or now.ending is Ending.TARGET:
        return _best(now.scores, match.sides_in, Best.HIGHEST)
    if now.ending is Ending.OUT and not _fewest_win(match.rules):
        return (_side_out(match, now),)
    return _best(left_over(match, now), match.sides_in, Best.LOWEST)


def points_of_play(match: Match, event: Played) -> tuple[int, ...]:
    """The immediate points of a play (AF-7, PO-6, PO-11)."""
    return _sum(match, (_of_play(match, award, event) for award in awards_of_play(match, event)))


def awards_of_play(match: Match, event: Played) -> tuple[Award, ...]:
    """The awards for a tile that was just played."""
    now, rules = match.now, match.rules
    awards = at(rules.awards, When.PLAY)
    if rules.passing is Passing.AND_OUT and len(now.seats_in) == 1:
        awards += at(rules.awards, When.LAST_IN)
    elif rules.going_out is GoingOut.ENDS_ROUND and not now.hands[event.seat]:
        awards += at(rules.awards, When.LAST_TILE)
    return awards


def points_of_pass(match: Match, seat: Seat) -> tuple[int, ...]:
    """The immediate points of a pass; after the first tile of the round they may double (PO-4, PO-5)."""
    now, rules = match.now, match.rules
    is_first = len(laid_tiles(now.layout)) == 1 and now.passes == 1
    times = 2 if rules.first_pass_doubles and is_first else 1
    awards = at(rules.awards, When.PASS)
    return _sum(match, (_of_pass(match, award, seat, times) for award in awards))


def points_of_round(match: Match, event: Ended) -> tuple[int, ...] | None:
    """The points of a finished round; None if its ending awards none."""
    awards = at(match.rules.awards, FINAL[event.ending]) if event.ending in FINAL else ()
    return _sum(match, (_of_round(match, award) for award in awards)) if awards else None


def eliminated_sides(match: Match) -> tuple[Side, ...]:
    """The sides over the limit; if that were all, the lowest stay (D-11, D-13)."""
    limit = match.rules.limit
    if limit is None:
        return ()
    stay = tuple(side for side in match.sides_in if match.totals[side] < limit)
    stay = stay or _best(match.totals, match.sides_in, Best.LOWEST)
    return tuple(side for side in match.sides_in if side not in stay)


def reached_target(match: Match) -> tuple[Side, ...]:
    """The sides with a total that has reached the target (C-8, TP-7, PO-8, AF-9)."""
    target = match.rules.target
    if target is None:
        return ()
    return tuple(side for side in match.sides_in if match.totals[side] >= target)


def winners(match: Match) -> tuple[Side, ...]:
    """The winners of the match after a scored round; empty while it continues."""
    rules, now = match.rules, match.now
    if rules.single_round:
        return round_winners(match, now)
    if rules.last_deal is not None:
        done = len(match.rounds) >= rules.last_deal
        return _best(match.totals, match.sides_in, rules.best) if done else ()
    if rules.limit is not None:
        return match.sides_in if len(match.sides_in) == 1 else ()
    return _best(match.totals, reached_target(match), rules.best)


def _of_play(match: Match, award: Award, event: Played) -> tuple[int, ...]:
    rules, now, seat = match.rules, match.now, event.seat
    match award.counts:
        case Counted.ENDS:
            amount = total(event.ends)
        case Counted.TILE:
            amount = event.tile.pips
        case Counted.OWN:
            amount = worth(rules, (*now.hands[seat], event.tile), rules.count)
        case Counted.OTHERS | Counted.ALL:
            amount = sum(worth(rules, now.hands[each], rules.count) for each in now.seats_in)
        case Counted.FIXED:
            amount = award.points
    return _to(match, _receiver(match, award, seat), _valued(rules, rounded(award, amount)))


def _of_pass(match: Match, award: Award, seat: Seat, times: int) -> tuple[int, ...]:
    rules, now = match.rules, match.now
    match award.counts:
        case Counted.OWN:
            amount = worth(rules, now.hands[seat], rules.count)
        case Counted.OTHERS | Counted.ALL:
            among = [each for each in now.seats_in if award.counts is Counted.ALL or each != seat]
            amount = sum(worth(rules, now.hands[each], rules.count) for each in among)
        case Counted.ENDS:
            amount = total(now.layout.open_ends)
        case Counted.FIXED:
            amount = award.points
        case Counted.TILE:
            raise ValueError("a pass lays no tile")
    return _to(match, _receiver(match, award, seat), _valued(rules, rounded(award, times * amount)))


def _receiver(match: Match, award: Award, seat: Seat) -> Side | None:
    """The side that receives points during a round; None if no tile has been played yet."""
    receiver = match.now.last_player if award.to is Receiver.LAST_PLAYER else seat
    return None if receiver is None else match.rules.side(receiver)


def _of_round(match: Match, award: Award) -> tuple[int, ...]:
    left = left_over(match, match.now)
    receivers = _receivers(match, award, left)
    return tuple(
        _valued(match.rules, rounded(award, _amount(match, award, left, side))) if side in receivers else 0
        for side in range(match.rules.sides)
    )


def _receivers(match: Match, award: Award, left: tuple[int, ...]) -> tuple[Side, ...]:
    """The sides that receive points at the end of a round; none if the fewest are tied."""
    now = match.now
    match award.to:
        case Receiver.EACH:
            return match.sides_in
        case Receiver.LOSERS:
            return tuple(side for side in match.sides_in if side != _side_out(match, now))
        case Receiver.WINNER if now.ending is Ending.OUT:
            return (_side_out(match, now),)
        case Receiver.WINNER | Receiver.FEWEST:
            fewest = _best(left, match.sides_in, Best.LOWEST)
            return fewest if len(fewest) == 1 else ()
        case Receiver.PLAYER | Receiver.LAST_PLAYER:
            raise ValueError(f"{award.to} is not known at the end of a round")
    assert_never(award.to)


def _amount(match: Match, award: Award, left: tuple[int, ...], side: Side) -> int:
    """The amount for *side* before rounding."""
    match award.counts:
        case Counted.OWN:
            return left[side] + _leftovers(match, left)
        case Counted.OTHERS:
            others = sum(left) - left[side]
            return others - left[side] if award.less_own else others
        case Counted.ALL:
            return sum(left)
        case Counted.FIXED:
            return award.points
        case Counted.ENDS:
            return total(match.now.layout.open_ends)
        case Counted.TILE:
            raise ValueError("no tile is played at the end of a round")
    assert_never(award.counts)


def _leftovers(match: Match, left: tuple[int, ...]) -> int:
    """The amount that the tiles of the side that went out add to each other side (D-13)."""
    if not match.rules.winners_leftovers or match.now.ending is not Ending.OUT:
        return 0
    return left[_side_out(match, match.now)]


def _valued(rules: Rules, amount: int) -> int:
    """The points for an amount, in fives where the page says so (AF-10)."""
    return amount // FIVE if rules.points is Points.FIVES else amount


def _fewest_win(rules: Rules) -> bool:
    """Whether the fewest win a round even if a player went out (TP-6)."""
    return any(award.to is Receiver.FEWEST for award in at(rules.awards, When.OUT))


def _best(worths: tuple[int, ...], sides: Iterable[Side], best: Best) -> tuple[Side, ...]:
    """The sides with the best worth."""
    pick = max if best is Best.HIGHEST else min
    among = tuple(sides)
    top = pick([worths[side] for side in among], default=0)
    return tuple([side for side in among if worths[side] == top])


def _side_out(match: Match, now: Round) -> Side:
    """The side of the seat that went out."""
    assert now.ended_by is not None  # callers have made sure
    return match.rules.side(now.ended_by)


def _to(match: Match, side: Side | None, points: int) -> tuple[int, ...]:
    """These points for *side*, none for the others."""
    return tuple(points * (side == each) for each in range(match.rules.sides))


def _sum(match: Match, several: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The sum of several points, side by side."""
    return tuple(map(sum, zip((0,) * match.rules.sides, *several, strict=True)))
