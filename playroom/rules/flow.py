"""One choice, then all that the rules make follow from it."""

from collections.abc import Iterator
from typing import assert_never

from playroom.rules import score
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
    Skipped,
    StoodDown,
    Turn,
    Won,
)
from playroom.rules.legal import Objection, Position, must_pass, objection, position
from playroom.rules.match import Match, Round, added, drawable
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.names import whole
from playroom.rules.question import AfterDraw, Drawing, GoingOut, Passing, Scoring


class NotAllowed(ValueError):  # noqa: N818 (a refusal is no error of the program)
    """A move that the rules do not allow, and why."""

    def __init__(self, move: Move, why: Objection) -> None:
        super().__init__(f"{move}: {why}")
        self.move = move
        self.why = why


def play(match: Match, move: Move) -> tuple[Event, ...]:
    """All that happens once the seat to move makes this move; NotAllowed if it may not."""
    faced = position(match)
    if why := objection(faced, move):
        raise NotAllowed(move, why)
    return tuple(unfolded(match, _as_event(match, faced, move)))


def forced(match: Match) -> tuple[Event, ...]:
    """The passes that are made by themselves, until somebody has a choice (G-8)."""
    events: list[Event] = []
    while match.round and must_pass(position(match)):
        passed = play(match, Pass())
        events += passed
        match = after(match, passed)
    return tuple(events)


def unfolded(match: Match, event: Event | None) -> Iterator[Event]:
    """*event* and what follows from it, until somebody must choose."""
    while event:
        yield event
        match = match.after(event)
        event = follows(match, event)


def after(match: Match, events: tuple[Event, ...]) -> Match:
    """The match after several events."""
    for event in events:
        match = match.after(event)
    return match


def drawing(match: Match) -> Drew:
    """What happens when the seat to move draws."""
    now, seat = _now(match)
    return Drew(seat, now.top, drawable(match.rules, now.undrawn - 1))


def passing(match: Match, position: Position) -> Passed:
    """What happens when the seat to move passes."""
    now, seat = _now(match)
    return Passed(seat, now.ends, must_pass(position), now.drew)


def _as_event(match: Match, position: Position, move: Move) -> Event:
    now, seat = _now(match)
    match move:
        case Play():
            return now.laying(seat, move)
        case Draw():
            return drawing(match)
        case Pass():
            return passing(match, position)
    assert_never(move)


def _now(match: Match) -> tuple[Round, Seat]:
    """The round being played and the seat whose turn it is or was last."""
    now = match.now
    assert now.turn is not None  # callers have made sure
    return now, now.turn


def follows(match: Match, event: Event) -> Event | None:
    """What comes of *event*, which has just happened; None where somebody must choose, or a deal is due."""
    match event:
        case Dealt(starter=seat):
            return Turn(seat)
        case Turn() | Again() | Won() | Lots() | Redealt():
            return None
        case Played() | StoodDown():
            return scored(match, score.points_on_the_way(match, event)) or _goes_on(match, event)
        case Drew():
            return _after_draw(match, event)
        case Passed(seat):
            return _after_pass(match, seat)
        case Skipped(seat):
            return Turn(_next(match, seat))
        case Ended():
            return scored(match, score.points(match)) or _round_counted(match)
        case Scored():
            return _goes_on(match, event) if match.now.ending is None else _round_counted(match)
        case Dropped():
            return _won(match)
    assert_never(event)


def scored(match: Match, points: tuple[int, ...]) -> Scored | None:
    """The points as an event; None where nothing was scored on the way."""
    on_the_way = match.now.ending is None or match.rules.scoring is Scoring.PASSES
    if on_the_way and not sum(points):
        return None
    return Scored(points, added(match.totals, points))


def _after_draw(match: Match, event: Drew) -> Event | None:
    if _is_blocked(match):
        return Ended(Ending.BLOCKED, None)
    if match.rules.after_draw is AfterDraw.WAIT:
        return Turn(_next(match, event.seat))
    return None


def _after_pass(match: Match, seat: Seat) -> Event:
    """A pass changes no hand and no end, so it ends the round only where all have passed, or as in PO-6."""
    now = match.now
    if match.rules.passing is Passing.AND_OUT:
        return StoodDown(seat, now.held(seat).tiles, _others(now.seats_in, seat))
    return Ended(Ending.BLOCKED, None) if _all_passed(match) else Turn(_next(match, seat))


@whole
def _others(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    """All of *seats* but one."""
    return tuple(each for each in seats if each != seat)


def _goes_on(match: Match, event: Event) -> Event:
    """The end of the round, if it has come; else whose turn it is."""
    now, seat = _now(match)
    if ended := _ended(match, now, seat):
        return ended
    if isinstance(event, Played):
        return _after_play(match, event)
    return Turn(_next(match, seat))


def _after_play(match: Match, event: Played) -> Event:
    rules = match.rules
    if rules.plays_again(event.total):
        return Again(event.seat)
    follower = _next(match, event.seat)
    return Skipped(follower) if rules.skips(event.ends, event.total) else Turn(follower)


def _ended(match: Match, now: Round, seat: Seat) -> Ended | None:
    if match.rules.scoring is Scoring.PASSES and score.is_target_reached(match):
        return Ended(Ending.TARGET, None)
    if _is_last_in(match, now):
        return Ended(Ending.LAST_IN, None)
    if _is_out(match, now, seat):
        return Ended(Ending.OUT, seat)
    return Ended(Ending.BLOCKED, None) if _is_blocked(match) else None


def _is_last_in(match: Match, now: Round) -> bool:
    """Whether all but one are out, and that one has played once more or cannot (PO-6)."""
    if match.rules.passing is not Passing.AND_OUT or not score.is_one(now.seats_in):
        return False
    has_played = now.passes == 0
    return has_played or not now.can_play(now.seats_in[0])


def _is_out(match: Match, now: Round, seat: Seat) -> bool:
    """Whether the seat that moved has ended the round by its last tile (D-9, PO-7)."""
    rules = match.rules
    if rules.going_out is GoingOut.PLAYS_ON or now.has_tiles(seat):
        return False
    if rules.going_out is GoingOut.ENDS_ROUND:
        return True
    return not any(map(now.has_tiles, rules.seats(rules.side(seat))))


def _is_blocked(match: Match) -> bool:
    """Whether nobody can go on (G-7); where a pass puts a player out, the passes end the round (PO-10)."""
    now, rules = match.now, match.rules
    if rules.passing is Passing.AND_OUT:
        return False
    if rules.drawing is not Drawing.NEVER and drawable(rules, now.undrawn):
        return False
    return not any(map(now.can_play, now.seats_in))


def _all_passed(match: Match) -> bool:
    """Whether all have passed in turn, who might have done something else (TP-5)."""
    free = match.rules.passing is Passing.ANY_TIME
    return free and match.now.passes >= len(_seats_with_turns(match, match.now))


def _seats_with_turns(match: Match, now: Round) -> tuple[Seat, ...]:
    """The seats that turns come to; where the whole team must finish, finished players are passed by.

    Where a pass puts a player out, they too are asked, so that they can go out of the round (PO-7).
    """
    rules = match.rules
    passed_by = rules.going_out is GoingOut.WHOLE_TEAM and rules.passing is not Passing.AND_OUT
    return now.seats_holding if passed_by else now.seats_in


def _next(match: Match, seat: Seat) -> Seat:
    """The next seat clockwise that turns come to (G-4)."""
    return _following(_seats_with_turns(match, match.now), seat)


@whole
def _following(seats: tuple[Seat, ...], seat: Seat) -> Seat:
    """The first of *seats* that comes clockwise after *seat*; itself if there is none."""
    return min(seats, key=lambda each: (each <= seat, each), default=seat)


def _round_counted(match: Match) -> Event | None:
    gone = score.dropped(match)
    return Dropped(gone) if gone else _won(match)


def _won(match: Match) -> Won | None:
    sides = score.winners(match)
    return Won(sides) if sides else None
