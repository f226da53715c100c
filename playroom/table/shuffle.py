"""Chance at the table: what the shuffle deals, and who starts where chance decides."""

from random import Random

from playroom.rules.deal import Deal, must_deal_again, starter, stock
from playroom.rules.event import Event, Lots, Redealt
from playroom.rules.match import Match
from playroom.rules.rulebook.questions import Starter
from playroom.rules.seat import Seat
from playroom.rules.tile import whole_set


def shuffled(match: Match, chance: Random) -> tuple[tuple[Event, ...], Deal]:
    """The next round as *chance* deals it, and what is announced of it before (D-4, PO-2)."""
    redeals: list[Event] = []
    deal = _deal(match, chance)
    while must_deal_again(match, deal.hands):
        redeals.append(Redealt())
        deal = _deal(match, chance)
    if starter(match, deal.hands) is not None:
        return tuple(redeals), deal
    lots, first = _first(match, chance)
    return (*redeals, *lots), Deal(deal.hands, deal.boneyard, first)


def _deal(match: Match, chance: Random) -> Deal:
    heap = list(stock(match))
    chance.shuffle(heap)
    size = match.rules.hand_size(len(match.seats_in)) or 0
    hands = {
        seat: tuple(heap[size * place : size * (place + 1)]) for place, seat in enumerate(match.seats_in)
    }
    boneyard = heap[size * len(match.seats_in) :]
    return Deal(tuple(hands.get(seat, ()) for seat in range(match.rules.players)), tuple(boneyard))


def _first(match: Match, chance: Random) -> tuple[tuple[Lots, ...], Seat]:
    if match.rules.starter is Starter.LOTS_THEN_CLOCKWISE:
        return _lots(match, chance, match.seats_in)
    return (), chance.choice(match.seats_in)


def _lots(match: Match, chance: Random, seats: tuple[Seat, ...]) -> tuple[tuple[Lots, ...], Seat]:
    """Everybody draws a tile, the heaviest starts, and those who tie draw again (PO-2)."""
    drawn = tuple(chance.sample(whole_set(match.rules.set), len(seats)))
    lots = Lots(tuple(zip(seats, drawn, strict=True)))
    most = max(tile.pips for tile in drawn)
    tied = tuple(seat for seat, tile in lots.drawn if tile.pips == most)
    if len(tied) == 1:
        return (lots,), tied[0]
    more, first = _lots(match, chance, tied)
    return (lots, *more), first
