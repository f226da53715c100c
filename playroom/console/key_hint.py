"""The keys that matter at a place, in one sentence for players who are new."""

from typing import Final, Literal

from playroom.console.room import Room
from playroom.keys.commands import PlaceName
from playroom.keys.key_profile import KeyProfile
from playroom.narration.message import Message, Sentences, Urgency
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.voice.utterance import Buffer

MANY_PLAYERS: Final = 6
"""The players from whom on the listener is offered to hear their moves in brief."""


def key_hint(room: Room, place: Literal[PlaceName.HAND, PlaceName.MENU], *, draws: bool = True) -> Message:
    """Which keys matter at *place*; that to draw only if one *draws*."""
    scans = room.settings.keys == KeyProfile.SWITCH
    entry = "switch" if scans else f"{place}{'' if draws else '-without-boneyard'}"
    return Message(f"keys.help.{entry}")


def tell_hints(room: Room, *hints: Message) -> None:
    """Say these once, when nothing waits; a key that comes before leaves them out."""
    if hints:
        message = Message("menus.hints", urgency=Urgency.HINT, blanks={"hints": Sentences(hints)})
        room.speech.say(message, buffer=Buffer.FOCUS)


def brief_offer(room: Room, players: int) -> Message | None:
    """The offer to hear moves in brief where many play, with its key; None unless it is the first."""
    now = room.settings
    is_long = Verbosity(now.verbosity) in (Verbosity.NORMAL, Verbosity.FULL)
    if players < MANY_PLAYERS or now.brief_offered or not is_long:
        return None
    room.offered = Verbosity.BRIEF
    room.change(brief_offered=True)
    return Message("keys.help.many-players")
