"""A change between speech and writing; what silences is asked about first."""

from collections.abc import Callable
from functools import partial

from playroom.console.places.yes_or_no import YesOrNo
from playroom.console.room import Room
from playroom.keys.commands import Command
from playroom.narration.message import Message
from playroom.voice.mode import Mode


def change_mode(room: Room, mode: Mode) -> None:
    """Change the mode and save it, after a question if less is spoken then."""
    ask_before_silence(room, mode, partial(room.settle, mode=str(mode)))


def ask_before_silence(room: Room, mode: Mode | None, then: Callable[[], None]) -> None:
    """Call *then*, after a question if *mode* speaks less than the present one."""
    if mode and room.voice.mode.silences(mode):
        question = Message(f"menus.silence.{mode}", blanks={"key": room.speech.key_of(Command.MODE)})
        room.places.open(YesOrNo(room, question, then))
    else:
        then()
