"""Try it yourself: the position of an example, played by the real rules until the listener's turn is over."""

from functools import partial

from playroom.console.play.draft import NAMES
from playroom.console.play.match_mode import PositionMode
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


class ExampleTrial(PositionMode):
    """A trial. Nobody else plays; when it is another's turn, it can be tried again."""

    gives_hints = False

    def __init__(self, room: Room, variant: Variant, played: PlayedExample, trials: Trials) -> None:
        if trials.interrupted:  # before this session takes the pace of the bots over
            trials.interrupted.hold()
        self._room, self._trials = room, trials
        self._variant, self._played = variant, played
        names = NAMES[: played.example.players]
        table = Table(Record(variant.name, variant, played.options, names, played.before), {}, seed=0)
        self._session = MatchSession(room, table, EAR)
        self._session.telling.first_words()  # a trial has an introduction of its own
        self._session.telling.after_round = self._session.telling.after_match = lambda: None

        def after(record: Record, events: tuple[Event, ...]) -> None:
            """Once the listener's turn is over, offer to try it again."""
            del events
            if record.match.turn != EAR:
                title = Message("examples.trial_over")
                self._room.places.open(
                    ListPlace(self._room, title, self._ways_on, back=partial(self.leave, self._place)),
                    silent=True,
                )
                self._room.speech.say(title, urgency=Urgency.HINT, buffer=Buffer.FOCUS)

        self._session.listen(after)
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
        self.close(place)
        ExampleTrial(self._room, self._variant, self._played, self._trials).open()

    def undo(self, place: TablePlace) -> None:
        """Begin anew from the position of the example."""
        self.play_again(place)

    def redo(self, place: TablePlace) -> None:
        """Say that there is nothing to make again."""
        place.room.speech.reply(answer("examples.nothing_to_redo"))

    def _ways_on(self) -> tuple[Item, ...]:
        again = Item("again", Message("examples.try_again"), choose=partial(self.play_again, self._place))
        back = Item("back to rules", Message("examples.back"), choose=partial(self.leave, self._place))
        return (again, back)

    def close(self, place: TablePlace) -> None:
        """Close the position; a match that waits for that goes on, whose table is not left."""
        match = self._trials.interrupted
        if match is None:
            super().close(place)
            return
        self._room.places.drop_to(place)
        self._room.places.drop()
        self._session.stop()
        match.release()
        self._room.name_window(match.window)
