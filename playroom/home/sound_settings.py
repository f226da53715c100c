"""The sound options of a player's settings."""

from pathlib import Path
from typing import Final

from playroom.home.settings import Settings
from playroom.sound.cue import Cue, CueGroup
from playroom.sound.output import Ducking, SoundMode, SoundOptions

FIRST_SOUND_MODE: Final = SoundMode.SPEAKERS
"""The mode before the player has chosen one: it is right through headphones too, only narrower."""


def sound_options(settings: Settings, folder: Path | None = None) -> SoundOptions:
    """The options of the sounds for *settings*, with the player's own sounds in *folder*."""
    return SoundOptions(
        mode=SoundMode(settings.sound or FIRST_SOUND_MODE),
        volume=settings.volume,
        volumes={CueGroup(group): percent for group, percent in settings.volumes.items()},
        off=frozenset(map(Cue, settings.silent)),
        ducking=Ducking(settings.ducking),
        device=settings.device,
        folder=folder,
    )
