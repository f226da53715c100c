"""The ends of the layout in words: their names, their numbers, where a tile fits, and moves to them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from playroom.narration.message import Blank, Half, Message, Series, about
from playroom.rules.event import ArmsFreed, Event, Played, TrainClosed, TrainOpened
from playroom.rules.layout import LEFT, RIGHT, Arm, End, Feet, Laid, Layout, OpenEnd, total, train
from playroom.rules.legal import Position, plays
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.questions import Shape
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.tile import Hand, Tile

LINE_ENDS = (LEFT, RIGHT)
"""The ends that a line has."""


def ends_message(ends: tuple[OpenEnd, ...], owed: tuple[End, ...], ear: Seat | None, rules: Rules) -> Message:
    """All ends with their numbers, and their sum where a rule depends on it (PP-4, AF-7).

    Of trains, the end to cover comes first, then the listener's own train and the open ones. Of a cross,
    *owed* are the ends if they take doubles alone (CR-3). Of feet, the numbers, or the toes that one lacks.
    """
    if rules.has_feet:
        numbers = tuple(Half(each.number) for each in ends)
        if owed:
            return Message("ends.foot", blanks={"number": numbers[0], "toes": len(owed)})
        return Message("ends.feet", blanks={"numbers": numbers, "count": len(numbers)})
    if rules.has_trains:
        others = tuple(each for each in ends if each.end not in owed)
        shown = tuple(each for each in others if is_open_to(each, ear)) or others
        hidden = tuple(each for each in others if each not in shown)
        reach = {"ends": _trains(shown, ear), "closed": _trains(hidden, ear), "hidden": len(hidden)}
        if not owed:
            return Message("ends.trains", blanks=reach)
        first = owed_ends(ends, owed, ear)
        return Message("ends.trains_owing", blanks={**reach, "owed": first, "others": len(others)})
    blanks: dict[str, Blank] = {"sum": total(ends)} if rules.has_sum else {}
    suffix = "_with_sum" if rules.has_sum else ""
    if owed:  # of a cross: "Doubles only: left 5, up 3" (CR-3)
        return Message(f"ends.doubles_only{suffix}", blanks={**blanks, "arms": _arms(ends, rules)})
    if len(ends) == 1:  # of a middle whose arms have not all begun (CR-2)
        only = ends[0]
        blanks = {**blanks, "number": Half(only.number), "where": end_name(only.end, None)}
        return Message(f"ends.only{suffix}", blanks=blanks)
    left, right, *arms = ends
    blanks = {**blanks, "left": _end_number(left, rules), "right": _end_number(right, rules)}
    if not arms:
        return Message(f"events.ends{suffix}", blanks=blanks)
    if not rules.has_sum:
        return Message("ends.cross", blanks={**blanks, "arms": _arms(arms, rules)})
    # What counts comes before the sum, an arm of the spinner that only takes a tile after it (AF-6).
    more = [each for each in arms if each.number and not each.adds]
    counted = [each for each in arms if each not in more]
    blanks = {**blanks, "counted": len(counted), "arms": _arms(counted, rules), "takers": len(more)}
    return Message("ends.cross_with_sum", blanks={**blanks, "more": _arms(more, rules)})


def ends_left(events: Sequence[Event], ear: Seat | None, rules: Rules) -> Message | None:
    """All ends after the last play of *events*, with what has opened since; None without a play."""
    last = next((event for event in reversed(events) if isinstance(event, Played | ArmsFreed)), None)
    if not last:
        return None
    markers = {
        train(event.seat): isinstance(event, TrainOpened)
        for event in events
        if isinstance(event, TrainOpened | TrainClosed)
    }
    ends = tuple(each._replace(is_open=markers.get(each.end, each.is_open)) for each in last.ends)
    return ends_message(ends, last.owed, ear, rules)


def numbers_at(ends: tuple[int, ...], rules: Rules) -> tuple[Half, ...]:
    """The numbers at some ends: both of a line, otherwise without repetition."""
    is_line = rules.shape is Shape.LINE and not rules.spinner
    return tuple(map(Half, ends if is_line else dict.fromkeys(ends)))


def end_name(end: End, ear: Seat | None) -> Message:
    """The name of an end in a list: "left", "your train", "Mexican"."""
    return _of_end("ends.name", end, ear)


def end_place(end: End, ear: Seat | None, mover: Seat | None = None) -> Message:
    """An end as the place of a play: "up", "on Ada's train", or "on their own train" for *mover*'s own."""
    if end.owner is not None and end.owner == mover != ear:
        return Message("ends.at.own")
    return _of_end("ends.at", end, ear)


def end_choice(end: End, ear: Seat | None) -> Message:
    """The name of an end as a choice of a list: "Left", "Your train"."""
    return _of_end("ends.choice", end, ear)


def number_at(ends: tuple[OpenEnd, ...], end: End) -> Half:
    """The number at *end*."""
    return next(Half(each.number) for each in ends if each.end == end)


def is_double_alike(layout: Layout, end: End) -> bool:
    """Whether a double lies at *end*, and another end has the same number."""
    row = layout.rows["line" if end in LINE_ENDS else str(end)]
    outmost = row[:1] if end == LEFT else row[-1:]
    numbers = [each.number for each in layout.open_ends]
    return any(laid.left == laid.right and numbers.count(laid.left) > 1 for laid in outmost)


def fit(position: Position, tile: Tile, ear: Seat | None) -> Mapping[str, Blank]:
    """The places for a tile now, as blanks: *fits* selects the words, *where* names the ends."""
    ends = playable_ends(position, tile)
    if not position.has_begun:
        fits = "opens" if position.is_playable(tile) else "cannot_open"
    elif ends == LINE_ENDS == tuple(each.end for each in position.layout.open_ends):
        fits = "both"
    elif len(ends) == 1 and ends[0] in LINE_ENDS:
        fits = str(ends[0])
    else:
        fits = "named" if ends else "none"
    return {"fits": fits, "where": tuple(end_name(end, ear) for end in ends)}


def playable_ends(position: Position, tile: Tile) -> tuple[End, ...]:
    """The ends where *tile* may be played now."""
    return tuple(dict.fromkeys(play.end for play in plays(position, tile) if play.end))


def tile_as_played(play: Play) -> Tile | Laid:
    """The tile of a play; its inner half first if the play specifies it."""
    return play.tile if play.inner is None else Laid(play.inner, play.tile.other(play.inner))


def _of_end(group: str, end: End, ear: Seat | None, blanks: Mapping[str, Blank] | None = None) -> Message:
    """The entry for *end* in a group of the phrasebook."""
    if end.arm is Arm.ON and end.which is not None:
        return Message(f"{group}.{end.arm}", blanks={**(blanks or {}), "number": Half(end.which)})
    if end.owner is None:
        return Message(f"{group}.{end.arm}", blanks=blanks or {})
    return about(f"{group}.{end.arm}", (end.owner,), ear, blanks)


def _end_number(each: OpenEnd, rules: Rules) -> Half | Message:
    """The number at an end, "double 4" where it counts twice in the sum of the ends."""
    counts_twice = rules.has_sum and 0 < each.number < each.adds
    return Message("ends.double", blanks={"number": Half(each.number)}) if counts_twice else Half(each.number)


def _arms(ends: Iterable[OpenEnd], rules: Rules) -> Series:
    """The ends of a cross by their names: "left 5, up double 3"."""
    return Series(
        tuple(
            Message(f"ends.arm.{each.end.arm}", blanks={"number": _end_number(each, rules)}) for each in ends
        )
    )


def ends_of_hand(layout: Feet, hand: Hand) -> Message:
    """The numbers at ends that tiles of the hand fit, and how many other ends there are; else all numbers."""
    fitting = tuple(number for number in sorted(layout.bag) if any(tile.has(number) for tile in hand))
    shown = fitting or tuple(sorted(layout.bag))
    alike = tuple(
        Message("ends.alike", blanks={"number": Half(number), "count": layout.bag[number]})
        for number in shown
    )
    others = layout.bag.total() - sum(layout.bag[number] for number in shown)
    blanks: dict[str, Blank] = {"fitting": len(fitting), "numbers": alike, "others": others}
    return Message("ends.of_hand", blanks=blanks)


def owed_ends(ends: tuple[OpenEnd, ...], owed: tuple[End, ...], ear: Seat | None) -> Series:
    """The doubles to cover, the oldest first: "Mexican 7, Ada's train 4"."""
    return Series(tuple(_of_end("ends.owed", end, ear, {"number": number_at(ends, end)}) for end in owed))


def is_open_to(open_end: OpenEnd, ear: Seat | None) -> bool:
    """Whether an end is open to the listener; to a spectator, all are."""
    return ear is None or open_end.is_open or open_end.end == train(ear)


def _trains(ends: tuple[OpenEnd, ...], ear: Seat | None) -> Message | Series:
    """The ends of trains: the listener's own, then the others by seats, then the Mexican train."""
    own = train(ear) if ear is not None else None
    ordered: list[Message] = []
    for each in sorted(ends, key=lambda each: each.end != own):
        blanks = {"number": Half(each.number)}
        if each.end.owner is None:
            ordered.append(Message("ends.mexican", blanks=blanks))
        else:
            entry = "ends.open" if each.is_open else "ends.closed"
            ordered.append(about(entry, (each.end.owner,), ear, blanks))
    if not ordered:
        return Series(())
    message, *others = ordered
    for other in others:
        message = Message("ends.two_trains", blanks={"before": message, "after": other})
    return message


def move_message(entries: str, move: Move, ear: Seat | None, *, drew: bool) -> Message:
    """*move* in words of the group *entries*, for the listener at seat *ear*.

    A pass after a draw is worded as keeping the tile.
    """
    match move:
        case Play():
            end = "none" if move.end is None else str(move.end.arm)
            where = "" if move.end is None else end_place(move.end, ear)
            blanks: dict[str, Blank] = {"tile": tile_as_played(move), "end": end, "where": where}
            return Message(f"{entries}.play", blanks=blanks)
        case Draw():
            return Message(f"{entries}.draw")
        case Pass():
            return Message(f"{entries}.keep" if drew else f"{entries}.pass")
    assert_never(move)
