"""What each listener is told of each event."""

from dataclasses import replace
from typing import TypeAlias, assert_never

from playroom.narration.message import Blank, Half, Message, Players, Sentences, Urgency, about
from playroom.rules.chain import Ends
from playroom.rules.event import (
    Again,
    Dealt,
    Drew,
    Dropped,
    Ended,
    Ending,
    Event,
    Lots,
    Passed,
    Played,
    Redealt,
    Scored,
    Seat,
    Side,
    Skipped,
    StoodDown,
    Turn,
    Won,
)
from playroom.rules.question import Drawing, Passing, Scoring
from playroom.rules.variant import Rules

OfRound: TypeAlias = Lots | Redealt | Dealt | Ended | Scored | Dropped | Won
"""What happens to all at the table."""

OfTurn: TypeAlias = Turn | Played | Drew | Passed | StoodDown | Again | Skipped
"""What one player does, or what becomes of their turn."""


def narrate(event: Event, ear: Seat | None, rules: Rules) -> Message | None:
    """What the listener at seat *ear* is told of *event*; None if nothing."""
    match event:
        case Lots() | Redealt() | Dealt() | Ended() | Scored() | Dropped() | Won():
            return _of_round(event, ear, rules)
        case Turn() | Played() | Drew() | Passed() | StoodDown() | Again() | Skipped():
            return _of_turn(event, ear, rules)
    assert_never(event)


def ends_told(ends: Ends, total: int, rules: Rules) -> Message:
    """The two ends, with their sum where a rule hangs on it (PP-4, PP-5)."""
    left, right = map(Half, ends)
    if rules.again_on or rules.skip_on:
        return Message("events.ends_with_sum", blanks={"left": left, "right": right, "sum": total})
    return Message("events.ends", blanks={"left": left, "right": right})


def _of_round(event: OfRound, ear: Seat | None, rules: Rules) -> Message:
    match event:
        case Lots():
            return _lots(event, ear)
        case Redealt():
            return Message("events.redealt", sound="deal")
        case Dealt():
            return _dealt(event, ear, rules)
        case Ended():
            return _ended(event, ear, rules)
        case Scored():
            return _scored(event, ear, rules)
        case Dropped(sides):
            gone = about("events.dropped", _seats(sides, rules), ear)
            return replace(gone, sound="out", urgency=Urgency.ALERT)
        case Won(sides):
            return _won(sides, ear, rules)
    assert_never(event)


def _of_turn(event: OfTurn, ear: Seat | None, rules: Rules) -> Message | None:
    match event:
        case Turn(seat):
            return _turn("events.turn", seat, ear) if seat == ear else None
        case Again(seat):
            return _turn("events.again", seat, ear)
        case Skipped(seat):
            return replace(about("events.skipped", (seat,), ear), sound="skipped")
        case Played():
            return _played(event, ear, rules)
        case Drew():
            return _drew(event, ear)
        case Passed():
            return _passed(event, ear, rules)
        case StoodDown(seat, left, still_in):
            blanks: dict[str, Blank] = {"left": left, "still": Players(still_in)}
            return replace(about("events.stood_down", (seat,), ear, blanks), sound="out")
    assert_never(event)


def _lots(event: Lots, ear: Seat | None) -> Message:
    lots = tuple(about("events.lot", (seat,), ear, {"tile": tile}) for seat, tile in event.drawn)
    return Message("events.lots", blanks={"lots": Sentences(lots)}, sound="deal")


def _dealt(event: Dealt, ear: Seat | None, rules: Rules) -> Message:
    hand = () if ear is None else tuple(tile for tile in event.hands[ear] if tile)
    blanks: dict[str, Blank] = {
        "size": max(map(len, event.hands)),
        "hand": hand,
        "held": len(hand),
        "boneyard": len(event.boneyard),
        "use": "aside" if rules.drawing is Drawing.NEVER else "drawn",
    }
    return replace(about("events.dealt", (event.starter,), ear, blanks), sound="deal")


def _turn(entry: str, seat: Seat, ear: Seat | None) -> Message:
    told = about(entry, (seat,), ear)
    if seat != ear:
        return replace(told, sound="again")
    return replace(told, sound="your_turn", urgency=Urgency.ALERT)


def _played(event: Played, ear: Seat | None, rules: Rules) -> Message:
    blanks: dict[str, Blank] = {
        "tile": event.laid,
        "ends": ends_told(event.ends, event.total, rules),
        "left": event.left,
    }
    if event.end is None:
        told = about("events.opened", (event.seat,), ear, blanks)
    else:
        told = about("events.played", (event.seat,), ear, {**blanks, "end": event.end})
    return replace(told, sound="double" if event.tile.is_double else "played")


def _drew(event: Drew, ear: Seat | None) -> Message:
    """A draw; the tile is named to nobody but its owner."""
    if event.seat == ear and event.tile is not None:
        told = about("events.drew", (event.seat,), ear, {"tile": event.tile, "left": event.left})
    else:
        told = about("events.drew_hidden", (event.seat,), ear, {"left": event.left})
    return replace(told, sound="drawn")


def _passed(event: Passed, ear: Seat | None, rules: Rules) -> Message | None:
    """A pass; where it costs the round, what comes of it is told instead (PO-4)."""
    if rules.passing is Passing.AND_OUT:
        return None
    entry = "events.kept" if event.drew and event.forced is False else "events.passed"
    left, right = map(Half, event.ends)
    return replace(about(entry, (event.seat,), ear, {"left": left, "right": right}), sound="pass")


def _ended(event: Ended, ear: Seat | None, rules: Rules) -> Message:
    entry = f"events.ended_{event.ending}"
    if event.seat is None:
        sound = "blocked" if event.ending is Ending.BLOCKED else "round_over"
        return Message(entry, sound=sound, urgency=Urgency.ALERT)
    is_ours = ear is None or rules.side(ear) == rules.side(event.seat)
    sound = "round_won" if is_ours else "round_lost"
    return replace(about(entry, (event.seat,), ear), sound=sound, urgency=Urgency.ALERT)


def _scored(event: Scored, ear: Seat | None, rules: Rules) -> Message:
    """The points; at the end of a round they follow the news of it, and matter as much."""
    every = tuple(
        about("events.points", tuple(rules.seats(side)), ear, {"points": points, "total": total})
        for side, (points, total) in enumerate(zip(event.points, event.totals, strict=True))
    )
    scorers = tuple(line for line, points in zip(every, event.points, strict=True) if points)
    if not scorers:
        return Message("events.nobody_scored", urgency=Urgency.ALERT)
    blanks = {"scorers": Sentences(scorers), "every": Sentences(every)}
    urgency = Urgency.EVENT if rules.scoring is Scoring.PASSES else Urgency.ALERT
    return Message("events.scored", blanks=blanks, urgency=urgency)


def _won(sides: tuple[Side, ...], ear: Seat | None, rules: Rules) -> Message:
    seats = _seats(sides, rules)
    entry = "events.won" if len(sides) == 1 else "events.shared"
    sound = "match_won" if ear is None or ear in seats else "match_lost"
    return replace(about(entry, seats, ear), sound=sound, urgency=Urgency.ALERT)


def _seats(sides: tuple[Side, ...], rules: Rules) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(rules.players) if rules.side(seat) in sides)
