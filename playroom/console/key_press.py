"""The handling of key presses, and the commands common to all places."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from playroom.console.local.cover import Cover
from playroom.console.presets.preset_changes import load_next_preset
from playroom.console.settings.sound_volumes import change_volume, choose_volume
from playroom.console.ui import history
from playroom.console.ui.key_help import learn_keys
from playroom.console.ui.list import HelpList, ListPlace, group_item, line_items, list_title, search_item
from playroom.console.ui.places import Item, Place, PlayingPlace
from playroom.console.ui.questions import change_mode, quit_room
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.keys.bindings import FOCUS_IN, FOCUS_OUT, PASTE
from playroom.keys.commands import COMMAND_PLACES, Command, CommandGroup, PlaceName, grouped
from playroom.narration.guide import GuideSection, guide, news
from playroom.narration.message import Message, answer
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.narration.preferences import FirstTime

MILLISECONDS = 1000


def press(room: Room, key: str, now: float) -> None:
    """Handle *key* at the current place, unless the repeat filter drops it."""
    if key in (FOCUS_IN, FOCUS_OUT):  # what the terminal reports, and nobody has pressed
        room.speech.is_away = key == FOCUS_OUT
        return
    if not _is_taken(room, key, now):
        return
    place = room.places.current
    assert place  # the room ends with its last place
    if key.startswith(PASTE):
        if isinstance(place, TextEntry):
            place.paste(key.removeprefix(PASTE))
        else:
            room.speech.answer(answer("keys.pasted"))
        return
    command = room.keymap.command(place.bindings, key) if place.bindings else None
    if command and _is_allowed(room, command):
        _run(room, place, command)
        return
    history.leave_place(room, None)
    if not place.typed(key):
        room.speech.answer(answer("keys.nothing", key=room.speech.key_name(key)))
    room.key_pressed(None)


def obey(room: Room, command: Command, now: float) -> None:
    """Run a command at the current place, as its key does; nothing if it does not work there.

    Where every key is an answer, the one to cancel leaves the place.
    """
    place = room.places.current
    if place is None:
        return
    works = place.bindings in COMMAND_PLACES[command] if place.bindings else command is Command.CANCEL
    if works and _is_allowed(room, command) and _is_taken(room, command, now):
        _run(room, place, command)


def _is_taken(room: Room, key: str, now: float) -> bool:
    """Whether the repeat filter lets *key* through; it interrupts what is spoken and sounds."""
    if not room.repeat_filter.accepts(key, now, room.settings.brake / MILLISECONDS):
        return False
    room.repeat_filter = room.repeat_filter.after(key, now)
    room.voice.key()
    room.sound.stop()
    return True


def _is_allowed(room: Room, command: Command) -> bool:
    """Whether the settings that a command changes are not those of another person than the one who asks."""
    return command not in PREFERRING or not room.places.has(Cover)


def _run(room: Room, place: Place, command: Command) -> None:
    """Run a command at the current place."""
    history.leave_place(room, command)
    if command in EVERYWHERE:
        EVERYWHERE[command](room)
    else:
        place.obey(command)
    room.key_pressed(command)


def _take(room: Room) -> None:
    """Run the choice in focus of the scanner; without one, start scanning or say the current place."""
    place = room.places.current
    if not room.scanner.take(restarts=bool(place and place.bindings is not PlaceName.MENU)):
        room.scanner.move(1) if room.settings.scan or place is None else place.tell()


def _repeat(room: Room) -> None:
    if not room.voice.repeat():
        room.speech.answer(answer("menus.nothing_said"))


def _hush(room: Room) -> None:
    """Stop the speech; where nothing is said, say so, and how a table or a replay is left."""
    was_quiet = room.voice.is_quiet
    room.voice.hush()
    if was_quiet:
        place = room.places.current
        ways = {PlaceName.HAND: "silent_at_table", PlaceName.REPLAY: "silent_in_replay"}
        entry = ways.get(place.bindings, "silent") if place and place.bindings else "silent"
        room.speech.echo(answer(f"menus.{entry}"))


def _change_verbosity(room: Room, by: int) -> None:
    """Go on by so many lengths, from the shortest to the longest, and round; or take the one offered."""
    from playroom.console.play.tips import first_time_message, new_to  # noqa: PLC0415 (keys are there before any match)

    every = tuple(Verbosity)
    following = every[(every.index(Verbosity(room.settings.verbosity)) + by) % len(every)]
    chosen = room.offered if room.offered and room.is_at_table else following
    room.offered = None
    room.change_settings(verbosity=str(chosen))
    message = Message(f"menus.verbosities.{chosen}")
    now = Message("menus.verbosity_now", blanks={"verbosity": message})
    # Once, which key says less and which more, if both have a key at the table.
    has_both = bool(room.keymap.keys(PlaceName.HAND, Command.LONGER)) and room.is_at_table
    new = map(first_time_message, new_to(room, [FirstTime.LENGTHS]) if has_both else ())
    room.speech.answer(now, *new, *room.speech.cue_words.missing())


def _tell_place(room: Room) -> None:
    """Say the current place and its focus."""
    place = room.places.current
    assert place  # the key was pressed there
    place.tell_focus() if isinstance(place, PlayingPlace) else place.tell()


def _help(room: Room) -> None:
    """List the keys of the current place by groups."""
    if help_list := next((each for each in room.places if isinstance(each, HelpList)), None):
        room.places.drop_to(help_list)
        help_list.tell()
        return
    place = room.places.current
    assert place
    assert place.bindings  # a key that stands for help was pressed there
    more = _hand_keys(place).items()
    named = {command: room.speech.named(PlaceName.HAND, command, keys) for command, keys in more}
    own = room.keymap.commands(place.bindings)
    if isinstance(place, PlayingPlace):
        own = tuple(filter(place.applies, own))
    if room.club is None:
        own = tuple(each for each in own if each not in OF_A_CLUB)
    named |= {command: room.speech.named(place.bindings, command) for command in own}
    groups = grouped(named)

    def lines() -> tuple[Item, ...]:
        return tuple(_command_item(room, place, each, label) for each, label in named.items())

    def inside(group: CommandGroup) -> tuple[Item, ...]:
        """The commands of a group, and among those of help a search and the pages that it reads."""
        more = (search_item(room, lines), *guide_items(room)) if group is CommandGroup.HELP else ()
        return (*(_command_item(room, place, each, named[each]) for each in groups[group]), *more)

    items = tuple(group_item(room, group, inside(group)) for group in groups)
    room.places.open(HelpList(room, Message("menus.keys"), lambda: items))


def _command_item(room: Room, place: Place, command: Command, label: Message) -> Item:
    """A command as a line of help, which runs it at *place*."""

    def run() -> None:
        """Close help, and run the command, or the key that stands for it at the place."""
        room.places.drop_to(place)
        if keys := _hand_keys(place).get(command):
            place.typed(keys[0])
        else:
            _run(room, place, command)

    return Item(command, label, choose=run if _is_allowed(room, command) else None)


def _hand_keys(place: Place) -> Mapping[Command, Sequence[str]]:
    """The commands of the hand that work at *place* too, with their keys."""
    return place.hand_keys if isinstance(place, ListPlace) else {}


def guide_items(room: Room) -> tuple[Item, ...]:
    """The lines of help that open the page on accessibility, and what is new."""

    def text_message(text: str) -> Message:
        return Message("menus.guide_text", blanks={"text": text})

    def open_page(key: str, read: Callable[[str], tuple[GuideSection, ...]]) -> None:
        """Open a page in the language of the listener, or say why it cannot be read."""
        try:
            sections = read(room.preferences.book.language.code)
        except OSError as error:
            room.speech.answer(Message(f"menus.no_{key}", blanks={"why": str(error)}))
            return
        items = tuple(
            Item(str(number), text_message(section.heading), choose=partial(open_section, section))
            for number, section in enumerate(sections)
        )
        room.places.open(ListPlace(room, Message(f"menus.{key}_title"), lambda: items))

    def open_section(section: GuideSection) -> None:
        items = line_items(map(text_message, section.paragraphs))
        heading = list_title(section.heading)
        room.places.open(ListPlace(room, heading, lambda: items, sentences=True))

    pages = {"accessibility": guide, "news": news}
    return tuple(
        Item(key, Message(f"menus.{key}"), choose=partial(open_page, key, read))
        for key, read in pages.items()
    )


PREFERRING = frozenset({Command.MODE, Command.VERBOSITY, Command.LONGER, Command.PRESET})
"""The commands that change the settings of the listener."""

OF_A_CLUB = frozenset({Command.CLUB, Command.INVITATION})
"""The commands for people of a club, which help lists where there is one."""

EVERYWHERE: Mapping[Command, Callable[[Room], None]] = {
    Command.SCAN: lambda room: room.scanner.move(1),
    Command.TAKE: _take,
    Command.REPEAT: _repeat,
    Command.HUSH: _hush,
    **{command: history.COMMANDS[command] for command in history.ANYWHERE},
    Command.HISTORY: history.open_history,
    Command.VIEW: history.show_view,
    Command.PREVIOUS_VIEW: partial(history.turn_view, way=-1),
    Command.NEXT_VIEW: partial(history.turn_view, way=1),
    Command.VOLUME_GROUP: choose_volume,
    Command.SOFTER: partial(change_volume, by=-1),
    Command.LOUDER: partial(change_volume, by=1),
    Command.MODE: lambda room: change_mode(room, room.voice.mode.next),
    Command.VERBOSITY: partial(_change_verbosity, by=-1),
    Command.LONGER: partial(_change_verbosity, by=1),
    Command.PRESET: load_next_preset,
    Command.WHERE: _tell_place,
    Command.HELP: _help,
    Command.LEARN_KEYS: learn_keys,
    Command.CLUB: lambda room: (
        room.club.open_people() if room.club else room.speech.answer(answer("club.none"))
    ),
    Command.INVITATION: lambda room: (
        room.club.follow_invitation() if room.club else room.speech.answer(answer("club.no_invitation"))
    ),
    Command.QUIT: quit_room,
}
"""The action of each of these commands."""
