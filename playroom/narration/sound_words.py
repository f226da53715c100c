"""Cues in words: their names, meanings and directions."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from playroom.narration.file_errors import reason_message
from playroom.narration.message import Message
from playroom.sound.cue import Cue, PlacedCue
from playroom.sound.cue_sounds import OwnSounds
from playroom.sound.output import SoundMode, SoundOptions, SoundState
from playroom.strict_yaml import one_line

_FRONT: Final = 12.0
"""Degrees from the middle; sounds within are at the front."""
_SIDE: Final = 40.0
"""Degrees from the middle; sounds beyond are at a side."""


def cue_name(cue: Cue) -> Message:
    """How a cue sounds: "double knock"."""
    return Message(f"sounds.names.{cue}")


def cue_meaning(cue: Cue) -> Message:
    """The meaning of a cue: "a pass"."""
    return Message(f"sounds.meanings.{cue}")


def cue_direction(angle: float) -> Message:
    """The direction of a sound at *angle* degrees: "from the front left"."""
    if abs(angle) <= _FRONT:
        return Message("sounds.directions.front")
    side = "left" if angle < 0 else "right"
    return Message(f"sounds.directions.{side if abs(angle) >= _SIDE else f'front_{side}'}")


def written_sound(placed: PlacedCue) -> Message:
    """A cue in words, for a listener without sound, with its direction unless it is their own."""
    sound = cue_name(placed.cue)
    if placed.is_own:
        return Message("sounds.written", blanks={"sound": sound})
    where = cue_direction(placed.angle)
    return Message("sounds.written_placed", blanks={"sound": sound, "where": where})


def sound_trouble(options: SoundOptions, state: SoundState) -> Message | None:
    """Why cues are silent or not on the chosen device; None if they are played there."""
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
    """Why no device can play sound, as a sentence; None if one can, or if that is not known yet."""
    if options.mode is SoundMode.OFF:
        return Message("sounds.silent.off")
    if state.can_play or not state.is_known:
        return None
    return Message("sounds.silent.no_device" if state.library else "sounds.silent.no_library")


def own_sounds_messages(
    found: OwnSounds, folder: Path, shown: Callable[[str], str] = str
) -> tuple[Message, ...]:
    """The number of the player's own sounds, their folder, and why each other file is refused.

    *shown* formats the folder.
    """
    count = len(found.sounds)
    summary = Message("sounds.own_count", blanks={"count": count, "folder": shown(str(folder))})
    refused = (
        Message(
            "sounds.refused",
            blanks={"file": one_line(Path(each.source).name), "why": reason_message(each.why)},
        )
        for each in found.errors
    )
    return (summary, *refused)
