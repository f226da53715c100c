"""Short questions: yes or no, which end, and a line of text."""

from collections.abc import Callable

from playroom.console.room import Room
from playroom.keys.commands import Command, Place
from playroom.narration import answer as answers
from playroom.narration.message import Message, answer
from playroom.rules.chain import End
from playroom.rules.tile import Tile
from playroom.rules.view import View


class YesOrNo:
    """A question; yes does what was asked, anything else goes back."""

    bindings = Place.QUESTION

    def __init__(self, room: Room, question: Message, yes: Callable[[], None]) -> None:
        self._room, self._question, self._yes = room, question, yes

    def tell(self) -> None:
        """Ask."""
        self._room.answer(self._question, answer("menus.yes_or_no"))

    def obey(self, command: Command) -> None:
        """Take the answer."""
        if command is Command.YES:
            self._room.drop()
            self._yes()
        else:
            self._room.back()

    def typed(self, key: str) -> bool:
        """Any other key asks once more."""
        del key
        self.tell()
        return True


class EndQuestion:
    """Which end should a tile go to that fits both?"""

    bindings = Place.SIDE

    def __init__(self, room: Room, seen: View, tile: Tile, chosen: Callable[[Tile, End], None]) -> None:
        self._room, self._seen, self._tile, self._chosen = room, seen, tile, chosen

    def tell(self) -> None:
        """Ask."""
        self._room.answer(answers.which_end(self._seen, self._tile))

    def obey(self, command: Command) -> None:
        """Take the end, or go back."""
        self._room.drop()
        if command is Command.CANCEL:
            self._room.answer(answer("menus.tile_kept"))
        else:
            self._chosen(self._tile, End.LEFT if command is Command.LEFT else End.RIGHT)

    def typed(self, key: str) -> bool:
        """Any other key asks once more."""
        del key
        self.tell()
        return True


class Writing:
    """A line of text, typed and read back letter by letter."""

    bindings = Place.WRITING

    def __init__(self, room: Room, prompt: Message, text: str, done: Callable[[str], None]) -> None:
        self._room, self._prompt, self._text, self._done = room, prompt, text, done

    def tell(self) -> None:
        """Say what is to be written, and what stands there."""
        self._room.answer(self._prompt, answer("menus.written", text=self._text, length=len(self._text)))

    def obey(self, command: Command) -> None:
        """Take the text, take a letter back, or leave it all as it was."""
        match command:
            case Command.CHOOSE:
                self._room.drop()
                self._done(self._text.strip())
            case Command.ERASE:
                erased, self._text = self._text[-1:], self._text[:-1]
                self._room.answer(answer("menus.erased", letter=erased, length=len(erased)))
            case _:
                self._room.back()

    def typed(self, key: str) -> bool:
        """Add a letter and say it."""
        letter = " " if key == "space" else key
        if len(letter) != 1:
            return False
        self._text += letter
        self._room.answer(Message("menus.letter", blanks={"letter": self._room.key_name(key)}))
        return True
