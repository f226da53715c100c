"""Exercises: the most costly mistakes of a match, each as a position with a better move."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from playroom.console.play.adviser import Adviser, CostlyMove
from playroom.console.replay.exercise import Exercise
from playroom.console.replay.replay import Replay
from playroom.console.replay.seat_steps import own_decisions
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.narration.message import Blank, Message
from playroom.rules.match import Match
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
        super().__init__(room, Message("exercises.title"), self._lines, back=self._leave)

    @property
    def _is_looking(self) -> bool:
        return self._looked_at < len(self._decisions)

    def look(self) -> None:
        """Look at the next decision; after the last one, open the first exercise."""
        if not self._is_looking:
            self._end_search()
            return
        match, seen, move = self._decisions[self._looked_at]
        think = partial(self._adviser.mistake, seen, move)
        self._job = self.room.background.run(think, partial(self._note, match), in_turn=True)

    def _lines(self) -> tuple[Item, ...]:
        back = Item("back", Message("menus.back"), choose=self._leave)
        if self._is_looking:
            return (Item("looking", self._progress), back)
        mistakes = tuple(self._line(number) for number in range(len(self._mistakes)))
        return (*(mistakes or (Item("none", Message("exercises.none")),)), back)

    @property
    def _progress(self) -> Message:
        blanks: dict[str, Blank] = {"done": self._looked_at, "count": len(self._decisions)}
        return Message("exercises.looking", blanks=blanks)

    def _line(self, number: int) -> Item:
        match, found = self._mistakes[number]
        label = Message("exercises.mistake", blanks={"round": len(match.rounds), "made": found.message})
        return Item(f"mistake {number}", label, choose=partial(self._open, number))

    def _note(self, match: Match, found: CostlyMove | None) -> None:
        self._looked_at += 1
        if found:
            self._mistakes.append((match, found))
        self.look()

    def _end_search(self) -> None:
        """Open the exercise of what cost most, if the listener still waits for it."""
        self._mistakes = sorted(self._mistakes, key=lambda each: -each[1].cost)[:MOST]
        if self.room.places.current is not self:
            return
        if self._mistakes:
            self._open(0)
        else:
            self.tell_item()

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
