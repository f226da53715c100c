"""The hidden hands that agree with the public log of a round, enumerated through the rules alone.

Nothing here knows how bots read a log: every deal and every drawn tile is tried, and a world stays as long as
the rules allow each move of the log, with the consequences that the log says.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from msgspec.structs import replace

from playroom.rules.deal import Deal, begin, redeal_reason, starter, stock
from playroom.rules.event import Dealt, Drew, Event, Passed, Played
from playroom.rules.flow import after, event_of, unfolded
from playroom.rules.legal import legal_moves, position
from playroom.rules.match import Match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile
from playroom.rules.view import View, seen

Hands = tuple[frozenset[Tile], ...]
"""What each seat holds."""

Worlds = dict[Hands, tuple[Match, int]]
"""The round as it stands with such hands, and how many deals and draws lead to it, all equally likely."""


def public_worlds(before: Match, known: View) -> Counter[Hands]:
    """The hands that may be held at a choice, with their weights; *before* is the match before the round."""
    assert known.seat is not None  # nothing is hidden from the table itself
    dealt, *rest = known.log
    assert isinstance(dealt, Dealt)
    at = next((at for at, event in enumerate(rest) if _is_choice(event)), len(rest))
    worlds = _agreeing(_dealt(before, dealt, known.seat), [dealt, *rest[:at]], before, known.seat)
    while at < len(rest):
        worlds, at = _moved(worlds, rest, at, known.seat)
    return Counter({hands: ways for hands, (_, ways) in worlds.items()})


def _is_choice(event: Event) -> bool:
    return isinstance(event, Played | Drew | Passed)


def _dealt(before: Match, dealt: Dealt, seat: Seat) -> Iterator[tuple[Event, ...]]:
    """The results of each deal that gives *seat* its own hand, and after which a seat can start."""
    own = tuple(tile for tile in dealt.hands[seat] if tile)
    hidden = frozenset(stock(before)) - {*own}
    others = [(at, len(hand)) for at, hand in enumerate(dealt.hands) if at != seat]
    for shared in _shared(hidden, others):
        hands = tuple(shared.get(at, own) for at in range(len(dealt.hands)))
        rest = tuple(sorted(hidden - {tile for hand in shared.values() for tile in hand}))
        if redeal_reason(before, hands) is None:
            first = dealt.starter if starter(before, hands) is None else None
            yield begin(before, Deal(hands, rest, first))


def _shared(tiles: frozenset[Tile], counts: list[tuple[Seat, int]]) -> Iterator[dict[Seat, Hand]]:
    """All ways to give these numbers of tiles to seats."""
    if not counts:
        yield {}
        return
    (seat, count), *others = counts
    for some in combinations(sorted(tiles), count):
        for rest in _shared(tiles - {*some}, others):
            yield {seat: some, **rest}


def _agreeing(deals: Iterable[tuple[Event, ...]], log: list[Event], before: Match, seat: Seat) -> Worlds:
    """The deals that *seat* would have heard like this."""
    worlds: Worlds = {}
    for events in deals:
        if [seen(event, seat) for event in events] == log:
            match = after(before, events)
            worlds[_hands(match)] = (match, 1)
    return worlds


def _moved(worlds: Worlds, log: list[Event], at: int, seat: Seat) -> tuple[Worlds, int]:
    """The worlds after the choice at this place of the log, and the place of the next one."""
    end = next((later for later in range(at + 1, len(log)) if _is_choice(log[later])), len(log))
    ways: dict[Hands, int] = defaultdict(int)
    matches: dict[Hands, Match] = {}
    for match, number in worlds.values():
        for world in _drawn(match, log[at]):
            for move in _moves(world, log[at]):
                events = tuple(unfolded(world, event_of(world, move)))
                if [seen(event, seat) for event in events] == log[at:end]:
                    later = after(world, events)
                    matches[_hands(later)] = later
                    ways[_hands(later)] += number
    return {hands: (match, ways[hands]) for hands, match in matches.items()}, end


def _drawn(match: Match, event: Event) -> Iterator[Match]:
    """The match with each tile of the boneyard on top, if the next event is a draw."""
    if not isinstance(event, Drew):
        yield match
        return
    boneyard = match.now.boneyard
    for tile in boneyard:
        rest = tuple(each for each in boneyard if each != tile)
        yield match.with_last(replace(match.now, boneyard=(tile, *rest)))


def _moves(match: Match, event: Event) -> Iterator[Move]:
    """The legal moves of the kind of *event*."""
    for move in legal_moves(position(match)):
        match move, event:
            case (Play(tile=tile), Played()) if tile == event.tile:
                yield move
            case (Draw(), Drew()) | (Pass(), Passed()):
                yield move


def _hands(match: Match) -> Hands:
    return tuple(map(frozenset, match.now.hands))
