"""Output devices of OpenAL Soft, with their buffers and sources."""

from collections.abc import Mapping
from contextlib import suppress
from ctypes import byref, c_int, c_uint, string_at
from typing import Final

from playroom.sound.cue_sounds import Wave
from playroom.sound.openal import NoDeviceError, OpenAl, load_openal
from playroom.sound.output import SoundMode, SoundOptions, SourcePosition

SOURCES: Final = 24
"""The most cues that sound at the same time."""

SILENT_DEVICE: Final = "No Output"
"""The name of OpenAL's null device."""

DEVICE_NAMES: Final = 0x1013
_CONNECTED: Final = 0x313
_HRTF: Final = 0x1992
_OUTPUT_MODE: Final = 0x19AC
_STEREO_HRTF: Final = 0x19B2
_STEREO_BASIC: Final = 0x19AE
_PITCH: Final = 0x1003
_POSITION: Final = 0x1004
_BUFFER: Final = 0x1009
_GAIN: Final = 0x100A
_SOURCE_STATE: Final = 0x1010
_PLAYING: Final = 0x1012
_RELATIVE: Final = 0x202
_MONO16: Final = 0x1101
_SEND: Final = 0x20006
_EFFECT_TYPE: Final = 0x8001
_REVERB: Final = 0x0001
_SLOT_EFFECT: Final = 0x0001

_ROOM: Final = {0x0003: 1.0, 0x0007: 0.2, 0x0008: 0.015, 0x0009: 0.0}
"""Its gain, that of its walls, the seconds until they are heard, and the gain of its reverberation.

There is none of that, as it is 20 decibels louder in version 1.25 of the library than in 1.23.
"""


def mode_attributes(mode: SoundMode) -> dict[int, int]:
    """The attributes of a device: plain stereo for speakers and mono, as the library guesses wrong."""
    is_binaural = mode is SoundMode.HEADPHONES
    return {_HRTF: int(is_binaural), _OUTPUT_MODE: _STEREO_HRTF if is_binaural else _STEREO_BASIC}


class Device:
    """An output device, for use in this thread only; NoDeviceError if it cannot be opened."""

    def __init__(self, al: OpenAl, handle: int | None, attributes: Mapping[int, int]) -> None:
        if not handle:
            raise NoDeviceError
        self._al, self._call, self.handle = al, al.call, handle
        flat = [word for pair in attributes.items() for word in pair]
        self._context = self._call.alcCreateContext(handle, (c_int * (len(flat) + 1))(*flat, 0))
        if not self._context or self.name == SILENT_DEVICE:
            self.close()
            raise NoDeviceError
        self._call.alcSetThreadContext(self._context)
        self._call.alDistanceModel(0)
        self._room = self._made_room()
        self.sources = self._made_sources()

    @property
    def name(self) -> str:
        """The name of the device."""
        return "".join(texts_at(self._call.alcGetString(self.handle, DEVICE_NAMES))[:1])

    @property
    def is_connected(self) -> bool:
        """Whether the device is still connected."""
        value = c_int(1)
        self._call.alcGetIntegerv(self.handle, _CONNECTED, 1, byref(value))
        return bool(value.value)

    def load(self, wave: Wave) -> int:
        """The buffer number of these samples, for `start`."""
        buffer = self._new("alGenBuffers")
        self._call.alBufferData(buffer, _MONO16, wave.samples, len(wave.samples), wave.rate)
        return buffer

    def start(self, source: int, buffer: int, where: SourcePosition, pitch: float) -> None:
        """Play the samples of a buffer on a source, at a position."""
        self._call.alSourceStop(source)
        self._call.alSourcei(source, _BUFFER, buffer)
        self._call.alSource3f(source, _POSITION, where.x, 0.0, where.z)
        self._call.alSourcef(source, _PITCH, pitch)
        self._call.alSource3i(source, _SEND, self._room if where.has_room else 0, 0, 0)
        self._call.alSourcePlay(source)

    def set_gain(self, source: int, gain: float) -> None:
        """Set the amplitude of a source."""
        self._call.alSourcef(source, _GAIN, gain)

    def is_playing(self, source: int) -> bool:
        """Whether a source is playing."""
        value = c_int()
        self._call.alGetSourcei(source, _SOURCE_STATE, byref(value))
        return value.value == _PLAYING

    def stop(self, source: int) -> None:
        """Stop a source."""
        self._call.alSourceStop(source)

    def close(self) -> None:
        """Close the device and free its resources."""
        self._call.alcSetThreadContext(None)
        if self._context:
            self._call.alcDestroyContext(self._context)
        self._call.alcCloseDevice(self.handle)

    def _made_sources(self) -> tuple[int, ...]:
        """New sources, positioned relative to the listener's head."""
        sources = tuple(self._new("alGenSources") for _ in range(SOURCES))
        for source in sources:
            self._call.alSourcei(source, _RELATIVE, 1)
        return sources

    def _made_room(self) -> int:
        """The effect slot with the reverberation of a small room."""
        effect, slot = self._new("alGenEffects"), self._new("alGenAuxiliaryEffectSlots")
        self._call.alEffecti(effect, _EFFECT_TYPE, _REVERB)
        for parameter, value in _ROOM.items():
            self._call.alEffectf(effect, parameter, value)
        self._call.alAuxiliaryEffectSloti(slot, _SLOT_EFFECT, effect)
        return slot

    def _new(self, function: str) -> int:
        number = c_uint()
        getattr(self._call, function)(1, byref(number))
        return number.value


def texts_at(address: int | None) -> list[str]:
    """The null-terminated strings at an address, up to an empty one."""
    texts = []
    while address and (text := string_at(address)):
        texts.append(text.decode(errors="replace"))
        address += len(text) + 1
    return texts


class DeviceOpener:
    """Opens devices with *library*, which is loaded on demand."""

    def __init__(self) -> None:
        self.library = ""
        self._al: OpenAl | None = None
        self._names: tuple[str, ...] = ()

    def open(self, options: SoundOptions) -> Device:
        """The device of that name, else the system's default; NoDeviceError if neither opens."""
        al = self._loaded()
        for name in dict.fromkeys((options.device.encode(), b"")):
            with suppress(NoDeviceError):
                return Device(al, al.call.alcOpenDevice(name or None), mode_attributes(options.mode))
        self._names = self.names()
        self._al = None
        al.unload()
        raise NoDeviceError

    def names(self) -> tuple[str, ...]:
        """The names of all devices; after a failed opening, the names at that time."""
        if self.library and not self._al:
            return self._names
        try:
            found = texts_at(self._loaded().call.alcGetString(None, DEVICE_NAMES))
        except NoDeviceError:
            return ()
        return tuple(name for name in found if name != SILENT_DEVICE)

    def _loaded(self) -> OpenAl:
        self._al = self._al or load_openal()
        self.library = self._al.path
        return self._al
