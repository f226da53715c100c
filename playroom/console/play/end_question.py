"""The question at which end, or with which half, a tile is played."""

from collections.abc import Callable
from functools import partial
from typing import Final

from playroom.console.ui.items import Item
from playroom.console.ui.room import Room
from playroom.console.ui.table_queries import answer_query
from playroom.keys.commands import Command, PlaceName, command_entry
from playroom.narration.answers.answer import end_choices, which_end
from playroom.narration.message import Message, answer
from playroom.rules.layout import LEFT, RIGHT, End
from playroom.rules.move import Play
from playroom.rules.tile import Tile
from playroom.rules.view import View

WRONG_KEYS: Final = 2
"""The number of meaningless keys after which the question says how it is answered; after Enter, at once."""


class EndQuestion:
    """The question which of several plays of a tile to make, all at *end* if one was given.

    The keys of the ends answer at once, as do digits, in the order of the question. Arrows walk to a way, or
    to keep the tile, and Enter takes it.
    """

    bindings = PlaceName.SIDE

    def __init__(
        self, room: Room, seen: View, tile: Tile, chosen: Callable[[Play], None], end: End | None = None
    ) -> None:
        self._room, self._seen, self._tile, self._chosen, self._end = room, seen, tile, chosen, end
        self._is_asked = False
        self._wrong_keys = 0

    @property
    def tile(self) -> Tile:
        """The tile that is to be played."""
        return self._tile

    @property
    def question(self) -> Message:
        """The question with its choices."""
        return which_end(self._seen, self._tile, self._end)

    def tell(self) -> None:
        """Ask; when repeated, say how the question is answered too."""
        self._ask(says_how=self._is_asked)
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
            self._take_number(digit)
        elif table and self._room.keymap.command(PlaceName.HAND, key) is Command.LEAVE:
            self._room.places.drop()
            table.obey(Command.LEAVE)
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
        return end_choices(self._seen, self._tile, self._end)

    def _take_number(self, number: int) -> None:
        if 1 <= number <= len(self._ways):
            self._take(self._ways[number - 1][0])
        else:
            self._slip()

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
