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
from playroom.rules.legal import Objection, moves, objection, position
from playroom.rules.match import Match, Round, drawable
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.question import AfterDraw, Drawing, GoingOut, Passing, Scoring


class NotAllowed(ValueError):  # noqa: N818 (a refusal is no error of the program)
    """A move that the rules do not allow, and why."""

    def __init__(self, move: Move, why: Objection) -> None:
        super().__init__(f"{move}: {why}")
        self.move = move
        self.why = why


def play(match: Match, move: Move) -> tuple[Event, ...]:
    """All that happens once the seat to move makes this move; NotAllowed if it may not."""
    if why := objection(position(match), move):
        raise NotAllowed(move, why)
    return tuple(unfolded(match, _as_event(match, move)))


def forced(match: Match) -> tuple[Event, ...]:
    """The passes that are made by themselves, until somebody has a choice (G-8)."""
    events: list[Event] = []
    while match.round and moves(position(match)) == (Pass(),):
        passed = play(match, Pass())
        events += passed
        match = after(match, passed)
    return tuple(events)


def unfolded(match: Match, event: Event | None) -> Iterator[Event]:
    """*event* and what follows from it, until somebody must choose."""
    while event:
        yield event
        match = match.after(event)
        event = _follows(match, event)


def after(match: Match, events: tuple[Event, ...]) -> Match:
    """The match after several events."""
    for event in events:
        match = match.after(event)
    return match


def _as_event(match: Match, move: Move) -> Event:
    now, seat = _now(match)
    match move:
        case Play():
            return _played(now, seat, move)
        case Draw():
            return Drew(seat, now.boneyard[0], drawable(match.rules, len(now.boneyard) - 1))
        case Pass():
            assert now.chain.ends  # nobody can pass before the first tile
            return Passed(seat, now.chain.ends, moves(position(match)) == (move,), now.drew)
    assert_never(move)


def _played(now: Round, seat: Seat, move: Play) -> Played:
    end = move.end or (now.chain.fits(move.tile)[0] if now.chain else None)
    laid = now.chain.placed(move.tile, end)
    chain = now.chain.joined(laid, end)
    assert chain.ends  # a tile has just been laid
    return Played(seat, move.tile, end, laid, chain.ends, chain.total, len(now.hands[seat]) - 1)


def _now(match: Match) -> tuple[Round, Seat]:
    """The round being played and the seat whose turn it is or was last."""
    now = match.round
    assert now is not None  # callers have made sure
    assert now.turn is not None
    return now, now.turn


def _follows(match: Match, event: Event) -> Event | None:
    match event:
        case Dealt(starter=seat):
            return Turn(seat)
        case Turn() | Again() | Won() | Lots() | Redealt():
            return None
        case Played():
            return _scored(match, score.points_on_the_way(match, event)) or _goes_on(match, event)
        case Drew():
            return _after_draw(match, event)
        case Passed(seat):
            return _after_pass(match, seat)
        case StoodDown():
            passed = match.rounds[-1].log[-2]
            assert isinstance(passed, Passed)  # only a pass stands a player down
            return _scored(match, score.points_on_the_way(match, passed)) or _goes_on(match, event)
        case Skipped(seat):
            return Turn(_next(match, seat))
        case Ended():
            return _scored(match, score.points(match)) or _round_counted(match)
        case Scored():
            return _goes_on(match, event) if match.round else _round_counted(match)
        case Dropped():
            return _won(match)
    assert_never(event)


def _scored(match: Match, points: tuple[int, ...]) -> Scored | None:
    """The points as an event; None where nothing was scored on the way."""
    on_the_way = match.round or match.rules.scoring is Scoring.PASSES
    if on_the_way and not any(points):
        return None
    return Scored(points, tuple(map(sum, zip(match.totals, points, strict=True))))


def _after_draw(match: Match, event: Drew) -> Event | None:
    if _is_blocked(match):
        return Ended(Ending.BLOCKED, None)
    if match.rules.after_draw is AfterDraw.WAIT:
        return Turn(_next(match, event.seat))
    return None


def _after_pass(match: Match, seat: Seat) -> Event:
    if match.rules.passing is Passing.AND_OUT:
        now = match.rounds[-1]
        still_in = tuple(each for each in now.seats_in if each != seat)
        return StoodDown(seat, len(now.hands[seat]), still_in)
    return _goes_on(match, None)


def _goes_on(match: Match, event: Event | None) -> Event:
    """The end of the round, if it has come; else whose turn it is."""
    now, seat = _now(match)
    if ended := _ended(match, now, seat):
        return ended
    if isinstance(event, Played):
        return _after_play(match, event)
    return Turn(_next(match, seat))


def _after_play(match: Match, event: Played) -> Event:
    rules = match.rules
    if event.total in rules.again_on:
        return Again(event.seat)
    equal = rules.skip_on_equal_ends and event.ends[0] == event.ends[1]
    follower = _next(match, event.seat)
    return Skipped(follower) if equal or event.total in rules.skip_on else Turn(follower)


def _ended(match: Match, now: Round, seat: Seat) -> Ended | None:
    if match.rules.scoring is Scoring.PASSES and score.reached_target(match):
        return Ended(Ending.TARGET, None)
    if _is_last_in(match, now):
        return Ended(Ending.LAST_IN, None)
    if _is_out(match, now, seat):
        return Ended(Ending.OUT, seat)
    return Ended(Ending.BLOCKED, None) if _is_blocked(match) else None


def _is_last_in(match: Match, now: Round) -> bool:
    """Whether all but one are out, and that one has played once more or cannot (PO-6)."""
    if match.rules.passing is not Passing.AND_OUT or len(now.seats_in) > 1:
        return False
    has_played = now.passes == 0
    return has_played or not any(map(now.chain.fits, now.hands[now.seats_in[0]]))


def _is_out(match: Match, now: Round, seat: Seat) -> bool:
    """Whether the seat that moved has ended the round by its last tile (D-9, PO-7)."""
    going_out = match.rules.going_out
    if now.hands[seat] or going_out is GoingOut.PLAYS_ON:
        return False
    partners = match.rules.seats(match.rules.side(seat))
    return going_out is GoingOut.ENDS_ROUND or not any(now.hands[each] for each in partners)


def _is_blocked(match: Match) -> bool:
    """Whether nobody can go on (G-7), or all have passed in turn (TP-5).

    Where a pass puts a player out, it is the passes that end the round (PO-10).
    """
    now, rules = match.rounds[-1], match.rules
    if rules.passing is Passing.AND_OUT:
        return False
    if rules.passing is Passing.ANY_TIME and now.passes >= len(_seats_with_turns(match, now)):
        return True
    if rules.drawing is not Drawing.NEVER and drawable(rules, len(now.boneyard)):
        return False
    return not any(now.chain.fits(tile) for seat in now.seats_in for tile in now.hands[seat])


def _seats_with_turns(match: Match, now: Round) -> tuple[Seat, ...]:
    """The seats that turns come to; where the whole team must finish, finished players are passed by."""
    if match.rules.going_out is not GoingOut.WHOLE_TEAM:
        return now.seats_in
    return tuple(seat for seat in now.seats_in if now.hands[seat])


def _next(match: Match, seat: Seat) -> Seat:
    """The next seat clockwise that turns come to (G-4)."""
    seats = _seats_with_turns(match, match.rounds[-1])
    return min(seats, key=lambda each: (each <= seat, each))


def _round_counted(match: Match) -> Event | None:
    gone = score.dropped(match)
    return Dropped(gone) if gone else _won(match)


def _won(match: Match) -> Won | None:
    sides = score.winners(match)
    return Won(sides) if sides else None
