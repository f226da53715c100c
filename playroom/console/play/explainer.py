"""Explains to the listener what happens at their tables for the first time, once."""

from collections.abc import Iterable, Iterator

from playroom.console.play.session import MatchSession
from playroom.console.ui.room import Room
from playroom.narration.message import Message
from playroom.narration.preferences import FirstTime
from playroom.rules.event import Dealt, Ended, Ending, Event, MustCover, Played, TrainOpened
from playroom.rules.layout import Cross
from playroom.rules.match import Match
from playroom.table.record import Record


def explain_first_times(session: MatchSession, *of_table: FirstTime) -> None:
    """Explain what happens for the first time from now on, after it was said; *of_table* with the deal."""

    def hear(record: Record, events: tuple[Event, ...]) -> None:
        is_dealt = any(isinstance(event, Dealt) for event in events)
        several = (*(of_table if is_dealt else ()), *first_times(events, record.match))
        for what in new_to(session.room, several):
            session.room.speech.say(first_time_message(what))

    session.listen(hear)


def new_to(room: Room, several: Iterable[FirstTime]) -> tuple[FirstTime, ...]:
    """What the listener has not met before and wants explained; it is saved as explained."""
    known = room.settings.explained
    new = tuple(dict.fromkeys(each for each in several if each not in known))
    if new:
        room.change(explained=[*known, *map(str, new)])
    return new


def first_times(events: tuple[Event, ...], match: Match) -> Iterator[FirstTime]:
    """What the events that led to *match* are examples of, with repetitions."""
    layout = match.now.layout
    spinner = layout.spinner if isinstance(layout, Cross) else None
    for event in events:
        match event:
            case Dealt() if match.rules.teams:
                yield FirstTime.TEAMS
            case Played(tile=tile) if spinner and spinner.tile == tile:
                yield FirstTime.MIDDLE if match.rules.begins_all_arms else FirstTime.SPINNER
            case Played(owed=[_, *_]) if match.rules.owes_doubles:
                yield FirstTime.DOUBLES_OWED
            case MustCover():
                yield FirstTime.COVER
            case TrainOpened():
                yield FirstTime.TRAIN
            case Ended(ending=Ending.BLOCKED):
                yield FirstTime.BLOCKED
            case _:
                pass


def first_time_message(what: FirstTime) -> Message:
    """What is said of it."""
    return Message(f"lessons.first_times.{what}")
