"""The board of the table at which a visitor sits, or of the replay that they hear."""

from typing import Final

from msgspec.structs import replace

from playroom.console.console import Console
from playroom.console.local.cover import Cover
from playroom.console.play.moves import EndQuestion
from playroom.console.play.table import TablePlace
from playroom.console.replay.replay_place import ReplayPlace
from playroom.console.ui.room import Room
from playroom.keys.commands import Command, PlaceName, command_entry
from playroom.narration.message import Message, masked_tiles
from playroom.web.board import AGAIN, QUESTIONS, Board, BoardQuestion, KeyButton, board_of

MOST_DIGITS: Final = 9
"""The answers of a question that have a digit."""

REPLAY_WAYS: Final = (
    *(Command.PREVIOUS, Command.NEXT, Command.PREVIOUS_ROUND, Command.NEXT_ROUND),
    *(Command.OPEN_HANDS, Command.MENU, Command.LEAVE),
)
"""The commands of a replay that have a button."""


class TableBoard:
    """The board of a console, made anew only where something that it shows has changed."""

    def __init__(self) -> None:
        self._shows: object = None
        self._board: Board | None = None

    def now(self, console: Console) -> Board | None:
        """The board of the open table or replay; None without one, before a deal, and under a cover."""
        place, room = shown_match(console), console.room
        if place is None or not place.session.table.match.rounds:
            return None
        board = (
            self._of_replay(room, place)
            if isinstance(place, ReplayPlace)
            else self._of(room, place, _offers(place))
        )
        if room.settings.braille_hand:
            board = replace(board, hand=())
        match room.places.current:
            case EndQuestion() as asked:
                return replace(board, question=_question(room, asked))
            case ReplayPlace():
                return replace(board, question=_replay_question(room))
            case _:
                return board

    def _of_replay(self, room: Room, replay: ReplayPlace) -> Board:
        """The board of a step, at which nothing is played: the listener's hand stands with the others'."""
        board, is_private = self._of(room, replay, ()), room.settings.braille_hand
        hand = () if is_private else tuple(map(str, replay.view.hand))
        players = tuple(replace(each, hand=hand) if each.is_listener else each for each in board.players)
        return replace(board, is_to_move=False, players=players, hand=(), actions=())

    def _of(self, room: Room, place: TablePlace | ReplayPlace, offers: tuple[Command, ...]) -> Board:
        """The board of what is seen at a place, with the questions that it offers."""
        seen, speech, is_private = place.view, room.speech, room.settings.braille_hand
        shows = (seen, offers, is_private, room.book, speech.preferences.verbosity, speech.audience)
        if self._board is None or shows != self._shows:

            def masked(message: Message) -> str:
                return speech.words(masked_tiles(message, seen.hand))

            words = masked if is_private else speech.words  # without a hand that is for fingers alone
            again = place.mode.again if isinstance(place, TablePlace) else AGAIN
            self._board = board_of(seen, place.session.telling.title, words, offers, again)
            self._shows = shows
        return self._board


def shown_match(console: Console) -> TablePlace | ReplayPlace | None:
    """The uppermost table or replay; None without one, or while no hand is open."""
    table = open_table(console)
    places = reversed(tuple(console.room.places))
    shown = next((each for each in places if isinstance(each, TablePlace | ReplayPlace)), None)
    return shown if isinstance(shown, ReplayPlace) else table


def open_table(console: Console) -> TablePlace | None:
    """The table at which the visitor sits; None without one, or while no hand is open."""
    places = tuple(console.room.places)
    if any(isinstance(each, Cover) for each in places):
        return None
    return next((each for each in reversed(places) if isinstance(each, TablePlace)), None)


def _offers(table: TablePlace) -> tuple[Command, ...]:
    """The questions that the table allows now."""
    allowed = {
        Command.HINT: table.mode.gives_hints,
        Command.UNDO: table.can_take_back,
        Command.CHAT: table.mode.has_people,
    }
    return tuple(command for command in QUESTIONS if allowed.get(command, True))


def _replay_question(room: Room) -> BoardQuestion:
    """The ways through a replay, by the keys that they have now."""
    words, keymap, place = room.speech.words, room.keymap, PlaceName.REPLAY
    keys = ((command, keymap.keys(place, command)) for command in REPLAY_WAYS)
    buttons = (
        KeyButton(bound[0], words(Message(command_entry(place, command)))) for command, bound in keys if bound
    )
    return BoardQuestion(words(Message("replay.title")), tuple(buttons))


def _question(room: Room, place: EndQuestion) -> BoardQuestion:
    """The question with its answers: the digits of the ways, and the key that keeps the tile."""
    words = room.speech.words
    *ways, keep = (words(item.label) for item in place.choices())
    numbered = (KeyButton(str(number), label) for number, label in enumerate(ways[:MOST_DIGITS], 1))
    return BoardQuestion(words(place.question), (*numbered, KeyButton("escape", keep)), str(place.tile))
