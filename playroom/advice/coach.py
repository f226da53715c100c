"""The coach in words."""

from collections.abc import Mapping
from time import perf_counter
from typing import assert_never

from playroom.bots.coach import Decision, GivenAway, Lost, NoChoice, RoundWon, Undone, Verdict, verdict
from playroom.narration.message import Blank, Message, about
from playroom.narration.move import move_told
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.rules.variant import Rules

SECONDS = 1.8
"""How long the coach looks, so that the answer is there within two seconds."""


def coached(match: Match, ear: Seat | None, seconds: float = SECONDS) -> Message | None:
    """What the coach tells the listener at seat *ear* of the last round; None if that would take longer."""
    end = perf_counter() + seconds
    found = verdict(match, ear, lambda: perf_counter() >= end)
    return _told(found, ear, match.rules) if found else None


def _told(found: Verdict, ear: Seat | None, rules: Rules) -> Message:
    match found:
        case GivenAway(decision, better):
            told = {"better": _told_at(decision, better, ear)}
            return _decision_told("coach.given_away", decision, ear, told)
        case Undone(decision):
            return _decision_told("coach.undone", decision, ear, {})
        case Lost(decisions, whole):
            seats = () if ear is None else tuple(rules.seats(rules.side(ear)))
            return about("coach.lost" if whole else "coach.lost_lately", seats, ear, {"choices": decisions})
        case RoundWon(since, at_latest):
            entry = "coach.won_at_latest" if at_latest else "coach.won"
            return _decision_told(entry, since, ear, {}) if since else Message("coach.won_late")
        case NoChoice():
            return Message("coach.no_choice")
    assert_never(found)


def _decision_told(entry: str, decision: Decision, ear: Seat | None, more: Mapping[str, Blank]) -> Message:
    """A message about a decision: who made it, with how many tiles in hand, and what they chose."""
    held = len(decision.match.now.hands[decision.seat])
    made = _told_at(decision, decision.move, ear)
    return about(entry, (decision.seat,), ear, {"held": held, "made": made, **more})


def _told_at(decision: Decision, move: Move, ear: Seat | None) -> Message:
    """One of the moves that could be made there, as the name of what is done."""
    return move_told("coach", move, ear, drew=decision.match.now.this_turn.drew)
