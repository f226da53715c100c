"""A key of the listener that the table answers, and its answer."""

from collections.abc import Callable
from typing import NamedTuple

from playroom.rules.event import Event
from playroom.rules.move import Move
from playroom.rules.view import View

Then = Callable[[View], None]
"""The callback after an answer, with what the listener knew after it."""


class KeyAnswer(NamedTuple):
    """The event that answers the listener's key, if there is one, and how many keys were answered before."""

    event: Event | None
    answered: int


class PendingKey(NamedTuple):
    """A key that the table has not answered yet: what follows, the keys answered before, and the move."""

    then: Then
    answered: int
    own: tuple[View, Move] | None = None
