"""The public knowledge about the tiles that one seat cannot see.

A draw or a pass that the rules allow only to a stuck seat shows which tiles that seat lacks; a tile that it
draws later may be one of them. So for every other seat there are groups of tiles, those dealt first, then the
drawn ones, each with the tiles that it may have held. A tile played after a draw may come from several
groups; it stays among them, so that each origin is weighed by the deals that agree with it.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from msgspec import structs

from playroom.rules.deal import ranked_tiles
from playroom.rules.event import (
    Again,
    ArmsFreed,
    Chosen,
    Dealt,
    Drew,
    Passed,
    Played,
    Redealt,
    Skipped,
    StartDraw,
    Turn,
)
from playroom.rules.layout import laid_tiles, train
from playroom.rules.legal import (
    OPENING_RANKS,
    Position,
    joining_doubles,
    joining_tiles,
    objection,
    playable_tiles,
)
from playroom.rules.match import new_match
from playroom.rules.move import Draw, Pass
from playroom.rules.round import InRound, Round
from playroom.rules.rulebook.questions import FirstTurn
from playroom.rules.seat import Seat
from playroom.rules.tile import UNKNOWN_TILE, Hand, Tile, whole_set
from playroom.rules.view import View


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that came to a seat together: how many, and which each of them may be.

    Tiles that were played are counted as long as they may come from another group of the seat as well.
    """

    count: int
    may_be: frozenset[Tile]


@dataclass(frozen=True, slots=True)
class FreeMove:
    """A draw or a pass of free will; its seat's first *groups* probably held none of the playable *tiles*."""

    seat: Seat
    groups: int
    tiles: frozenset[Tile]


@dataclass(frozen=True, slots=True)
class Stop:
    """A turn that a seat ended while its first *groups* held one of *tiles* for it (MT-11, KZ-4)."""

    seat: Seat
    groups: int
    tiles: frozenset[Tile]


@dataclass(frozen=True, slots=True)
class Start:
    """One way in which the starter came to start.

    *tile* is what decided it, None where its holder is known; none of *higher* was dealt to anybody.
    """

    tile: Tile | None
    higher: frozenset[Tile]


NO_SECRET = Start(None, frozenset())
"""A start that says nothing about hidden tiles."""


@dataclass(frozen=True, slots=True)
class Belief:
    """The public knowledge about the hidden tiles.

    *unseen* are the tiles in the other hands and the boneyard, *held* those of them that surely lie in a
    hand; *played* are those on the table that may come from several groups; *groups* are those of every other
    seat; *starts* are the ways in which *starter* may have come to start; *free_moves* are the draws and
    passes of the others that tell what they probably lack, *stops* the ends of turns that show a tile held.
    """

    unseen: Hand
    played: frozenset[Tile]
    groups: Mapping[Seat, tuple[Group, ...]]
    starter: Seat
    starts: tuple[Start, ...]
    free_moves: tuple[FreeMove, ...]
    stops: tuple[Stop, ...]
    held: frozenset[Tile] = frozenset()

    def may_hold(self, seat: Seat) -> frozenset[Tile]:
        """The tiles that another *seat* may hold."""
        groups = (group.may_be for group in self.groups.get(seat, ()) if group.count)
        return frozenset().union(*groups) - self.played


def belief(view: View) -> Belief:
    """The belief of the seat of *view* about the others; a ValueError for a spectator."""
    if view.seat is None:
        raise ValueError("a spectator has no belief")
    reader = _Reader(view)
    for event in view.log[1:]:
        assert not isinstance(event, StartDraw | Redealt | Dealt)  # they come before all others
        reader.read(event)
    laid = {each.tile for each in laid_tiles(view.layout)}
    unseen = shuffled_tiles(view) - laid - frozenset(view.hand)
    played = frozenset[Tile]().union(*reader.played.values())
    groups = {
        seat: tuple(Group(group.count, group.may_be & (unseen | played)) for group in several)
        for seat, several in reader.groups.items()
    }
    of_starter = groups.get(view.starter, ())
    may_be = of_starter[0].may_be if of_starter and of_starter[0].count else frozenset()
    dealt_to = {tile: view.seat for tile in view.dealt.hands[view.seat] if tile is not None} | reader.dealt
    ranked = ranked_tiles(view.starting_rule, view.rules.set)
    return Belief(
        tuple(sorted(unseen)),
        played,
        groups,
        view.starter,
        starts(ranked, view.starter, dealt_to, unseen | played, may_be),
        tuple(reader.free_moves),
        tuple(reader.stops),
        _owed_by_somebody(view),
    )


def _owed_by_somebody(view: View) -> frozenset[Tile]:
    """The doubles that are surely in a hand, as arms owe them while nothing is drawable (CR-3)."""
    if view.drawable or not view.layout.owing_arms:
        return frozenset()
    several = [joining_doubles(view.rules, each.number) for each in view.layout.open_ends]
    return frozenset[Tile]().union(*(doubles for doubles in several if len(doubles) == 1))


class _Reader:
    """Reads the log event by event: what each move of the others tells of their groups."""

    def __init__(self, view: View) -> None:
        dealt = view.dealt
        others = {seat: hand for seat, hand in enumerate(dealt.hands) if hand and seat != view.seat}
        self._rules, self._starting_rule = view.rules, view.starting_rule
        hands = tuple((UNKNOWN_TILE,) * len(hand) for hand in dealt.hands)
        hidden = structs.replace(dealt, hands=hands, boneyard=(UNKNOWN_TILE,) * len(dealt.boneyard))
        self._round = new_match(view.rules).after(hidden).now
        self._stock = shuffled_tiles(view)
        self.groups = {
            seat: [Group(len(hand), self._stock - {*view.rules.aside})] for seat, hand in others.items()
        }
        self.played: dict[Seat, frozenset[Tile]] = dict.fromkeys(others, frozenset())
        """The tiles that each other seat has played and that may come from several of its groups."""
        self.dealt: dict[Tile, Seat] = {}
        """The tiles that were surely dealt to a seat that has played them, with that seat."""
        self.free_moves: list[FreeMove] = []
        self.stops: list[Stop] = []

    def read(self, event: InRound) -> None:
        """Read the next event."""
        if isinstance(event, Played):  # no other seat has held it, or draws it later
            self._stock -= {event.tile}
            for other in self.groups.keys() - {event.seat}:
                self._rule_out(other, frozenset((event.tile,)))
        if isinstance(event, ArmsFreed):
            for seat, arm in product(self.groups, event.arms):
                self._rule_out(seat, joining_doubles(self._rules, arm.number))
        if isinstance(event, Turn | Again | Skipped):
            self._learn_from_end_of_turn()
        if isinstance(event, Chosen) and event.seat in self.groups:
            self._apply(event)
        self._round = self._round.after(event)

    def _learn_from_end_of_turn(self) -> None:
        """A first turn ends after a tile only where nothing more goes to the own train (MT-11)."""
        now, turn = self._round, self._round.this_turn
        if self._rules.plays_both_doubles:
            self._learn_from_double(now)
        if self._rules.first_turn is not FirstTurn.MANY or now.turn not in self.groups:
            return
        ended_by_tile = not (now.passes or turn.drew)
        if ended_by_tile and turn.is_first and not (turn.strayed or now.owed):
            self._rule_out(now.turn, self._extending(now.turn))

    def _learn_from_double(self, now: Round) -> None:
        """A turn ends after a double only where no other double can be played (KZ-4)."""
        played = next((event for event in reversed(now.log) if isinstance(event, Played)), None)
        if played is None or played.end is None or now.passes or played.seat not in self.groups:
            return
        if played.tile.is_double:
            others = {each.number for each in played.ends if each.end != played.end}
            self._rule_out(played.seat, self._doubles_for(others))

    def _doubles_for(self, numbers: AbstractSet[int]) -> frozenset[Tile]:
        """The doubles that join one of these numbers."""
        return frozenset[Tile]().union(*(joining_doubles(self._rules, number) for number in numbers))

    def _extending(self, seat: Seat) -> frozenset[Tile]:
        """The tiles that could go to the train of *seat* now, or the doubles that could be its second."""
        if self._rules.plays_both_doubles:
            return self._doubles_for({each.number for each in self._round.layout.open_ends})
        own = [each for each in self._round.layout.open_ends if each.end == train(seat)]
        return frozenset[Tile]().union(*(joining_tiles(self._rules, each.number) for each in own))

    def _apply(self, event: Chosen) -> None:
        now, groups = self._round, self.groups[event.seat]
        boneyard, starting_rule = len(now.boneyard), self._starting_rule
        # What the seat to move faces, without its hand.
        faced = Position(
            self._rules, now.turn, (), now.layout, boneyard, now.this_turn, now.owed, starting_rule
        )
        match event:
            case Played():
                if not faced.has_begun and faced.opening in OPENING_RANKS:  # MA-2: its other tiles rank lower
                    rank = OPENING_RANKS[faced.opening]
                    stock, led = whole_set(self._rules.set), rank(event.tile)
                    self._rule_out(event.seat, frozenset([tile for tile in stock if rank(tile) > led]))
                self._lose(event.seat, event.tile)
            case Drew():
                self._learn(event.seat, faced, Draw())
                groups.append(Group(1, self._stock))
            case Passed():
                self._learn(event.seat, faced, Pass())
                if event.stops:
                    extending = self._extending(event.seat) & self._stock
                    self.stops.append(Stop(event.seat, len(groups), extending))

    def _learn(self, seat: Seat, faced: Position, move: Draw | Pass) -> None:
        """Note the tiles that a draw or a pass proves the seat to lack, or those that it probably lacks."""
        impossible = _impossible(faced, move)
        self._rule_out(seat, impossible)
        if not impossible and not faced.drew:
            laid = {each.tile for each in laid_tiles(faced.layout)}
            self.free_moves.append(FreeMove(seat, len(self.groups[seat]), playable_tiles(faced) - laid))

    def _rule_out(self, seat: Seat, impossible: frozenset[Tile]) -> None:
        """The groups of a seat that holds none of these tiles; it may have played some of them before."""
        if lacking := impossible - self.played[seat]:
            self.groups[seat][:] = [Group(each.count, each.may_be - lacking) for each in self.groups[seat]]

    def _lose(self, seat: Seat, tile: Tile) -> None:
        """Take a tile that was played from its group, or note that it may come from several."""
        groups = self.groups[seat]
        places = [at for at, group in enumerate(groups) if group.count and tile in group.may_be]
        if len(places) > 1:
            self.played[seat] |= {tile}
        else:
            at = places[0]
            self.dealt |= {} if at else {tile: seat}
            groups[at] = Group(groups[at].count - 1, groups[at].may_be - {tile})
            self.free_moves = [move for move in self.free_moves if not _is_shown(move, seat, tile, at)]
            self.stops = [stop for stop in self.stops if not _is_shown(stop, seat, tile, at)]


def _is_shown(noted: Stop | FreeMove, seat: Seat, tile: Tile, place: int) -> bool:
    """Whether *tile* of the group at *place*, now played, shows that the seat held one of the tiles then."""
    return noted.seat == seat and place < noted.groups and tile in noted.tiles


@lru_cache(maxsize=4096)
def _impossible(faced: Position, move: Draw | Pass) -> frozenset[Tile]:
    """The tiles with which *move* would be illegal."""
    stock = whole_set(faced.rules.set)
    return frozenset(tile for tile in stock if objection(structs.replace(faced, hand=(tile,)), move))


def shuffled_tiles(view: View) -> frozenset[Tile]:
    """The tiles that were shuffled: the engine lies open from the start (MT-3)."""
    return frozenset(whole_set(view.rules.set)) - {view.dealt.engine}


def starts(
    ranked: Hand,
    seat: Seat,
    dealt_to: Mapping[Tile, Seat],
    hidden: frozenset[Tile],
    may_be: frozenset[Tile],
) -> tuple[Start, ...]:
    """The ways in which *seat* may have come to start: it was dealt the first of the *ranked* tiles dealt.

    *hidden* are the tiles whose origin is not known, *may_be* those that the seat may have been dealt. The
    ways exclude each other; every deal that agrees with one of them is equally likely.
    """
    found: list[Start] = []
    higher: frozenset[Tile] = frozenset()
    for tile in ranked:
        if tile in dealt_to:
            found += [Start(None, higher)] if dealt_to[tile] == seat else []
            break
        if tile in hidden:
            found += [Start(tile, higher)] if tile in may_be else []
            higher |= {tile}
    return tuple(found) or (NO_SECRET,)
