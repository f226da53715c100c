"""Dealing a round, and the validation of a deal."""

from collections import Counter

from msgspec import Struct

from playroom.rules.event import Dealt, Event
from playroom.rules.flow import unfolded
from playroom.rules.match import Match
from playroom.rules.rulebook.questions import Starter
from playroom.rules.rulebook.variant import DealFault, InvalidTable
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, lead_rank, whole_set, written


class Deal(Struct, frozen=True):
    """A random deal: the hands, the boneyard in the order of its draws, and the starter if it is random.

    There is a hand for every seat, empty for a seat that is out of the match.
    """

    hands: tuple[Hand, ...]
    boneyard: Hand
    starter: Seat | None = None


def begin(match: Match, deal: Deal) -> tuple[Event, ...]:
    """The deal and its consequences as events; InvalidTable if the deal breaks the rules."""
    if match.winners or match.round:
        over = DealFault.MATCH_OVER if match.winners else DealFault.ROUND_GOES_ON
        raise InvalidTable(over, match.rules.clauses.get(over, ""))
    _check_tiles(match, deal)
    _check_hands(match, deal)
    dealt = Dealt(deal.hands, deal.boneyard, _starter(match, deal), engine(match))
    return tuple(unfolded(match, dealt))


def engine(match: Match) -> Tile | None:
    """The double in the middle of the next round: the highest first, then one lower each round (MT-3)."""
    if not match.rules.has_engine:
        return None
    number = match.rules.set - len(match.rounds)
    return Tile(number, number)


def stock(match: Match) -> Hand:
    """The tiles of the next deal: the whole set without the engine."""
    return tuple(tile for tile in whole_set(match.rules.set) if tile != engine(match))


def starter(match: Match, hands: tuple[Hand, ...]) -> Seat | None:
    """The starter by the rules, None where it is random (D-4, C-2, TP-3, PO-2, PP-2, AF-2, MT-4)."""
    match match.rules.starter:
        case Starter.HIGHEST_DOUBLE:
            doubles = tuple(tuple(tile for tile in hand if tile.is_double) for hand in hands)
            return _holder_of_lead(doubles) if any(doubles) else None
        case Starter.HIGHEST_DOUBLE_OR_HEAVIEST:
            return _holder_of_lead(hands)
        case Starter.LOTS_THEN_CLOCKWISE | Starter.CHANCE_THEN_CLOCKWISE if match.rounds:
            return _next_starter(match)
        case Starter.CHANCE_THEN_WINNER if match.rounds:
            return _who_went_out(match)
        case _:
            return None


def must_deal_again(match: Match, hands: tuple[Hand, ...]) -> bool:
    """Whether no seat can start with these hands, so that the tiles are shuffled again (D-4)."""
    return match.rules.starter is Starter.HIGHEST_DOUBLE and starter(match, hands) is None


def _holder_of_lead(hands: tuple[Hand, ...]) -> Seat:
    """The seat with the tile of the highest rank (C-2)."""
    return max((lead_rank(tile), seat) for seat, hand in enumerate(hands) for tile in hand)[1]


def _who_went_out(match: Match) -> Seat | None:
    """The seat that went out in the last round, if it is still in the match (AF-2)."""
    seat = match.now.ended_by
    return seat if seat in match.seats_in else None


def _next_starter(match: Match) -> Seat:
    last = match.rounds[-1].starter
    return min(match.seats_in, key=lambda seat: (seat <= last, seat))


def _starter(match: Match, deal: Deal) -> Seat:
    clause = match.rules.clauses.get("starter", "")
    if must_deal_again(match, deal.hands):
        raise InvalidTable(DealFault.NO_STARTER, clause)
    decided = starter(match, deal.hands)
    if decided is None and deal.starter is None:
        raise InvalidTable(DealFault.STARTER_NEEDED, clause)
    if deal.starter is not None and deal.starter not in match.seats_in:
        gone = match.rules.clauses.get(DealFault.OUT_OF_MATCH, "")
        raise InvalidTable(DealFault.OUT_OF_MATCH, gone, seat=deal.starter)
    if decided is not None and deal.starter not in (None, decided):
        raise InvalidTable(DealFault.WRONG_STARTER, clause, given=deal.starter, seat=decided)
    return deal.starter if decided is None else decided  # type: ignore[return-value] # one of them was found


def _check_tiles(match: Match, deal: Deal) -> None:
    whole = frozenset(stock(match))
    dealt = Counter(tile for heap in (*deal.hands, deal.boneyard) for tile in heap)
    for tile, times in dealt.items():
        if tile == engine(match):
            clause = match.rules.clauses.get(DealFault.ENGINE_DEALT, "")
            raise InvalidTable(DealFault.ENGINE_DEALT, clause, tile=tile)
        if tile not in whole:
            raise InvalidTable(DealFault.NOT_IN_SET, "G-1", tile=tile, set=match.rules.set)
        if times > 1:
            raise InvalidTable(DealFault.TWICE, "G-1", tile=tile)
    if missing := sorted(whole - dealt.keys()):
        raise InvalidTable(DealFault.MISSING, "G-1", tiles=written(missing))


def _check_hands(match: Match, deal: Deal) -> None:
    size = match.rules.hand_size(len(match.seats_in))
    clause = match.rules.clauses.get("hand_size", "")
    for seat, hand in enumerate(deal.hands):
        right = size if seat in match.seats_in else 0
        if hand and not right:
            raise InvalidTable(
                DealFault.OUT_OF_MATCH, match.rules.clauses.get(DealFault.OUT_OF_MATCH, ""), seat=seat
            )
        if len(hand) != right:
            raise InvalidTable(DealFault.HAND_SIZE, clause, seat=seat, given=len(hand), size=right)
