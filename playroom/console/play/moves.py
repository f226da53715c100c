"""The moves that the listener makes at the table, and the question at which end a tile is played."""

from collections.abc import Callable
from functools import partial
from typing import Final

from playroom.console.play.hand_walk import HandWalk
from playroom.console.play.session import MatchSession
from playroom.console.play.table_answers import TableAnswers
from playroom.console.play.tips import new_to
from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo, answer_query
from playroom.console.ui.room import Room
from playroom.keys.commands import Command, PlaceName, command_entry
from playroom.narration.answers.answer import after_draw, end_choices, instead, no_tile, which_end
from playroom.narration.answers.ends import move_message
from playroom.narration.message import Message, Urgency, answer
from playroom.narration.preferences import FirstTime
from playroom.narration.refusal import not_your_turn, why_not
from playroom.rules.layout import LEFT, RIGHT, End
from playroom.rules.legal import Objection, objection, only_play
from playroom.rules.move import Draw, Move, Play
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
        elif not self._session.table.is_connected:
            speech.reply(answer("online.no_connection"))
        elif self._session.table.is_waiting:
            speech.reply(answer("online.waiting"))
        elif why := objection(seen.position, move):
            speech.reply(why_not(seen, move, why), *instead(seen, why))
        elif self._room.settings.confirm and not is_sure:
            sure = move_message("menus.sure", move, seen.seat, drew=seen.drew)
            # The table may have drawn for the listener before they answer.
            self._room.places.open(YesOrNo(self._room, sure, partial(self.make, move, is_sure=True)))
        else:
            self._walk.return_to_hand()
            self._count += 1
            self._session.play(seen.seat, move, partial(self._after, move, self._count))
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


WRONG_KEYS: Final = 2
"""The number of meaningless keys after which the question says how it is answered; after Enter, at once."""


LEADING_ON: Final = (Command.LEAVE, Command.NEXT_PLAYABLE, Command.PREVIOUS_PLAYABLE)
"""The keys of the table that lead away from the question, and keep the tile."""


class EndQuestion:
    """The question which of several plays of a tile to make, all at *end* if one was given.

    The keys of the ends answer at once, as do digits, in the order of the question. Arrows walk to a way, or
    to keep the tile, and Enter takes it.
    """

    bindings = PlaceName.SIDE

    def __init__(
        self,
        room: Room,
        seen: View,
        tile: Tile,
        chosen: Callable[[Play], None],
        end: End | None = None,
        *,
        with_sides: bool = False,
    ) -> None:
        """The question for a tile of the player of *seen*; *with_sides* is as in `distinct_plays`."""
        self._room, self._seen, self._tile, self._chosen, self._end = room, seen, tile, chosen, end
        self._with_sides = with_sides
        self._is_asked = False
        self._wrong_keys = 0

    @property
    def tile(self) -> Tile:
        """The tile that is to be played."""
        return self._tile

    @property
    def question(self) -> Message:
        """The question with its choices."""
        return which_end(self._seen, self._tile, self._end, with_sides=self._with_sides)

    def tell(self) -> None:
        """Ask; when repeated, and the very first time, say how the question is answered too."""
        self._ask(says_how=self._is_asked or bool(new_to(self._room, [FirstTime.WAYS])))
        self._is_asked = True

    def obey(self, command: Command) -> None:
        """Choose an end, move to a choice, or go back."""
        match command:
            case Command.LEFT:
                self._take_end(LEFT)
            case Command.RIGHT:
                self._take_end(RIGHT)
            case Command.CANCEL:
                self._keep()
            case _ if not self._room.scanner.obey(command):
                self._slip(says_how=command is Command.CHOOSE)

    def typed(self, key: str) -> bool:
        """A digit takes the way at that place; a key of the table asks about it or leaves it."""
        digit, table = self._room.keymap.digit(key), self._room.places.below
        if digit is not None:
            if 1 <= digit <= len(self._ways):
                self._take(self._ways[digit - 1][0])
            else:
                self._slip()
        elif table and (command := self._room.keymap.command(PlaceName.HAND, key)) in LEADING_ON:
            self._room.places.drop()
            table.obey(command)
        elif not answer_query(self._room, key):
            self._slip()
        return True

    def choices(self) -> tuple[Item, ...]:
        """The ways, and to keep the tile."""
        ways = (Item(str(play), label, choose=partial(self._take, play)) for play, label in self._ways)
        keep = Message(command_entry(self.bindings, Command.CANCEL))
        return (*ways, Item("keep", keep, choose=self._keep))

    @property
    def _ways(self) -> tuple[tuple[Play, Message], ...]:
        return end_choices(self._seen, self._tile, self._end, with_sides=self._with_sides)

    def _take_end(self, end: End) -> None:
        """Take the way at an end; if there are several, ask for one of them."""
        plays = tuple(play for play, _ in end_choices(self._seen, self._tile, end))
        if not plays:
            self._slip()
        elif len(plays) == 1:
            self._take(plays[0])
        else:
            self._end = end
            self._ask()

    def _take(self, play: Play) -> None:
        self._room.places.drop()
        self._chosen(play)

    def _keep(self) -> None:
        self._room.places.drop()
        self._room.speech.answer(answer("menus.tile_kept"))

    def _slip(self, *, says_how: bool = False) -> None:
        """Ask again after a key that has no meaning here."""
        self._wrong_keys += 1
        self._ask(says_how=says_how or self._wrong_keys >= WRONG_KEYS)

    def _ask(self, *, says_how: bool = False) -> None:
        question = self.question
        entry = "end_chosen" if question.entry == "answers.which_end" else "way_chosen"
        how = (answer(f"menus.{entry}"),) if says_how else ()
        self._room.speech.answer(question, *how)
