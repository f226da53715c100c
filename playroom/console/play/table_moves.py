"""The moves that the listener makes at the table."""

from functools import partial
from typing import Final

from playroom.console.play.end_question import EndQuestion
from playroom.console.play.hand_walk import HandWalk
from playroom.console.play.session import MatchSession
from playroom.console.play.table_answers import TableAnswers
from playroom.console.ui.room import Room
from playroom.console.ui.yes_or_no import YesOrNo
from playroom.narration.answers.answer import after_draw, no_tile
from playroom.narration.answers.ends import move_message
from playroom.narration.message import Urgency, answer
from playroom.narration.refusal import not_your_turn, why_not
from playroom.rules.layout import End
from playroom.rules.legal import Objection, objection, only_play
from playroom.rules.move import Draw, Move, Play
from playroom.rules.seat import Seat
from playroom.rules.tile import Tile
from playroom.rules.view import View

SEVERAL_WAYS: Final = (Objection.WHICH_END, Objection.WHICH_HALF)
"""Why a tile cannot be played before its player has said where it goes."""


class TableMoves:
    """Makes the moves of the listener, or says why one is not allowed; the focus follows the hand."""

    def __init__(self, room: Room, session: MatchSession, answers: TableAnswers, walk: HandWalk) -> None:
        self._room, self._session, self._answers, self._walk = room, session, answers, walk
        self._count = 0
        """The number of moves that the listener has made here."""

    def play(self, tile: Tile) -> None:
        """Play a tile, after a question where it goes unless all ways come to the same."""
        seen = self._answers.view
        play = only_play(seen.position, tile) or Play(tile)
        if seen.is_to_move and objection(seen.position, play) in SEVERAL_WAYS:
            self._room.places.open(EndQuestion(self._room, seen, tile, self.make))
        else:
            self.make(play)

    def play_at(self, end: End) -> None:
        """Play the tile in focus at an end at once; the first tile has none."""
        seen, tile = self._answers.view, self._walk.tile
        if tile is None:
            self._room.speech.answer(no_tile(seen), *self._answers.way_on())
            return
        play = Play(tile, end if seen.layout.open_ends else None)
        if seen.is_to_move and objection(seen.position, play) is Objection.WHICH_HALF:
            self._room.places.open(EndQuestion(self._room, seen, tile, self.make, end))
        else:
            self.make(play)

    def make(self, move: Move, *, is_sure: bool = False) -> None:
        """Make a move, unless *is_sure* after a question if that is set, or say why it is not allowed."""
        seen, speech = self._answers.view, self._room.speech
        if seen.seat is None or not seen.is_to_move:
            speech.reply(not_your_turn(seen), *self._answers.way_on())
        elif self._session.table.is_waiting:
            speech.reply(answer("online.waiting"))
        elif why := objection(seen.position, move):
            speech.reply(why_not(seen, move, why))
        elif self._room.settings.confirm and not is_sure:
            sure = move_message("menus.sure", move, seen.seat, drew=seen.drew)
            # The table may have drawn for the listener before they answer.
            self._room.places.open(YesOrNo(self._room, sure, partial(self.make, move, is_sure=True)))
        else:
            self._move(seen.seat, move)

    def _move(self, seat: Seat, move: Move) -> None:
        self._walk.return_to_hand()
        self._count += 1
        self._session.play(seat, move, partial(self._after, move, self._count))
        self._walk.follow()

    def _after(self, move: Move, number: int, seen: View) -> None:
        """After a draw, say what it leads to; the focus goes to the drawn tile if it can be played.

        The drawn tile is the last in the hand of *seen*. On a slow disk a draw may be narrated after the
        next move, which shows that the listener knows what it led to.
        """
        self._walk.follow()
        if not isinstance(move, Draw) or number != self._count:
            return
        if seen.is_to_move and seen.position.is_playable(seen.hand[-1]):
            self._walk.put(self._answers.view.hand.index(seen.hand[-1]))
        # Not as an answer, which would cut the one that names the tile.
        if message := after_draw(seen):
            self._session.telling.prompt(message, Urgency.ALERT if seen.is_to_move else Urgency.EVENT)
