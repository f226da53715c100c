"""The list of a player's settings."""

from collections.abc import Mapping

from playroom.console.menus.braille import BrailleSettings
from playroom.console.menus.keys import KeySettings
from playroom.console.menus.presets import PresetSettings
from playroom.console.menus.setting_item import on_or_off, setting
from playroom.console.menus.speech import Ways
from playroom.console.menus.system_report import FoundHere, Report
from playroom.console.menus.verbosity import ToldSettings
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.sound_check import SoundCheck
from playroom.console.room import Room
from playroom.narration.message import Message
from playroom.narration.phrasebook import Verbosity
from playroom.voice.mode import Mode

PACES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""The times between the moves of bots that the list offers, in seconds."""


class Preferences:
    """The settings as a list; each change holds at once, and is kept."""

    def __init__(self, room: Room, languages: Mapping[str, str], report: Report) -> None:
        self._room, self._languages, self._report = room, languages, report
        self.listing = ListPlace(room, Message("menus.settings_title"), self.items)

    def items(self) -> tuple[Item, ...]:
        """The settings with their values, and the settings of keys."""
        room, now = self._room, self._room.settings
        code, mode = room.book.language.code, room.voice.mode
        return (
            setting(room, "language", self._languages[code], tuple(self._languages), code),
            setting(room, "mode", _word("modes", mode), tuple(Mode), mode),
            setting(room, "verbosity", _word("verbosities", now.verbosity), tuple(Verbosity), now.verbosity),
            setting(room, "pace", _pace(now.pace), PACES, now.pace),
            setting(room, "coach", on_or_off(on=now.coach), (False, True), now.coach),
            setting(room, "tiles", _word("tiles", now.tiles), ("digits", "words"), now.tiles),
            setting(room, "position", on_or_off(on=now.position), (False, True), now.position),
            Item("speaker", Message("speech.setting"), choose=self._list_ways),
            Item("keys", Message("menus.key_settings"), choose=self._list_keys),
            Item("told", Message("listener.told"), choose=self._list_told),
            Item("braille", Message("listener.braille"), choose=self._list_braille),
            Item("presets", Message("listener.presets"), choose=self._list_presets),
            Item("check", Message("listener.check_again"), choose=self._check_sound),
            Item("found", Message("doctor.setting"), choose=self._list_found),
        )

    def _list_found(self) -> None:
        self._room.open(FoundHere(self._room, self._report).listing)

    def _list_told(self) -> None:
        self._room.open(ToldSettings(self._room).listing)

    def _list_braille(self) -> None:
        self._room.open(BrailleSettings(self._room).listing)

    def _list_presets(self) -> None:
        self._room.open(PresetSettings(self._room).listing)

    def _check_sound(self) -> None:
        self._room.open(SoundCheck(self._room))

    def _list_keys(self) -> None:
        self._room.open(KeySettings(self._room).listing)

    def _list_ways(self) -> None:
        self._room.open(Ways(self._room).listing)


def _word(group: str, value: str) -> Message:
    return Message(f"menus.{group}.{value}")


def _pace(seconds: float) -> Message:
    return Message("menus.pace", blanks={"tenths": round(10 * seconds), "seconds": f"{seconds:g}"})
