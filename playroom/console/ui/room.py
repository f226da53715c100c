"""The room of one listener: settings, speech, open places and scanner."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from sys import maxsize
from typing import Final, Protocol

from msgspec import Struct

from playroom.console.ui.background import Background
from playroom.console.ui.cues import CuePlayer, CueWords
from playroom.console.ui.places import Item, OpenPlaces
from playroom.console.ui.preferences import Preferences
from playroom.console.ui.scanner import Scanner
from playroom.console.ui.speech import Speech
from playroom.console.ui.waiting import BotPace, SaveNews
from playroom.console.ui.write_queue import WriteOutcome, WriteQueue
from playroom.home.own_keys import OwnKeys
from playroom.home.presets import Presets
from playroom.home.settings import Settings, sound_options
from playroom.keys.commands import Command, PlaceName
from playroom.keys.keymap import Keymap, KeyRepeatFilter
from playroom.narration.answers.table_line import SHORT_DISPLAY
from playroom.narration.file_errors import page_error_message, system_error_blank
from playroom.narration.message import Message, Urgency, answer
from playroom.narration.phrases.phrasebook import NOBODY, Phrasebook, Verbosity
from playroom.sound.output import AwaySounds, SoundOptions, SoundOutput
from playroom.strict_yaml import PageError
from playroom.voice.history import History
from playroom.voice.mode import Mode
from playroom.voice.utterance import Buffer
from playroom.voice.voice import Voice

READING_RATE: Final = 15
"""The reading rate of a listener who has set none, in characters a second."""


class TranscriptFile(Protocol):
    """The transcript of the current match."""

    def begin(self) -> None:
        """Start the transcript, including past messages, and say its path."""

    def end(self) -> None:
        """Write no more."""


class Storage(Struct, frozen=True):
    """A player's files: own keys, presets, folders, and a function that saves changed settings.

    *sounds* is the folder of own sounds, *rulebooks* that of own rulebooks and their examples.
    """

    own_keys: OwnKeys
    presets: Presets
    sounds: Path
    rulebooks: Path
    save: Callable[[Mapping[str, object]], Path | None]


class Display(Protocol):
    """The screen, as far as a room needs it."""

    def fit(self, cells: int) -> None:
        """Set the width of lines in cells; 0 is the width of the terminal."""

    @property
    def cells(self) -> int:
        """The cells of a line for a braille display; 0 without one."""

    @property
    def shows_first_line(self) -> bool:
        """Whether a braille display shows the beginning of the newest text."""

    @property
    def draws_table(self) -> bool:
        """Whether the table is drawn for eyes, beside what is written."""

    def name_window(self, title: str) -> None:
        """Set the title of the terminal's window."""

    def report_focus(self, *, wanted: bool) -> None:
        """Have the window report whether it has the focus, as key presses."""

    def clear(self) -> None:
        """Clear the screen and its scrollback."""

    def copy(self, text: str) -> Message:
        """Copy *text*, and return a message with its destination or the error."""

    def show_code(self, address: str) -> Message:
        """Show *address* as a QR code, and return a message where it is, or why it is not shown."""


class ClubPlace(Protocol):
    """The club to which the listener is connected."""

    def items(self) -> Iterator[Item]:
        """The lines on its people that a list has."""
        ...

    def open_people(self) -> None:
        """List who is there."""

    def follow_invitation(self) -> None:
        """Go to the table of an invitation, or list those that wait."""


class Room:
    """A listener's room, whose parts its open places use.

    Unless it *reaches_machine*, its listener is elsewhere: their keys reach neither files that they name
    nor programs, devices or the network of this machine.
    """

    def __init__(  # noqa: PLR0913 (the parts that a room is put together from)
        self,
        voice: Voice,
        preferences: Preferences,
        storage: Storage,
        display: Display,
        background: Background,
        sound: SoundOutput,
        *,
        reaches_machine: bool = True,
    ) -> None:
        self.voice = voice
        self.reaches_machine = reaches_machine
        self.sound = sound
        self.preferences = preferences
        self.storage = storage
        self.display = display
        self.background = background
        self.writes = WriteQueue(background)
        self.cues = CuePlayer(sound, voice, background)
        self.speech = Speech(voice, preferences, self.cues, CueWords(preferences, sound))
        self.save_news = SaveNews(self.speech, background)
        self.bot_pace = BotPace(voice, preferences, background)
        self.places = OpenPlaces()
        self.scanner = Scanner(self.places, self.speech, background)

        def scan() -> None:
            """Start timed scanning of a place when it opens; a table starts it itself."""
            place = self.places.current
            if place and place.bindings is not PlaceName.HAND:
                self.scanner.go_on()

        self.places.changed = scan
        self.places.left = voice.drop_help
        self.repeat_filter = KeyRepeatFilter()
        self.transcript: TranscriptFile | None = None
        self.offered: Verbosity | None = None
        """The offered verbosity, which the next verbosity key at the table accepts."""
        self.has_said_changing = False
        """Whether it was said at this start how a value is changed."""
        self.volume_group = "all"
        """The volume that the keys for volumes change: of all sounds, or of a group."""
        self.key_pressed: Callable[[Command | None], object] = lambda _: None
        """Called once a key was answered, with its command if it has one."""
        self._title: Message | None = None
        """The title of the window."""
        self._shared: Callable[[], None] | None = None
        """Hides the open hand, where several people share the keyboard."""
        self.question_to_leave: Callable[[], Message | None] = lambda: None
        """The confirmation for leaving shared tables with the playroom."""
        self.club: ClubPlace | None = None
        """The club to which the listener is connected; None without one."""
        self._set_voice()

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self.preferences.settings

    @property
    def sound_options(self) -> SoundOptions:
        """The sound options of the current settings."""
        return sound_options(self.settings, self.storage.sounds)

    @property
    def book(self) -> Phrasebook:
        """The listener's words."""
        return self.preferences.book

    @property
    def keymap(self) -> Keymap:
        """The listener's keys."""
        return self.preferences.keymap

    @property
    def is_at_table(self) -> bool:
        """Whether a match is being played or watched."""
        return self.speech.audience is not NOBODY

    def close(self) -> None:
        """Say goodbye and close all places."""
        self.clear_away()
        self.speech.answer(answer("menus.goodbye"))
        self.places.clear()

    def name_window(self, title: Message) -> None:
        """Set the title of the window, which screen readers announce on request."""
        self._title = title
        self.display.name_window(self.book.say(title))

    def share(self, end: Callable[[], None]) -> None:
        """Register *end*, called before another person can hear or read what was said."""
        self._shared = end

    def clear_away(self) -> None:
        """Hide all secrets, where several people share the keyboard."""
        end, self._shared = self._shared, None
        if end:
            end()

    def answer_with_focus(self, before: Sequence[Message], focus: Sequence[Message]) -> None:
        """Say what is in focus after the rest; a braille display shows it first, or below a short title."""
        has_own_display = self.voice.speaker is not None and self.voice.speaker.has_braille
        if not (before and focus and (self.display.cells or has_own_display)):
            self.speech.answer(*before, *focus)
            return
        shows_end = self.display.cells and not self.display.shows_first_line
        cells = maxsize if shows_end and not has_own_display else self.display.cells or SHORT_DISPLAY
        self.speech.answer_with_focus(before, focus, cells)

    def change_settings(self, **changes: object) -> None:
        """Change settings and save them; a new mode is announced."""
        before = self.settings.mode
        self.change(**changes)
        if self.settings.mode not in ("", before):
            # In speech and in writing, so that the listener perceives one of them.
            self.speech.announce(self.speech.mode_now)

    def change(self, **changes: object) -> None:
        """Change settings and save them, silently."""
        before, sounded = self.settings, self.sound_options
        saved = self.preferences.change(**changes)
        self._follow_settings(before)
        if sounded != self.sound_options:
            self.sound.apply(self.sound_options)

        def tell_saved(outcome: WriteOutcome) -> None:
            """Say why the settings cannot be saved, if they cannot."""
            if outcome.why:
                unsaved = Message("menus.settings_unsaved", blanks={"why": outcome.why})
                self.speech.say(unsaved, urgency=Urgency.EVENT)
            self.tell_kept(outcome.kept)

        self.writes.add(lambda: self.storage.save(saved), tell_saved)

    def hand_over(self, person: str, history: Callable[[Phrasebook], History]) -> None:
        """Erase what was said from voice and screen, and switch to the settings of *person*.

        *history* gives what they may read of it, in their words.
        """
        before = self.settings
        self.preferences.listen_as(person)
        self.voice.hand_over(history(self.book))
        self.display.clear()
        self._follow_settings(before)

    def tell_kept(self, file: Path | None) -> None:
        """Say the path of the backup, if a file was unreadable in part."""
        if file:
            self.speech.say(
                Message("menus.old_kept", blanks={"file": self.file_name(file)}), urgency=Urgency.EVENT
            )

    def file_name(self, file: Path | str) -> str:
        """The name of a file for the listener: its path at this machine, its name alone elsewhere."""
        return str(file) if self.reaches_machine else Path(file).name

    def rekey(self, change: Callable[[], Path | None]) -> Message | None:
        """Change the player's own keys, with immediate effect; the error if that failed."""
        try:
            self.tell_kept(change())
        except PageError as error:
            return answer("menus.keys_unread", why=page_error_message(error, self.file_name(error.source)))
        except OSError as error:
            return answer("menus.keys_unsaved", why=system_error_blank(error))
        self.preferences.read_keymap()
        return None

    def _follow_settings(self, before: Settings) -> None:
        """Apply the changed settings."""
        self._set_voice()
        if self._title and before.language != self.settings.language:
            self.name_window(self._title)
        if _backend_settings(before) != _backend_settings(self.settings):
            self.voice.use(self.preferences.sources)

    def _set_voice(self) -> None:
        """Apply the settings to voice, history and screen."""
        if self.settings.mode:
            self.voice.mode = Mode(self.settings.mode)
        else:
            self.voice.reset_mode()
        now = self.settings
        reading = now.hearing or (0.0 if self.display.draws_table else READING_RATE)  # eyes follow the tiles
        self.voice.listen_at(rate=now.hearing, reading=reading, repeats_events=now.waits)
        self.voice.history.muted = frozenset(map(Buffer, self.settings.muted))
        self.voice.has_braille = bool(self.settings.braille)
        self.display.fit(self.settings.braille)
        self.display.report_focus(wanted=now.away_sounds != AwaySounds.ALL)


def _backend_settings(settings: Settings) -> tuple[object, ...]:
    """The settings with which a speech backend is built."""
    return settings.language, settings.speaker, settings.rate
