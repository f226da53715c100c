"""Names, passwords and tokens for a server, which are never said or written."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from playroom.console.ui.list import ListPlace, WaitList
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.keys.commands import Command
from playroom.narration.message import Message, Urgency, answer
from playroom.online.wire.protocol import LEAST_PASSWORD
from playroom.voice.utterance import Buffer, Utterance


class Answer(Protocol):
    """Takes a name and a password."""

    def __call__(self, name: str, password: str, *, is_new: bool) -> None:
        """Sign in, or make an account of them."""


def ask_to_sign_in(
    room: Room, sign_in: Answer, name: str, leave: Callable[[], None], why: Message | None
) -> None:
    """Ask for a name and a password, or once more after *why*; *leave* is what the way back does."""
    room.places.close(WaitList)
    before = room.places.close(SignInList)
    asked = SignInList(room, before.name if before else name, sign_in, leave, why)
    if before:
        asked.choose_again(is_new=before.is_new)
    room.places.open(asked)


def ask_to_change_password(room: Room, done: Callable[[str, str, str], None]) -> None:
    """Ask for the name of an account, its password and the new one."""

    def ask_for_old(name: str) -> None:
        old = Message("online.sign_in.old_password")
        room.places.open(PasswordEntry(room, old, "", partial(ask_for_new, name)))

    def ask_for_new(name: str, password: str) -> None:
        new = Message("online.sign_in.new_password", blanks={"least": LEAST_PASSWORD})
        room.places.open(PasswordEntry(room, new, "", partial(done, name, password)))

    room.places.open(TextEntry(room, Message("online.sign_in.name"), "", ask_for_old))


def ask_for_token(room: Room, done: Callable[[str], None]) -> None:
    """Ask for the administrator's token."""
    room.places.open(PasswordEntry(room, Message("online.sign_in.token"), "", done))


class SignInList(ListPlace):
    """Has the listener an account here, or do they want one?"""

    def __init__(
        self, room: Room, name: str, done: Answer, leave: Callable[[], None], why: Message | None
    ) -> None:
        """*why* is said first, once: the last answer was refused."""
        self.name, self._done, self._why, self.is_new = name, done, why, False
        items = (
            Item("sign_in", Message("online.sign_in.old"), choose=partial(self._ask_for_name, is_new=False)),
            Item("new", Message("online.sign_in.new"), choose=partial(self._ask_for_name, is_new=True)),
            Item("leave", Message("menus.back"), choose=leave),
        )
        super().__init__(room, Message("online.sign_in.title"), lambda: items, back=leave)

    def tell(self) -> None:
        """Say the title, or why the last answer was refused, and the item in focus."""
        why, self._why = self._why, None
        self.tell_item(why or self.title)

    def choose_again(self, *, is_new: bool) -> None:
        """Put the focus on the line that was chosen last."""
        self.turn_to("new" if is_new else "sign_in")

    def _ask_for_name(self, *, is_new: bool) -> None:
        """Ask for the name, then for the password, and sign in with both."""

        def ask_for_password(name: str) -> None:
            self.name = name
            entry = "first_password" if self.is_new else "password"
            prompt = Message(f"online.sign_in.{entry}", blanks={"least": LEAST_PASSWORD})
            self.room.places.open(PasswordEntry(self.room, prompt, "", sign_in))

        def sign_in(password: str) -> None:
            self.room.places.open(WaitList(self.room, answer("online.connecting"), self._back))
            self._done(self.name, password, is_new=self.is_new)

        self.is_new = is_new
        prompt = Message("online.sign_in.name")
        self.room.places.open(TextEntry(self.room, prompt, self.name, ask_for_password))


class PasswordEntry(TextEntry):
    """A line of which only the length is said; a key speaks it, and it is never stored or shown."""

    is_secret = True

    def obey(self, command: Command) -> None:
        """Edit the line; to its beginning is to hear it."""
        if command is Command.FIRST:
            self._room.scanner.restart()
            self._cursor = 0
            hidden = self._room.speech.words(self._written())
            keys = ("space" if each == " " else each for each in self._text)
            spoken = ", ".join(map(self._room.speech.character, keys))
            utterance = Utterance(hidden, Urgency.ANSWER, Buffer.FOCUS, braille=hidden, spoken=spoken)
            self._room.voice.say(utterance)
        else:
            super().obey(command)

    def _tell_character(self, key: str) -> None:
        del key
        self._room.speech.answer(Message("online.sign_in.character"))

    def _written(self) -> Message:
        return answer("online.sign_in.written", length=len(self._text))

    def _tell_erased(self, erased: str) -> None:
        self._room.speech.answer(answer("online.sign_in.erased", length=len(erased)))
