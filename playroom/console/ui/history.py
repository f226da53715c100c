"""The history of speech: reading by buffer, search, copying and muting."""

from collections.abc import Callable, Mapping
from functools import partial

from playroom.console.ui.list import HelpList, command_menu
from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.keys.commands import Command, PlaceName
from playroom.narration.message import Blank, Message
from playroom.voice.history import SearchMatch
from playroom.voice.utterance import Buffer, Utterance


class HistoryPlace:
    """The place to read the history; what it says itself is not recorded."""

    bindings = PlaceName.HISTORY

    def __init__(self, room: Room) -> None:
        self._room = room

    def tell(self) -> None:
        """Say the title and the current buffer."""
        self._room.speech.echo(Message("history.title"), _buffer(self._room))

    def obey(self, command: Command) -> None:
        """Run a command."""
        match command:
            case Command.MENU:
                title = Message("history.title")
                menu = command_menu(self._room, title, self, self.bindings, COMMANDS)
                self._room.places.open(menu)
            case Command.CANCEL:
                self._leave()
            case _:
                COMMANDS[command](self._room)

    def typed(self, key: str) -> bool:
        """No other key has a meaning here."""
        del key
        return False

    def choices(self) -> tuple[Item, ...]:
        """The choices for the scanner."""
        named = partial(self._room.speech.named, self.bindings)
        items = (Item(each, named(each), choose=partial(self.obey, each)) for each in COMMANDS)
        return (*items, Item("back", Message("menus.back"), choose=self._leave))

    def _leave(self) -> None:
        self._room.voice.history.leave()
        self._room.places.back()


def open_history(room: Room) -> None:
    """Open the history, in the place of help; if it is open, go back to it, and say the current buffer."""
    room.places.close(HelpList)
    if opened := next((place for place in room.places if isinstance(place, HistoryPlace)), None):
        room.places.drop_to(opened)
        opened.tell()
    else:
        room.voice.history.go_to_said()  # a replay has nothing else
        room.places.open(HistoryPlace(room))


def show_view(room: Room) -> None:
    """Have the part of the history in view that has the number on the key; without one, open the history."""
    digit, parts = room.repeat_filter.key.removeprefix("alt-"), tuple(Buffer)
    if not digit.isdecimal() or not 0 < int(digit) <= len(parts):
        open_history(room)
        return
    room.voice.history.show(parts[int(digit) - 1])
    room.speech.echo(_buffer(room))


def turn_view(room: Room, way: int) -> None:
    """Have the next part of the history in view, or with -1 the previous one."""
    room.voice.history.turn_view(way)
    room.speech.echo(_buffer(room))


def _read(room: Room, line: Utterance | None, none: str) -> None:
    """Say a line again; why there is none, if there is none."""
    if line:
        room.voice.echo(line.audible_text, line.private_text)
    else:
        room.speech.echo(Message(none if room.voice.history.position[1] else "history.empty"))


def _buffer(room: Room) -> Message:
    """The current buffer, its number of messages, and whether it is muted."""
    history = room.voice.history
    muted = "yes" if history.buffer in history.muted else "no"
    blanks: dict[str, Blank] = {"name": _name(history.buffer), "count": history.position[1], "muted": muted}
    return Message("history.buffer", blanks=blanks)


def _name(buffer: Buffer) -> Message:
    return Message(f"history.names.{buffer}")


def _turn(room: Room, turn: Callable[[], Buffer]) -> None:
    turn()
    room.speech.echo(_buffer(room))


def _search(room: Room) -> None:
    """Ask for words, and say the newest line with them, preferably an event."""

    def find(words: str) -> None:
        if not words:
            room.speech.echo(Message("history.no_words"))
        else:
            not_found = Message("history.not_found", blanks={"words": words})
            _tell_match(room, lambda: room.voice.history.find(words), not_found)

    room.places.open(TextEntry(room, Message("history.search"), "", find))


def _match(room: Room, match: Callable[[], SearchMatch | None], none: str) -> None:
    """Say another match; without words to search for, ask for them."""
    if room.voice.history.words:
        _tell_match(room, match, Message(none))
    else:
        _search(room)


def _tell_match(room: Room, match: Callable[[], SearchMatch | None], none: Message) -> None:
    """Say the number of the match, before it the buffer if that has changed, then the line."""
    before = room.voice.history.buffer
    found = match()
    if found is None:
        room.speech.echo(none)
        return
    blanks: dict[str, Blank] = {"line": found.line.audible_text, "number": found.number, "count": found.count}
    if room.voice.history.buffer is before:
        room.speech.echo(Message("history.match", blanks=blanks))
    else:
        part = _name(room.voice.history.buffer)
        room.speech.echo(Message("history.match_elsewhere", blanks={**blanks, "part": part}))


def _copy(room: Room) -> None:
    """Copy the current message, and say where it is."""
    line = room.voice.history.current
    room.speech.echo(Message("history.empty") if line is None else room.display.copy(line.text))


def _toggle_mute(room: Room) -> None:
    """Mute the current buffer, after a question, or unmute it."""
    history = room.voice.history

    def change() -> None:
        muted = history.muted ^ {history.buffer}
        room.change_settings(muted=[str(buffer) for buffer in Buffer if buffer in muted])
        entry = "history.muted" if history.buffer in muted else "history.unmuted"
        room.speech.echo(Message(entry, blanks={"name": _name(history.buffer)}))

    if history.buffer in history.muted:
        change()
    else:
        question = Message("history.mute_sure", blanks={"name": _name(history.buffer)})
        room.places.open(YesOrNo(room, question, change))


def _ask_for_transcript(room: Room) -> None:
    """Ask whether to write a transcript, if a match is being played."""
    if not room.reaches_machine:
        room.speech.echo(Message("history.no_file_here"))
    elif room.transcript:
        question = Message("history.transcript_sure")
        room.places.open(YesOrNo(room, question, partial(transcribe, room)))
    else:
        transcribe(room)


def transcribe(room: Room) -> None:
    """Write a transcript of the match, if one is being played."""
    if room.transcript:
        room.transcript.begin()
    else:
        room.speech.echo(Message("history.no_match"))


COMMANDS: Mapping[Command, Callable[[Room], None]] = {
    Command.EARLIER: lambda room: _read(room, room.voice.history.previous(), "menus.history_start"),
    Command.LATER: lambda room: _read(room, room.voice.history.next(), "menus.history_end"),
    Command.OLDEST: lambda room: _read(room, room.voice.history.first(), "history.empty"),
    Command.NEWEST: lambda room: _read(room, room.voice.history.last(), "history.empty"),
    Command.PREVIOUS_BUFFER: lambda room: _turn(room, room.voice.history.previous_buffer),
    Command.NEXT_BUFFER: lambda room: _turn(room, room.voice.history.next_buffer),
    Command.SEARCH: _search,
    Command.PREVIOUS_MATCH: lambda room: _match(
        room, room.voice.history.previous_match, "history.no_earlier"
    ),
    Command.NEXT_MATCH: lambda room: _match(room, room.voice.history.next_match, "history.no_later"),
    Command.COPY: _copy,
    Command.MUTE: _toggle_mute,
    Command.TRANSCRIPT: _ask_for_transcript,
}
"""The action of each command in the history."""

ANYWHERE = (Command.EARLIER, Command.LATER, Command.OLDEST, Command.NEWEST)
"""The commands that work at every place."""

VIEWS = (Command.VIEW, Command.PREVIOUS_VIEW, Command.NEXT_VIEW)
"""The commands that change the part of the history in view."""

STAYING = frozenset({*ANYWHERE, *VIEWS, Command.HISTORY, Command.REPEAT, Command.HUSH})
"""The commands that keep the position in the history; any other resets it."""


def leave_place(room: Room, command: Command | None) -> None:
    """Go back to the end of the history, unless it is open or *command* reads in it."""
    if command not in STAYING and not room.places.has(HistoryPlace):
        room.voice.history.leave()
