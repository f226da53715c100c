"""A key pressed, and what the keys do that mean the same at every place."""

from collections.abc import Callable, Mapping

from playroom.console.listing import Listing
from playroom.console.menu import Item
from playroom.console.room import Room
from playroom.keys.commands import Command
from playroom.narration.message import Message, answer
from playroom.narration.phrasebook import Verbosity
from playroom.voice.utterance import Utterance


def press(room: Room, key: str) -> None:
    """Do what *key* means where the keys go; no key is silent."""
    room.voice.key()
    place = room.place
    assert place  # the room ends with its last place
    command = room.keymap.command(place.bindings, key)
    if command and command in EVERYWHERE:
        EVERYWHERE[command](room)
    elif command:
        place.obey(command)
    elif not place.typed(key):
        room.answer(answer("keys.nothing", key=room.key_name(key)))


def _repeat(room: Room) -> None:
    if not room.voice.repeat():
        room.answer(answer("menus.nothing_said"))


def _reread(room: Room, line: Utterance | None, none: str) -> None:
    if line:
        room.voice.echo(line.text)
    else:
        room.voice.echo(room.words(Message(none)))


def _cycle_mode(room: Room) -> None:
    room.settle(mode=str(room.voice.mode.next))
    room.answer(Message("menus.mode_now", blanks={"mode": Message(f"menus.modes.{room.voice.mode}")}))


def _cycle_verbosity(room: Room) -> None:
    every = tuple(Verbosity)
    following = every[(every.index(Verbosity(room.settings.verbosity)) + 1) % len(every)]
    room.settle(verbosity=str(following))
    told = Message(f"menus.verbosities.{following}")
    room.answer(Message("menus.verbosity_now", blanks={"verbosity": told}))


def _help(room: Room) -> None:
    """Open the list of the keys of the place that has them."""
    place = room.place
    assert place  # a key was pressed there
    commands = room.keymap.commands(place.bindings)
    items = tuple(Item(command, room.named(place.bindings, command)) for command in commands)
    room.open(Listing(room, Message("menus.keys"), lambda: items))


EVERYWHERE: Mapping[Command, Callable[[Room], None]] = {
    Command.REPEAT: _repeat,
    Command.HUSH: lambda room: room.voice.hush(),
    Command.EARLIER: lambda room: _reread(room, room.voice.history.previous(), "menus.history_start"),
    Command.LATER: lambda room: _reread(room, room.voice.history.next(), "menus.history_end"),
    Command.MODE: _cycle_mode,
    Command.VERBOSITY: _cycle_verbosity,
    Command.HELP: _help,
    Command.QUIT: Room.close,
}
"""What each of them does."""
