"""OpenAL Soft: its shared library, and bindings to its functions."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ctypes import CDLL, POINTER, PyDLL, c_char, c_char_p, c_float, c_int, c_uint, c_void_p
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

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


def load_openal(paths: Iterable[str] | None = None) -> OpenAl:
    """The first library that can be loaded; NoDeviceError if there is none."""
    silence_alsa()
    for path in library_paths() if paths is None else paths:
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
