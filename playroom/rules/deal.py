"""Dealing a round, and the validation of a deal."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from playroom.rules.event import Dealt, Event, Played, RedealReason
from playroom.rules.flow import unfolded
from playroom.rules.match import Match, starting_rule
from playroom.rules.rulebook.fault import DealFault, InvalidTable
from playroom.rules.rulebook.questions import LaterStarter, Starter
from playroom.rules.seat import Seat
from playroom.rules.tile import (
    Hand,
    Tile,
    lead_rank,
    lowest_double_rank,
    one_one_rank,
    whole_set,
    written,
)

STARTER_RANKS: Mapping[Starter | None, Callable[[Tile], tuple[bool, int, int]]] = {
    Starter.HIGHEST_DOUBLE: lead_rank,
    Starter.HIGHEST_DOUBLE_OR_HEAVIEST: lead_rank,
    Starter.LOWEST_DOUBLE_OR_HEAVIEST: lowest_double_rank,
    Starter.ONE_ONE_OR_HEAVIEST: one_one_rank,
}
"""The ranks of tiles by which the holder of the highest one starts (C-2, BE-2, KZ-2)."""


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
        raise _refused(match, DealFault.MATCH_OVER if match.winners else DealFault.ROUND_GOES_ON)
    _check_heaps(match, deal)
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
    whole, middle = whole_set(match.rules.set), engine(match)
    return tuple(tile for tile in whole if tile != middle) if middle else whole


def dealable(match: Match) -> Hand:
    """The tiles of the next deal that may come into a hand: those taken out before it may not (SL-1)."""
    every, aside = stock(match), match.rules.aside
    return tuple(tile for tile in every if tile not in aside) if aside else every


def starter(match: Match, hands: tuple[Hand, ...]) -> Seat | None:
    """The starter by the rules, None where it is random (D-4, C-2, TP-3, PO-2, PP-2, AF-2, MT-4)."""
    rule = starting_rule(match)
    if rule in STARTER_RANKS:
        rank, doubles_alone = STARTER_RANKS[rule], rule is Starter.HIGHEST_DOUBLE
        held = [(tile, seat) for seat, hand in enumerate(hands) for tile in hand]
        found = [(rank(tile), seat) for tile, seat in held if tile.is_double or not doubles_alone]
        return max(found)[1] if found else None
    match rule:
        case None:
            return _later_starter(match)
        case Starter.LOTS_THEN_CLOCKWISE | Starter.CHANCE_THEN_CLOCKWISE if match.rounds:
            return _next_starter(match)
        case Starter.CHANCE_THEN_WINNER if match.rounds:
            seat = match.now.ended_by  # AF-2: whoever went out, if still in the match
            return seat if seat in match.seats_in else None
        case _:
            return None


@cache
def ranked_tiles(rule: Starter | None, highest: int) -> Hand:
    """The tiles of a set that make their holder start by this rule, the highest first; none for others."""
    if rule not in STARTER_RANKS:
        return ()
    tiles = [tile for tile in whole_set(highest) if tile.is_double or rule is not Starter.HIGHEST_DOUBLE]
    return tuple(sorted(tiles, key=STARTER_RANKS[rule], reverse=True))


def starter_by_hands(match: Match) -> Seat | None:
    """The starter by the rules of the round that is being played or, after it, of the next one."""
    rounds = match.rounds[:-1] if match.round else match.rounds
    return starter(replace(match, rounds=rounds), match.now.hands)


def redeal_reason(match: Match, hands: tuple[Hand, ...]) -> RedealReason | None:
    """Why these hands are dealt again; None if they are not.

    No seat can start with them (D-4), or one has too many doubles, or of one number (DU-1, KZ-1).
    """
    rules = match.rules
    if rules.starter is Starter.HIGHEST_DOUBLE and starter(match, hands) is None:
        return RedealReason.NO_DOUBLE
    if not rules.redeal:
        return None
    doubles = max(sum(tile.is_double for tile in hand) for hand in hands)
    if rules.redeal_doubles is not None and doubles >= rules.redeal_doubles:
        return RedealReason.DOUBLES
    alike = max(sum(tile.has(number) for tile in hand) for hand in hands for number in range(rules.set + 1))
    is_uniform = rules.redeal_number is not None and alike >= rules.redeal_number
    return RedealReason.NUMBER if is_uniform else None


def _later_starter(match: Match) -> Seat:
    """The starter of a round that does not begin as the first one does (L-4)."""
    last, rule = match.now, match.rules.later_starter
    if (
        rule is LaterStarter.OUT_OR_LAST_PLAIN
    ):  # KZ-2: who went out, else the last to play a tile that is no double
        plain = (
            each.seat for each in reversed(last.log) if isinstance(each, Played) and not each.tile.is_double
        )
        seat = next(plain, None) if last.ended_by is None else last.ended_by
        return last.starter if seat is None or seat not in match.seats_in else seat
    again = last.starter if last.winner is None else last.winner
    is_next = rule is LaterStarter.CLOCKWISE or again not in match.seats_in
    return _next_starter(match) if is_next else again


def _next_starter(match: Match) -> Seat:
    """The first seat after the last starter that is still in the match."""
    _, *others = match.rules.seats_in_order(match.rounds[-1].starter)
    return next((seat for seat in others if seat in match.seats_in), match.rounds[-1].starter)


def _refused(match: Match, fault: DealFault, **facts: object) -> InvalidTable:
    """The refusal of a deal, with the clause of the page for this fault."""
    return InvalidTable(fault, match.rules.clauses.get(fault, ""), **facts)


def _starter(match: Match, deal: Deal) -> Seat:
    clause = match.rules.clauses.get("starter", "")
    if why := redeal_reason(match, deal.hands):
        if why is RedealReason.NO_DOUBLE:
            raise InvalidTable(DealFault.NO_STARTER, clause)
        raise _refused(match, DealFault.DEALT_AGAIN)
    decided = starter(match, deal.hands)
    if decided is None and deal.starter is None:
        raise InvalidTable(DealFault.STARTER_NEEDED, clause)
    if deal.starter is not None and deal.starter not in match.seats_in:
        raise _refused(match, DealFault.OUT_OF_MATCH, seat=deal.starter)
    if decided is not None and deal.starter not in (None, decided):
        raise InvalidTable(DealFault.WRONG_STARTER, clause, given=deal.starter, seat=decided)
    return deal.starter if decided is None else decided  # type: ignore[return-value] # one of them was found


def _check_heaps(match: Match, deal: Deal) -> None:
    """Raise InvalidTable if tiles are missing or dealt twice, or a hand has another size."""
    whole, aside, middle = frozenset(stock(match)), frozenset(match.rules.aside), engine(match)
    for tile in (tile for hand in deal.hands for tile in hand if tile in aside):
        raise _refused(match, DealFault.ASIDE_DEALT, tile=tile)
    dealt = Counter(tile for heap in (*deal.hands, deal.boneyard) for tile in heap)
    for tile, times in dealt.items():
        if tile == middle:
            raise _refused(match, DealFault.ENGINE_DEALT, tile=tile)
        if tile not in whole:
            raise InvalidTable(DealFault.NOT_IN_SET, "G-1", tile=tile, set=match.rules.set)
        if times > 1:
            raise InvalidTable(DealFault.TWICE, "G-1", tile=tile)
    if missing := sorted(whole - dealt.keys()):
        raise InvalidTable(DealFault.MISSING, "G-1", tiles=written(missing))
    size = match.rules.hand_size(len(match.seats_in))
    clause = match.rules.clauses.get("hand_size", "")
    for seat, hand in enumerate(deal.hands):
        right = size if seat in match.seats_in else 0
        if hand and not right:
            raise _refused(match, DealFault.OUT_OF_MATCH, seat=seat)
        if len(hand) != right:
            raise InvalidTable(DealFault.HAND_SIZE, clause, seat=seat, given=len(hand), size=right)
