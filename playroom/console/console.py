"""The console of one listener: keys in, speech and lines out, without a terminal or an event loop."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from playroom.console.key_press import obey, press
from playroom.console.menus.main import MainMenu
from playroom.console.play.draft import Accompany, DayDeal, Draft, HostTable, JoinTable, ResumeMatch
from playroom.console.replay.replays import Replay
from playroom.console.replay.sentence_review import SentenceList, SentenceReview
from playroom.console.ui.questions import keys_offer
from playroom.console.ui.room import Room
from playroom.console.ui.sound_check import SoundCheck
from playroom.console.ui.text_entry import TextEntry
from playroom.keys.commands import Command
from playroom.narration.file_errors import page_error_message
from playroom.narration.message import Message, Urgency, answer
from playroom.strict_yaml import PageError
from playroom.voice.mode import Mode
from playroom.voice.voice import SpeechChange

if TYPE_CHECKING:
    from playroom.console.ui.places import Place

CLOSE_SECONDS = 1.4
"""Timeout of the last writes and speech, in seconds, plus half a second for a device that does not close."""


Start = Draft | Accompany | ResumeMatch | DayDeal | JoinTable | HostTable | Replay | SentenceReview
"""The start of a visit, if not in the menu.

It is a table, one of wood, a saved match, the deal of the day, a table of others, an own one for others, a
match to be gone through again, or the sentences of a match.
"""

SILENT_MODES = tuple(mode for mode in Mode if not mode.speaks)
"""The modes that leave events unspoken; a program that starts in one of them says so aloud."""


class Console:
    """A room with its main menu, from opening to closing."""

    def __init__(self, room: Room, menu: MainMenu) -> None:
        self.room, self.menu = room, menu
        self._owes_sound_check = False
        """Whether the question was withdrawn and not asked again."""
        self._offers: tuple[Place, ...] = ()
        """The questions at the first start whether the player wants to learn by playing, and other keys."""

    @property
    def is_open(self) -> bool:
        """Whether a place is open that takes keys."""
        return self.room.places.current is not None

    @property
    def is_connecting(self) -> bool:
        """Whether a connection to a table is pending."""
        return self.menu.is_connecting

    @property
    def is_in_menu(self) -> bool:
        """Whether the player is in the main menu, in no match and no list."""
        return self.room.places.current is self.menu

    def tell_new_version(self, version: str) -> None:
        """Say, after an update, where the news are."""
        self._say(Message("menus.new_version", blanks={"version": version}))

    def open(self, start: Start | None, errors: Iterable[PageError], *, checks_sound: bool = False) -> None:
        """Open the menu, report errors in files, and open the place to start at."""
        places = self.room.places
        self.room.name_window(Message("menus.window"))
        places.open(self.menu, silent=checks_sound or start is not None)
        self._tell_left_out(errors)
        if english := self.room.book.english:
            self._say(Message("menus.in_english", blanks={"count": english}))
        match start:
            case Draft():
                self.menu.match.begin(start)
            case Accompany(draft, hints):
                self.menu.match.accompany(draft, hints=hints)
            case ResumeMatch(strengths, file):
                self.menu.resume_newest(strengths, file)
            case DayDeal():
                self.menu.open_day()
            case JoinTable(invite, name):
                self.menu.join(invite, name)
            case HostTable(draft, at):
                self.menu.host(draft, at)
            case Replay():
                self.menu.replays.open(start)
            case SentenceReview():
                places.open(SentenceList(self.room, start))
            case None if checks_sound:
                keys = (keys_offer(self.room),) if self.room.reaches_machine else ()
                self._offers = (self.menu.lesson_offer(), *keys)
                for offer in self._offers:
                    places.open(offer, silent=True)
                places.open(SoundCheck(self.room))
        if self.room.settings.mode in SILENT_MODES:
            self.room.speech.announce(self.room.speech.mode_now, Urgency.ALERT)

    def _tell_left_out(self, errors: Iterable[PageError]) -> None:
        """Report the first error of a file, and how many more it has; of several files, how many they are."""
        found = tuple(errors)
        files = {error.source for error in found}
        if len(files) > 1:
            blanks = {"errors": len(found), "files": len(files)}
            self._say(Message("menus.left_out_of_files", blanks=blanks))
        elif found:
            why = page_error_message(found[0], self.room.file_name(found[0].source))
            self._say(Message("menus.left_out", blanks={"why": why}))
            if more := len(found) - 1:
                self._say(Message("menus.more_left_out", blanks={"more": more}))

    @property
    def shared_table(self) -> tuple[str, str] | None:
        """The code of the shared table at which the listener is, and their name there; None without one."""
        return self.menu.shared_table

    @property
    def told(self) -> str:
        """That table and its last event, as CODE:NUMBER, once all of it is told; "" before."""
        return self.menu.told

    @property
    def own_match(self) -> str:
        """The name of the file of the match on this machine that is played; "" without one."""
        return self.menu.match.under_way

    def follow_link(self, code: str, name: str) -> None:
        """Go to the table of a code by a name, unless the listener is at one, or there already."""
        if self.shared_table and self.shared_table[0] == code:
            return
        if self.room.is_at_table or self.shared_table or self.is_connecting:
            self.room.speech.answer(answer("online.leave_first", code=code))
        else:
            self.menu.join(code, name)

    def press(self, key: str, now: float) -> None:
        """Handle a key press at a time in seconds."""
        press(self.room, key, now)

    def obey(self, command: Command, now: float) -> None:
        """Run a command at a time in seconds, as its key does at the current place."""
        obey(self.room, command, now)

    @property
    def text_entry(self) -> TextEntry | None:
        """The line of text that is asked for; None if the place takes keys alone."""
        place = self.room.places.current
        return place if isinstance(place, TextEntry) else None

    def write(self, text: str) -> None:
        """Answer with a whole line of text, if one is asked for."""
        if entry := self.text_entry:
            self.room.voice.key()
            entry.write(text)

    def drop_unplayed(self) -> None:
        """Remove a match that was started in this visit without a move by a person."""
        self.menu.match.drop_unplayed()

    @property
    def is_writing(self) -> bool:
        """Whether a file of the player is being written, or is to be."""
        return self.menu.match.is_writing or not self.room.writes.is_idle

    def write_now(self) -> None:
        """Write at once what waits for another attempt, as the console will close."""
        self.menu.match.write_now()

    def save_pending(self) -> bool:
        """Write pending changes of the current match; True if there is one and it is saved."""
        return self.menu.match.save_pending()

    def close(self) -> None:
        """Finish pending saves and speech, unless the disk or the backend blocks."""
        voice = self.room.voice
        end = voice.now + CLOSE_SECONDS
        self.menu.close()
        self.room.writes.finish()
        voice.close(max(0.0, end - voice.now))
        self.room.sound.close()

    def update(self) -> None:
        """Process the reports of speech and sound: announce a loss, and move waiting bots."""
        for news in self.room.voice.changes():
            place = self.room.places.current
            if news is SpeechChange.LOST and isinstance(place, SoundCheck):
                place.give_way()
                self._owes_sound_check = True
            if news is SpeechChange.BACK and self._owes_sound_check and place in (self.menu, *self._offers):
                self._owes_sound_check = False
                self.room.voice.hush()
                self.room.places.open(SoundCheck(self.room))
            elif self.room.settings.mode != Mode.TEXT:  # text mode does not need speech
                match news:
                    case SpeechChange.LOST:
                        self.room.speech.write(Message("menus.no_speech"))
                    case SpeechChange.BACK:
                        self._say(Message("menus.speech_back"))
        self.room.speech.tell_missing_sound()
        self.room.cues.update()
        self.room.bot_pace.update()
        self.room.save_news.update()
        self.room.scanner.timer.update()
        if isinstance(place := self.room.places.current, SentenceList):
            place.update()

    def _say(self, message: Message) -> None:
        self.room.speech.say(message, urgency=Urgency.EVENT)
