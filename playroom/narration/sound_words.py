"""Sounds in words: how they sound, what they mean, and where they come from."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from playroom.narration.file_errors import reason_message
from playroom.narration.message import Message
from playroom.sound.cue import Cue, PlacedCue
from playroom.sound.cue_sounds import OwnSounds
from playroom.sound.output import SoundMode, SoundOptions, SoundState
from playroom.strict_yaml import PageError, one_line

_FRONT: Final = 12.0
"""Degrees from the middle within which a sound comes from the front."""
_SIDE: Final = 40.0
"""Degrees from the middle from which on it comes from a side."""


def cue_name(cue: Cue) -> Message:
    """How a cue sounds: "double knock"."""
    return Message(f"sounds.names.{cue}")


def cue_meaning(cue: Cue) -> Message:
    """What a cue means: "a pass"."""
    return Message(f"sounds.meanings.{cue}")


def cue_direction(angle: float) -> Message:
    """Where a sound at *angle* comes from: "from the front left"."""
    if abs(angle) <= _FRONT:
        return Message("sounds.directions.front")
    side = "left" if angle < 0 else "right"
    return Message(f"sounds.directions.{side if abs(angle) >= _SIDE else f'front_{side}'}")


def written_sound(placed: PlacedCue) -> Message:
    """A cue in words for those who do not hear it, with its direction unless it is the listener's own."""
    sound = cue_name(placed.cue)
    if placed.is_own:
        return Message("sounds.written", blanks={"sound": sound})
    where = cue_direction(placed.angle)
    return Message("sounds.written_placed", blanks={"sound": sound, "where": where})


def sound_trouble(options: SoundOptions, state: SoundState) -> Message | None:
    """Why no sounds are heard, or not from the device that was chosen; None if they are."""
    if options.mode is SoundMode.OFF:
        return Message("sounds.modes.off")
    if not state.is_known:
        return None
    if not state.library:
        return Message("sounds.no_library")
    if options.device and state.device != options.device:
        return Message("sounds.lost_device", blanks={"device": options.device})
    return None if state.device else Message("sounds.no_device")


def silence_reason(options: SoundOptions, state: SoundState) -> Message | None:
    """Why no sound can be heard from any device, as a sentence; None if one can, or that is not known yet."""
    if options.mode is SoundMode.OFF:
        return Message("sounds.silent.off")
    if state.can_play or not state.is_known:
        return None
    return Message("sounds.silent.no_device" if state.library else "sounds.silent.no_library")


def own_sounds_messages(
    found: OwnSounds, folder: Path, shown: Callable[[str], str] = str
) -> tuple[Message, ...]:
    """How many of the player's own sounds are played, their folder, and why each other file is refused.

    *shown* is how the folder is written.
    """
    count = len(found.sounds)
    summary = Message("sounds.own_count", blanks={"count": count, "folder": shown(str(folder))})
    return (summary, *map(_refused, found.errors))


def _refused(error: PageError) -> Message:
    """Why a file is refused; its folder has been named."""
    name = one_line(Path(error.source).name)
    return Message("sounds.refused", blanks={"file": name, "why": reason_message(error.why)})
