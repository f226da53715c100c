"""The board of the table at which a visitor sits."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from playroom.console.console import Console
from playroom.console.places.end_question import EndQuestion
from playroom.console.places.table import TablePlace
from playroom.console.room import Room
from playroom.keys.commands import Command
from playroom.narration.masked_tiles import masked_tiles
from playroom.narration.message import Message
from playroom.rules.tile import Hand
from playroom.web.board import QUESTIONS, Board, BoardQuestion, KeyButton, board_of
from playroom.web.visit_actions import open_table

MOST_DIGITS: Final = 9
"""The answers of a question that have a digit."""


class TableBoard:
    """The board of a console, made anew only where something that it shows has changed."""

    def __init__(self) -> None:
        self._shows: object = None
        self._board: Board | None = None

    def now(self, console: Console) -> Board | None:
        """The board of the table that is open; None without one, before the first deal, and under a cover."""
        table = open_table(console)
        if table is None or not table.session.table.match.rounds:
            return None
        board = self._of_table(console.room, table)
        place = console.room.places.current
        if isinstance(place, EndQuestion):
            return replace(board, question=_question(console.room, place))
        return board

    def _of_table(self, room: Room, table: TablePlace) -> Board:
        seen, speech, offers = table.view, room.speech, _offers(table)
        is_private = room.settings.braille_hand
        shows = (seen, offers, is_private, room.book, speech.preferences.verbosity, speech.audience)
        if self._board is None or shows != self._shows:
            hand = seen.hand if is_private else ()
            board = board_of(seen, table.session.telling.title, partial(_words, room, hand), offers)
            self._shows, self._board = shows, replace(board, hand=()) if is_private else board
        return self._board


def _words(room: Room, hidden: Hand, message: Message) -> str:
    """A message in the visitor's words, without the tiles of a hand that is for fingers alone."""
    return room.speech.words(masked_tiles(message, hidden))


def _offers(table: TablePlace) -> tuple[Command, ...]:
    """The questions that the table allows now."""
    allowed = {Command.HINT: table.exits.gives_hints(), Command.UNDO: table.takes_back}
    return tuple(command for command in QUESTIONS if allowed.get(command, True))


def _question(room: Room, place: EndQuestion) -> BoardQuestion:
    """The question with its answers: the digits of the ways, and the key that keeps the tile."""
    words = room.speech.words
    *ways, keep = (words(item.label) for item in place.choices())
    numbered = (KeyButton(str(number), label) for number, label in enumerate(ways[:MOST_DIGITS], 1))
    return BoardQuestion(words(place.question), (*numbered, KeyButton("escape", keep)))
