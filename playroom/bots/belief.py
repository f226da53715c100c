"""What is public about the tiles that one seat cannot see, drawn from what everybody did and could not do.

A seat that passes or draws because it is stuck tells which numbers it lacks; a tile that is drawn later may
have them again. So for every other seat there are groups of tiles, those dealt first, then those drawn, each
with the tiles that it may hold. Whatever a group may hold, all later ones may hold too.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import takewhile

from playroom.bots.start import Hidden, Start, ranks, starts
from playroom.rules.chain import Chain, End, Ends, Laid
from playroom.rules.event import Again, Dealt, Drew, Event, Passed, Played, Seat, Skipped, Turn
from playroom.rules.legal import Position, objection
from playroom.rules.move import Draw, Move, Pass
from playroom.rules.tile import Hand, Tile, whole_set
from playroom.rules.variant import Rules
from playroom.rules.view import View


@dataclass(frozen=True, slots=True)
class Group:
    """So many tiles that came to a seat together, each of them one of *may_be*."""

    count: int
    may_be: frozenset[Tile]


@dataclass(frozen=True, slots=True)
class Choice:
    """What another seat chose of its own free will: a tile and its end, or no tile, for a draw or a pass.

    It stood at *ends*, None before the first tile; of the groups that it holds now it had the first *groups*,
    and besides the tiles *gone*, which it has played since, the chosen one among them.
    """

    seat: Seat
    groups: int
    ends: Ends | None
    tile: Tile | None
    end: End | None
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

    def lacks(self, seat: Seat, number: int) -> bool:
        """Whether it is public that another *seat* holds no tile with *number*."""
        return not any(tile.has(number) for tile in self.may_hold(seat))


@dataclass(frozen=True, slots=True)
class _Reading:
    """How far the log has been read; *drew* tells whether the turn began with a draw."""

    groups: Mapping[Seat, tuple[Group, ...]]
    ends: Ends | None
    boneyard: int
    drew: bool = False
    choices: tuple[Choice, ...] = ()

    def with_groups(self, seat: Seat, groups: tuple[Group, ...]) -> "_Reading":
        """The same with these groups of *seat*."""
        return replace(self, groups={**self.groups, seat: groups})


def belief(view: View) -> Belief:
    """What the seat of *view* can conclude about the others; a ValueError for somebody who only listens."""
    if view.seat is None:
        raise ValueError("only a seat can believe anything")
    reading = _read(view)
    laid = {Tile(*sorted(each)) for each in view.chain.laid}
    unseen = frozenset(whole_set(view.rules.set)) - laid - frozenset(view.hand)
    groups = {
        seat: tuple(replace(group, may_be=group.may_be & unseen) for group in several)
        for seat, several in reading.groups.items()
    }
    known = Belief(tuple(sorted(unseen)), groups, view.starter, (), reading.choices)
    return replace(known, starts=_starts(view, known))


def _read(view: View) -> _Reading:
    """All of the log but what its own seat did."""
    dealt = _dealt(view)
    everything = frozenset(whole_set(view.rules.set))
    others = {seat: hand for seat, hand in enumerate(dealt.hands) if hand and seat != view.seat}
    groups = {seat: (Group(len(hand), everything),) for seat, hand in others.items()}
    reading = _Reading(groups, None, len(dealt.boneyard))
    for event in view.log[1:]:
        reading = _after(view.rules, reading, event)
    return reading


def _after(rules: Rules, reading: _Reading, event: Event) -> _Reading:
    match event:
        case Played(ends=ends):
            return replace(_played(reading, event), ends=ends)
        case Drew(seat):
            told = _told(rules, reading, seat, Draw())
            if seat in told.groups:
                drawn = Group(1, frozenset(whole_set(rules.set)))
                told = told.with_groups(seat, (*told.groups[seat], drawn))
            return replace(told, boneyard=reading.boneyard - 1, drew=True)
        case Passed(seat):
            return _told(rules, reading, seat, Pass())
        case Turn() | Again() | Skipped():
            return replace(reading, drew=False)
        case _:
            return reading


def _played(reading: _Reading, event: Played) -> _Reading:
    """The seat holds one tile less, of the first group that may hold it.

    All later groups may be what that one may be, so the truth stays possible whichever it came from.
    """
    seat, tile = event.seat, event.tile
    if seat not in reading.groups:
        return reading
    groups = list(reading.groups[seat])
    place = next(at for at, group in enumerate(groups) if group.count and tile in group.may_be)
    chosen = Choice(seat, len(groups), reading.ends, tile, event.end, frozenset())
    groups[place] = replace(groups[place], count=groups[place].count - 1)
    choices = tuple(_with_gone(choice, seat, tile, place) for choice in (*reading.choices, chosen))
    return replace(reading.with_groups(seat, tuple(groups)), choices=choices)


def _with_gone(choice: Choice, seat: Seat, tile: Tile, place: int) -> Choice:
    """The same choice, now that *tile* of the group at *place* has been played."""
    had_it = choice.seat == seat and place < choice.groups
    return replace(choice, gone=choice.gone | {tile}) if had_it else choice


def _told(rules: Rules, reading: _Reading, seat: Seat, move: Move) -> _Reading:
    """What a draw or a pass tells: that the seat is stuck, if only then it may; else it is a choice."""
    if seat not in reading.groups or reading.ends is None:
        return reading
    if not _tells_stuck(rules, reading, move):
        chosen = Choice(seat, len(reading.groups[seat]), reading.ends, None, None, frozenset())
        return reading if reading.drew else replace(reading, choices=(*reading.choices, chosen))
    left, right = reading.ends
    fitting = {tile for tile in whole_set(rules.set) if tile.has(left) or tile.has(right)}
    groups = (replace(group, may_be=group.may_be - fitting) for group in reading.groups[seat])
    return reading.with_groups(seat, tuple(groups))


def _tells_stuck(rules: Rules, reading: _Reading, move: Move) -> bool:
    """Whether the rules forbid *move* to somebody who holds a tile that fits."""
    assert reading.ends is not None  # the caller has looked
    fitting = Tile(reading.ends[0], reading.ends[0])
    faced = Position(rules, (fitting,), Chain((Laid(*reading.ends),)), reading.boneyard, reading.drew)
    return objection(faced, move) is not None


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
