"""The handling of key presses, and the commands common to all places."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from playroom.console.menus.guide import guide_item
from playroom.console.places import history
from playroom.console.places.key_learning import learn_keys
from playroom.console.places.lists.items import Item
from playroom.console.places.lists.list import ListPlace, group_item
from playroom.console.places.mode_change import change_mode
from playroom.console.places.one_keyboard.cover import Cover
from playroom.console.places.place import Place
from playroom.console.places.questions import TextEntry
from playroom.console.places.yes_or_no import quit_room
from playroom.console.presets.preset_changes import load_next_preset
from playroom.console.room import Room
from playroom.keys.command_groups import CommandGroup, grouped
from playroom.keys.commands import COMMAND_PLACES, Command, PlaceName
from playroom.keys.key_names import PASTE
from playroom.narration.message import Message, answer
from playroom.narration.phrases.phrasebook import Verbosity

MILLISECONDS = 1000


def press(room: Room, key: str, now: float) -> None:
    """Handle *key* at the current place, unless the repeat filter drops it."""
    if not _is_taken(room, key, now):
        return
    place = room.places.current
    assert place  # the room ends with its last place
    if key.startswith(PASTE):
        _paste(room, place, key.removeprefix(PASTE))
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


def _paste(room: Room, place: Place, text: str) -> None:
    """Add pasted text to a text entry; at other places it is ignored."""
    if isinstance(place, TextEntry):
        place.paste(text)
    else:
        room.speech.answer(answer("keys.pasted"))


def _take(room: Room) -> None:
    """Run the choice in focus of the scanner; without one, start scanning or say the current place."""
    place = room.places.current
    if not room.scanner.take():
        room.scanner.move(1) if room.settings.scan or place is None else place.tell()
    elif place and place.bindings is not PlaceName.MENU:
        room.scanner.restart()


def _repeat(room: Room) -> None:
    if not room.voice.repeat():
        room.speech.answer(answer("menus.nothing_said"))


def _cycle_mode(room: Room) -> None:
    change_mode(room, room.voice.mode.next)


def _cycle_verbosity(room: Room) -> None:
    every = tuple(Verbosity)
    following = every[(every.index(Verbosity(room.settings.verbosity)) + 1) % len(every)]
    chosen = room.offered if room.offered and room.is_at_table else following
    room.offered = None
    room.change_settings(verbosity=str(chosen))
    message = Message(f"menus.verbosities.{chosen}")
    now = Message("menus.verbosity_now", blanks={"verbosity": message})
    room.speech.answer(now, *room.speech.cue_words.missing())


def _tell_place(room: Room) -> None:
    """Say the current place and its focus."""
    assert room.places.current  # the key was pressed there
    room.places.current.tell()


def _help(room: Room) -> None:
    """List the keys of the current place by groups."""
    place = room.places.current
    assert place
    assert place.bindings  # a key that stands for help was pressed there
    more = _hand_keys(place).items()
    named = {command: room.speech.named(PlaceName.HAND, command, keys) for command, keys in more}
    own = room.keymap.commands(place.bindings)
    named |= {command: room.speech.named(place.bindings, command) for command in own}
    items = tuple(
        group_item(room, group, _group_items(room, place, group, {each: named[each] for each in several}))
        for group, several in grouped(named).items()
    )
    room.places.open(ListPlace(room, Message("menus.keys"), lambda: items))


def _group_items(
    room: Room, place: Place, group: CommandGroup, named: Mapping[Command, Message]
) -> tuple[Item, ...]:
    """The commands of a group, and among those of help the page on accessibility."""
    items = tuple(_command_item(room, place, command, label) for command, label in named.items())
    return (*items, guide_item(room)) if group is CommandGroup.HELP else items


def _command_item(room: Room, place: Place, command: Command, label: Message) -> Item:
    """A command as a line of help, which runs it at *place*."""
    choose = partial(_run_from_help, room, place, command) if _is_allowed(room, command) else None
    return Item(command, label, choose=choose)


def _run_from_help(room: Room, place: Place, command: Command) -> None:
    """Close help, and run a command at *place*, or the key that stands for it there."""
    room.places.drop_to(place)
    keys = _hand_keys(place).get(command)
    if keys:
        place.typed(keys[0])
    else:
        _run(room, place, command)


def _hand_keys(place: Place) -> Mapping[Command, Sequence[str]]:
    """The commands of the hand that work at *place* too, with their keys."""
    return place.hand_keys if isinstance(place, ListPlace) else {}


PREFERRING = frozenset({Command.MODE, Command.VERBOSITY, Command.PRESET})
"""The commands that change the settings of the listener."""

EVERYWHERE: Mapping[Command, Callable[[Room], None]] = {
    Command.SCAN: lambda room: room.scanner.move(1),
    Command.TAKE: _take,
    Command.REPEAT: _repeat,
    Command.HUSH: lambda room: room.voice.hush(),
    **{command: history.COMMANDS[command] for command in history.ANYWHERE},
    Command.HISTORY: history.open_history,
    Command.MODE: _cycle_mode,
    Command.VERBOSITY: _cycle_verbosity,
    Command.PRESET: load_next_preset,
    Command.WHERE: _tell_place,
    Command.HELP: _help,
    Command.LEARN_KEYS: learn_keys,
    Command.QUIT: quit_room,
}
"""The action of each of these commands."""
