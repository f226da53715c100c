"""Try it yourself: the position of an example, played by the real rules until the listener's turn is over."""

from collections.abc import Callable
from functools import partial

from playroom.console.play.draft import NAMES
from playroom.console.play.match_mode import MatchMode
from playroom.console.play.session import MatchSession
from playroom.console.play.table import TablePlace
from playroom.console.play.table_menu import table_menu
from playroom.console.rulebook.rules_reader import Trials, list_rules
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.answers.answer import hand
from playroom.narration.example import EAR
from playroom.narration.message import Message, Urgency, answer
from playroom.rules.event import Event
from playroom.rules.rulebook.variant import Variant
from playroom.table.examples.example import PlayedExample
from playroom.table.record import Record
from playroom.table.table import Table
from playroom.voice.utterance import Buffer


class ExampleTrial(MatchMode):
    """A trial. Nobody else plays; when it is another's turn, it can be tried again."""

    takes_back = True
    gives_hints = False

    def __init__(self, room: Room, variant: Variant, played: PlayedExample, trials: Trials) -> None:
        if trials.interrupted:  # before this session takes the pace of the bots over
            trials.interrupted.hold()
        self._room, self._trials = room, trials
        self._variant, self._played = variant, played
        names = NAMES[: played.example.players]
        table = Table(Record(variant.name, variant, played.options, names, played.before), {}, seed=0)
        self._session = MatchSession(room, table, EAR, _save_nothing)
        self._session.telling.first_words()  # a trial has an introduction of its own
        self._session.telling.after_round = self._session.telling.after_match = _no_way_on
        self._session.listen(self._after)
        self._place = TablePlace(room, self._session, self, trials.adviser)

    def open(self) -> None:
        """Open the position, and describe it."""
        self._room.places.open(self._place, silent=True)
        self._room.name_window(self._session.window)
        self._place.tell(Message("examples.trial"), hand(self._place.view))

    def open_menu(self, place: TablePlace) -> None:
        """Open the menu of the table, with the ways on."""
        list_settings, people = self._trials.list_settings, self._ways_on()
        self._room.places.open(table_menu(self._room, place, tuple, list_settings, people=people))

    def open_rules(self, place: TablePlace) -> None:
        """Open the rules; another example cannot be tried from a trial."""
        list_rules(place.session)

    def play_again(self, place: TablePlace) -> None:
        """Begin anew from the position of the example."""
        del place
        self._close()
        ExampleTrial(self._room, self._variant, self._played, self._trials).open()

    def leave(self, place: TablePlace) -> None:
        """Go back to the section of the rules."""
        del place
        self._close()
        below = self._room.places.current
        assert below  # the section
        below.tell()

    def undo(self, place: TablePlace) -> None:
        """Begin anew from the position of the example."""
        self.play_again(place)

    def redo(self, place: TablePlace) -> None:
        """Say that there is nothing to make again."""
        place.room.speech.reply(answer("examples.nothing_to_redo"))

    def pause(self, place: TablePlace) -> None:
        """Say that no bot plays."""
        place.room.speech.reply(answer("exercises.no_bots"))

    def _after(self, record: Record, events: tuple[Event, ...]) -> None:
        """Once the listener's turn is over, offer to try it again."""
        del events
        if record.match.turn != EAR:
            title = Message("examples.trial_over")
            self._room.places.open(
                ListPlace(self._room, title, self._ways_on, back=partial(self.leave, self._place)),
                silent=True,
            )
            self._room.speech.say(title, urgency=Urgency.HINT, buffer=Buffer.FOCUS)

    def _ways_on(self) -> tuple[Item, ...]:
        again = Item("again", Message("examples.try_again"), choose=partial(self.play_again, self._place))
        back = Item("back to rules", Message("examples.back"), choose=partial(self.leave, self._place))
        return (again, back)

    def _close(self) -> None:
        self._room.places.drop_to(self._place)
        self._room.places.drop()
        match = self._trials.interrupted
        if match is None:
            self._session.leave()
            return
        self._session.stop()
        match.release()
        self._room.name_window(match.window)


def _save_nothing(record: object, then: Callable[[], None]) -> None:
    """A trial is not kept."""
    del record
    then()


def _no_way_on() -> None:
    """After a round the list of ways on is open."""
