"""The console of one visitor, in the event loop of all, from its opening to its end.

What the page sends waits in an inbox and is done in turn: a key, a line of text, a button, a line that is
touched. After each, the parts of the page that have changed are sent, and the board a moment later, so that
what a key says goes first. The page may come and go: its frames are kept as far as it has to show them, and
one that comes back hears what it has missed. A console without a key for long is closed after a warning; its
match is saved.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from functools import partial
from typing import Final, assert_never

from msgspec.structs import asdict

from playroom.console.console import Console
from playroom.console.play.table import TablePlace
from playroom.console.ui.background import Background, Job, Result, Start, TaskBackground, task_background
from playroom.console.ui.sound_check import SoundCheck
from playroom.home.settings import Settings, sound_options
from playroom.narration.message import Message, Urgency, answer
from playroom.voice.mode import Mode
from playroom.voice.sources import Source, pronouncing
from playroom.voice.utterance import Buffer
from playroom.voice.voice import Voice
from playroom.voice.worker import without_threads
from playroom.web.board import TableBoard, open_table
from playroom.web.browser_output import BrowserDisplay, BrowserSound, VisitorSpeech
from playroom.web.console_factory import ConsoleFactory, ConsoleParts, Wishes
from playroom.web.incoming import (
    ButtonCommand,
    Incoming,
    KeyPress,
    LineTouch,
    LinkOpened,
    PageAlive,
    PageHello,
    PageIsBack,
    PlaceCommand,
    TextBegun,
    TextFinished,
    TextInterrupted,
    TextLine,
    TextReport,
    TileChoice,
    TooLate,
    TooMuch,
    VisitEvent,
    VoiceMissing,
)
from playroom.web.page_files import page_words
from playroom.web.page_outbox import Frame, SaidLine, VisitLog
from playroom.web.place_view import PlaceScreen

ABANDONED_SECONDS: Final = 3600.0
"""Seconds without a key after which a console is closed."""
WARNING_SECONDS: Final = 300.0
"""Seconds before that in which the visitor is warned."""

MOST_WAITING: Final = 200
"""The messages that wait for a console that is busy."""

NEW_PAGE: Final = PageHello(0)

BOARD_PAUSE: Final = 0.03
"""Seconds until the board is drawn: what a key says goes first, and the moves of bots are drawn at once."""

TELLING_PAUSE: Final = 0.5
"""Seconds between two looks at whether all of a shared table was told."""

SAVE_SECONDS: Final = 0.7
"""Seconds in which a key, or the end of a console, waits for the disk, beside the others."""
SAVE_STEP: Final = 0.01


class ConsoleEnding(StrEnum):
    """Why a console was closed; the entry of its sentence."""

    LEFT = "left"
    ABANDONED = "abandoned"
    ABANDONED_IN_MATCH = "abandoned_in_match"
    HANDED_OVER = "handed_over"
    """Another server takes over, and nothing is said."""
    STOPPED = "stopped"
    STOPPED_IN_MATCH = "stopped_in_match"
    SIGNED_OUT = "signed_out"
    """The browser has signed in or out, or was signed out elsewhere."""
    FAILED = "failed"
    FAILED_UNSAVED = "failed_unsaved"
    CROWDED = "crowded"


def end_of_server(*, hands_over: bool) -> ConsoleEnding:
    """Why consoles are closed when the server ends."""
    return ConsoleEnding.HANDED_OVER if hands_over else ConsoleEnding.STOPPED


IN_MATCH: Final = {
    ConsoleEnding.ABANDONED: ConsoleEnding.ABANDONED_IN_MATCH,
    ConsoleEnding.STOPPED: ConsoleEnding.STOPPED_IN_MATCH,
}
"""What such an ending is in a match, which is saved."""


class BrowserConsole:
    """A console and what its page is sent, by *page*, which takes a frame and what that replaces.

    The browser has *wishes*, comes from an *address*, and its page says *hello*: perhaps it comes by a link,
    or knows what an earlier console that was lost has told.
    """

    def __init__(
        self,
        factory: ConsoleFactory,
        page: Callable[[Frame, str], object],
        wishes: Wishes,
        address: str = "",
        hello: PageHello = NEW_PAGE,
    ) -> None:
        self._factory, self._page, self._wishes = factory, page, wishes
        self._address, self._hello = address, hello
        self.log = VisitLog(hello.hello)
        self._inbox: asyncio.Queue[tuple[VisitEvent | ConsoleEnding, int | None]] = asyncio.Queue()
        """What is to be done, and when the page has sent it, in milliseconds of its clock."""
        self._console: Console | None = None
        self._voice: Voice | None = None
        self._background: TaskBackground | None = None
        self._shown: dict[str, object] = {}
        """The parts of the page that are sent when they change, as they were sent last."""
        self._title = self._first_language = ""
        self._speech = VisitorSpeech(self._say, partial(self._send, {"hush": True}))
        self._board, self._screen = TableBoard(), PlaceScreen()
        self._has_reports = self._is_board_due = self._is_disk_late = self._is_telling = False

    @property
    def transcript(self) -> str:
        """All that the history keeps, a line for each text, without lists and typed letters."""
        lines = self._console.room.voice.history.after(0) if self._console else ()
        return "".join(f"{line.text}\n" for line in lines if line.buffer is not Buffer.FOCUS)

    async def live(self) -> ConsoleEnding:
        """Open the console, do what is sent until it closes, and say why that was; it raises nothing."""
        try:
            with self._factory.visit(self._address) as may_come:
                if not may_come:
                    return ConsoleEnding.CROWDED
                async with task_background(
                    self._factory.start, self._factory.think, self._factory.calls
                ) as background:
                    return await self._live(background)
        except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001 (the others stay)
            self._factory.report(error)
            return self._save_after_error()
        finally:
            self._console = None

    def take(self, event: VisitEvent, sent: int | None = None) -> bool:
        """Do what an event asks for, after those before it; False if too many wait.

        The page hears that what it has *sent* until then is done: what is lost on the way is not.
        What the page reports of its voice is not a sign of a visitor: it does not put off the end.
        """
        if isinstance(event, TextReport):
            self._speech.report(event)
            return True
        if self._inbox.qsize() >= MOST_WAITING:
            return False
        self._inbox.put_nowait((event, sent))
        return True

    def stop(self, why: ConsoleEnding) -> None:
        """Close the console once it has done what waits for it."""
        self._inbox.put_nowait((why, None))

    async def _live(self, background: TaskBackground) -> ConsoleEnding:
        settings, clock = self._factory.settings(self._wishes), asyncio.get_running_loop().time
        self._background = background
        self._first_language = self._factory.book(settings).language.code
        display = BrowserDisplay(self._send)
        voice = Voice(
            display.show,
            self._sources(settings),
            mode=Mode(settings.mode or Mode.BOTH),
            wake=self._update_soon,
            runtime=without_threads(clock, background.later),
        )
        self._voice = voice
        sound = BrowserSound(self._send, sound_options(settings), clock)
        drawing = DrawingBackground(background, self._refresh)
        where = (self._address, self._hello.table, self._hello.told)
        parts = ConsoleParts(voice, display, sound, drawing, self._sources, *where)
        console = self._factory.opened(settings, parts)
        console.room.writes.timeout = 0.0
        self._console = console
        if self._hello.hello:
            console.room.speech.say(Message("web.back"), urgency=Urgency.EVENT)
        self._refresh()
        ending = await self._take_events(console)
        if ending is ConsoleEnding.LEFT:
            self._factory.seats.sit(None)
        if console.room.is_at_table:
            ending = IN_MATCH.get(ending, ending)
        console.write_now()
        await self._wait_for_disk(console)
        background.stop()
        console.close()
        return ending

    def _sources(self, settings: Settings) -> tuple[Source, ...]:
        """What can speak for the visitor, in the pronunciation of their language."""
        return pronouncing(self._factory.book(settings).language.pronounced, self._speech.sources(settings))

    async def _take_events(self, console: Console) -> ConsoleEnding:
        """Do what comes until the console closes, the visitor is gone for long, or all is stopped."""
        while console.is_open:
            try:
                event, sent = await self._next(console)
            except TimeoutError:
                return ConsoleEnding.ABANDONED
            if isinstance(event, ConsoleEnding):
                return event
            await self._wait_for_disk(console)
            self._do(console, event)
            if sent is not None:
                self._page({"done": sent}, "done")
            await asyncio.sleep(0)  # the others are next
        return ConsoleEnding.LEFT

    async def _next(self, console: Console) -> tuple[VisitEvent | ConsoleEnding, int | None]:
        """What comes next; a TimeoutError if nothing does in spite of a warning."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._factory.abandoned - self._factory.warning):
                return await self._inbox.get()
        minutes = round(self._factory.warning / 60)
        console.room.speech.say(Message("web.warning", blanks={"minutes": minutes}), urgency=Urgency.ALERT)
        async with asyncio.timeout(self._factory.warning):
            return await self._inbox.get()

    def _do(self, console: Console, event: VisitEvent) -> None:
        now = asyncio.get_running_loop().time()
        match event:
            case PageIsBack(seen, is_new):
                self._come_back(console, seen, is_new=is_new)
            case TooMuch():
                console.room.speech.answer(answer("web.too_much"))
            case TooLate():
                console.room.speech.answer(answer("web.too_late"))
            case LinkOpened(code):
                console.follow_link(code, self._factory.seats.name)
            case VoiceMissing():  # the live regions speak from now on
                if self._speech.set_voice(has_voice=False):
                    console.room.voice.use(console.room.preferences.sources)
                    console.room.speech.say(Message("web.no_voice"), urgency=Urgency.ALERT)
            case LineTouch(number):
                self._screen.touch(console, number, now)
            case _:
                act(console, event, now)
                place = console.room.places.current
                if isinstance(place, SoundCheck):  # once a key is pressed, the browser's voice may ask too
                    self._send({"aloud": console.room.speech.words(place.question)})
        self._refresh()

    def _come_back(self, console: Console, seen: int, *, is_new: bool) -> None:
        """Show the page as it was left, and say what it has missed, or else where one is."""
        if is_new and self._speech.set_voice(has_voice=True):  # it may be another browser
            console.room.voice.use(console.room.preferences.sources)
        missed = self.log.after(seen)
        self._page({"title": self._title}, "title")
        for name, value in self._shown.items():
            self._page({name: value}, name)
        if is_new:
            self._page({"lines": tuple(self.log.lines)}, "")
        if missed:
            heading = console.room.book.say(Message("web.missed", blanks={"count": len(missed)}))
            self._page({"say": " ".join((heading, *missed)), "number": self.log.newest}, "")
        elif place := console.room.places.current:
            place.tell()
            if not is_new:
                console.room.speech.say(Message("web.back"), urgency=Urgency.EVENT)

    def _say(self, text: str, urgent: bool) -> int:  # noqa: FBT001 (what the live regions give)
        number = self.log.say(text)
        frame: dict[str, object] = {"say": text, "number": number, "urgent": urgent}
        if self._console and (entry := self._console.text_entry) and not self._screen.shows(entry):
            room = self._console.room
            if text.startswith(room.book.language.pronounced(room.speech.words(entry.question))):
                frame["in_field"] = True  # a screen reader says so by itself: a new field gets the focus
        self._send(frame)
        return number

    def _send(self, frame: Frame) -> None:
        """Send a frame, and keep what a page that comes back has to show; a line in its language."""
        match frame:
            case {"line": str(line)}:
                language = self._console.room.book.language.code if self._console else self._first_language
                newest = self._voice.history.after(self._voice.history.count - 1) if self._voice else ()
                kinds = (each.urgency if each.urgency is Urgency.HINT else each.buffer for each in newest)
                said = SaidLine(line, language, next(kinds, ""))
                frame = asdict(said)
                self.log.lines.append(said)
            case {"clear": True}:
                self.log.clear()
            case {"title": str(title)}:
                self._title = title
        self._page(frame, "")

    def _update_soon(self) -> None:
        """Have the console take what the voice reports, once."""
        if not self._has_reports and self._background:
            self._has_reports = True
            self._background.later(0, self._update)

    def _update(self) -> None:
        self._has_reports = False
        if self._console:
            self._console.update()
            self._refresh()

    def _refresh(self) -> None:
        """Send the parts of the page that have changed."""
        if console := self._console:
            self._show("voice", self._speech.frame(console.room.settings))
            book = console.room.book
            if self._shown.get("lang") != book.language.code:
                self._show("words", page_words(book))
            self._show("lang", book.language.code)
            self._show("input", self._screen.field(console))
            if not console.is_connecting:
                self._factory.seats.sit(console.shared_table, console.own_match)
            self._note_told()
            if not self._is_board_due and self._background:  # once the moves that follow at once are made
                self._is_board_due = True
                self._background.later(BOARD_PAUSE, self._draw)

    def _note_told(self) -> None:
        """Have the page keep up to where all was told of a shared table: a new console goes on there."""
        if self._console and (told := self._console.told):
            self._show("told", told)
        elif self._console and self._console.shared_table and self._background and not self._is_telling:
            self._is_telling = True
            self._background.later(TELLING_PAUSE, self._ask_again)

    def _ask_again(self) -> None:
        self._is_telling = False
        self._note_told()

    def _draw(self) -> None:
        """Send what is seen of the table and the place if it has changed."""
        self._is_board_due = False
        if self._console:
            self._show("board", self._board.now(self._console))
            self._show("place", self._screen.now(self._console))

    def _show(self, name: str, value: object) -> None:
        if name not in self._shown or self._shown[name] != value:
            self._shown[name] = value
            self._page({name: value}, name)

    async def _wait_for_disk(self, console: Console) -> None:
        """Give what is being written a while, once, in which the others go on; it is written in any case."""
        if self._is_disk_late and console.is_writing:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(SAVE_SECONDS):
                while console.is_writing:  # noqa: ASYNC110 (the console knows no asyncio)
                    await asyncio.sleep(SAVE_STEP)
        self._is_disk_late = console.is_writing

    def _save_after_error(self) -> ConsoleEnding:
        """Save the match, and leave it to others, whatever else has failed."""
        is_saved = False
        self._factory.seats.sit(None)
        if console := self._console:
            console.room.writes.timeout = SAVE_SECONDS  # an error is rare
            with suppress(Exception):
                is_saved = console.save_pending()
            with suppress(Exception):
                console.close()
        return ConsoleEnding.FAILED if is_saved else ConsoleEnding.FAILED_UNSAVED


def act(console: Console, message: Incoming, now: float) -> None:
    """Do what a message asks for, at a time in seconds; a button whose table is not open does nothing."""
    table = open_table(console)
    match message:
        case KeyPress(key):
            console.press(key, now)
        case TextLine(text):
            console.write(text)
        case ButtonCommand(command):
            if table:
                _go_to(console, table)
                table.obey(command)
        case PlaceCommand(command):
            console.obey(command, now)
        case TileChoice(tile, end):
            hand = [str(each) for each in table.view.hand] if table else []
            if table and tile in hand:  # else it has left the hand meanwhile
                _go_to(console, table)
                table.choose(hand.index(tile), end)
        case (
            LineTouch()
            | VoiceMissing()
            | PageHello()
            | PageAlive()
            | TextBegun()
            | TextFinished()
            | TextInterrupted()
        ):
            pass  # they are for the visit, not for its console
        case _:
            assert_never(message)


def _go_to(console: Console, table: TablePlace) -> None:
    """Close what is open above the table, as a button of the table works wherever one is."""
    console.room.voice.key()
    console.room.places.drop_to(table)


class DrawingBackground:
    """A background that calls *draw* after each of its calls: no mode waits for a key or a word."""

    def __init__(self, background: Background, draw: Callable[[], object]) -> None:
        self._background, self._draw = background, draw

    @property
    def now(self) -> float:
        """The seconds of the clock by which timers are due."""
        return self._background.now

    @property
    def start(self) -> Start:
        """Calls a function in another thread."""
        return self._background.start

    def run(
        self, work: Callable[[], Result], done: Callable[[Result], object], *, in_turn: bool = False
    ) -> Job:
        """Call *work* in another thread, then *done* with its result."""

        def finish(result: Result) -> None:
            done(result)
            self._draw()

        return self._background.run(work, finish, in_turn=in_turn)

    def later(self, seconds: float, call: Callable[[], object]) -> Job:
        """Call *call* after *seconds*."""

        def fall_due() -> None:
            call()
            self._draw()

        return self._background.later(seconds, fall_due)
