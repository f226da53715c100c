"""The samples of all cues: ours, or the player's own WAV files."""

import re
from array import array
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from playroom.sound.cue import TRAITS, Cue
from playroom.strict_yaml import PageError, reason, unknown_key, unreadable
from playroom.strict_yaml.files import content_of
from playroom.strict_yaml.page import NO_LINE

RATES: Final = range(8_000, 96_001)
"""The allowed sample rates in hertz."""
MOST_SECONDS: Final = 5
"""The longest sound, in seconds."""

_BYTES: Final = 2
"""The bytes of a sample of 16 bits."""
_CHANNELS: Final = (1, 2)
_PCM: Final = b"\1\0"
"""The format code of PCM."""
_EXTENSIBLE: Final = b"\xfe\xff"
"""The format code of the extensible format, which ends with the actual code."""
_PCM_AT_THE_END: Final = _PCM + bytes.fromhex("000000001000800000aa00389b71")


class Wave(NamedTuple):
    """A sound: mono samples of 16 bits in native byte order, at *rate* hertz."""

    samples: bytes
    rate: int


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
            files = [OUR_SOUNDS / f"{cue}-{number}.wav" for number in range(1, TRAITS[cue].variants + 1)]
            self._sounds[cue] = tuple(wave_of(file.read_bytes(), str(file)) for file in files)
        return self._sounds[cue]


def wave_of(content: bytes, source: str) -> Wave:
    """The sound in the content of the WAV file *source*; a PageError if it is invalid."""
    import wave  # noqa: PLC0415 (a start plays nothing yet)

    try:
        with wave.open(BytesIO(_plain(content))) as opened:
            form, frames = opened.getparams(), opened.readframes(opened.getnframes())
    except (wave.Error, EOFError, RuntimeError) as error:  # the last where a chunk is longer than the file
        raise _refused(source, "sound_not_wav") from error
    if form.sampwidth != _BYTES or form.nchannels not in _CHANNELS:
        raise _refused(source, "sound_format", bits=8 * form.sampwidth, channels=form.nchannels)
    if form.framerate not in RATES:
        raise _refused(source, "sound_rate", given=form.framerate, least=RATES[0], most=RATES[-1])
    if len(frames) < form.nframes * form.sampwidth * form.nchannels:
        raise _refused(source, "sound_cut")
    samples = array("h", frames)
    if form.nchannels > 1:  # both are mixed
        pairs = zip(samples[::2], samples[1::2], strict=True)
        samples = array("h", ((left + right) // 2 for left, right in pairs))
    if not samples or len(samples) > MOST_SECONDS * form.framerate:
        raise _refused(source, "sound_length" if samples else "sound_empty", most=MOST_SECONDS)
    return Wave(samples.tobytes(), form.framerate)


def _plain(content: bytes) -> bytes:
    """An extensible PCM file in the plain format, as Python 3.11 cannot read the extensible one."""
    at = content.find(b"fmt ") + 8
    is_extensible = content[at : at + 2] == _EXTENSIBLE and content[at + 24 : at + 40] == _PCM_AT_THE_END
    return content[:at] + _PCM + content[at + 2 :] if is_extensible else content


def _refused(source: str, why: str, **blanks: object) -> PageError:
    return PageError(source, NO_LINE, reason(why, **blanks))
