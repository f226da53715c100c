"""Sounds in WAV files."""

import wave
from array import array
from io import BytesIO
from typing import Final, NamedTuple

from playroom.strict_yaml import PageError, reason
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


def wave_of(content: bytes, source: str) -> Wave:
    """The sound in the content of the WAV file *source*; a PageError if it is invalid."""
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
    """An extensible PCM file in the plain format, as Python 3.11 cannot read the extensible one."""
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
