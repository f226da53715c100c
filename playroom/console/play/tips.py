"""What a player is told once: what happens at their tables for the first time, and tips after rounds."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from playroom.console.play.session import MatchSession
from playroom.console.ui.room import Room
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message, Sentences, answer
from playroom.narration.preferences import MOST_TOLD, FirstTime, Tip
from playroom.rules.event import Dealt, Event, MustCover, Played, TrainOpened
from playroom.rules.layout import Cross
from playroom.rules.match import Match
from playroom.table.record import Record
from playroom.voice.utterance import Buffer

if TYPE_CHECKING:
    from playroom.console.play.table import TablePlace


def explain_first_times(session: MatchSession, *of_table: FirstTime) -> None:
    """Explain what happens for the first time from now on, after it was said; *of_table* with the deal.

    What the listener's keys have cut too often is explained once more, when it happens again.
    """
    room, told, again = session.room, dict[int, FirstTime](), set[FirstTime]()

    def hear(record: Record, events: tuple[Event, ...]) -> None:
        lost = {told.pop(number) for number in room.voice.silenced(told.keys())} - again
        again.update(lost)
        if lost:
            room.change(explained=[each for each in room.settings.explained if each not in lost])
        is_dealt = any(isinstance(event, Dealt) for event in events)
        several = (*(of_table if is_dealt else ()), *first_times(events, record.match))
        for what in new_to(room, several):
            told[room.speech.say(first_time_message(what), buffer=Buffer.FOCUS)] = what

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
            case Played(owed=[_, *_]) if match.rules.has_feet:
                yield FirstTime.FOOT
            case MustCover():
                yield FirstTime.COVER
            case TrainOpened():
                yield FirstTime.TRAIN
            case _:
                pass


def first_time_message(what: FirstTime) -> Message:
    """What is said of it."""
    return Message(f"lessons.first_times.{what}")


USES: Final[Mapping[Tip, tuple[Command, int]]] = {
    Tip.PLAYABLE: (Command.NEXT_PLAYABLE, 1),
    Tip.FACTS: (Command.FACTS, 2),
    Tip.WHAT_IF: (Command.WHAT_IF, 1),
    Tip.ODDS: (Command.HINT, 2),
    Tip.MISSED: (Command.MISSED, 1),
    Tip.NUMBER: (Command.NUMBER, 1),
    Tip.SORT: (Command.SORT, 1),
    Tip.COACH: (Command.COACH, 1),
    Tip.LAYOUT: (Command.LAYOUT, 1),
    Tip.UNDO: (Command.UNDO, 1),
    Tip.ROWS: (Command.CHAIN, 2),
    Tip.SWEEP: (Command.SWEEP, 1),
    Tip.PAUSE: (Command.PAUSE, 1),
    Tip.GAME: (Command.INFORMATION, 1),
}
"""The command of each tip, and how often in a row it has to be given."""


class Tips:
    """The tips for the player at *place*, whose settings know what was said and what they have used."""

    def __init__(self, place: "TablePlace") -> None:
        self._place, self._room = place, place.room
        self._last: Command | None = None
        self._times = 0

    def note(self, command: Command) -> None:
        """Take note of a command that the player has given."""
        self._times = self._times + 1 if command is self._last else 1
        self._last = command
        told = self._room.settings.tips_told
        used = {str(tip): MOST_TOLD for tip, use in USES.items() if use == (command, self._times)}
        if self._room.settings.tips and not used.items() <= told.items():
            self._room.change(tips_told={**told, **used})

    def next(self) -> Message | None:
        """The tip that was said least often, which counts as said; None if there is none to say.

        Who scans presses no keys of commands, and in a lesson a tutor names the keys.
        """
        settings = self._room.settings
        scans = settings.scan or settings.keys == KeyProfile.SWITCH
        if not settings.tips or scans or self._place.mode.has_lesson:
            return None
        told = settings.tips_told

        def applies(tip: Tip) -> bool:
            command, _ = USES[tip]
            return self._place.applies(command) and self._has_key(command)

        tip = min(filter(applies, Tip), key=lambda each: told.get(each, 0), default=None)
        if tip is None or told.get(tip, 0) >= MOST_TOLD:
            return None
        self._room.change(tips_told={**told, str(tip): told.get(tip, 0) + 1})
        end = (Message("tips.no_more"),) if self._has_key(Command.TIPS) else ()
        return Message("tips.told", blanks={"told": Sentences((Message(f"tips.about.{tip}"), *end))})

    def switch(self) -> None:
        """Turn the tips off, or on again."""
        self._room.change(tips=not self._room.settings.tips)
        self._room.speech.answer(answer("tips.enabled" if self._room.settings.tips else "tips.disabled"))

    def _has_key(self, command: Command) -> bool:
        return bool(self._room.keymap.keys(PlaceName.HAND, command))
