"""Random deals and random starters."""

from random import Random

from playroom.rules.deal import Deal, dealable, redeal_reason, starter
from playroom.rules.event import Event, Redealt, StartDraw
from playroom.rules.match import Match
from playroom.rules.rulebook.questions import Starter
from playroom.rules.seat import Seat
from playroom.rules.tile import whole_set


def shuffled(match: Match, chance: Random) -> tuple[tuple[Event, ...], Deal]:
    """The events before the next deal, and the deal, both from *chance* (D-4, PO-2)."""
    redeals: list[Event] = []
    deal = _deal(match, chance)
    while why := redeal_reason(match, deal.hands):
        redeals.append(Redealt(why))
        deal = _deal(match, chance)
    if starter(match, deal.hands) is not None:
        return tuple(redeals), deal
    if match.rules.starter is Starter.LOTS_THEN_CLOCKWISE:
        draws, first = _start_draws(match, chance, match.seats_in)
    else:
        draws, first = (), chance.choice(match.seats_in)
    return (*redeals, *draws), Deal(deal.hands, deal.boneyard, first)


def _deal(match: Match, chance: Random) -> Deal:
    heap = list(dealable(match))
    chance.shuffle(heap)
    size = match.rules.hand_size(len(match.seats_in)) or 0
    hands = {
        seat: tuple(heap[size * place : size * (place + 1)]) for place, seat in enumerate(match.seats_in)
    }
    boneyard = [*heap[size * len(match.seats_in) :], *match.rules.aside]
    return Deal(tuple(hands.get(seat, ()) for seat in range(match.rules.players)), tuple(boneyard))


def _start_draws(match: Match, chance: Random, seats: tuple[Seat, ...]) -> tuple[tuple[StartDraw, ...], Seat]:
    """The draws for the start, repeated among ties, and the seat with the most pips (PO-2)."""
    drawn = tuple(chance.sample(whole_set(match.rules.set), len(seats)))
    draw = StartDraw(tuple(zip(seats, drawn, strict=True)))
    most = max(tile.pips for tile in drawn)
    tied = tuple(seat for seat, tile in draw.drawn if tile.pips == most)
    if len(tied) == 1:
        return (draw,), tied[0]
    more, first = _start_draws(match, chance, tied)
    return (draw, *more), first
