"""Sounds in WAV files."""

import wave
from array import array
from io import BytesIO
from typing import Final, NamedTuple

from playroom.strict_yaml import PageError, reason
from playroom.strict_yaml.page import NO_LINE

RATES: Final = range(8_000, 96_001)
"""The samples a second that a file may have."""
MOST_SECONDS: Final = 5
"""The length of the longest sound."""

_BYTES: Final = 2
"""The bytes of a sample of 16 bits."""
_CHANNELS: Final = (1, 2)
_PCM: Final = b"\1\0"
"""The number of the format with whole samples."""
_EXTENSIBLE: Final = b"\xfe\xff"
"""The number of the format that says at its end which one it is."""
_PCM_AT_THE_END: Final = _PCM + bytes.fromhex("000000001000800000aa00389b71")


class Wave(NamedTuple):
    """A sound: mono samples of 16 bits in the byte order of this machine, *rate* of them a second."""

    samples: bytes
    rate: int


def wave_of(content: bytes, source: str) -> Wave:
    """The sound in the bytes of the WAV file *source*; a PageError if it cannot be played."""
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
    samples = _mono(frames, form.nchannels)
    if not samples or len(samples) > MOST_SECONDS * form.framerate:
        raise _refused(source, "sound_length" if samples else "sound_empty", most=MOST_SECONDS)
    return Wave(samples.tobytes(), form.framerate)


def _plain(content: bytes) -> bytes:
    """A file with plain samples in the plain format: Python 3.11 does not know the extensible one."""
    at = content.find(b"fmt ") + 8
    is_extensible = content[at : at + 2] == _EXTENSIBLE and content[at + 24 : at + 40] == _PCM_AT_THE_END
    return content[:at] + _PCM + content[at + 2 :] if is_extensible else content


def _mono(frames: bytes, channels: int) -> "array[int]":
    """The samples of whole frames, mixed to one channel."""
    samples = array("h", frames)
    if channels == 1:
        return samples
    return array("h", ((left + right) // 2 for left, right in zip(samples[::2], samples[1::2], strict=True)))


def _refused(source: str, why: str, **blanks: object) -> PageError:
    return PageError(source, NO_LINE, reason(why, **blanks))
