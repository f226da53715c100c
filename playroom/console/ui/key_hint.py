"""Key hints for new players."""

from typing import Final, Literal

from playroom.console.ui.room import Room
from playroom.keys.bindings import KeyProfile
from playroom.keys.commands import PlaceName
from playroom.narration.message import Message, Sentences, Urgency
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.narration.preferences import FirstTime
from playroom.voice.utterance import Buffer

MANY_PLAYERS: Final = 6
"""The number of players from which brief messages are offered."""


def key_hint(room: Room, place: Literal[PlaceName.HAND, PlaceName.MENU], *, draws: bool = True) -> Message:
    """The hint for the keys of *place*; with the key to draw if *draws*."""
    profile = room.settings.keys
    if profile in (KeyProfile.SWITCH, KeyProfile.TOUCH):
        return Message(f"keys.help.{profile}")
    return Message(f"keys.help.{place}{'' if draws else '-without-boneyard'}")


def tell_hints(room: Room, *hints: Message) -> None:
    """Say hints once, when nothing else waits; a key press before cancels them."""
    if hints:
        message = Message("menus.hints", urgency=Urgency.HINT, blanks={"hints": Sentences(hints)})
        room.speech.say(message, buffer=Buffer.FOCUS)


def tell_keys(room: Room, keys: Message) -> None:
    """Say the keys of a place until they were heard; to who scans, or hears hints otherwise, as a hint."""
    if room.settings.scan or room.settings.keys == KeyProfile.SWITCH or room.settings.told.get("hint"):
        tell_hints(room, keys)
    else:
        room.speech.say(keys, buffer=Buffer.FOCUS)


def brief_offer(room: Room, players: int) -> Message | None:
    """The offer of brief messages at a large table, with its key; None after the first."""
    now = room.settings
    is_long = Verbosity(now.verbosity) in (Verbosity.NORMAL, Verbosity.FULL)
    if players < MANY_PLAYERS or FirstTime.MANY in now.explained or not is_long:
        return None
    room.offered = Verbosity.BRIEF
    room.change(explained=[*now.explained, str(FirstTime.MANY)])
    return Message("keys.help.many-players")
