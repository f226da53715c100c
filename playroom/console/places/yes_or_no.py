"""Questions that are answered with yes or no; the focus begins at no."""

from collections.abc import Callable

from playroom.console.places.items import Item
from playroom.console.places.table_queries import answer_query
from playroom.console.room import Room
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Message, answer

NO = "no"
"""The key of the answer in focus when the question is asked."""


class YesOrNo:
    """A question; yes does what was asked, no goes back. Arrows walk to either, Enter takes it."""

    bindings = PlaceName.QUESTION

    def __init__(self, room: Room, question: Message, yes: Callable[[], None]) -> None:
        self._room, self._question, self._yes = room, question, yes

    def tell(self) -> None:
        """Ask, with the focus on no."""
        self._room.scanner.focus(self, NO)
        self._room.speech.answer(self._question, answer("menus.yes_or_no"))

    def obey(self, command: Command) -> None:
        """Take the answer."""
        if command is Command.YES:
            self._agree()
        elif not self._room.scanner.obey(command):
            self._room.places.back()

    def typed(self, key: str) -> bool:
        """A query about the table is answered; any other key asks once more."""
        if not answer_query(self._room, key):
            self.tell()
        return True

    def choices(self) -> tuple[Item, ...]:
        """No and yes."""
        return (
            Item(NO, Message("keys.question.answer-no"), choose=self._room.places.back),
            Item("yes", Message("keys.question.answer-yes"), choose=self._agree),
        )

    def _agree(self) -> None:
        self._room.places.drop()
        self._yes()


class LeaveQuestion(YesOrNo):
    """Whether to leave the playroom."""

    def __init__(self, room: Room) -> None:
        question = "menus.leave_from_table" if room.is_at_table else "menus.leave_sure"
        super().__init__(room, room.question_to_leave() or Message(question), room.close)


def ask_to_leave(room: Room) -> None:
    """Ask whether to leave the playroom; leave if that is asked already."""
    if isinstance(room.places.current, LeaveQuestion):
        room.close()
    else:
        room.places.open(LeaveQuestion(room))


def obey_way_out(room: Room, key: str) -> bool:
    """Obey Escape and the key that quits, where any other key is an answer; False for the others."""
    if room.keymap.command(PlaceName.MENU, key) is Command.QUIT:
        ask_to_leave(room)
    elif key == "escape":
        room.places.back()
    else:
        return False
    return True


def quit_room(room: Room) -> None:
    """Leave the playroom, after a question if a match is being played or a table is shared."""
    ask_to_leave(room) if room.is_at_table or room.question_to_leave() else room.close()
