"""The keys that matter at a place, in one sentence for players who are new."""

from collections.abc import Mapping
from typing import Final

from playroom.console.room import Room
from playroom.keys.commands import Command, PlaceName
from playroom.keys.key_profile import KeyProfile
from playroom.narration.message import Blank, Message, Urgency
from playroom.voice.utterance import Buffer

SCANNING: Final = (Command.SCAN, Command.TAKE)
COMMANDS: Final[Mapping[PlaceName, tuple[Command, ...]]] = {
    PlaceName.HAND: (
        *(Command.NEXT, Command.PREVIOUS, Command.PLAY, Command.DRAW),
        *(Command.ENDS, Command.HELP),
    ),
    PlaceName.MENU: (
        *(Command.NEXT, Command.PREVIOUS, Command.CHOOSE),
        *(Command.LESS, Command.MORE, Command.CANCEL),
    ),
}
"""The commands that a sentence about a place names."""


def tell_keys(room: Room, place: PlaceName, *, draws: bool = True) -> None:
    """Say which keys matter at *place* once nothing waits; that to draw only if one *draws*."""
    scans = room.settings.keys == KeyProfile.SWITCH
    commands = SCANNING if scans else COMMANDS[place]
    blanks: dict[str, Blank] = {command: _key(room, place, command) for command in commands}
    entry = "keys.help.switch" if scans else f"keys.help.{place}{'' if draws else '-without-boneyard'}"
    room.speech.say(Message(entry, blanks=blanks, urgency=Urgency.HINT), buffer=Buffer.FOCUS)


def _key(room: Room, place: PlaceName, command: Command) -> str:
    """The name of a key of *command*: the one that the profile gives it, which is the last."""
    keys = room.keymap.keys(place, command)
    is_plain = room.settings.keys == KeyProfile.PLAYROOM or command is Command.HELP
    return room.speech.key_name(keys[0 if is_plain else -1])
