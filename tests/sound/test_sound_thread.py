"""What is known of the sound while its thread looks for a device."""

from dataclasses import replace
from threading import Event

import pytest

from playroom.sound.device import Device
from playroom.sound.device_opener import DeviceOpener
from playroom.sound.openal import NoDeviceError
from playroom.sound.output import NOT_YET_KNOWN, SoundMode, SoundOptions
from playroom.sound.sound_thread import SoundThread

OPTIONS = SoundOptions(mode=SoundMode.SPEAKERS)
LONG = 30.0


def test_nothing_is_known_until_another_device_was_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    may_open = Event()

    def refuse(_opener: DeviceOpener, _options: SoundOptions) -> Device:
        may_open.wait(LONG)
        raise NoDeviceError

    monkeypatch.setattr(DeviceOpener, "open", refuse)
    thread = SoundThread(OPTIONS)
    may_open.set()
    assert thread.look(LONG).is_known

    may_open.clear()
    thread.apply(replace(OPTIONS, device="Dock"))
    while_opening = thread.state
    thread.apply(replace(OPTIONS, device="Dock", volume=50))
    may_open.set()

    assert while_opening == NOT_YET_KNOWN
    assert thread.look(LONG).is_known
    thread.close()
