"""The events of a round as the listener at one seat needs them."""

from collections.abc import Collection, Iterator, Sequence

from playroom.rules.event import Dealt, Drew, Event, MustCover, Passed, Played, Redealt, StartDraw, Turn
from playroom.rules.match import Match
from playroom.rules.rulebook.questions import Passing
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.view import seen


def is_own(event: Event, ear: Seat | None) -> bool:
    """Whether *event* is what a key of the listener at seat *ear* does: a deal, or a move of their own."""
    is_deal = isinstance(event, StartDraw | Redealt | Dealt)
    return is_deal or (isinstance(event, Played | Drew | Passed) and event.seat == ear)


def has_moved(match: Match, seats: Collection[Seat]) -> bool:
    """Whether one of these seats has made a move, besides passes that go by themselves."""
    events = (event for each in match.rounds for event in each.log)
    moves = (event for event in events if isinstance(event, Played | Drew | Passed))
    return any(event.seat in seats and not _is_forced(event, match.rules) for event in moves)


def since_own_move(match: Match, ear: Seat | None) -> tuple[Event, ...]:
    """The events that the listener saw in the last round since their last move or the deal."""
    rules = match.rules
    log = tuple(seen(event, ear) for event in match.now.log) if match.rounds else ()
    own = (index for index, event in enumerate(log) if is_own(event, ear) and not _is_forced(event, rules))
    return tuple(without_forced_turns(log[max(own, default=-1) + 1 :], rules))


def without_forced_turns(events: Sequence[Event], rules: Rules) -> Iterator[Event]:
    """*events* without the turns that come to nothing but a pass that goes by itself (G-8, MT-8)."""
    for event, *following in (events[index:] for index in range(len(events))):
        passes = next((each for each in following if not isinstance(each, Turn | MustCover)), None)
        if not (isinstance(event, Turn | MustCover) and passes and _is_forced(passes, rules)):
            yield event


def _is_forced(event: Event, rules: Rules) -> bool:
    """Whether *event* is a pass that goes by itself, as far as that is public."""
    if not isinstance(event, Passed):
        return False
    if event.forced is None:
        return rules.passing is Passing.IF_STUCK and not event.stops
    return event.forced
