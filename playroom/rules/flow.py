"""A move and all its consequences by the rules."""

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar, assert_never

from msgspec.structs import replace

from playroom.rules import event as events
from playroom.rules import score
from playroom.rules.layout import Cross, Feet, Trains, train
from playroom.rules.legal import (
    Objection,
    Position,
    can_go_on,
    joins,
    laid_by,
    matching_plays,
    may_choose_pass,
    meant_play,
    must_pass,
    objection,
    position,
)
from playroom.rules.match import Match, drawable
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.round import added
from playroom.rules.rulebook.questions import AfterDraw, Finish, GoingOut, Passing
from playroom.rules.seat import Seat
from playroom.rules.turn_order import (
    must_cover,
    next_turn,
    owed_after,
    reverses_direction,
    seats_with_turns,
    turn_after_play,
)

Cause = TypeVar("Cause", bound=events.Event)
Consequence = Callable[[Match, Cause], events.Event | None]
"""A possible consequence: the next event, or None, for the match at that time and what has caused it."""


class IllegalMove(ValueError):  # noqa: N818 (a refusal, not an error of the program)
    """A move that the rules do not allow, and why."""

    def __init__(self, move: Move, why: Objection) -> None:
        super().__init__(f"{move}: {why}")
        self.move = move
        self.why = why


def play(match: Match, move: Move) -> tuple[events.Event, ...]:
    """The move and its consequences as events; IllegalMove if the seat to move may not make it."""
    return play_through(match, move)[0]


def played(match: Match, move: Move) -> Match:
    """The match after a move of the seat to move; IllegalMove if it may not make it."""
    return play_through(match, move)[1]


def play_through(match: Match, move: Move) -> tuple[tuple[events.Event, ...], Match]:
    """The move and its consequences, and the match after them; IllegalMove if the seat may not make it."""
    faced = position(match)
    meant = meant_play(faced, move) if isinstance(move, Play) else objection(faced, move) or move
    if isinstance(meant, Objection):
        raise IllegalMove(move, meant)
    happened: list[events.Event] = []
    for event, step in _steps(match, _event(match, faced, meant)):
        happened.append(event)
        match = step
    return tuple(happened), match


def forced(match: Match) -> tuple[events.Event, ...]:
    """The forced passes until a player has a choice (G-8), with their consequences."""
    return forced_through(match)[0]


def forced_through(match: Match) -> tuple[tuple[events.Event, ...], Match]:
    """The same, and the match after them."""
    return _passes(match, must_pass)


def openly_forced(match: Match) -> tuple[tuple[events.Event, ...], Match]:
    """The same up to a pass that may be a choice.

    Made by itself, that one would tell of the hand (G-9).
    """
    return _passes(match, lambda faced: must_pass(faced) and not may_choose_pass(faced))


def _passes(match: Match, is_due: Callable[[Position], bool]) -> tuple[tuple[events.Event, ...], Match]:
    passes: list[events.Event] = []
    while match.round and is_due(faced := position(match)):
        for event, step in _steps(match, _event(match, faced, Pass())):
            passes.append(event)
            match = step
    return tuple(passes), match


def unfolded(match: Match, event: events.Event) -> Iterator[events.Event]:
    """*event* and its consequences, until a player must choose."""
    return (happened for happened, _ in _steps(match, event))


def _steps(match: Match, event: events.Event) -> Iterator[tuple[events.Event, Match]]:
    """*event* and its consequences, each with the match after it, until a player must choose.

    The consequences of a consequence come before the others of what has caused it. The end of a round
    discards all that is left.
    """
    match = match.after(event)
    yield event, match
    waiting = [(event, iter(consequences(event)))]
    while waiting:
        cause, possible = waiting[-1]
        for consequence in possible:
            if (happened := consequence(match, cause)) is not None:
                match = match.after(happened)
                yield happened, match
                if isinstance(happened, events.Ended):
                    waiting.clear()
                waiting.append((happened, iter(consequences(happened))))
                break
        else:
            waiting.pop()


def after(match: Match, happened: tuple[events.Event, ...]) -> Match:
    """The match after several events."""
    for event in happened:
        match = match.after(event)
    return match


def consequences(event: events.Event) -> "tuple[Consequence[Any], ...]":
    """The possible consequences of *event*, in order."""
    match event:
        case events.Played():
            return AFTER_PLAY
        case events.Turn():
            return AFTER_TURN
        case events.Passed():
            return AFTER_PASS
        case events.Drew():
            return AFTER_DRAW
        case events.Dealt():
            return AFTER_DEAL
        case events.Skipped():
            return AFTER_SKIP
        case events.Ended():
            return AFTER_END
        case (
            events.StartDraw() | events.Redealt() | events.FootDone() | events.ArmsFreed() | events.Again()
            | events.MustCover()
            | events.MayExtend() | events.TrainOpened() | events.TrainClosed() | events.PlayerOut()
            | events.DirectionReversed() | events.Bonus() | events.Scored() | events.CarriedOver()
            | events.SidesEliminated() | events.Won()
        ):  # fmt: skip
            return ()
    assert_never(event)


def event_of(match: Match, move: Move) -> events.Played | events.Drew | events.Passed:
    """A legal move of the seat to move as an event, without its consequences."""
    faced = position(match)
    return _event(match, faced, matching_plays(faced, move)[0] if isinstance(move, Play) else move)


def _event(match: Match, faced: Position, move: Move) -> events.Played | events.Drew | events.Passed:
    """The same for the position that the seat to move faces; a play names its end and half."""
    now, seat = match.now, faced.seat
    assert seat is not None  # the seat to move
    match move:
        case Play():
            laid = laid_by(faced, move)
            layout = now.layout.joined(laid, move.end)
            left, owed = len(now.hands[seat]) - 1, owed_after(match.rules, now, layout, move)
            return events.Played(seat, move.tile, move.end, laid, layout.open_ends, left, owed)
        case Draw():
            return events.Drew(seat, now.boneyard[0], drawable(match.rules, len(now.boneyard) - 1))
        case Pass():
            doubles_alone = bool(faced.layout.owing_arms)
            numbers = () if doubles_alone else tuple(each.number for each in faced.reach)
            return events.Passed(seat, numbers, must_pass(faced), faced.drew, faced.this_turn.extends)
    assert_never(move)


def arms_freed(match: Match) -> events.ArmsFreed | None:
    """The arms that owe a double in no hand, once nothing is drawable (CR-3); None if there are none."""
    now, layout = match.now, match.now.layout
    if not isinstance(layout, Cross) or not layout.owing_arms or drawable(match.rules, len(now.boneyard)):
        return None
    doubles = [tile for seat in now.seats_in for tile in now.hands[seat] if tile.is_double]
    arms = tuple(
        arm for arm in layout.open_ends if not any(joins(match.rules, tile, arm.number) for tile in doubles)
    )
    left = replace(layout, freed=(*layout.freed, *(arm.end for arm in arms)))
    return events.ArmsFreed(arms, left.open_ends, left.owing_arms) if arms else None


def _foot_done(match: Match, event: events.Played) -> events.FootDone | None:
    """The end of the foot that has got its last toe, or that can get none at all (CF-3)."""
    layout = match.now.layout
    if not isinstance(layout, Feet) or layout.toes_owed:
        return None
    is_toe = layout.arms[-1] == (event.laid,)
    number = event.laid.left
    return (
        events.FootDone(number, layout.missing[number], layout.open_ends)
        if is_toe or event.tile.is_double
        else None
    )


def _scored(match: Match, points: tuple[int, ...] | None) -> events.Scored | None:
    """The points with the new totals, even if all are zero, as after a round; None if there are none."""
    return None if points is None else events.Scored(points, added(match.totals, points))


def _if_any(points: tuple[int, ...]) -> tuple[int, ...] | None:
    """Points during a round; None if all are zero."""
    return points if any(points) else None


def _train_closed(match: Match, event: events.Played) -> events.TrainClosed | None:
    """The closing of a train on which its owner plays (MT-7); None for other plays."""
    layout = match.now.layout
    is_marked = isinstance(layout, Trains) and event.seat in layout.markers
    return events.TrainClosed(event.seat) if is_marked and event.end == train(event.seat) else None


def _train_opened(match: Match) -> events.TrainOpened | None:
    """The opening of the train of a stuck player, not of one who ends a longer turn (MT-7, MT-11)."""
    now = match.now
    if not isinstance(now.layout, Trains) or now.turn is None or now.this_turn.extends:
        return None
    return None if now.turn in now.layout.markers else events.TrainOpened(now.turn)


def _direction_reversed(match: Match, event: events.Played) -> events.DirectionReversed | None:
    is_due = reverses_direction(match.rules, event.ends)
    return events.DirectionReversed(clockwise=match.now.step < 0) if is_due else None


def _player_out(match: Match) -> events.PlayerOut | None:
    """The exit of a seat whose pass puts it out of the round (PO-4); None elsewhere."""
    now = match.now
    if match.rules.passing is not Passing.AND_OUT or now.turn is None:
        return None
    still_in = tuple(seat for seat in now.seats_in if seat != now.turn)
    return events.PlayerOut(now.turn, len(now.hands[now.turn]), still_in)


def round_end(match: Match, seat: Seat) -> events.Ended | None:
    """The end of the round if the move of *seat* has caused it, but for a block; else None."""
    now, rules = match.now, match.rules
    if rules.finish is Finish.AT_ONCE and score.reached_target(match):
        return events.Ended(events.Ending.TARGET, None)
    is_alone = rules.passing is Passing.AND_OUT and len(now.seats_in) == 1
    if is_alone and (now.passes == 0 or not can_go_on(rules, now.layout, now.hands[now.seats_in[0]])):
        # PO-6: all others are out, and the last one has played once more or cannot
        return events.Ended(events.Ending.LAST_IN, None)
    if rules.going_out is not GoingOut.PLAYS_ON and score.has_gone_out(match, seat):  # D-9, PO-7
        return events.Ended(events.Ending.OUT, seat, seat if rules.names_winner else None)
    return None


def blocked_end(match: Match) -> events.Ended | None:
    """The end of a blocked round (G-7), unless passes end it (PO-10); None if it is not blocked."""
    now, rules = match.now, match.rules
    if rules.passing is Passing.AND_OUT or drawable(rules, len(now.boneyard)):
        return None
    if any(can_go_on(rules, now.layout, now.hands[seat]) for seat in now.seats_in):
        return None
    return _blocked(match)


def _blocked(match: Match) -> events.Ended:
    """The end of a blocked round, with its winner if the game names it."""
    return events.Ended(
        events.Ending.BLOCKED, None, score.blocked_winner(match) if match.rules.names_winner else None
    )


def all_passed_end(match: Match) -> events.Ended | None:
    """The end of a round after voluntary passes of all players in a row (TP-5); None otherwise."""
    free = match.rules.passing is Passing.ANY_TIME
    all_passed = free and match.now.passes >= len(seats_with_turns(match, match.now))
    return _blocked(match) if all_passed else None


AFTER_DEAL: Final[tuple[Consequence[events.Dealt], ...]] = (lambda _, dealt: events.Turn(dealt.starter),)
AFTER_PLAY: Final[tuple[Consequence[events.Played], ...]] = (
    _train_closed,
    lambda match, played: _scored(match, _if_any(score.points_of_play(match, played))),
    lambda match, played: round_end(match, played.seat),
    _foot_done,
    lambda match, _: arms_freed(match),
    lambda match, _: blocked_end(match),
    _direction_reversed,
    turn_after_play,
)
AFTER_DRAW: Final[tuple[Consequence[events.Drew], ...]] = (
    lambda match, _: arms_freed(match),
    lambda match, _: blocked_end(match),
    lambda match, drew: next_turn(match, drew.seat) if match.rules.after_draw is AfterDraw.WAIT else None,
)
AFTER_PASS: Final[tuple[Consequence[events.Passed], ...]] = (
    lambda match, _: _train_opened(match),
    lambda match, _: _player_out(match),
    lambda match, _: score.opening_pass_bonus(match),
    lambda match, _: score.all_pass_bonus(match),
    lambda match, passed: _scored(match, _if_any(score.points_of_pass(match, passed.seat))),
    lambda match, passed: round_end(match, passed.seat),
    lambda match, _: blocked_end(match),
    lambda match, _: all_passed_end(match),
    lambda match, passed: next_turn(match, passed.seat),
)
AFTER_TURN: Final[tuple[Consequence[events.Turn], ...]] = (lambda match, turn: must_cover(match, turn.seat),)
AFTER_SKIP: Final[tuple[Consequence[events.Skipped], ...]] = (
    lambda match, skipped: next_turn(match, skipped.seat),
)
AFTER_END: Final[tuple[Consequence[events.Ended], ...]] = (
    lambda match, _: score.last_tile_bonus(match),
    lambda match, _: score.round_bonus(match),
    lambda match, ended: _scored(match, score.points_of_round(match, ended)),
    lambda match, _: _scored(match, score.points_of_reset(match)),
    lambda match, _: score.carried_over(match),
    lambda match, _: events.SidesEliminated(gone) if (gone := score.eliminated_sides(match)) else None,
    lambda match, _: events.Won(sides) if (sides := score.winners(match)) else None,
)
"""The possible consequences of each kind of event, in order."""
