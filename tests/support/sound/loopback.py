"""The sound engine on a device that renders into memory: what would be heard, without a sound card."""

from collections.abc import Sequence
from ctypes import c_float
from typing import Self

import numpy as np
from numpy.typing import NDArray

from playroom.sound.cue import PlacedCue
from playroom.sound.device import Device, DeviceOpener, NoDeviceError, OpenAl, load_openal, mode_attributes
from playroom.sound.output import SoundOptions
from playroom.sound.sound_engine import Mixer, SoundEngine
from support.time.clock import Clock

RATE = 44_100
STEP = 0.01
"""Seconds after which the engine works again."""
AS_STEREO_FLOATS = {0x1990: 0x1501, 0x1991: 0x1406, 0x1007: RATE}

Heard = NDArray[np.float64]
"""The samples for both ears, a row for each."""


class LoopbackOpener(DeviceOpener):
    """Opens devices that render into memory, unless they *fail*."""

    def __init__(self) -> None:
        super().__init__()
        self.al = load_openal()
        self.library = self.al.path
        self.fails = False
        self.devices: tuple[str, ...] = ()
        self.opened: list[SoundOptions] = []

    def open(self, options: SoundOptions) -> Device:
        self.opened.append(options)
        if self.fails:
            raise NoDeviceError
        handle = self.al.call.alcLoopbackOpenDeviceSOFT(None)
        return LoopbackDevice(self.al, handle, mode_attributes(options.mode) | AS_STEREO_FLOATS)

    def names(self) -> tuple[str, ...]:
        return self.devices


class LoopbackDevice(Device):
    """A device that can be unplugged, and listened to."""

    is_connected = True

    def __init__(self, al: OpenAl, handle: int | None, attributes: dict[int, int]) -> None:
        super().__init__(al, handle, attributes)
        self.al = al

    def heard(self, seconds: float) -> Heard:
        """What comes out of it for so long."""
        count = round(seconds * RATE)
        samples = (c_float * (2 * count))()
        self.al.call.alcRenderSamplesSOFT(self.handle, samples, count)
        return np.array(samples, np.float64).reshape(-1, 2).T


class Loopback:
    """An engine, and a clock by which it works while its device is listened to."""

    def __init__(self, options: SoundOptions) -> None:
        self.clock = Clock()
        self.opener = LoopbackOpener()
        self.engine = SoundEngine(self.opener, options, lambda: self.clock.now)
        self.engine.work()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.engine.close()

    @property
    def device(self) -> LoopbackDevice:
        """The open device."""
        assert isinstance(self.engine.device, LoopbackDevice)
        return self.engine.device

    @property
    def mixer(self) -> Mixer:
        """What plays on the device."""
        assert self.engine.mixer
        return self.engine.mixer

    def play(self, *cues: PlacedCue) -> None:
        """Play these cues from now."""
        self.engine.play(cues, self.clock.now)

    def hear(self, seconds: float) -> Heard:
        """The sound heard in a number of seconds."""
        return np.concatenate([self._step() for _ in range(round(seconds / STEP))], axis=1)

    def _step(self) -> Heard:
        self.engine.work()
        heard = self.device.heard(STEP)
        self.clock.advance(STEP)
        return heard


def level(samples: Sequence[float] | Heard) -> float:
    """The level in decibels."""
    return float(10 * np.log10(np.mean(np.square(samples)) + 1e-12))


def level_difference(heard: Heard) -> float:
    """How many decibels the right ear hears more than the left."""
    left, right = heard
    return level(right) - level(left)


def time_difference(heard: Heard, most: int = 45) -> int:
    """How many samples the left ear hears later than the right."""
    left, right = heard
    inner = left[most:-most]
    return max(
        range(-most, most + 1), key=lambda lag: float(inner @ right[most - lag : len(right) - most - lag])
    )
