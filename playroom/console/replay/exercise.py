"""One exercise: a position in which the player made a mistake, and tries to find a better move."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from playroom.console.play.adviser import Adviser, CostlyMove, MoveJudgement
from playroom.console.play.match_mode import MatchMode
from playroom.console.play.session import MatchSession
from playroom.console.play.table import TablePlace
from playroom.console.play.table_menu import table_menu
from playroom.console.play.thoughts import Thoughts
from playroom.console.replay.replay import Replay
from playroom.console.rulebook.rules_reader import list_rules
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.narration.answers.answer import hands
from playroom.narration.message import Message, Sentences, answer
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.table.table import Listener


class Exercise(MatchMode):
    """The position of a mistake, at which moves are judged.

    *go_on* opens the next exercise, None after the last one.
    """

    takes_back = True

    def __init__(
        self,
        room: Room,
        replay: Replay,
        found: CostlyMove,
        adviser: Adviser,
        *,
        go_on: Callable[[], None] | None,
        list_settings: Callable[[], None],
    ) -> None:
        self._room, self._found, self._adviser = room, found, adviser
        self._go_on, self._list_settings = go_on, list_settings
        table = ExerciseTable(replay.record, self._judge)
        self._session = MatchSession(room, table, replay.ear, _save_nothing)
        self._thoughts = Thoughts(self._session)
        self._place = TablePlace(room, self._session, self, adviser)

    def open(self, intro: Message) -> None:
        """Open the position, and describe it after *intro*."""
        self._room.places.open(self._place, silent=True)
        self._room.name_window(self._session.window)
        self._place.tell(intro, *hands(self._place.view))

    def open_menu(self, place: TablePlace) -> None:
        """Open the menu of the table, with the next exercise and the list of all."""
        self._room.places.open(
            table_menu(self._room, place, tuple, self._list_settings, people=self._ways_on())
        )

    def open_rules(self, place: TablePlace) -> None:
        """Open the rules; examples cannot be tried from an exercise."""
        list_rules(place.session)

    def play_again(self, place: TablePlace) -> None:
        """Go back to the list of mistakes."""
        self.leave(place)

    def leave(self, place: TablePlace) -> None:
        """Go back to the list of mistakes."""
        del place
        self._close()
        below = self._room.places.current
        assert below  # the list
        below.tell()

    def undo(self, place: TablePlace) -> None:
        """Say that no move was made."""
        place.room.speech.reply(answer("exercises.nothing_made"))

    def redo(self, place: TablePlace) -> None:
        """Say that no move was made."""
        self.undo(place)

    def pause(self, place: TablePlace) -> None:
        """Say that no bot plays."""
        place.room.speech.reply(answer("exercises.no_bots"))

    def _judge(self, move: Move) -> None:
        """Say whether a move is better than the one that was made, and why."""
        self._thoughts.begin(partial(self._adviser.judge, self._found, move), self._tell)

    def _tell(self, judged: MoveJudgement) -> None:
        if not judged.is_solved:
            self._room.speech.reply(*judged.messages, answer("exercises.try_again"))
            return
        title = Message("exercises.judged", blanks={"told": Sentences(judged.messages)})
        self._room.places.open(ListPlace(self._room, title, self._ways_on))

    def _ways_on(self) -> tuple[Item, ...]:
        """The next exercise, if there is one, and the list of all."""
        others = Item("list", Message("exercises.list"), choose=partial(self.leave, self._place))
        following = Item("next", Message("exercises.next"), choose=self._open_next)
        return (following, others) if self._go_on else (others,)

    def _open_next(self) -> None:
        """Close this exercise, and open the next one."""
        assert self._go_on  # the line is there only then
        self._close()
        self._go_on()

    def _close(self) -> None:
        self._thoughts.drop()
        self._room.places.drop_to(self._place)
        self._room.places.drop()
        self._session.leave()


def _save_nothing(record: object, then: Callable[[], None]) -> None:
    """An exercise changes no file."""


class ExerciseTable(NamedTuple):
    """The match as it stood before a mistake; *judge* is called with each move that is tried."""

    record: Record
    judge: Callable[[Move], None]
    is_waiting: bool = False
    is_connected: bool = True

    @property
    def match(self) -> Match:
        """The match as it stood."""
        return self.record.match

    def listen(self, listener: Listener) -> None:
        """Do nothing, as there are no new events."""

    def deal(self) -> None:
        """No round is dealt here."""

    def play(self, seat: Seat, move: Move) -> None:
        """Judge a move; the match stays as it is."""
        del seat
        self.judge(move)

    def make_forced_passes(self) -> None:
        """No pass goes by itself here."""

    def thought(self) -> Callable[[], Move] | None:
        """No bot is to move here."""
        return None
