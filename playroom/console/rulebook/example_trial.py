"""Try it yourself: the position of an example, played by the real rules until the listener's turn is over."""

from collections.abc import Callable
from functools import partial

from playroom.console.match.draft import NAMES
from playroom.console.match.session import MatchSession
from playroom.console.menus.rules import Trials, list_rules
from playroom.console.menus.table import no_people_message, table_menu
from playroom.console.places.lists.items import Item
from playroom.console.places.lists.list import ListPlace
from playroom.console.places.table import TableExits, TablePlace
from playroom.console.room import Room
from playroom.narration.answers.answer import hand
from playroom.narration.message import Message, Urgency, answer
from playroom.narration.phrases.phrasebook import NOBODY
from playroom.narration.rules.example import EAR
from playroom.rules.event import Event
from playroom.rules.rulebook.variant import Variant
from playroom.table.examples.example import PlayedExample
from playroom.table.record import Record
from playroom.table.table import Table
from playroom.voice.utterance import Buffer


def open_trial(room: Room, variant: Variant, played: PlayedExample, trials: Trials) -> None:
    """Open the position of an example, and describe it; a match that it interrupts waits."""
    if trials.interrupted:
        trials.interrupted.hold()
    trial = ExampleTrial(room, variant, played, trials)
    room.places.open(trial.place, silent=True)
    room.name_window(trial.session.window)
    trial.place.tell(Message("examples.trial"), hand(trial.place.view))


class ExampleTrial:
    """The place of a trial. Nobody else plays; when it is another's turn, it can be tried again."""

    def __init__(self, room: Room, variant: Variant, played: PlayedExample, trials: Trials) -> None:
        self._room, self._trials = room, trials
        self._again = partial(open_trial, room, variant, played, trials)
        names = NAMES[: played.example.players]
        table = Table(Record(variant.name, variant, played.options, names, played.before), {}, seed=0)
        self.session = MatchSession(room, table, EAR, _save_nothing)
        self.session.telling.first_words()  # a trial has an introduction of its own
        self.session.telling.after_round = self.session.telling.after_match = _no_way_on
        self.session.listen(self._after)
        exits = TableExits(
            menu=self._open_menu,
            rules=list_rules,
            again=self._try_again,
            leave=self._leave,
            talk=lambda command: room.speech.answer(no_people_message(command)),
            question_to_leave=_no_question,
            undo=lambda _: self._try_again(),
            redo=lambda _: room.speech.reply(answer("examples.nothing_to_redo")),
            pause=lambda: room.speech.reply(answer("exercises.no_bots")),
            gives_hints=lambda: False,
        )
        self.place = TablePlace(room, self.session, exits, trials.adviser)

    def _after(self, record: Record, events: tuple[Event, ...]) -> None:
        """Once the listener's turn is over, offer to try it again."""
        del events
        if record.match.turn != EAR:
            title = Message("examples.trial_over")
            self._room.places.open(ListPlace(self._room, title, self._ways_on, back=self._leave), silent=True)
            self._room.speech.say(title, urgency=Urgency.HINT, buffer=Buffer.FOCUS)

    def _ways_on(self) -> tuple[Item, ...]:
        again = Item("again", Message("examples.try_again"), choose=self._try_again)
        return (again, Item("back", Message("examples.back"), choose=self._leave))

    def _try_again(self) -> None:
        """Begin anew from the position of the example."""
        self._close()
        self._again()

    def _leave(self) -> None:
        """Go back to the section of the rules."""
        self._close()
        place = self._room.places.current
        assert place  # the section
        place.tell()

    def _close(self) -> None:
        self.session.stop()
        self._room.places.drop_to(self.place)
        self._room.places.drop()
        match = self._trials.interrupted
        if match:
            match.release()
        else:
            self._room.speech.talk_to(NOBODY)
        self._room.name_window(match.window if match else Message("menus.window"))

    def _open_menu(self, table: TablePlace) -> None:
        list_settings, people = self._trials.list_settings, self._ways_on()
        self._room.places.open(table_menu(self._room, table, tuple, list_settings, people=people))


def _save_nothing(record: object, then: Callable[[], None]) -> None:
    """A trial is not kept."""
    del record
    then()


def _no_question() -> None:
    """A trial is left at once."""


def _no_way_on() -> None:
    """After a round the list of ways on is open."""
