"""Opens output devices with the library that is found."""

from contextlib import suppress

from playroom.sound.device import DEVICE_NAMES, SILENT_DEVICE, Device, mode_attributes, texts_at
from playroom.sound.openal import NoDeviceError, OpenAl, load_openal
from playroom.sound.output import SoundOptions


class DeviceOpener:
    """Opens a device at a time, by the library that was found in *library* when it was needed first."""

    def __init__(self) -> None:
        self.library = ""
        self._al: OpenAl | None = None
        self._names: tuple[str, ...] = ()

    def open(self, options: SoundOptions) -> Device:
        """The device of that name, else that of the system; NoDeviceError if neither opens."""
        al = self._loaded()
        for name in dict.fromkeys((options.device.encode(), b"")):
            with suppress(NoDeviceError):
                return Device(al, al.call.alcOpenDevice(name or None), mode_attributes(options.mode))
        self._names = self.names()
        self._al = None
        al.unload()
        raise NoDeviceError

    def names(self) -> tuple[str, ...]:
        """The names of all devices; after one could not be opened, those that were there at that time."""
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
