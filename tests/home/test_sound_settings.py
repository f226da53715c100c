"""The options of the sounds follow from the settings."""

from pathlib import Path

from playroom.home.settings import Settings, sound_options
from playroom.sound.cue import Cue, CueGroup
from playroom.sound.output import Ducking, SoundMode, SoundOptions


def test_a_new_player_hears_all_sounds_through_speakers() -> None:
    assert sound_options(Settings()) == SoundOptions(mode=SoundMode.SPEAKERS)


def test_each_setting_of_the_sounds_is_an_option() -> None:
    settings = Settings(
        sound="headphones",
        volume=70,
        volumes={"table": 50},
        silent=["cursor"],
        ducking="strong",
        device="Headset",
    )

    assert sound_options(settings, Path("sounds")) == SoundOptions(
        SoundMode.HEADPHONES,
        70,
        {CueGroup.TABLE: 50},
        frozenset({Cue.CURSOR}),
        Ducking.STRONG,
        "Headset",
        Path("sounds"),
    )
