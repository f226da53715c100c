"""How a round begins: what chance dealt, held against the rules."""

from collections import Counter
from dataclasses import dataclass

from playroom.rules.event import Dealt, Event, Seat
from playroom.rules.flow import unfolded
from playroom.rules.match import Match
from playroom.rules.question import Starter
from playroom.rules.tile import Hand, Tile, whole_set, written
from playroom.rules.variant import DealFault, Refused


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance decides: the hands, the boneyard as it will be drawn, and the starter if the hands do not.

    There is a hand for every seat, empty for a seat that is out of the match.
    """

    hands: tuple[Hand, ...]
    boneyard: Hand
    starter: Seat | None = None


def begin(match: Match, deal: Deal) -> tuple[Event, ...]:
    """All that happens once a round is dealt; Refused if it cannot be dealt so."""
    if match.winners or match.round:
        over = DealFault.MATCH_OVER if match.winners else DealFault.ROUND_GOES_ON
        raise Refused(over, match.rules.clauses.get(over, ""))
    _check_tiles(match, deal)
    _check_hands(match, deal)
    dealt = Dealt(deal.hands, deal.boneyard, _starter(match, deal))
    return tuple(unfolded(match, dealt))


def starter(match: Match, hands: tuple[Hand, ...]) -> Seat | None:
    """The seat that the rules make start, None where chance does (D-4, C-2, TP-3, PO-2, PP-2)."""
    match match.rules.starter:
        case Starter.HIGHEST_DOUBLE:
            return _holder_of_highest_double(hands)
        case Starter.HIGHEST_DOUBLE_OR_HEAVIEST:
            holder = _holder_of_highest_double(hands)
            return _holder_of_heaviest(hands) if holder is None else holder
        case Starter.LOTS_THEN_CLOCKWISE if match.rounds:
            return _next_starter(match)
        case _:
            return None


def must_deal_again(match: Match, hands: tuple[Hand, ...]) -> bool:
    """Whether nobody can start with these hands, so that the tiles are shuffled once more (D-4)."""
    return match.rules.starter is Starter.HIGHEST_DOUBLE and starter(match, hands) is None


def heaviness(tile: Tile) -> tuple[int, int]:
    """What makes a tile heavy: most pips, then the higher single half (C-2)."""
    return tile.pips, tile.high


def _holder_of_highest_double(hands: tuple[Hand, ...]) -> Seat | None:
    doubles = [(tile.high, seat) for seat, hand in enumerate(hands) for tile in hand if tile.is_double]
    return max(doubles)[1] if doubles else None


def _holder_of_heaviest(hands: tuple[Hand, ...]) -> Seat:
    return max((heaviness(tile), seat) for seat, hand in enumerate(hands) for tile in hand)[1]


def _next_starter(match: Match) -> Seat:
    last = match.rounds[-1].starter
    return min(match.seats_in, key=lambda seat: (seat <= last, seat))


def _starter(match: Match, deal: Deal) -> Seat:
    clause = match.rules.clauses.get("starter", "")
    if must_deal_again(match, deal.hands):
        raise Refused(DealFault.NO_STARTER, clause)
    decided = starter(match, deal.hands)
    if decided is None and deal.starter is None:
        raise Refused(DealFault.STARTER_NEEDED, clause)
    if deal.starter is not None and deal.starter not in match.seats_in:
        gone = match.rules.clauses.get(DealFault.OUT_OF_MATCH, "")
        raise Refused(DealFault.OUT_OF_MATCH, gone, seat=deal.starter)
    if decided is not None and deal.starter not in (None, decided):
        raise Refused(DealFault.WRONG_STARTER, clause, given=deal.starter, seat=decided)
    return deal.starter if decided is None else decided  # type: ignore[return-value] # one of them was found


def _check_tiles(match: Match, deal: Deal) -> None:
    stock = frozenset(whole_set(match.rules.set))
    dealt = Counter(tile for heap in (*deal.hands, deal.boneyard) for tile in heap)
    for tile, times in dealt.items():
        if tile not in stock:
            raise Refused(DealFault.NOT_IN_SET, "G-1", tile=tile, set=match.rules.set)
        if times > 1:
            raise Refused(DealFault.TWICE, "G-1", tile=tile)
    if missing := sorted(stock - dealt.keys()):
        raise Refused(DealFault.MISSING, "G-1", tiles=written(missing))


def _check_hands(match: Match, deal: Deal) -> None:
    size = match.rules.hand_size(len(match.seats_in))
    clause = match.rules.clauses.get("hand_size", "")
    for seat, hand in enumerate(deal.hands):
        right = size if seat in match.seats_in else 0
        if hand and not right:
            raise Refused(
                DealFault.OUT_OF_MATCH, match.rules.clauses.get(DealFault.OUT_OF_MATCH, ""), seat=seat
            )
        if len(hand) != right:
            raise Refused(DealFault.HAND_SIZE, clause, seat=seat, given=len(hand), size=right)
