"""A round at a table of wood, as one of its players follows it, and a match that agrees with all they know.

They know their own tiles and what lies open; the tiles of others stay hidden until they are played or shown.
A record has a place for every tile. So each tile that nobody has seen gets a place where it may have been: no
draw, no pass and no turn that ended says otherwise, and the same moves are legal from that deal on.

1. An action that only some hands allow rules out tiles for the hand of its player then (`Limit`).
2. Tiles are matched with hands, draws and the boneyard, none where a limit forbids it (`_matching`).
3. The round is played again from that deal. Where the rules see it otherwise, other matchings are tried.
4. A round that only hidden tiles would end goes on if some deal lets it: a block is certain, or it is none.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, islice
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from playroom.rules.deal import STARTER_RANKS, Deal, begin, dealable, starter
from playroom.rules.event import Chosen, Drew, Ended, Ending, Event, MayExtend, Played
from playroom.rules.flow import IllegalMove, after, played
from playroom.rules.legal import Position, can_go_on, objection
from playroom.rules.match import Match, starting_rule
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rewind import before_round, chosen_move
from playroom.rules.rulebook.fault import InvalidTable
from playroom.rules.rulebook.questions import Count, FirstTurn
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import worth
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, known_tiles, whole_set
from playroom.rules.turn_order import turn_after_play

ATTEMPTS: Final = 60
"""The largest number of matchings tried; after them, the round is taken to agree with no deal."""

MOST_HANDS: Final = 30
"""The largest number of hands tried for a seat of which only the points are known."""

NEVER: Final = 10_000
"""The time of a tile that was not played: after all actions."""


class Action(Struct, frozen=True):
    """A move of a seat; *drawn* is the tile, if the player who follows the round has drawn it."""

    seat: Seat
    move: Move
    drawn: Tile | None = None


class Limit(Struct, frozen=True):
    """The *tiles* that a seat did not hold before the action at index *at*."""

    seat: Seat
    at: int
    tiles: frozenset[Tile]


class WatchedRound(Struct, frozen=True):
    """A round as the player at seat *ear* knows it, and a *match* that agrees with it.

    *hand* are the own tiles as dealt, *shown* all that others had left at the end, as they have shown it.
    *before* is the match before the deal.
    """

    before: Match
    ear: Seat
    hand: Hand
    starter: Seat
    match: Match
    actions: tuple[Action, ...] = ()
    limits: tuple[Limit, ...] = ()
    shown: Mapping[Seat, Hand] = {}

    @property
    def to_show(self) -> tuple[Seat, ...]:
        """The other seats that have tiles left, once the round is over, and have not shown them."""
        if self.match.round:
            return ()
        left = (seat for seat, hand in enumerate(self.match.now.hands) if hand and seat != self.ear)
        return tuple(seat for seat in left if seat not in self.shown)


def known_starter(before: Match) -> Seat | None:
    """Who starts the next round by how the last one ended; None if tiles or chance decide."""
    if starting_rule(before) in STARTER_RANKS:
        return None
    return starter(before, ((),) * before.rules.players)


def watched(before: Match, ear: Seat, hand: Hand, first: Seat) -> WatchedRound | None:
    """A round that begins; None if this seat cannot start with such a hand of the player."""
    return _agreeing(WatchedRound(before, ear, hand, first, before))


def with_action(seen: WatchedRound, action: Action) -> WatchedRound | None:
    """The round after one more action; None if it disagrees with what is known."""
    limits = (*seen.limits, *_limits(seen, action))
    return _agreeing(replace(seen, actions=(*seen.actions, action), limits=limits))


def with_shown(seen: WatchedRound, shown: Mapping[Seat, Hand]) -> WatchedRound | None:
    """The round once others have shown what they had left; None if that disagrees with what is known."""
    return _agreeing(replace(seen, shown=shown))


def with_points(
    seen: WatchedRound, shown: Mapping[Seat, Hand], points: Mapping[Seat, int]
) -> WatchedRound | None:
    """As `with_shown`, where of some seats only the *points* of what they have left are known."""
    if not points:
        return with_shown(seen, shown)
    seat, *others = points
    heaps, times, rules = _heaps(seen), _times(seen), seen.before.rules
    taken = {tile for hand in shown.values() for tile in hand}
    tiles = [
        tile
        for tile in sorted(unseen_tiles(seen) - taken)
        if any(heaps[at].seat == seat for at in _places(seen, tile, heaps, times, {tile: seat}))
    ]
    hands = combinations(tiles, len(seen.match.now.hands[seat]))
    alike = (hand for hand in hands if worth(rules, hand, Count.PIPS) == points[seat])
    rest = {other: points[other] for other in others}
    ways = (with_points(seen, {**shown, seat: hand}, rest) for hand in islice(alike, MOST_HANDS))
    return next(filter(None, ways), None)


def turn_is_open(rules: Rules) -> bool:
    """Whether tiles that nobody has shown may decide if a turn goes on (MT-11, KZ-4)."""
    return rules.first_turn is FirstTurn.MANY or rules.plays_both_doubles


def followed(match: Match, ear: Seat) -> Iterator[WatchedRound]:
    """The round under way of a match that was followed before: after its deal, and after each action."""
    before, now = before_round(match, len(match.rounds) - 1), match.now
    hands = tuple(map(known_tiles, now.dealt.hands))
    dealt = after(before, begin(before, Deal(hands, known_tiles(now.dealt.boneyard), now.starter)))
    seen = WatchedRound(before, ear, hands[ear], now.starter, dealt)
    yield seen
    for event in now.log:
        if not isinstance(event, Chosen):
            continue
        drawn = event.tile if isinstance(event, Drew) and event.seat == ear else None
        action = Action(event.seat, chosen_move(event, match.rules), drawn)
        actions, limits = (*seen.actions, action), (*seen.limits, *_limits(seen, action))
        seen = replace(seen, actions=actions, limits=limits, match=played(seen.match, action.move))
        yield seen


def known_match(seen: WatchedRound) -> Match:
    """The match as far as it is known: its round does not end before others have shown their tiles."""
    if not seen.to_show:
        return seen.match
    log = seen.match.now.log
    end = next(at for at, event in enumerate(log) if isinstance(event, Ended))
    return after(seen.before, log[:end])


def unseen_tiles(seen: WatchedRound) -> frozenset[Tile]:
    """The tiles whose places the player does not know."""
    now = seen.match.now
    laid = {action.move.tile for action in seen.actions if isinstance(action.move, Play)}
    shown = {tile for hand in seen.shown.values() for tile in hand}
    return frozenset(dealable(seen.before)) - laid - shown - frozenset(now.hands[seen.ear])


def _limits(seen: WatchedRound, action: Action) -> Iterator[Limit]:
    """What an action tells of the hidden hands."""
    at, now, rules = len(seen.actions), seen.match.now, seen.match.rules
    if stopped := _turn_ended(seen, action):
        yield stopped
    if action.seat == seen.ear or action.seat not in now.seats:
        return
    this_turn = now.this_turn if now.turn == action.seat else replace(now.this_turn, drew=False)
    faced = Position(
        rules, action.seat, (), now.layout, len(now.boneyard), this_turn, now.owed, now.starting_rule
    )
    tiles = whole_set(rules.set)
    match action.move:
        case Play(tile) if not faced.has_begun:
            hands = ((each, replace(faced, hand=(tile, each))) for each in tiles if each != tile)
            lacked = frozenset(each for each, holding in hands if objection(holding, action.move))
        case Play():
            return
        case Draw() | Pass():
            holding = ((each, replace(faced, hand=(each,))) for each in tiles)
            lacked = frozenset(each for each, held in holding if objection(held, action.move))
    if len(lacked) < len(tiles):  # else the action is illegal with any hand
        yield Limit(action.seat, at, lacked)


def _turn_ended(seen: WatchedRound, action: Action) -> Limit | None:
    """What a turn that ended after a tile tells: none was left to go on with (MT-11, KZ-4)."""
    rules, last = seen.match.rules, seen.actions[-1] if seen.actions else None
    if last is None or not turn_is_open(rules) or last.seat in (seen.ear, action.seat):
        return None
    if not isinstance(last.move, Play):
        return None
    log = seen.match.now.log
    at, event = next((at, log[at]) for at in reversed(range(len(log))) if isinstance(log[at], Played))
    assert isinstance(event, Played)
    match = after(seen.before, log[: at + 1])

    def may_extend(tile: Tile) -> bool:
        """Whether the turn would go on if the seat held this tile alone."""
        hands = (*match.now.hands[: last.seat], (tile,), *match.now.hands[last.seat + 1 :])
        return isinstance(turn_after_play(match.with_last(replace(match.now, hands=hands)), event), MayExtend)

    lacked = frozenset(filter(may_extend, whole_set(rules.set)))
    return Limit(last.seat, len(seen.actions), lacked)


def _agreeing(seen: WatchedRound) -> WatchedRound | None:
    """The round with a match that agrees with it, in which it goes on if it may; None if there is none."""
    found = next(_matches(seen, {}), None)
    if found is None:
        return None
    if found.round is None and not seen.shown and found.now.ending in (Ending.BLOCKED, Ending.LAST_IN):
        now = found.now
        going_on = (  # the matches in which some player holds a tile that fits
            match
            for seat in now.seats_in
            if seat != seen.ear and now.hands[seat]
            for tile in unseen_tiles(seen)
            if can_go_on(found.rules, now.layout, (tile,))
            for match in _matches(seen, {tile: seat}, attempts=1)
            if match.round
        )
        found = next(going_on, found)
    return replace(seen, match=found)


class TileSource(Struct, frozen=True):
    """A place where tiles came from together: the deal of a seat, a draw of it, or the boneyard (None).

    *since* is the index of the action that brought them, -1 for the deal.
    """

    seat: Seat | None
    since: int
    size: int


def _matches(seen: WatchedRound, held: Mapping[Tile, Seat], attempts: int = ATTEMPTS) -> Iterator[Match]:
    """Matches that agree with the round; in them, each tile of *held* is in the hand of its seat."""
    heaps, times = _heaps(seen), _times(seen)
    own = {*seen.hand, *(action.drawn for action in seen.actions if action.drawn)}
    hidden = [tile for tile in dealable(seen.before) if tile not in own]
    for first, limits in _ways_to_start(seen):
        known = replace(seen, limits=(*seen.limits, *limits))
        places = {tile: _places(known, tile, heaps, times, held) for tile in hidden}
        if first is not None and first not in own:
            dealt = {at for at, heap in enumerate(heaps) if heap.seat == seen.starter and heap.since < 0}
            places[first] = [at for at in places[first] if at in dealt]
        for attempt in range(attempts):
            chance = Random(attempt)  # noqa: S311 (a game)
            filled = _matching(places, [heap.size for heap in heaps], chance)
            if filled is None:
                break
            if found := _replayed(seen, _deal(seen, heaps, filled)):
                yield found


def _heaps(seen: WatchedRound) -> list[TileSource]:
    """Where the tiles come from that the player has not had; the boneyard is the last."""
    before = seen.before
    size = before.rules.hand_size(len(before.seats_in)) or 0
    dealt = [TileSource(seat, -1, size) for seat in before.seats_in if seat != seen.ear]
    drawn = [
        TileSource(action.seat, at, 1)
        for at, action in enumerate(seen.actions)
        if action.move == Draw() and action.seat != seen.ear
    ]
    own_draws = sum(action.drawn is not None for action in seen.actions)
    rest = len(dealable(before)) - size * len(before.seats_in) - len(drawn) - own_draws
    return [*dealt, *drawn, TileSource(None, -1, max(0, rest))]


def _times(seen: WatchedRound) -> Mapping[Tile, tuple[Seat, int]]:
    """Who has played each tile, and the index of that action."""
    plays = ((at, each.seat, each.move) for at, each in enumerate(seen.actions))
    return {move.tile: (seat, at) for at, seat, move in plays if isinstance(move, Play)}


def _places(
    seen: WatchedRound,
    tile: Tile,
    heaps: list[TileSource],
    times: Mapping[Tile, tuple[Seat, int]],
    held: Mapping[Tile, Seat],
) -> list[int]:
    """The heaps from which a tile may have come."""
    player, time = times.get(tile, (None, NEVER))
    shower = next((seat for seat, hand in seen.shown.items() if tile in hand), None)
    owner = held.get(tile, shower if player is None else player)
    return [
        at
        for at, heap in enumerate(heaps)
        if owner in (None, heap.seat)
        and (heap.seat not in seen.shown or owner is not None)
        and heap.since < time
        and not any(
            limit.seat == heap.seat and heap.since < limit.at < time and tile in limit.tiles
            for limit in seen.limits
        )
    ]


def _ways_to_start(seen: WatchedRound) -> Iterator[tuple[Tile | None, tuple[Limit, ...]]]:
    """The tiles by which the starter may have come to start, and what nobody else was dealt then.

    None where tiles do not decide who starts.
    """
    before, players = seen.before, seen.before.rules.players
    if starting_rule(before) not in STARTER_RANKS:
        yield None, ()
        return
    others = [seat for seat in before.seats_in if seat not in (seen.starter, seen.ear)]
    tiles = seen.hand if seen.starter == seen.ear else dealable(before)
    led = seen.actions[0].move if seen.actions else None
    for first in sorted(tiles, key=lambda each: not (isinstance(led, Play) and led.tile == each)):
        hands = {seen.starter: (first,), **({} if seen.starter == seen.ear else {seen.ear: seen.hand})}

        def decided(more: Mapping[Seat, Hand], hands: Mapping[Seat, Hand] = hands) -> Seat | None:
            dealt = {**hands, **more}
            return starter(before, tuple(dealt.get(seat, ()) for seat in range(players)))

        if decided({}) != seen.starter:
            continue
        lacked = frozenset(
            tile
            for tile in dealable(before)
            if tile != first and others and decided({others[0]: (tile,)}) != seen.starter
        )
        yield first, tuple(Limit(seat, 0, lacked) for seat in others)


def _matching(places: Mapping[Tile, list[int]], sizes: list[int], chance: Random) -> list[list[Tile]] | None:
    """The tiles of each heap in a perfect matching by augmenting paths (Kuhn, 1955), if there is one."""
    filled: list[list[Tile]] = [[] for _ in sizes]
    tiles = [*places]
    chance.shuffle(tiles)

    def put(tile: Tile, tried: set[int]) -> bool:
        among = [at for at in places[tile] if at not in tried]
        chance.shuffle(among)
        for at in among:
            tried.add(at)
            if len(filled[at]) < sizes[at]:
                filled[at].append(tile)
                return True
            for other in filled[at]:
                if put(other, tried):
                    filled[at].remove(other)
                    filled[at].append(tile)
                    return True
        return False

    tiles.sort(key=lambda tile: len(places[tile]))  # those with few places first, so that few have to move
    return filled if all(put(tile, set()) for tile in tiles) else None


def _deal(seen: WatchedRound, heaps: list[TileSource], filled: list[list[Tile]]) -> Deal:
    """The deal with these tiles in the heaps."""
    hands: dict[Seat, Hand] = {seen.ear: seen.hand}
    draws: dict[int, Tile] = {at: each.drawn for at, each in enumerate(seen.actions) if each.drawn}
    rest: Hand = ()
    for heap, tiles in zip(heaps, filled, strict=True):
        if heap.seat is None:
            rest = tuple(tiles)
        elif heap.since < 0:
            hands[heap.seat] = tuple(tiles)
        else:
            draws[heap.since] = tiles[0]
    drawn = tuple(draws[at] for at in sorted(draws))
    players = seen.before.rules.players
    boneyard = (*drawn, *rest, *seen.before.rules.aside)
    return Deal(tuple(hands.get(seat, ()) for seat in range(players)), boneyard, seen.starter)


def _replayed(seen: WatchedRound, deal: Deal) -> Match | None:
    """The match after all actions from a deal; None if they are not legal from there.

    Passes after a block are not in it: people pass before they see that nobody can play.
    """
    try:
        match = after(seen.before, begin(seen.before, deal))
        for at, action in enumerate(seen.actions):
            if match.round is None:
                is_over = all(each.move == Pass() for each in seen.actions[at:])
                return match if is_over and match.now.ending is Ending.BLOCKED else None
            if match.turn != action.seat:
                return None
            match = played(match, action.move)
    except (InvalidTable, IllegalMove):
        return None
    return match


def new_events(earlier: Match, later: Match) -> tuple[Event, ...]:
    """The events of the last round of *later* that are not in *earlier*, hidden tiles aside."""
    old = earlier.now.log if len(earlier.rounds) == len(later.rounds) else ()
    pairs = zip(old, later.now.log, strict=False)
    alike = next((at for at, (one, other) in enumerate(pairs) if type(one) is not type(other)), len(old))
    return later.now.log[alike:]
