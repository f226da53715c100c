"""The messages of each step of a match for one seat."""

from playroom.console.match.log import without_forced_turns
from playroom.narration.message import Message
from playroom.narration.narrate import after_round
from playroom.narration.narrated import narrated, round_context
from playroom.rules.event import Ended, Event
from playroom.rules.rulebook.variant import Rules
from playroom.rules.seat import Seat
from playroom.rules.view import seen
from playroom.table.timeline import Timeline


def step_messages(timeline: Timeline, index: int, ear: Seat | None) -> tuple[Message, ...]:
    """The messages of the step at *index* for the listener at seat *ear*; None is a spectator."""
    match, is_over = timeline.state(index), False
    messages = []
    for event, message in narrated(_learnt(timeline, index, ear), ear, match.rules, round_context(match)):
        is_over = is_over or isinstance(event, Ended)
        if message:
            messages.append(after_round(message) if is_over else message)
    return tuple(messages)


def _learnt(timeline: Timeline, index: int, ear: Seat | None) -> tuple[Event, ...]:
    """The events of a step as the listener saw them, without a turn that led to a forced pass alone."""
    match = timeline.match
    here, following = _seen(timeline.events(index), ear), _seen(_next_events(timeline, index), ear)
    kept = _without_forced_turns((*here, *following), match.rules)
    return kept[: len(kept) - len(_without_forced_turns(following, match.rules))]


def _next_events(timeline: Timeline, index: int) -> tuple[Event, ...]:
    """The events of the next step of the same round; empty if there is none."""
    following = timeline.steps[index + 1 : index + 2]
    is_same_round = any(step.round == timeline.steps[index].round for step in following)
    return timeline.events(index + 1) if is_same_round else ()


def _seen(events: tuple[Event, ...], ear: Seat | None) -> tuple[Event, ...]:
    return tuple(seen(event, ear) for event in events)


def _without_forced_turns(events: tuple[Event, ...], rules: Rules) -> tuple[Event, ...]:
    return tuple(without_forced_turns(events, rules))
