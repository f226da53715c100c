"""The library is loaded as often as devices are opened."""

from types import SimpleNamespace

import pytest

from playroom.sound import device
from playroom.sound.device import DeviceOpener, NoDeviceError
from playroom.sound.output import SoundOptions


class DeviceLess:
    """A library that opens no device."""

    path = "a library"

    def __init__(self) -> None:
        self.call = SimpleNamespace(alcOpenDevice=lambda _: None, alcGetString=lambda _handle, _what: None)

    def unload(self) -> None:
        """Nothing."""


def test_names_load_no_library_after_no_device_was_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    libraries = iter([DeviceLess()])
    monkeypatch.setattr(device, "load_openal", lambda: next(libraries))
    opener = DeviceOpener()
    with pytest.raises(NoDeviceError):
        opener.open(SoundOptions())

    assert opener.names() == ()
