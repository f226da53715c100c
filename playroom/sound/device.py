"""OpenAL Soft: its shared library, its output devices, and their buffers and sources."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from ctypes import CDLL, POINTER, PyDLL, byref, c_char, c_char_p, c_float, c_int, c_uint, c_void_p, string_at
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from playroom.sound.cue_sounds import Wave
from playroom.sound.output import SoundMode, SoundOptions, SourcePosition

WHEELS: Final = {"pyalsoft": "_native", "cyal": ""}
"""The packages that contain the library, and its folder. They are never imported."""

FILE_NAMES: Final = ("libopenal.so.1", "libopenal.1.dylib", "soft_oal.dll", "OpenAL32.dll")
"""The names of the library on all systems."""

HOMEBREW: Final = ("/opt/homebrew/opt/openal-soft/lib", "/usr/local/opt/openal-soft/lib")
"""Homebrew's paths, as the OpenAL of macOS itself is another library."""


def library_paths() -> Iterator[str]:
    """The candidates to load, the best first; the system searches for names without a folder."""
    for library in wheel_libraries():
        yield str(library)
    for folder in map(Path, HOMEBREW):
        yield from map(str, _existing(folder))
    yield from FILE_NAMES


def wheel_libraries() -> Iterator[Path]:
    """The libraries in the installed packages of `WHEELS`, the best first."""
    for package, folder in WHEELS.items():
        spec = find_spec(package)
        for place in (spec and spec.submodule_search_locations) or ():
            yield from _existing(Path(place, folder))


def _existing(folder: Path) -> Iterator[Path]:
    return (folder / name for name in FILE_NAMES if (folder / name).is_file())


_INTS: Final = POINTER(c_int)
_NAMES: Final = POINTER(c_uint)
_FUNCTIONS: Final[dict[str, tuple[Any, tuple[Any, ...]]]] = {
    "alcOpenDevice": (c_void_p, (c_char_p,)),
    "alcLoopbackOpenDeviceSOFT": (c_void_p, (c_char_p,)),
    "alcRenderSamplesSOFT": (None, (c_void_p, c_void_p, c_int)),
    "alcCloseDevice": (c_char, (c_void_p,)),
    "alcCreateContext": (c_void_p, (c_void_p, _INTS)),
    "alcSetThreadContext": (c_char, (c_void_p,)),
    "alcDestroyContext": (None, (c_void_p,)),
    "alcGetIntegerv": (None, (c_void_p, c_int, c_int, _INTS)),
    "alcGetString": (c_void_p, (c_void_p, c_int)),
    "alDistanceModel": (None, (c_int,)),
    "alGenBuffers": (None, (c_int, _NAMES)),
    "alBufferData": (None, (c_uint, c_int, c_char_p, c_int, c_int)),
    "alGenSources": (None, (c_int, _NAMES)),
    "alSourcef": (None, (c_uint, c_int, c_float)),
    "alSource3f": (None, (c_uint, c_int, c_float, c_float, c_float)),
    "alSourcei": (None, (c_uint, c_int, c_int)),
    "alSource3i": (None, (c_uint, c_int, c_int, c_int, c_int)),
    "alGetSourcei": (None, (c_uint, c_int, _INTS)),
    "alSourcePlay": (None, (c_uint,)),
    "alSourceStop": (None, (c_uint,)),
    "alGenEffects": (None, (c_int, _NAMES)),
    "alEffecti": (None, (c_uint, c_int, c_int)),
    "alEffectf": (None, (c_uint, c_int, c_float)),
    "alGenAuxiliaryEffectSlots": (None, (c_int, _NAMES)),
    "alAuxiliaryEffectSloti": (None, (c_uint, c_int, c_int)),
}


class NoDeviceError(Exception):
    """No output device can be opened."""


class OpenAl:
    """The library, loaded from *path*; AttributeError if it lacks a function, as another OpenAL does.

    Functions of devices (alc...) may block, so they release the GIL. Those of sounds take microseconds and
    keep it, as regaining it beside thinking bots would take milliseconds.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._blocking = CDLL(path)
        quick = PyDLL(path, handle=self._blocking._handle)  # noqa: SLF001 (ctypes has no other name for it)
        self.call: Any = SimpleNamespace()
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(self._blocking if name.startswith("alc") else quick, name)
            function.restype, function.argtypes = result, arguments
            setattr(self.call, name, function)

    def unload(self) -> None:
        """Unload the library, so that it detects the sound server again when it is loaded next.

        It detects servers only once, so it does not find one that was started later. Only Linux has servers.
        """
        if sys.platform == "linux":
            from _ctypes import dlclose  # noqa: PLC0415 (Windows has no such function)

            dlclose(self._blocking._handle)  # noqa: SLF001 (ctypes has no other name for it)


def load_openal() -> OpenAl:
    """The first library that can be loaded; NoDeviceError if there is none."""
    silence_alsa()
    for path in library_paths():
        with suppress(OSError, AttributeError):
            return OpenAl(path)
    raise NoDeviceError


def silence_alsa() -> None:
    """Stop ALSA from printing errors to the terminal.

    Its handler has variable arguments. A C function without arguments ignores them; a Python function would
    need the GIL.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            CDLL("libasound.so.2").snd_lib_error_set_handler(CDLL(None).getppid)


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
        self.sources = tuple(self._new("alGenSources") for _ in range(SOURCES))
        for source in self.sources:  # positioned relative to the listener's head
            self._call.alSourcei(source, _RELATIVE, 1)

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
