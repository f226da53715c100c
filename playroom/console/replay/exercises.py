"""Exercises: the most costly mistakes of a match, each as a position in which to find a better move."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from playroom.console.play.games import Adviser, CostlyMove, MoveJudgement
from playroom.console.play.match_mode import PositionMode
from playroom.console.play.session import MatchSession
from playroom.console.play.table import TablePlace
from playroom.console.play.table_answers import Thoughts
from playroom.console.play.table_menu import table_menu
from playroom.console.replay.replay_table import StillTable, own_decisions
from playroom.console.replay.replays import Replay
from playroom.console.rulebook.rules_reader import list_rules
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.answers.answer import hands
from playroom.narration.message import Blank, Message, Sentences, answer
from playroom.rules.match import Match
from playroom.rules.move import Move
from playroom.rules.seat import Seat
from playroom.table.record import Record
from playroom.table.timeline import Timeline

if TYPE_CHECKING:
    from playroom.console.ui.background import Job

MOST: Final = 5
"""The most mistakes of one match that become exercises."""


class ExerciseList(ListPlace):
    """The mistakes of a match, the most costly first; during the search, its progress.

    *list_settings* opens the settings from an exercise.
    """

    def __init__(
        self, room: Room, replay: Replay, adviser: Adviser, list_settings: Callable[[], None]
    ) -> None:
        self._replay, self._adviser, self._list_settings = replay, adviser, list_settings
        timeline, seat = Timeline(replay.record.match), replay.ear
        found = () if seat is None else own_decisions(timeline, seat)
        self._decisions = tuple((timeline.state(at), seen, move) for at, seen, move in found)
        self._looked_at = 0
        """The number of decisions that were examined."""
        self._mistakes: list[tuple[Match, CostlyMove]] = []
        self._job: Job | None = None
        super().__init__(room, Message("exercises.title"), back=self._leave)

    @property
    def _is_looking(self) -> bool:
        return self._looked_at < len(self._decisions)

    def look(self) -> None:
        """Look at the next decision; after the last one, open the exercise of what cost most."""
        if not self._is_looking:
            self._mistakes = sorted(self._mistakes, key=lambda each: -each[1].cost)[:MOST]
            if self.room.places.current is self:  # the listener still waits for it
                self._open(0) if self._mistakes else self.tell_item()
            return
        match, seen, move = self._decisions[self._looked_at]
        think = partial(self._adviser.mistake, seen, move)

        def note(found: CostlyMove | None) -> None:
            self._looked_at += 1
            if found:
                self._mistakes.append((match, found))
            self.look()

        self._job = self.room.background.run(think, note, in_turn=True)

    def items(self) -> tuple[Item, ...]:
        """The mistakes, or how far the search for them is."""
        back = Item("back", Message("menus.back"), choose=self._leave)
        if self._is_looking:
            blanks: dict[str, Blank] = {"done": self._looked_at, "count": len(self._decisions)}
            return (Item("looking", Message("exercises.looking", blanks=blanks)), back)

        def line(number: int) -> Item:
            match, found = self._mistakes[number]
            label = Message("exercises.mistake", blanks={"round": len(match.rounds), "made": found.message})
            return Item(f"mistake {number}", label, choose=partial(self._open, number))

        mistakes = tuple(map(line, range(len(self._mistakes))))
        return (*(mistakes or (Item("none", Message("exercises.none")),)), back)

    def _open(self, number: int) -> None:
        """Open the exercise of one mistake."""
        self.turn_to(f"mistake {number}")
        match, found = self._mistakes[number]
        is_last = number + 1 == len(self._mistakes)
        go_on = None if is_last else partial(self._open, number + 1)
        here = replace(self._replay, record=replace(self._replay.record, match=match))
        blanks: dict[str, Blank] = {"number": number + 1, "count": len(self._mistakes), "made": found.message}
        intro = Message("exercises.find_better", blanks=blanks)
        exercise = Exercise(
            self.room, here, found, self._adviser, go_on=go_on, list_settings=self._list_settings
        )
        exercise.open(intro)

    def _leave(self) -> None:
        if self._job:
            self._job.cancel()
        self.room.places.back()


class Exercise(PositionMode):
    """The position of a mistake, at which moves are judged.

    *go_on* opens the next exercise, None after the last one.
    """

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
        self._session = MatchSession(room, table, replay.ear)
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

    def undo(self, place: TablePlace) -> None:
        """Say that no move was made."""
        place.room.speech.reply(answer("exercises.nothing_made"))

    def redo(self, place: TablePlace) -> None:
        """Say that no move was made."""
        self.undo(place)

    def _judge(self, move: Move) -> None:
        """Say whether a move is better than the one that was made, and why."""

        def tell(judged: MoveJudgement) -> None:
            if not judged.is_solved:
                self._room.speech.reply(*judged.messages, answer("exercises.try_again"))
                return
            title = Message("exercises.judged", blanks={"told": Sentences(judged.messages)})
            self._room.places.open(ListPlace(self._room, title, self._ways_on))

        self._thoughts.begin(partial(self._adviser.judge, self._found, move), tell)

    def _ways_on(self) -> tuple[Item, ...]:
        """The next exercise, if there is one, and the list of all."""
        others = Item("list", Message("exercises.list"), choose=partial(self.leave, self._place))

        def open_next() -> None:
            """Close this exercise, and open the next one."""
            assert self._go_on  # the line is there only then
            self.close(self._place)
            self._go_on()

        following = Item("next", Message("exercises.next"), choose=open_next)
        return (following, others) if self._go_on else (others,)

    def close(self, place: TablePlace) -> None:
        """Close the position, whose move is judged no more."""
        self._thoughts.drop()
        super().close(place)


class ExerciseTable(StillTable):
    """The match as it stood before a mistake; *judge* is called with each move that is tried."""

    def __init__(self, record: Record, judge: Callable[[Move], None]) -> None:
        self.record, self._judge = record, judge

    @property
    def match(self) -> Match:
        """The match as it stood."""
        return self.record.match

    def play(self, seat: Seat, move: Move) -> None:
        """Judge a move; the match stays as it is."""
        del seat
        self._judge(move)
