"""The points that the next player may score at once."""

from msgspec.structs import replace

from playroom.bots.belief import Belief
from playroom.bots.placement import PlayOutcome, gain, points_at_once
from playroom.rules.flow import event_of
from playroom.rules.legal import plays, position
from playroom.rules.match import Match
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile


def expected_gain(known: Belief, outcome: PlayOutcome) -> float:
    """The expected points that the next player gains at once; negative for a partner.

    The player plays the best tile held; whether each is held is taken as independent of the others.
    """
    seat = next(iter(outcome.followers), None)
    if seat is None:
        return 0.0
    most_by_tile = {tile: max_gain(outcome.match, seat, tile) for tile in known.may_hold(seat)}
    scoring = ((most, likely_held(known, seat, tile)) for tile, most in most_by_tile.items() if most > 0)
    gains = sorted(scoring, reverse=True)
    expected, none_better = 0.0, 1.0
    for most, likely in gains:
        expected += none_better * likely * most
        none_better *= 1 - likely
    rules = outcome.view.rules
    return -expected if rules.side(seat) == rules.side(outcome.event.seat) else expected


def likely_held(known: Belief, seat: Seat, tile: Tile) -> float:
    """The estimated probability that *seat* holds *tile*."""
    groups = (group for group in known.groups.get(seat, ()) if tile in group.may_be)
    return min(1.0, sum(group.count / len(group.may_be) for group in groups))


def max_gain(match: Match, seat: Seat, tile: Tile) -> int:
    """The most that *seat* could gain at once if it were to move and held *tile*; 0 at least."""
    hands = tuple((tile, tile) if each == seat else hand for each, hand in enumerate(match.now.hands))
    faced = match.with_last(replace(match.now, turn=seat, hands=hands))
    happened = [event_of(faced, play) for play in plays(position(faced), tile)]
    gains = [gain(faced.rules, points_at_once(faced.after(event), event)) for event in happened]
    return max(gains, default=0)
