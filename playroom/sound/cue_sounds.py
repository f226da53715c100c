"""The samples of all cues: ours, or the player's own WAV files."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from playroom.sound.cue import TRAITS, Cue
from playroom.sound.wave_file import Wave, wave_of
from playroom.strict_yaml import PageError, reason, unknown_key, unreadable
from playroom.strict_yaml.files import content_of
from playroom.strict_yaml.page import NO_LINE

SUFFIX: Final = ".wav"

_VARIANT: Final = re.compile(r"-[1-9]$")
"""The suffix of the files of a cue that has several: played-1.wav."""


class OwnSounds(NamedTuple):
    """The player's own sounds by cue, in the order of their file names, and the errors of other files."""

    sounds: Mapping[Cue, tuple[Wave, ...]]
    errors: tuple[PageError, ...] = ()


def own_sounds(folder: Path | None) -> OwnSounds:
    """The sounds in *folder*, which may be missing.

    The files of a cue are called ``played.wav``, or ``played-1.wav`` to ``played-9.wav``.
    """
    sounds: dict[Cue, tuple[Wave, ...]] = {}
    errors: list[PageError] = []
    for found in _sounds(folder) if folder else ():
        if isinstance(found, PageError):
            errors.append(found)
        else:
            cue, sound = found
            sounds[cue] = (*sounds.get(cue, ()), sound)
    return OwnSounds(sounds, tuple(errors))


def _sounds(folder: Path) -> Iterator[tuple[Cue, Wave] | PageError]:
    """Each sound of the folder with its cue, or the error of its file, by file name."""
    try:
        files = sorted(folder.iterdir()) if folder.exists() else []
    except OSError as error:
        yield unreadable(folder, error)
        return
    for file in files:
        try:
            if cue := _cue_of(file):
                yield cue, wave_of(content_of(file), str(file))
        except PageError as error:
            yield error
        except OSError as error:
            yield unreadable(file, error)


def _cue_of(file: Path) -> Cue | None:
    """The cue of a file; None for a file that is not a sound, a PageError for an unknown name."""
    name = _VARIANT.sub("", file.stem)
    if file.suffix.lower() != SUFFIX:
        if name in tuple(Cue):
            raise PageError(str(file), NO_LINE, reason("sound_not_wav"))
        return None
    if name not in tuple(Cue):
        raise PageError(str(file), NO_LINE, unknown_key(name, tuple(Cue)))
    return Cue(name)


OUR_SOUNDS: Final = Path(__file__).parent / "cues"


class CueSounds:
    """The sounds of each cue: the valid ones in the player's folder *own*, else ours.

    Ours are read on demand, so that the first cue does not wait for all of them.
    """

    def __init__(self, own: Path | None) -> None:
        self._sounds: dict[Cue, tuple[Wave, ...]] = dict(own_sounds(own).sounds)

    def of(self, cue: Cue) -> tuple[Wave, ...]:
        """The sounds of this cue, which alternate."""
        if cue not in self._sounds:
            self._sounds[cue] = _our_sounds(cue)
        return self._sounds[cue]


def _our_sounds(cue: Cue) -> tuple[Wave, ...]:
    files = [OUR_SOUNDS / f"{cue}-{number}.wav" for number in range(1, TRAITS[cue].variants + 1)]
    return tuple(wave_of(file.read_bytes(), str(file)) for file in files)
