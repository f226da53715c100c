"""What is public about the tiles that one seat cannot see.

A draw or a pass that the rules allow only to a stuck seat tells which tiles that seat lacks; a tile that it
draws later may be one of them. So for every other seat there are groups of tiles, those dealt first, then the
drawn ones, each with the tiles that it may hold. What a group may hold, all later groups may hold too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from playroom.bots.stand_in import UNKNOWN
from playroom.bots.start import Hidden, Start, ranks, starts
from playroom.rules.event import Dealt, Drew, Lots, Passed, Played, Redealt
from playroom.rules.fit import needs_orientation
from playroom.rules.layout import LEFT, laid_tiles
from playroom.rules.legal import Position, objection
from playroom.rules.match import InRound, new_match
from playroom.rules.move import Draw, Pass, Play
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile, whole_set
from playroom.rules.view import View


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that came to a seat together: how many, and which each of them may be."""

    count: int
    may_be: frozenset[Tile]


@dataclass(frozen=True, slots=True)
class Choice:
    """What another seat chose where it could have done otherwise: a play, or None for a draw or a pass.

    *position* is what it faced, without its hand. Of the groups that it has now it held the first *groups*,
    and besides the tiles *gone*, which it has played since, the chosen one among them.
    """

    seat: Seat
    groups: int
    play: Play | None
    position: Position
    gone: frozenset[Tile]


@dataclass(frozen=True, slots=True)
class Belief:
    """What is known of the hidden tiles.

    *groups* are those of every other seat; *starts* are the ways in which *starter* may have come to start;
    *choices* are what the others chose so far.
    """

    unseen: Hand
    groups: Mapping[Seat, tuple[Group, ...]]
    starter: Seat
    starts: tuple[Start, ...]
    choices: tuple[Choice, ...]

    def may_hold(self, seat: Seat) -> frozenset[Tile]:
        """The tiles that another *seat* may hold."""
        return frozenset().union(*(group.may_be for group in self.groups.get(seat, ()) if group.count))


def belief(view: View) -> Belief:
    """What the seat of *view* can conclude about the others; a ValueError for somebody who only listens."""
    if view.seat is None:
        raise ValueError("only a seat can believe anything")
    reader = _Reader(view)
    for event in view.log[1:]:
        assert not isinstance(event, Lots | Redealt | Dealt)  # they come before all others
        reader.read(event)
    laid = {each.tile for each in laid_tiles(view.layout)}
    unseen = _stock(view) - laid - frozenset(view.hand)
    groups = {
        seat: tuple(Group(group.count, group.may_be & unseen) for group in several)
        for seat, several in reader.groups.items()
    }
    known = Belief(tuple(sorted(unseen)), groups, view.starter, (), tuple(reader.choices))
    return replace(known, starts=_starts(view, known))


class _Reader:
    """Reads the log event by event: what each move of the others tells of their groups, and their choices."""

    def __init__(self, view: View) -> None:
        dealt = _dealt(view)
        others = {seat: hand for seat, hand in enumerate(dealt.hands) if hand and seat != view.seat}
        self._rules = view.rules
        self._round = new_match(view.rules).after(_with_unknown(dealt)).now
        self._stock = _stock(view)
        self.groups = {seat: [Group(len(hand), self._stock)] for seat, hand in others.items()}
        self.choices: list[Choice] = []

    def read(self, event: InRound) -> None:
        """Take in the next event."""
        if isinstance(event, Played | Drew | Passed) and event.seat in self.groups:
            self._take_in(event, self.groups[event.seat])
        self._round = self._round.after(event)

    @property
    def _faced(self) -> Position:
        """What the seat to move faces, without its hand."""
        now = self._round
        return Position(self._rules, now.turn, (), now.layout, len(now.boneyard), now.this_turn, now.owed)

    def _take_in(self, event: Played | Drew | Passed, groups: list[Group]) -> None:
        faced = self._faced
        match event:
            case Played():
                play = _play(faced, event)
                self._rule_out(groups, _impossible_to_open(faced, play))
                self.choices.append(Choice(event.seat, len(groups), play, faced, frozenset()))
                self._lose(event.seat, event.tile, groups)
            case Drew():
                self._learn(event.seat, groups, faced, Draw())
                groups.append(Group(1, self._stock))
            case Passed():
                self._learn(event.seat, groups, faced, Pass())

    def _learn(self, seat: Seat, groups: list[Group], faced: Position, move: Draw | Pass) -> None:
        """What a draw or a pass tells: the tiles that the seat lacks, or else that it chose so."""
        impossible = _impossible(faced, move)
        self._rule_out(groups, impossible)
        if not impossible and not faced.drew:
            self.choices.append(Choice(seat, len(groups), None, faced, frozenset()))

    def _rule_out(self, groups: list[Group], impossible: frozenset[Tile]) -> None:
        if impossible:
            groups[:] = [Group(group.count, group.may_be - impossible) for group in groups]

    def _lose(self, seat: Seat, tile: Tile, groups: list[Group]) -> None:
        """Take a tile that was played from the first group that may have held it.

        All later groups may hold what that one may hold, so the truth stays possible wherever it came from.
        """
        place = next(at for at, group in enumerate(groups) if group.count and tile in group.may_be)
        groups[place] = Group(groups[place].count - 1, groups[place].may_be)
        self.choices = [_with_gone(choice, seat, tile, place) for choice in self.choices]


def _play(faced: Position, event: Played) -> Play:
    """The play as the legal moves name it."""
    names_half = event.end is not None and needs_orientation(faced.rules, event.tile)
    inner = event.laid.right if event.end == LEFT else event.laid.left
    return Play(event.tile, event.end, inner if names_half else None)


def _with_gone(choice: Choice, seat: Seat, tile: Tile, place: int) -> Choice:
    """The same choice, now that *tile* of the group at *place* has been played."""
    if choice.seat != seat or place >= choice.groups:
        return choice
    return replace(choice, gone=choice.gone | {tile})


@lru_cache(maxsize=4096)
def _impossible(faced: Position, move: Draw | Pass) -> frozenset[Tile]:
    """The tiles with which *move* would be illegal."""
    stock = whole_set(faced.rules.set)
    return frozenset(tile for tile in stock if objection(replace(faced, hand=(tile,)), move))


def _impossible_to_open(faced: Position, play: Play) -> frozenset[Tile]:
    """The other tiles of the hand with which *play* would be illegal, if it opens the round (MA-2)."""
    if faced.has_begun:
        return frozenset()
    hands = (replace(faced, hand=(play.tile, tile)) for tile in whole_set(faced.rules.set))
    return frozenset(each.hand[1] for each in hands if objection(each, play))


def _starts(view: View, known: Belief) -> tuple[Start, ...]:
    """How the starter may have come to start; what it was dealt it holds in the first group that is left.

    That is the dealt one, unless tiles that it has played since it drew may have been drawn ones.
    """
    groups, dealt_to = known.groups.get(view.starter, ()), _dealt_to(view)
    shown = frozenset(_played_by(view, view.starter) - dealt_to.keys())
    first = next((group for group in groups[: None if shown else 1] if group.count), Group(0, frozenset()))
    sealed = sum(group.count for several in known.groups.values() for group in several[1:]) + view.boneyard
    hidden = Hidden(known.unseen, sealed, first.count, first.may_be, shown)
    return starts(ranks(view.rules), view.starter, dealt_to, hidden)


def _played_by(view: View, seat: Seat) -> set[Tile]:
    return {event.tile for event in view.log if isinstance(event, Played) and event.seat == seat}


def _dealt_to(view: View) -> Mapping[Tile, Seat]:
    """To whom tiles were dealt, as far as that shows: one's own, and what others played before they drew."""
    assert view.seat is not None  # the caller has looked
    own = {tile: view.seat for tile in _dealt(view).hands[view.seat] if tile is not None}
    for seat in view.seats:
        mine = [event for event in view.log if isinstance(event, Played | Drew) and event.seat == seat]
        undrawn = takewhile(lambda event: isinstance(event, Played), mine)
        own |= {event.tile: seat for event in undrawn if event.tile}
    return own


def _dealt(view: View) -> Dealt:
    dealt = view.log[0]
    assert isinstance(dealt, Dealt)  # a round begins with nothing else
    return dealt


def _stock(view: View) -> frozenset[Tile]:
    """The tiles that were shuffled: the engine lies open from the start (MT-3)."""
    return frozenset(whole_set(view.rules.set)) - {_dealt(view).engine}


def _with_unknown(dealt: Dealt) -> Dealt:
    """The deal with a tile in each place."""
    hands = tuple((UNKNOWN,) * len(hand) for hand in dealt.hands)
    return replace(dealt, hands=hands, boneyard=(UNKNOWN,) * len(dealt.boneyard))
