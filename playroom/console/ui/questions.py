"""Questions that are answered with yes or no, or with a key, and what they do about the table below."""

from collections.abc import Callable
from typing import Final

from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import GROUPS, Command, CommandGroup, PlaceName
from playroom.narration.message import Message, answer
from playroom.voice.mode import Mode

NO = "no"
"""The key of the answer in focus when the question is asked."""


class YesOrNo:
    """A question; yes does what was asked, no goes back, or does *no*.

    Arrows walk to either, Enter takes it.
    """

    bindings = PlaceName.QUESTION

    def __init__(
        self, room: Room, question: Message, yes: Callable[[], None], no: Callable[[], None] | None = None
    ) -> None:
        self._room, self.question, self._yes, self._no = room, question, yes, no

    def tell(self) -> None:
        """Ask, with the focus on no."""
        self._room.scanner.focus(self, NO)
        self._room.speech.answer(self.question, answer("menus.yes_or_no"))

    def tell_after(self, news: Message) -> None:
        """Say *news*, and ask."""
        self._room.scanner.focus(self, NO)
        self._room.speech.answer(news, self.question, answer("menus.yes_or_no"))

    def obey(self, command: Command) -> None:
        """Take the answer."""
        if command is Command.YES:
            self._agree()
        elif not self._room.scanner.obey(command):
            self._disagree()

    def typed(self, key: str) -> bool:
        """A query about the table is answered; after any other key it is said which ones answer."""
        if not answer_query(self._room, key):
            self._room.scanner.focus(self, NO)
            self._room.speech.answer(answer("menus.yes_or_no"))
        return True

    def choices(self) -> tuple[Item, ...]:
        """No and yes."""
        return (
            Item(NO, Message("keys.question.answer-no"), choose=self._disagree),
            Item("yes", Message("keys.question.answer-yes"), choose=self._agree),
        )

    def _agree(self) -> None:
        self._room.places.drop()
        self._yes()

    def _disagree(self) -> None:
        if self._no:
            self._room.places.drop()
            self._no()
        else:
            self._room.places.back()


def keys_offer(room: Room) -> YesOrNo:
    """The question at the first start, above another one, for the keys of another room."""

    def change() -> None:
        room.change(keys=str(KeyProfile.SALON))
        below = room.places.current
        assert isinstance(below, YesOrNo)
        below.tell_after(answer("menus.keys_as_there"))
        room.places.changed()

    return YesOrNo(room, Message("menus.offer_keys"), change)


class LeaveQuestion(YesOrNo):
    """Whether to leave the playroom."""

    def __init__(self, room: Room) -> None:
        super().__init__(room, room.question_to_leave() or Message(f"menus.{_question(room)}"), room.close)


def _question(room: Room) -> str:
    """The entry of the question where no table is shared."""
    if not room.is_at_table:
        return "leave_sure"
    return "leave_from_table" if room.save_news.is_match_saved else "leave_unsaved_from_table"


def question_to_leave_match(room: Room) -> Message:
    """Whether to leave a match on this machine, and whether it can be continued."""
    return Message("menus.leave_match" if room.save_news.is_match_saved else "menus.leave_unsaved")


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
    elif key in {"escape", room.keymap.named_key(PlaceName.MENU, Command.CANCEL)}:
        room.places.back()
    else:
        return False
    return True


def quit_room(room: Room) -> None:
    """Leave the playroom, after a question if a match is being played or a table is shared."""
    ask_to_leave(room) if room.is_at_table or room.question_to_leave() else room.close()


class KeyQuestion:
    """The question for a key; Escape alone leaves all as it was, and the key that quits still does."""

    bindings = None

    def __init__(self, room: Room, question: Message, chosen: Callable[[str], None]) -> None:
        self._room, self._question, self._chosen = room, question, chosen

    def tell(self) -> None:
        """Ask."""
        self._room.speech.answer(self._question)

    def obey(self, command: Command) -> None:
        """Leave all as it was: no key stands for a command here, but a button may."""
        del command
        self._room.places.back()

    def typed(self, key: str) -> bool:
        """Take the key."""
        if not obey_way_out(self._room, key):
            self._room.places.drop()
            self._chosen(key)
        return True

    def choices(self) -> tuple[Item, ...]:
        """Nothing but to press a key."""
        return ()


class SilenceQuestion(YesOrNo):
    """Whether to do what speaks less than the present mode."""


def change_mode(room: Room, mode: Mode) -> None:
    """Change the mode and save it, after a question if less is spoken then."""

    def change() -> None:
        """Change the mode and save it; say it again if it was changed while the question was open."""
        if room.settings.mode == mode:
            room.speech.announce(room.speech.mode_now)
        else:
            room.change_settings(mode=str(mode))

    ask_before_silence(room, mode, change)


def ask_before_silence(room: Room, mode: Mode | None, then: Callable[[], None]) -> None:
    """Call *then*, after a question if *mode* speaks less than the present one."""
    if mode and room.voice.mode.silences(mode):
        question = Message(f"menus.silence.{mode}")
        if isinstance(room.places.current, SilenceQuestion):
            room.places.drop()  # the key for the mode works in the question too
        room.places.open(SilenceQuestion(room, question, then))
    else:
        then()


TABLE_QUERIES: Final = frozenset(
    {
        *GROUPS[CommandGroup.TABLE],
        *(Command.HINT, Command.ODDS, Command.WHAT_IF, Command.MISSED, Command.SWEEP, Command.STEP),
    }
)
"""The commands of the table that ask, and change nothing."""

SHOWING_TURN: Final = frozenset(
    {
        Command.PLAY,
        Command.PLAY_LEFT,
        Command.PLAY_RIGHT,
        Command.DRAW,
        Command.PASS,
        Command.NEXT_PLAYABLE,
        Command.PREVIOUS_PLAYABLE,
        Command.TURN,
        Command.HINT,
    }
)
"""The keys that show that the player knows that it is their turn, or whose answer tells that."""


def answer_query(room: Room, key: str) -> bool:
    """Answer a query about the table below the open question; False if *key* is not one."""
    table = room.places.below
    if table is None or table.bindings not in (PlaceName.HAND, PlaceName.REPLAY):
        return False
    command = room.keymap.command(table.bindings, key)
    if command not in TABLE_QUERIES:
        return False
    table.obey(command)
    return True
