"""The room: who listens, in which words, and which place has the keys."""

from asyncio import Task
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from playroom.console.detail import Level, length, level
from playroom.console.places.items import Item
from playroom.console.places.place import Place
from playroom.console.scanner import Scanner, Sight
from playroom.home.own_keys import OwnKeys
from playroom.home.presets import Presets
from playroom.home.settings import Settings
from playroom.keys.brake import Brake
from playroom.keys.commands import Command, entry
from playroom.keys.commands import Place as Bindings
from playroom.keys.keymap import Keymap
from playroom.narration.answer import at_place
from playroom.narration.message import Message, Urgency, answer
from playroom.narration.phrasebook import NOBODY, Audience, Phrasebook, Verbosity
from playroom.rules.event import Event
from playroom.strict_yaml import PageError
from playroom.voice.mode import Mode
from playroom.voice.speakers import Source
from playroom.voice.utterance import Buffer, Utterance
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

    *fit* makes the screen's lines as short as a display of so many cells, 0 is none.
    *copy* puts a text where it can be pasted from: the file in which it is, if it is in one, or an OSError.
    """

    book: Callable[[Settings], Phrasebook]
    keymap: Callable[[Phrasebook, Settings], Keymap]
    ways: Callable[[Settings], tuple[Source, ...]]
    own_keys: OwnKeys
    presets: Presets
    keep: Callable[[dict[str, object]], None]
    spawn: Callable[[Coroutine[None, None, None]], Task[None]]
    copy: Callable[[str], Path | None]
    fit: Callable[[int], None]


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
        self.presets = fittings.presets
        self.brake = Brake()
        self.spawn = fittings.spawn
        self.scanner = Scanner(
            Sight(lambda: self.place, self._say_choice, lambda: self.settings.scan, self.spawn)
        )
        self.copy = fittings.copy
        self._open: list[Place] = []
        self._set_voice()

    @property
    def ways(self) -> tuple[Source, ...]:
        """The ways to speak, the one that the player prefers first."""
        return self._fittings.ways(self.settings)

    @property
    def place(self) -> Place | None:
        """The place that has the keys; None once all are closed."""
        return self._open[-1] if self._open else None

    def say(
        self,
        message: Message,
        *,
        urgency: Urgency | None = None,
        buffer: Buffer = Buffer.SYSTEM,
        event: Event | None = None,
    ) -> None:
        """Say *message* of *event* as the listener wants it; with its own urgency unless one is given."""
        urgency = urgency or message.urgency
        wanted = level(self.settings.told, urgency, event)
        if wanted is Level.NOTHING:
            return
        text = self.book.say(message, self.audience, length(wanted, self._verbosity))
        told = Utterance(text, urgency, buffer, self.book.short(message, self.audience))
        if wanted is Level.SOUND:
            self.voice.keep(told)
        else:
            self.scanner.interrupt()
            self.voice.say(told)

    def answer(self, *messages: Message, braille: str = "") -> None:
        """Say what answers the player's key, as one utterance; fingers may read something else."""
        text = " ".join(map(self.words, messages))
        self.voice.say(Utterance(text, Urgency.ANSWER, Buffer.SYSTEM, braille=braille))

    def announce(self, message: Message) -> None:
        """Answer the player's key by ear and by eye, whatever the mode."""
        self.voice.announce(self.words(message))

    def show(self, line: str) -> None:
        """Put a line under the fingers, and make no sound."""
        self.voice.say(Utterance("", Urgency.EVENT, braille=line))

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
        return self.book.say(message, self.audience, self._verbosity)

    @property
    def _verbosity(self) -> Verbosity:
        return Verbosity(self.settings.verbosity)

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
        """Change settings, and keep them; a change of mode is announced."""
        before = self.settings.mode
        self.change(**changes)
        if self.settings.mode not in ("", before):
            # Whoever was told by ear or by eye until now hears or reads that it is otherwise now.
            self.announce(self.mode_told)

    @property
    def mode_told(self) -> Message:
        """The mode that holds now."""
        return Message("menus.mode_now", blanks={"mode": Message(f"menus.modes.{self.voice.mode}")})

    def change(self, **changes: object) -> None:
        """Change settings and keep them, and tell nobody."""
        before = self.settings
        self.settings = replace(before, **changes)  # type: ignore[arg-type] # named as the fields are
        self.book = self._fittings.book(self.settings)
        self.keymap = self._fittings.keymap(self.book, self.settings)
        self._set_voice()
        if _spoken(before) != _spoken(self.settings):
            self.voice.use(self.ways)
        try:
            self._fittings.keep(changes)
        except OSError as error:
            why = error.strerror or str(error)
            self.say(Message("menus.settings_unsaved", blanks={"why": why}), urgency=Urgency.EVENT)

    def _set_voice(self) -> None:
        """Let voice, history and screen be as they are settled."""
        if self.settings.mode:
            self.voice.mode = Mode(self.settings.mode)
        else:
            self.voice.leave_mode()
        self.voice.fingers = bool(self.settings.braille)
        self.voice.history.muted = frozenset(map(Buffer, self.settings.muted))
        self._fittings.fit(self.settings.braille)

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


def _spoken(settings: Settings) -> tuple[object, ...]:
    """What a way to speak is built with."""
    return settings.language, settings.speaker, settings.rate, settings.pause
