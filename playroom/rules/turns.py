"""What an engine does at one go, said so that `derive` can follow: a turn, a forced pass, the count."""

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import cast

from playroom.rules import score
from playroom.rules.chain import End
from playroom.rules.derive import Leaf
from playroom.rules.event import Drew, Ending, Event
from playroom.rules.flow import drawing, follows, passing, scored
from playroom.rules.lean import Lean
from playroom.rules.legal import Position, against_draw, against_pass, must_pass
from playroom.rules.match import Match
from playroom.rules.names import Branch, Open, settled

FIELDS = tuple(each.name for each in fields(Lean))[4:]
"""What a state holds; see `lean.Lean`."""

CHANGING = FIELDS[2:]
"""What of it is given new values; a hand changes within the list of hands."""

ENDS = ("", "_adds")
"""What a state holds of each end, behind the words left and right: its number, what it adds to the sum."""


def listed(lean: Lean) -> Leaf:
    """All moves that are allowed, by their numbers."""
    parts = [plays.text for _, plays in _plays(lean)]
    others = [lean.ways.draw if isinstance(event, Drew) else lean.ways.stay for event in _others(lean)]
    return Leaf((), "return " + " + ".join([*parts, lean.branch.text(tuple(others))] if others else parts))


def random_turn(lean: Lean) -> Leaf:
    """A play, drawn by lot, or a pass or a draw where there is none; and what follows."""
    return _unfolded(lean, _by_lot(lean), recorded=False)


def given_turn(lean: Lean, *, recorded: bool) -> Leaf:
    """The move of a given number, and what follows."""
    return _unfolded(lean, _by_number(lean, lean.branch.name("move")), recorded=recorded)


def forced_turn(lean: Lean) -> Leaf:
    """A pass that makes itself (G-8), where it is the only move."""
    return Leaf((("move", str(lean.ways.stay)),)) if must_pass(_facing(lean)) else Leaf((), "break")


def counted(lean: Lean, *, recorded: bool) -> Leaf:
    """The points of a round that is over."""
    ended = _ended(lean)
    event = scored(_match(ended), score.points(_match(ended)))
    after = _after(ended, event, recorded=recorded) if event else ended
    return Leaf(_changes(ended, after))


def crowned(lean: Lean) -> Leaf:
    """The sides that won a round that is over."""
    ended = _ended(lean)
    winners = score.round_winners(_match(ended), _match(ended).now)
    return Leaf((), f"return {lean.branch.text(winners)}")


def _ended(lean: Lean) -> Lean:
    """The state of a round that is over."""
    branch = lean.branch
    ending = settled(branch.name("ending", Ending))
    return replace(lean, ending=ending, ended_by=branch.name("ended_by", lean.turn.values))


def _unfolded(lean: Lean, event: Event | None, *, recorded: bool) -> Leaf:
    """What the event and all that follows change; the loop of turns breaks off once the round is over."""
    after = lean
    while event and after.ending is None:
        after = _after(after, event, recorded=recorded)
        event = None if after.ending else follows(_match(after), event)
    return Leaf(_changes(lean, after), "break" if after.ending else "")


def _after(lean: Lean, event: Event, *, recorded: bool) -> Lean:
    if recorded:
        lean.branch.do(f"log.append({lean.branch.text(lean.told(event))})", "log")
    return lean.after(event)


def _changes(before: Lean, after: Lean) -> tuple[tuple[str, str], ...]:
    """The fields whose value is another one now."""
    text = before.branch.text
    pairs = ((each, text(getattr(before, each)), text(getattr(after, each))) for each in CHANGING)
    return tuple((name, new) for name, old, new in pairs if new != old)


def _by_number(lean: Lean, move: Open) -> Event:
    ways = lean.ways
    if not lean.has_begun:
        return lean.laying(lean.turn, None, move)
    if move < ways.first_right:
        return lean.laying(lean.turn, End.LEFT, move)
    if move < ways.draw:
        return lean.laying(lean.turn, End.RIGHT, move)
    return drawing(_match(lean)) if move == ways.draw else passing(_match(lean), _facing(lean))


def _by_lot(lean: Lean) -> Event:
    """Any play; who has none passes, or draws where one must: nobody who thinks does otherwise for long."""
    plays = list(_plays(lean))
    if not plays:
        return list(_others(lean))[-1]
    sizes = [lean.branch.let(lean.branch.name(f"len({some.text})")) for _, some in plays]
    at = lean.branch.let(_lot(lean.branch, sum(sizes[1:], sizes[0])))
    *rest, (end, some) = plays
    for (other, fewer), size in zip(rest, sizes, strict=False):
        if at < size:
            return lean.laying(lean.turn, other, lean.branch.let(fewer[at]))
        at = lean.branch.let(at - size)
    return lean.laying(lean.turn, end, lean.branch.let(some[at]))


def _lot(branch: Branch, count: Open) -> Open:
    """Any number below *count*, of which there is at least one."""
    among = branch.text(count)
    return branch.name(
        f"int(random() * {among})" + (f" if {among} > 1 else 0" if among.isidentifier() else "")
    )


def _plays(lean: Lean) -> Iterator[tuple[End | None, Open]]:
    """The ends at which the seat to move may play, each with all its plays there."""
    ways, constant, let = lean.ways, lean.branch.constant, lean.branch.let
    if not lean.has_begun:
        yield None, let(sum(constant(plays)[lean.hand & plays.mask] for plays in ways.opening))
        return
    if lean.to_left:
        yield End.LEFT, let(constant(ways.left)[lean.left][lean.to_left])
    if lean.to_right:
        yield End.RIGHT, let(constant(ways.right)[lean.right][lean.to_right])


def _others(lean: Lean) -> Iterator[Event]:
    """To draw and to pass, where they are allowed."""
    if against_draw(_facing(lean)) is None:
        yield drawing(_match(lean))
    if against_pass(_facing(lean)) is None:
        yield passing(_match(lean), _facing(lean))


def _match(lean: Lean) -> Match:
    """The same in the place of a match: it answers all that the rules of a round ask one."""
    return cast("Match", lean)


def _facing(lean: Lean) -> Position:
    """The same in the place of what the seat to move faces."""
    return cast("Position", lean)
