"""The coach in words, and a finished round looked through for the statistics."""

from collections.abc import Mapping
from itertools import count
from random import Random
from time import perf_counter
from typing import Final, assert_never

from playroom.advice.findings import TurningPoint
from playroom.bots.coach import (
    GivenAway,
    Lost,
    NoChoice,
    RoundWon,
    Undone,
    Verdict,
    before_last_deal,
    verdict,
)
from playroom.bots.steady import steady
from playroom.narration.answers.ends import move_message
from playroom.narration.message import Blank, Message, about
from playroom.rules.flow import forced_through, played
from playroom.rules.match import Match
from playroom.rules.move import Move, Play
from playroom.rules.rewind import Decision
from playroom.rules.rulebook.variant import Rules
from playroom.rules.score import lead
from playroom.rules.seat import Seat
from playroom.rules.view import view

SECONDS = 1.8
"""The time limit of the coach, in seconds, for an answer within two."""

POSITIONS: Final = 10_000
"""The positions that the coach looks at: unlike a time limit, they give the same result on every machine."""


def coached(match: Match, ear: Seat | None, seconds: float = SECONDS) -> Message | None:
    """The coach's verdict on the last round for the listener at seat *ear*; None on a timeout."""
    found = _verdict(match, ear, seconds)
    return _verdict_message(found, ear, match.rules) if found else None


def turning_point(match: Match, ear: Seat | None, seconds: float = SECONDS) -> TurningPoint | None:
    """The decisive moment of the last round for the listener at seat *ear*; None on a timeout."""
    found = _verdict(match, ear, seconds)
    match found:
        case None:
            return None
        case GivenAway(decision) | Undone(decision) | RoundWon(decision):
            events = len(decision.before.now.log) if decision else None
        case Lost() | NoChoice():
            events = None
    return TurningPoint(_verdict_message(found, ear, match.rules), events)


def round_review(match: Match, seat: Seat) -> tuple[int, bool | None]:
    """The points that the deal of the last round was worth to *seat*, and whether its side gave away a win.

    The worth is by how much the side is ahead when steady bots play the tiles of all. The second value is
    None if the side won, or the coach cannot tell.

    As in duplicate bridge, the result of others with the same tiles is what the deal was worth.
    """
    worth = lead(match.rules, _played_by_bots(match).now, match.rules.side(seat))
    seen = count()
    match verdict(match, seat, lambda: next(seen) >= POSITIONS):
        case GivenAway():
            return worth, True
        case Undone() | Lost(whole=True):
            return worth, False
        case _:
            return worth, None


def _verdict(match: Match, ear: Seat | None, seconds: float) -> Verdict | None:
    end = perf_counter() + seconds
    return verdict(match, ear, lambda: perf_counter() >= end)


def _verdict_message(found: Verdict, ear: Seat | None, rules: Rules) -> Message:
    match found:
        case GivenAway(decision, better):
            both_play = isinstance(better, Play) and isinstance(
                decision.move, Play
            )  # "played 4-3 left", "5-2 right"
            made = _move_message(decision, decision.move, ear, "coach" if both_play else "coach.done")
            blanks = {"better": _move_message(decision, better, ear, "coach.done"), "made": made}
            return _decision_message("coach.given_away", decision, ear, blanks)
        case Undone(decision):
            return _decision_message("coach.undone", decision, ear, {})
        case Lost(decisions, whole):
            seats = () if ear is None else tuple(rules.seats(rules.side(ear)))
            return about("coach.lost" if whole else "coach.lost_lately", seats, ear, {"choices": decisions})
        case RoundWon(since, at_latest):
            entry = "coach.won_at_latest" if at_latest else "coach.won"
            return _decision_message(entry, since, ear, {}) if since else Message("coach.won_late")
        case NoChoice():
            return Message("coach.no_choice")
    assert_never(found)


def _decision_message(entry: str, decision: Decision, ear: Seat | None, more: Mapping[str, Blank]) -> Message:
    """A message about a decision: the player, the number of tiles in hand, and the move."""
    held = len(decision.before.now.hands[decision.seat])
    made = _move_message(decision, decision.move, ear)
    return about(entry, (decision.seat,), ear, {"held": held, "made": made, **more})


def _move_message(decision: Decision, move: Move, ear: Seat | None, entries: str = "coach") -> Message:
    """A possible move of the decision, in words of the group *entries*."""
    return move_message(entries, move, ear, drew=decision.before.now.this_turn.drew)


def _played_by_bots(match: Match) -> Match:
    """The match with its last round as steady bots play it with the same tiles."""
    state = before_last_deal(match)
    for event in match.now.log:
        state = state.after(event)
        if state.turn is not None:
            break
    while state.round:
        passes, state = forced_through(state)
        if not passes and (turn := state.turn) is not None:
            chance = Random(len(state.now.log))  # noqa: S311 (a game)
            state = played(state, steady(view(state, turn), chance))
    return state
