"""A question that is thought about in the background, whose answer is dropped once it is not wanted."""

from collections.abc import Callable
from functools import partial
from typing import Final

from playroom.console.play.session import MatchSession
from playroom.console.ui.background import Result
from playroom.console.ui.place import Place
from playroom.narration.message import answer

LONG: Final = 0.3
"""Seconds of silence after which the listener hears that an answer is being thought about."""


class Thoughts:
    """The thoughts for the listener at one table; a new question takes the place of the last."""

    def __init__(self, session: MatchSession) -> None:
        self._session = session
        self._number = 0
        """The number of the newest thought, which grows once it is found."""

    def begin(
        self,
        question: Callable[[], Result],
        tell: Callable[[Result], None],
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Find the answer and *tell* it, if the listener is still there and it *is_wanted*."""
        self._number += 1
        room, number = self._session.room, self._number
        place = room.places.current
        room.background.later(LONG, partial(self._tell_thinking, number, place, is_wanted))
        self._session.think(question, partial(self._end, number, place, is_wanted, tell))

    def drop(self) -> None:
        """Say nothing of what is being thought about."""
        self._number += 1

    def _end(
        self,
        number: int,
        place: Place | None,
        is_wanted: Callable[[], bool],
        tell: Callable[[Result], None],
        found: Result,
    ) -> None:
        if number != self._number:
            return
        self._number += 1
        if self._session.room.places.current is place and is_wanted():
            tell(found)

    def _tell_thinking(self, number: int, place: Place | None, is_wanted: Callable[[], bool]) -> None:
        if number == self._number and self._session.room.places.current is place and is_wanted():
            self._session.room.speech.reply(answer("answers.thinking"))
