"""The cues that wait for their time."""

from playroom.sound.cue import Cue, PlacedCue
from playroom.sound.device import DeviceOpener
from playroom.sound.output import SoundMode, SoundOptions
from playroom.sound.sound_engine import SoundEngine


def test_what_waits_behind_notes_that_a_key_ends_keeps_its_time() -> None:
    engine = SoundEngine(DeviceOpener(), SoundOptions(mode=SoundMode.OFF), lambda: 0.0)
    engine.work()
    delays = {Cue.END_NOTE: 1.0, Cue.PLAYED: 5.0, Cue.PASSED: 2.0}
    engine.play([PlacedCue(cue, delay=delay) for cue, delay in delays.items()], 0.0)

    engine.stop()

    assert engine.due() == 2.0
