"""The hint key: the best move now, and a review of the listener's last move; pressed again, more of it."""

from collections.abc import Callable, Sequence
from functools import partial

from playroom.console.play.adviser import Adviser
from playroom.console.play.session import MatchSession
from playroom.console.play.thoughts import Thoughts
from playroom.narration.message import Message, answer
from playroom.narration.refusal import not_your_turn
from playroom.rules.view import View

Advice = Callable[[], tuple[Message, ...]]
"""Finds a message for the listener."""


class Hints:
    """Hints and reviews for the listener at one table, found in the background."""

    def __init__(self, session: MatchSession, adviser: Adviser) -> None:
        self._session, self._adviser = session, adviser
        self._asked_at: object = None
        self._pressed = 0
        self._thoughts = Thoughts(session)

    def forget(self) -> None:
        """Make the next press the first one again."""
        self._asked_at = None

    def drop(self) -> None:
        """Say nothing of what is being thought about, as the listener is elsewhere in the match."""
        self.forget()
        self._thoughts.drop()

    def ask(self) -> None:
        """Say the first advice, or why there is none; at each further press the next, round and round."""
        seen = self._session.view
        stage = seen.round_number, seen.is_to_move, len(seen.hand)
        self._pressed = self._pressed + 1 if stage == self._asked_at else 0
        self._asked_at = stage
        hints = self._hints(seen)
        if every := (*hints, *self._reviews(is_hinted=bool(hints))):
            self._think(every[self._pressed % len(every)])
        else:
            self._session.room.speech.reply(not_your_turn(seen))

    def _hints(self, seen: View) -> Sequence[Advice]:
        """A hint, and the same with its rate, if it is the listener's turn."""
        ways = (False, True) if seen.is_to_move else ()
        return [partial(self._adviser.hint, seen, rated=rated) for rated in ways]

    def _reviews(self, *, is_hinted: bool) -> Sequence[Advice]:
        """A review of the listener's last move, and the same with its rate; before it, why there is none."""
        if self._session.own is None:
            return (lambda: (answer("answers.no_move_to_review"),),) if is_hinted else ()
        return [partial(self._adviser.review, *self._session.own, rated=rated) for rated in (False, True)]

    def _think(self, advice: Advice) -> None:
        """Say the advice once it is found, if the listener is still there and has not moved since."""
        session, own = self._session, self._session.own
        self._thoughts.begin(
            advice, lambda message: session.room.speech.reply(*message), lambda: session.own is own
        )
