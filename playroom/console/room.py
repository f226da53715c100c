"""The room: who listens, in which words, and which place has the keys."""

from asyncio import Task
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from playroom.console.menu import Item
from playroom.console.place import Place
from playroom.console.scanner import Scanner, Sight
from playroom.home.own_keys import OwnKeys
from playroom.home.settings import Settings
from playroom.keys.brake import Brake
from playroom.keys.commands import Command, entry
from playroom.keys.commands import Place as Bindings
from playroom.keys.keymap import Keymap
from playroom.narration.answer import at_place
from playroom.narration.message import Message, answer
from playroom.narration.phrasebook import NOBODY, Audience, Phrasebook, Verbosity
from playroom.strict_yaml import PageError
from playroom.voice.mode import Mode
from playroom.voice.utterance import Buffer, Kind, Utterance
from playroom.voice.voice import Voice


class Transcriber(Protocol):
    """Who can write down all that is told during a match."""

    def begin(self) -> None:
        """Write what was told and what will be, and say where."""

    def end(self) -> None:
        """Write no more."""


@dataclass(frozen=True, slots=True)
class Fittings:
    """What a room needs: words and keys for given settings, who keeps settings, who runs what takes time.

    *copy* puts a text where it can be pasted from: the file in which it is, if it is in one, or an OSError.
    """

    book: Callable[[Settings], Phrasebook]
    keymap: Callable[[Phrasebook, Settings], Keymap]
    own_keys: OwnKeys
    keep: Callable[[dict[str, object]], None]
    spawn: Callable[[Coroutine[None, None, None]], Task[None]]
    copy: Callable[[str], Path | None]


class Room:
    """The listener's voice, words and settings, and the places that are open, the newest on top."""

    def __init__(self, voice: Voice, settings: Settings, fittings: Fittings) -> None:
        self.voice = voice
        self.settings = settings
        self.audience: Audience = NOBODY
        self.transcript: Transcriber | None = None
        self._fittings = fittings
        self.book = fittings.book(settings)
        self.keymap = fittings.keymap(self.book, settings)
        self.own_keys = fittings.own_keys
        self.brake = Brake()
        self.spawn = fittings.spawn
        self.scanner = Scanner(
            Sight(lambda: self.place, self._say_choice, lambda: self.settings.scan, self.spawn)
        )
        self.copy = fittings.copy
        self._open: list[Place] = []

    @property
    def place(self) -> Place | None:
        """The place that has the keys; None once all are closed."""
        return self._open[-1] if self._open else None

    def say(self, message: Message, *, kind: Kind | None = None, buffer: Buffer = Buffer.SYSTEM) -> None:
        """Say *message* in the listener's words; its own urgency decides unless a kind is given."""
        self.scanner.interrupt()
        urgency = kind or Kind(message.urgency.value)
        short = self.book.short(message, self.audience)
        self.voice.say(Utterance(self.words(message), urgency, buffer, short))

    def answer(self, *messages: Message) -> None:
        """Say what answers the player's key, as one utterance."""
        self.voice.say(Utterance(" ".join(map(self.words, messages)), Kind.ANSWER, Buffer.SYSTEM))

    def echo(self, *messages: Message) -> None:
        """Say what answers the player's key, and leave it out of the history."""
        self.voice.echo(" ".join(map(self.words, messages)))

    def placed(self, item: Message, index: int, count: int) -> Message:
        """An item of a list, with its place behind it if the listener wants that."""
        return at_place(item, index + 1, count) if self.settings.position and count > 1 else item

    def _say_choice(self, item: Item, index: int, count: int) -> None:
        self.answer(self.placed(item.label, index, count))

    def words(self, message: Message) -> str:
        """*message* in the listener's language and at their length."""
        return self.book.say(message, self.audience, Verbosity(self.settings.verbosity))

    def open(self, place: Place, *, silent: bool = False) -> None:
        """Give the keys to a place, and let it tell itself."""
        self._open.append(place)
        if not silent:
            place.tell()

    def back(self) -> None:
        """Close the place that has the keys; the one below tells itself."""
        self.drop()
        if self.place:
            self.place.tell()

    def drop(self) -> None:
        """Close the place that has the keys; the one below says nothing."""
        self._open.pop()

    def close(self) -> None:
        """Close all places: the end, and the last word."""
        self.answer(answer("menus.goodbye"))
        self._open.clear()

    def settle(self, **changes: object) -> None:
        """Change settings, and keep them."""
        self.settings = replace(self.settings, **changes)  # type: ignore[arg-type] # named as the fields are
        self.book = self._fittings.book(self.settings)
        self.keymap = self._fittings.keymap(self.book, self.settings)
        if self.settings.mode:
            self.voice.mode = Mode(self.settings.mode)
        try:
            self._fittings.keep(changes)
        except OSError as error:
            why = error.strerror or str(error)
            self.say(Message("menus.settings_unsaved", blanks={"why": why}), kind=Kind.EVENT)

    def rekey(self, change: Callable[[], None]) -> Message | None:
        """Change the player's own keys, which hold at once; why that was not possible, if it was not."""
        try:
            change()
        except (OSError, PageError) as error:
            return answer("menus.keys_unsaved", why=str(error))
        self.keymap = self._fittings.keymap(self.book, self.settings)
        return None

    def key_name(self, key: str) -> str:
        """How a key is called."""
        named = f"keys.names.{key}"
        return self.words(Message(named)) if self.book.entries.get(named) else key

    def named(self, place: Bindings, command: Command) -> Message:
        """A command with the keys that stand for it."""
        keys = tuple(map(self.key_name, self.keymap.keys(place, command)))
        return Message("menus.command", blanks={"command": Message(entry(place, command)), "keys": keys})
