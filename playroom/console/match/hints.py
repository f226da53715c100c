"""The hint key: the best move now; pressed again, a review of the listener's last move."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from playroom.console.match.coach import Coach
from playroom.console.match.session import MatchSession
from playroom.narration.message import Message, answer
from playroom.narration.refusal import not_your_turn
from playroom.rules.move import Move
from playroom.rules.view import View


@dataclass(frozen=True, slots=True)
class Adviser:
    """What gives advice: a hint for a view, a review of a move made there, a coach after the round."""

    hint: Callable[[View], tuple[Message, ...]]
    review: Callable[[View, Move], tuple[Message, ...]]
    coach: Coach


class Hints:
    """Hints and reviews for the listener at one table, found in the background."""

    def __init__(self, session: MatchSession, adviser: Adviser) -> None:
        self._session, self._adviser = session, adviser
        self._asked_at: object = None

    def forget(self) -> None:
        """Make the next press the first one again."""
        self._asked_at = None

    def ask(self) -> None:
        """Say a hint, or why there is none; at the second press, a review of the last own move."""
        seen = self._session.view
        stage = seen.round_number, seen.is_to_move, len(seen.hand)
        is_second, self._asked_at = stage == self._asked_at, stage
        if is_second:
            self.forget()
            self._review()
        elif seen.is_to_move:
            self._think(partial(self._adviser.hint, seen))
        else:
            self._session.room.speech.reply(not_your_turn(seen))

    def _review(self) -> None:
        if self._session.own is None:
            self._session.room.speech.reply(answer("reasons.no_last"))
        else:
            self._think(partial(self._adviser.review, *self._session.own))

    def _think(self, advice: Callable[[], tuple[Message, ...]]) -> None:
        """Say the advice once it is found, if the listener is still there and has not moved since."""
        room, own = self._session.room, self._session.own
        place = room.places.current

        def tell(told: tuple[Message, ...]) -> None:
            if room.places.current is place and self._session.own is own:
                room.speech.reply(*told)

        self._session.think(advice, tell)
