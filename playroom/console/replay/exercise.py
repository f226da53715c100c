"""One exercise: a position in which the player made a mistake, and tries to find a better move."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from msgspec import Struct

from playroom.console.match.hints import Adviser, CostlyMove, MoveJudgement
from playroom.console.match.session import MatchSession
from playroom.console.match.thoughts import Thoughts
from playroom.console.menus.rules import list_rules
from playroom.console.menus.table import no_people_message, table_menu
from playroom.console.places.lists.items import Item
from playroom.console.places.lists.list import ListPlace
from playroom.console.places.table import TableExits, TablePlace
from playroom.console.replay.replay import Replay
from playroom.console.room import Room
from playroom.keys.commands import Command
from playroom.narration.answers.answer import hands
from playroom.narration.message import Message, Sentences, answer
from playroom.narration.phrases.phrasebook import NOBODY
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.table.table import Listener


class ExerciseExits(Struct, frozen=True):
    """The ways out of an exercise: to the next one, if there is one, and to the settings."""

    next: Callable[[], None] | None
    list_settings: Callable[[], None]


def open_exercise(
    room: Room, replay: Replay, found: CostlyMove, intro: Message, exits: ExerciseExits, adviser: Adviser
) -> None:
    """Open the position of a mistake, and describe it after *intro*."""
    exercise = Exercise(room, replay, found, exits, adviser)
    room.places.open(exercise.place, silent=True)
    room.name_window(exercise.session.window)
    exercise.place.tell(intro, *hands(exercise.place.view))


class Exercise:
    """The place of an exercise, at which moves are judged."""

    def __init__(
        self, room: Room, replay: Replay, found: CostlyMove, exits: ExerciseExits, adviser: Adviser
    ) -> None:
        self._room, self._found, self._exits, self._adviser = room, found, exits, adviser
        table = ExerciseTable(replay.record, self._judge)
        self.session = MatchSession(room, table, replay.ear, _save_nothing)
        self._thoughts = Thoughts(self.session)
        ways = TableExits(
            menu=self._open_menu,
            rules=list_rules,
            again=self._leave,
            leave=self._leave,
            talk=self._tell_alone,
            question_to_leave=_no_question,
            undo=lambda _: self._room.speech.reply(answer("exercises.nothing_made")),
            redo=lambda _: self._room.speech.reply(answer("exercises.nothing_made")),
            pause=lambda: self._room.speech.reply(answer("exercises.no_bots")),
        )
        self.place = TablePlace(room, self.session, ways, adviser)

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
        others = Item("list", Message("exercises.list"), choose=self._leave)
        following = Item("next", Message("exercises.next"), choose=self._go_on)
        return (following, others) if self._exits.next else (others,)

    def _go_on(self) -> None:
        """Close this exercise, and open the next one."""
        assert self._exits.next  # the line is there only then
        self._close()
        self._exits.next()

    def _leave(self) -> None:
        """Go back to the list of mistakes."""
        self._close()
        place = self._room.places.current
        assert place  # the list
        place.tell()

    def _close(self) -> None:
        self.session.stop()
        self._thoughts.drop()
        self._room.places.drop_to(self.place)
        self._room.places.drop()
        self._room.speech.talk_to(NOBODY)
        self._room.name_window(Message("menus.window"))

    def _open_menu(self, table: TablePlace) -> None:
        self._room.places.open(
            table_menu(self._room, table, tuple, self._exits.list_settings, people=self._ways_on())
        )

    def _tell_alone(self, command: Command) -> None:
        self._room.speech.answer(no_people_message(command))


def _save_nothing(record: object, then: Callable[[], None]) -> None:
    """An exercise changes no file."""


def _no_question() -> None:
    """An exercise is left at once."""


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
