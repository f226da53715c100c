"""Presets of settings, loaded in the place of the settings that are in force."""

from collections.abc import Mapping
from functools import partial

from playroom.console.places.mode_change import ask_before_silence
from playroom.console.room import Room
from playroom.narration.message import answer
from playroom.voice.mode import Mode


def load_preset(room: Room, name: str) -> None:
    """Change to the settings of a preset, after a question if they silence something, and say which it is."""
    settings = room.storage.presets.settings(name)
    mode = Mode(str(settings["mode"])) if settings["mode"] else None
    ask_before_silence(room, mode, partial(_change, room, name, settings))


def _change(room: Room, name: str, settings: Mapping[str, object]) -> None:
    room.change_settings(**settings, preset=name)
    room.speech.announce(answer("presets.loaded", name=name))


def load_next_preset(room: Room) -> None:
    """Load the preset of settings after the one that was loaded last, after the last one the first."""
    names = room.storage.presets.of_settings
    if not names:
        room.speech.answer(answer("presets.none"))
        return
    at = names.index(room.settings.preset) + 1 if room.settings.preset in names else 0
    load_preset(room, names[at % len(names)])
