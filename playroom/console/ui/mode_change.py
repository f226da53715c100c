"""A change between speech and writing; what silences is asked about first."""

from collections.abc import Callable
from functools import partial

from playroom.console.ui.room import Room
from playroom.console.ui.yes_or_no import YesOrNo
from playroom.narration.message import Message
from playroom.voice.mode import Mode


class SilenceQuestion(YesOrNo):
    """Whether to do what speaks less than the present mode."""


def change_mode(room: Room, mode: Mode) -> None:
    """Change the mode and save it, after a question if less is spoken then."""
    ask_before_silence(room, mode, partial(_change, room, mode))


def _change(room: Room, mode: Mode) -> None:
    """Change the mode and save it; say it again if it was changed while the question was open."""
    if room.settings.mode == mode:
        room.speech.announce(room.speech.mode_now)
    else:
        room.change_settings(mode=str(mode))


def ask_before_silence(room: Room, mode: Mode | None, then: Callable[[], None]) -> None:
    """Call *then*, after a question if *mode* speaks less than the present one."""
    if mode and room.voice.mode.silences(mode):
        question = Message(f"menus.silence.{mode}")
        if isinstance(room.places.current, SilenceQuestion):
            room.places.drop()  # the key for the mode works in the question too
        room.places.open(SilenceQuestion(room, question, then))
    else:
        then()
