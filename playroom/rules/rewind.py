"""Earlier states of a match: undo and decisions."""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from playroom.rules.event import CarriedOver, Chosen, Drew, Event, Passed, Played, Scored
from playroom.rules.flow import event_of
from playroom.rules.layout import LEFT
from playroom.rules.legal import legal_moves, needs_orientation, position
from playroom.rules.match import Match, new_match
from playroom.rules.move import Draw, Move, Pass, Play
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat, Side

Progress = tuple[int, int]
"""The progress of a match: the number of rounds dealt, and of events in the last one."""


class Decision(Struct, frozen=True):
    """A move that a seat has chosen, and the match *before* it."""

    before: Match
    move: Move

    @property
    def seat(self) -> Seat:
        """The seat that chose."""
        assert self.before.turn is not None  # there is a decision
        return self.before.turn

    @property
    def side(self) -> Side:
        """The side of that seat."""
        return self.before.rules.side(self.seat)


def decision_of(before: Match, event: Chosen) -> Decision | None:
    """The choice that led to *event*; None if no other move was legal."""
    legal = legal_moves(position(before))
    if len(legal) == 1:
        return None
    return Decision(before, next(move for move in legal if event_of(before, move) == event))


def chosen_move(event: Chosen, rules: Rules) -> Move:
    """The move of *event*, a play as `as_played`."""
    match event:
        case Played():
            return as_played(event, rules)
        case Drew():
            return Draw()
        case Passed():
            return Pass()
    assert_never(event)


def as_played(event: Played, rules: Rules) -> Play:
    """The play of *event*, with its inner half if the tile fits either way round."""
    if event.end is None or not needs_orientation(rules, event.tile):
        return Play(event.tile, event.end)
    return Play(event.tile, event.end, event.laid.right if event.end == LEFT else event.laid.left)


def last_decision(match: Match, seat: Seat | None) -> Decision | None:
    """The last decision of *seat* in all rounds; None if it has made none.

    A tile is always a decision; a draw or a pass is one if there was another choice.
    """
    for number in reversed(range(len(match.rounds))):
        found, state = None, before_round(match, number)
        for event in match.rounds[number].log:
            if isinstance(event, Chosen) and event.seat == seat:
                found = decision_of(state, event) or (
                    Decision(state, *legal_moves(position(state))) if isinstance(event, Played) else found
                )
            state = state.after(event)
        if found:
            return found
    return None


def before_round(match: Match, number: int) -> Match:
    """The match as it stood before the deal of the round at index *number*."""
    earlier = [match.rounds[index].log for index in reversed(range(number))]
    totals = (event.totals for log in earlier for event in reversed(log) if isinstance(event, Scored))
    carry = (event.now for log in earlier for event in reversed(log) if isinstance(event, CarriedOver))
    fresh = new_match(match.rules)
    return replace(
        fresh,
        rounds=match.rounds[:number],
        totals=next(totals, fresh.totals),
        carry=next(carry, fresh.carry),
        sides_in=match.rules.sides_of(match.rounds[number].seats),
    )


def progress(match: Match) -> Progress:
    """The progress of a match; an IndexError if no round was dealt."""
    return len(match.rounds), len(match.now.log)


def events_between(earlier: Match, later: Match) -> tuple[Event, ...]:
    """The events between two states of a match."""
    begun = len(earlier.rounds) - 1
    events = tuple(event for each in later.rounds[max(0, begun) :] for event in each.log)
    return events[len(earlier.now.log) :] if earlier.rounds else events
