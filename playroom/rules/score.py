"""Scoring: the worth of hands and rounds, and the winners."""

from collections.abc import Iterable
from typing import assert_never

from playroom.rules.carry import RoundResult, carry_after, ends_series, entered, pigs
from playroom.rules.event import Bonus, BonusKind, CarriedOver, Ended, Ending, Played
from playroom.rules.layout import laid_tiles, total
from playroom.rules.match import Match
from playroom.rules.round import Round
from playroom.rules.round_winner import blocked_worth, heaviest_side, lightest, losing_sides
from playroom.rules.rulebook.award import (
    FIVE,
    Award,
    Counted,
    Only,
    Receiver,
    When,
    at,
    kind_of_last_tile,
    kind_of_tile,
    rounded,
)
from playroom.rules.rulebook.questions import (
    Best,
    Count,
    GoingOut,
    Passing,
    Points,
    SharedTarget,
)
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat, Side
from playroom.rules.tile import DOUBLE_BLANK, Hand, Tile

ROUND_BONUSES = (100, 75, 50, 25)
"""The bonuses for winning the first rounds of a match, in order (PA-8)."""

FINAL: dict[Ending, When] = {Ending.OUT: When.OUT, Ending.BLOCKED: When.BLOCKED}
"""The endings of a round that award points."""


def worth(rules: Rules, hand: Hand, count: Count) -> int:
    """The worth of a hand, in tiles or in pips; the 0-0 may have a worth of its own (D-10, MT-13)."""
    if count is Count.TILES:
        return len(hand)
    blank = rules.double_blank if DOUBLE_BLANK in hand else 0
    lone_blank = rules.lone_double_blank if hand == (DOUBLE_BLANK,) else 0
    return sum(tile.pips for tile in hand) + blank + lone_blank


def left_over(rules: Rules, now: Round) -> tuple[int, ...]:
    """The worth of each side's hands at the end of a round (D-13, TP-6, PP-9)."""
    count = rules.blocked_count if now.ending is Ending.BLOCKED else rules.count
    return tuple(
        sum(worth(rules, now.hands[seat], count) for seat in rules.seats(side)) for side in range(rules.sides)
    )


def round_winners(rules: Rules, now: Round) -> tuple[Side, ...]:
    """The winners of a round: most points of passes (PO), else the side that went out, else the fewest.

    Where the game names the winner (L-3), all sides share a round that nobody has won.
    """
    sides = rules.sides_of(now.seats)
    if rules.passing is Passing.AND_OUT or now.ending is Ending.TARGET:
        return _best(now.scores, sides, Best.HIGHEST)
    if rules.names_winner:
        return sides if now.winner is None else (rules.side(now.winner),)
    fewest_win = any(award.to is Receiver.FEWEST for award in at(rules.awards, When.OUT))  # TP-6: also out
    if now.ending is Ending.OUT and not fewest_win:
        return (_side_out(rules, now),)
    return _best(left_over(rules, now), sides, Best.LOWEST)


def lead(rules: Rules, now: Round, side: Side) -> int:
    """The points by which a side was ahead of the best other side in a round; less than 0 is behind."""
    others = [now.scores[each] for each in rules.sides_of(now.seats) if each != side]
    if not others:
        return 0
    is_high = rules.best is Best.HIGHEST
    return now.scores[side] - max(others) if is_high else min(others) - now.scores[side]


def blocked_winner(match: Match) -> Seat | None:
    """The winner of a round that is blocked now (L-2, L-3, PA-2); None if nobody wins it."""
    now, rules = match.now, match.rules
    if now.last_player is None:  # a position may be written in which no tile fits an engine
        return None
    worths = [
        blocked_worth(rules, worth(rules, hand, rules.blocked_count), any(tile.is_double for tile in hand))
        for hand in now.hands
    ]
    return lightest(rules, now.seats, worths, now.starter, now.last_player, now.step)


def opening_pass_bonus(match: Match) -> Bonus | None:
    """The bonus of the starter for a pass of the next seat on the first tile (PA-6)."""
    now, points = match.now, match.rules.opening_pass
    is_first = points and now.passes == 1 and len(laid_tiles(now.layout)) == 1
    return Bonus(now.starter, BonusKind.OPENING_PASS, points) if is_first else None


def all_pass_bonus(match: Match) -> Bonus | None:
    """The bonus of the last player, once all others have passed in turn (PA-7)."""
    now, points = match.now, match.rules.all_pass
    is_due = points and now.last_player is not None and now.passes == len(now.seats_in) - 1
    return Bonus(now.last_player, BonusKind.ALL_PASS, points) if is_due else None  # type: ignore[arg-type] # is_due knows


def last_tile_bonus(match: Match) -> Bonus | None:
    """The bonus of the winner for the tile with which they went out (PA-4, PA-5)."""
    now, rules = match.now, match.rules
    if now.winner is None or now.ending is not Ending.OUT or not (rules.capicua or rules.chuchazo):
        return None
    kind = kind_of_last(rules, tile_played_last(now), fits_both=has_equal_ends(now))
    return (
        Bonus(now.winner, kind, rules.capicua if kind is BonusKind.CAPICUA else rules.chuchazo)
        if kind
        else None
    )


def round_bonus(match: Match) -> Bonus | None:
    """The bonus of the winner for one of the first rounds of a match (PA-8)."""
    now, number = match.now, len(match.rounds)
    is_due = match.rules.round_bonus and now.winner is not None and number <= len(ROUND_BONUSES)
    return Bonus(now.winner, BonusKind.ROUND, ROUND_BONUSES[number - 1]) if is_due else None  # type: ignore[arg-type] # is_due knows


def tile_played_last(now: Round) -> Tile:
    """The tile that was played last."""
    return next(event.tile for event in reversed(now.log) if isinstance(event, Played))


def has_equal_ends(now: Round) -> bool:
    """Whether the ends of a line are equal: a tile that is no double has then fitted both before (PA-4)."""
    ends, tiles = now.layout.open_ends, laid_tiles(now.layout)
    return len(ends) == 2 and ends[0].number == ends[1].number and len(tiles) > 1  # noqa: PLR2004 (a line)


def kind_of_last(rules: Rules, tile: Tile, *, fits_both: bool) -> BonusKind | None:
    """The bonus for going out with *tile*, which fitted both ends or not; None if there is none."""
    if rules.chuchazo and tile == DOUBLE_BLANK:
        return BonusKind.CHUCHAZO
    is_capicua = fits_both and not tile.is_double and (rules.capicua_blank or not tile.has(0))
    return BonusKind.CAPICUA if rules.capicua and is_capicua else None


def worth_of_last(rules: Rules, tile: Tile, *, fits_both: bool) -> int:
    """The points for going out with *tile* beside those for hands: its bonus, and what the round is worth."""
    bonuses = {BonusKind.CAPICUA: rules.capicua, BonusKind.CHUCHAZO: rules.chuchazo, None: 0}
    kinds = (Only.ANY, kind_of_last_tile(tile, fits_both=fits_both))
    awards = [award for award in at(rules.awards, When.OUT) if award.counts is Counted.FIXED]
    bonus = bonuses[kind_of_last(rules, tile, fits_both=fits_both)]
    return bonus + sum(award.points for award in awards if award.only in kinds)


def _of_bonuses(match: Match, *bonuses: Bonus | None) -> tuple[int, ...]:
    """The points of each side for bonuses."""
    return _sum(match, (_to(match, match.rules.side(each.seat), each.points) for each in bonuses if each))


def points_of_play(match: Match, event: Played) -> tuple[int, ...]:
    """The immediate points of a play (AF-7, PO-6, PO-11)."""
    awards, nothing = awards_of_play(match, event), (0,) * match.rules.sides
    if not awards:
        return nothing
    points = _sum(match, (_of_play(match, award, event) for award in awards))
    return nothing if passes_target(match, points) else points


def passes_target(match: Match, points: tuple[int, ...]) -> bool:
    """Whether points would take a side past a target that must be reached exactly (FT-5)."""
    target = match.rules.target
    if not match.rules.exact or target is None:
        return False
    return any(total + more > target for total, more in zip(match.totals, points, strict=True) if more)


def awards_of_play(match: Match, event: Played) -> tuple[Award, ...]:
    """The awards for a tile that was just played."""
    now, rules = match.now, match.rules
    awards = at(rules.awards, When.PLAY)
    if any(award.only is not Only.ANY for award in awards):
        row = now.layout.rows["line"]
        kind = kind_of_tile(
            event.tile,
            is_first=event.end is None,
            has_equal_ends=has_equal_ends(now),
            has_end_double=any(laid.left == laid.right for laid in (row[0], row[-1])),
        )
        if kind is Only.OPENING_DOUBLE and not rules.opening_scores:
            kind = Only.ANY
        awards = tuple(award for award in awards if award.only in (Only.ANY, kind))
    if rules.passing is Passing.AND_OUT and len(now.seats_in) == 1:
        awards += at(rules.awards, When.LAST_IN)
    elif rules.going_out is not GoingOut.PLAYS_ON and has_gone_out(match, event.seat):
        awards += at(rules.awards, When.LAST_TILE)
    return awards


def has_gone_out(match: Match, seat: Seat) -> bool:
    """Whether *seat*, or where the whole team must finish all of its team, holds no tile (FT-4, FT-6)."""
    rules, hands = match.rules, match.now.hands
    if rules.going_out is not GoingOut.WHOLE_TEAM:
        return not hands[seat]
    return not any(hands[each] for each in rules.seats(rules.side(seat)))


def points_of_pass(match: Match, seat: Seat) -> tuple[int, ...]:
    """The immediate points of a pass; after the first tile of the round they may double (PO-4, PO-5)."""
    now, rules = match.now, match.rules
    is_first = len(laid_tiles(now.layout)) == 1 and now.passes == 1
    times = 2 if rules.first_pass_doubles and is_first else 1
    awards = at(rules.awards, When.PASS)
    bonuses = _of_bonuses(match, opening_pass_bonus(match), all_pass_bonus(match))
    return _sum(match, (*(_of_pass(match, award, seat, times) for award in awards), bonuses))


def points_of_round(match: Match, event: Ended) -> tuple[int, ...] | None:
    """The points of a finished round; None if its ending awards none, nor a bonus."""
    points = _awarded(match, event)
    return None if points is None else entered(match.rules, match.carry, _round_result(match, points))[0]


def _awarded(match: Match, event: Ended) -> tuple[int, ...] | None:
    """The points for a finished round, also those that wait until a side enters (KZ-7)."""
    awards = awards_of_round(match, event)
    bonuses = (last_tile_bonus(match), round_bonus(match))
    if not awards and not any(bonuses):
        return None
    left, points = left_over(match.rules, match.now), [_of_bonuses(match, *bonuses)]
    for award in awards:
        for side in _receivers(match, award, left):
            amount = rounded(award, _amount(match, award, left, side))
            points.append(_to(match, side, _valued(match.rules, amount)))
    return _sum(match, points)


def awards_of_round(match: Match, event: Ended) -> tuple[Award, ...]:
    """The awards at the end of a round; some are given for certain last tiles alone (DU-2)."""
    awards = at(match.rules.awards, FINAL[event.ending]) if event.ending in FINAL else ()
    winner = None if event.winner is None else match.rules.side(event.winner)
    if not ends_series(match.rules, match.carry, winner):
        awards = tuple(award for award in awards if award.counts is not Counted.PIGS)
    if all(award.only is Only.ANY for award in awards):
        return awards
    kind = kind_of_last_tile(tile_played_last(match.now), fits_both=has_equal_ends(match.now))
    return tuple(award for award in awards if award.only in (Only.ANY, kind))


def points_of_reset(match: Match) -> tuple[int, ...] | None:
    """The points that put all totals back to 0 once every side has one (SL-4); None if they stay."""
    is_due = match.rules.love and min(match.totals) > 0 and not reached_target(match)
    return tuple(-total for total in match.totals) if is_due else None


def carried_over(match: Match) -> CarriedOver | None:
    """What the match carries over after a round, if that has changed."""
    now = match.now
    assert now.ending is not None  # the round is over
    points = _awarded(match, Ended(now.ending, now.ended_by, now.winner)) or (0,) * match.rules.sides
    after = carry_after(match.rules, match.carry, _round_result(match, points))
    return None if after == match.carry else CarriedOver(after)


def _round_result(match: Match, points: tuple[int, ...]) -> RoundResult:
    now, rules = match.now, match.rules
    winner = None if now.winner is None else rules.side(now.winner)
    before = tuple(total - scored for total, scored in zip(match.totals, now.scores, strict=True))
    return RoundResult(winner, now.ending, left_over(rules, now), points, before)


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
        return round_winners(rules, now)
    if rules.last_deal is not None:
        done = len(match.rounds) >= rules.last_deal
        return _best(match.totals, match.sides_in, rules.best) if done else ()
    if rules.limit is not None:
        return match.sides_in if len(match.sides_in) == 1 else ()
    reached = reached_target(match)
    among = match.sides_in if reached and rules.best is Best.LOWEST else reached  # KZ-8: one of them has lost
    best = _best(match.totals, among, rules.best)
    plays_on = rules.shared_target is SharedTarget.ANOTHER_ROUND and len(best) > 1
    return () if plays_on else best


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
        case Counted.CARRIED | Counted.PIGS:
            raise ValueError(f"{award.counts} are counted at the end of a round")
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
        case Counted.CARRIED | Counted.PIGS:
            raise ValueError(f"{award.counts} are counted at the end of a round")
    return _to(match, _receiver(match, award, seat), _valued(rules, rounded(award, times * amount)))


def _receiver(match: Match, award: Award, seat: Seat) -> Side | None:
    """The side that receives points during a round; None if no tile has been played yet."""
    receiver = match.now.last_player if award.to is Receiver.LAST_PLAYER else seat
    return None if receiver is None else match.rules.side(receiver)


def _receivers(match: Match, award: Award, left: tuple[int, ...]) -> tuple[Side, ...]:
    """The sides that receive points at the end of a round; none if the fewest are tied."""
    now = match.now
    match award.to:
        case Receiver.EACH:
            return match.sides_in
        case Receiver.LOSERS | Receiver.MOST:
            winner = now.ended_by if now.ending is Ending.OUT else now.winner
            winning = None if winner is None else match.rules.side(winner)
            losers = losing_sides(match.rules, match.sides_in, winning)
            if award.to is Receiver.LOSERS:
                return losers
            return heaviest_side(match.rules, losers, left, now.starter)
        case Receiver.WINNER if now.ending is Ending.OUT:
            return (_side_out(match.rules, now),)
        case Receiver.WINNER if match.rules.names_winner:
            return () if now.winner is None else (match.rules.side(now.winner),)
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
            is_out = match.rules.winners_leftovers and match.now.ending is Ending.OUT
            return left[side] + (left[_side_out(match.rules, match.now)] if is_out else 0)  # D-13
        case Counted.OTHERS:
            others = sum(left) - left[side]
            return others - left[side] if award.less_own else others
        case Counted.ALL:
            return sum(left)
        case Counted.FIXED:
            return award.points
        case Counted.ENDS:
            return total(match.now.layout.open_ends)
        case Counted.CARRIED:
            return match.carry.carried
        case Counted.PIGS:
            return pigs(match.sides_in, match.carry, side)
        case Counted.TILE:
            raise ValueError("no tile is played at the end of a round")
    assert_never(award.counts)


def _valued(rules: Rules, amount: int) -> int:
    """The points for an amount, in fives where the page says so (AF-10)."""
    return amount // FIVE if rules.points is Points.FIVES else amount


def _best(worths: tuple[int, ...], sides: Iterable[Side], best: Best) -> tuple[Side, ...]:
    """The sides with the best worth."""
    pick = max if best is Best.HIGHEST else min
    among = tuple(sides)
    top = pick([worths[side] for side in among], default=0)
    return tuple([side for side in among if worths[side] == top])


def _side_out(rules: Rules, now: Round) -> Side:
    """The side of the seat that went out."""
    assert now.ended_by is not None  # callers have made sure
    return rules.side(now.ended_by)


def _to(match: Match, side: Side | None, points: int) -> tuple[int, ...]:
    """These points for *side*, none for the others."""
    return tuple(points * (side == each) for each in range(match.rules.sides))


def _sum(match: Match, several: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The sum of several points, side by side."""
    return tuple(map(sum, zip((0,) * match.rules.sides, *several, strict=True)))
