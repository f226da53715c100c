"""The list of a player's settings, and the short lists behind it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from playroom.console.presets.preset_list import PresetList
from playroom.console.presets.table_preset import Misfit
from playroom.console.settings.keys import KeysMenu
from playroom.console.settings.setting_item import language_item, on_or_off, setting_item
from playroom.console.settings.sounds import sound_setting
from playroom.console.settings.speech import RATES, Report, SpeechMenu, SystemReport
from playroom.console.settings.verbosity import chat_menu, verbosity_menu
from playroom.console.ui.list import ListPlace, list_item, search_item
from playroom.console.ui.places import Item, Place
from playroom.console.ui.questions import change_mode, obey_way_out
from playroom.console.ui.room import Room
from playroom.console.ui.sound_check import SoundCheck
from playroom.home.settings import CELLS, CHARACTER_RATES
from playroom.keys.commands import Command
from playroom.narration.message import Message, answer
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.narration.preferences import FirstTime
from playroom.update.offer import ADDRESS
from playroom.voice.mode import Mode
from playroom.voice.sources import BROWSER_SPEECH

PACES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
"""The seconds between the moves of bots that the list offers."""


def settings_menu(room: Room, languages: Mapping[str, str], report: Report, misfit: Misfit) -> ListPlace:
    """The settings, those that are changed most first; each change is in force at once, and saved.

    *languages* are their names by code, *misfit* checks the tables of imported presets.
    """

    def lines() -> tuple[Item, ...]:
        return (*_values(room), *_lists(room, languages, report, misfit))

    def found() -> tuple[Item, ...]:
        *lists, last = _lists(room, languages, report, misfit)
        return (*_values(room), *lists, search_item(room, lines), last)

    person = room.preferences.person
    own = Message("hotseat.settings_title", blanks={"name": person})
    return ListPlace(room, own if person else Message("menus.settings_title"), found)


def _values(room: Room) -> tuple[Item, ...]:
    now = room.settings
    verbosity = _word("verbosities", now.verbosity)
    return (
        setting_item(room, "verbosity", verbosity, tuple(Verbosity), now.verbosity),
        setting_item(room, "pace", Message("menus.pace", blanks={"seconds": now.pace}), PACES, now.pace),
        _mode_item(room),  # not first, as the first change that somebody tries would ask to be silent
    )


def _mode_item(room: Room) -> Item:
    modes, mode = tuple(Mode), room.voice.mode
    label = Message("menus.preferences.mode", blanks={"value": _word("modes", mode)})

    def step(by: int) -> None:
        change_mode(room, modes[(modes.index(mode) + by) % len(modes)])

    return Item("mode", label, step=step, about=Message("menus.about_settings.mode"))


def _lists(room: Room, languages: Mapping[str, str], report: Report, misfit: Misfit) -> tuple[Item, ...]:
    return (
        sound_setting(room),
        _listing(room, "keys", "menus.key_settings", KeysMenu),
        _group(room, "speaking", partial(_speaking, room, languages)),
        _group(room, "playing", partial(_playing, room)),
        _group(room, "saved", partial(_saved, room, report, misfit)),
    )


def _group(room: Room, name: str, items: Callable[[], tuple[Item, ...]]) -> Item:
    """The item that opens a group of settings."""
    return list_item(room, name, Message(f"menus.setting_groups.{name}"), items)


def _speaking(room: Room, languages: Mapping[str, str]) -> tuple[Item, ...]:
    """Which words are said, and by what."""
    now = room.settings
    return (
        language_item(room, languages),
        *_voice_items(room),
        _listing(room, "told", "listener.told", verbosity_menu),
        _listing(room, "braille", "listener.braille", braille_menu),
        _listing(room, "chat", "listener.chat", chat_menu),
        setting_item(room, "tiles", _word("tiles", now.tiles), ("digits", "words"), now.tiles),
        setting_item(room, "position", on_or_off(on=now.position), (False, True), now.position),
    )


def _voice_items(room: Room) -> tuple[Item, ...]:
    """What speaks; in a browser, the sound check chooses it, and only its own voice has a rate."""
    now = room.settings
    if room.reaches_machine:
        return (_opening(room, "speaker", "speech.setting", SpeechMenu),)
    rate = setting_item(room, "rate", Message("speech.rate", blanks={"rate": now.rate}), RATES, now.rate)
    check = _opening(room, "check", "listener.check_again", SoundCheck)
    return (check, rate) if now.speaker == BROWSER_SPEECH else (check,)


def _playing(room: Room) -> tuple[Item, ...]:
    """How a match goes on."""
    now = room.settings
    return (
        _listing(room, "waiting", "listener.waiting", waiting_menu),
        setting_item(room, "draws", on_or_off(on=now.draws), (False, True), now.draws),
        _explains_item(room),
        setting_item(room, "tips", on_or_off(on=now.tips), (False, True), now.tips),
    )


def _explains_item(room: Room) -> Item:
    """Whether what is new is explained; switched on, everything is, once more."""
    everything = [str(each) for each in FirstTime]
    on = not {*everything} <= {*room.settings.explained}

    def step(_by: int) -> Message | None:
        room.change_settings(explained=everything if on else [])
        return None if on else answer("menus.explained_again")

    return Item(
        "explains", Message("menus.preferences.explains", blanks={"value": on_or_off(on=on)}), step=step
    )


def _saved(room: Room, report: Report, misfit: Misfit) -> tuple[Item, ...]:
    """Settings under names, and what shows whether they suit."""
    presets = _opening(room, "presets", "presets.setting", partial(PresetList, misfit=misfit))
    if not room.reaches_machine:
        return (presets,)
    asks = room.settings.updates
    updates = setting_item(room, "updates", on_or_off(on=asks), (False, True), asks)
    return (
        presets,
        *((updates,) if ADDRESS else ()),
        _opening(room, "check", "listener.check_again", SoundCheck),
        _opening(room, "found", "doctor.setting", partial(SystemReport, report=report)),
    )


def _opening(room: Room, key: str, entry: str, place: Callable[[Room], Place]) -> Item:
    """The item that opens a place."""
    return Item(key, Message(entry), choose=lambda: room.places.open(place(room)))


def _listing(room: Room, key: str, entry: str, place: Callable[[Room], ListPlace]) -> Item:
    """The item that opens a list, which a search looks through too."""
    return replace(_opening(room, key, entry, place), inside=lambda: place(room).content.items)


def _word(group: str, value: str) -> Message:
    return Message(f"menus.{group}.{value}")


DISPLAYS: Final = (0, 12, 14, 16, 20, 32, 40, 64, 80)
"""The cells of usual displays, which a step leads to; 0 is no display."""


def braille_menu(room: Room) -> ListPlace:
    """The length of the lines, whether the table follows every event, and whether the hand is spoken."""
    return ListPlace(room, Message("listener.braille_title"), lambda: _braille_items(room))


def _braille_items(room: Room) -> tuple[Item, ...]:
    now = room.settings
    cells = Message("listener.cells", blanks={"cells": now.braille})
    return (
        replace(
            setting_item(room, "braille", cells, DISPLAYS, now.braille),
            number=partial(_set_cells, room),
            most=CELLS[-1],
        ),
        setting_item(room, "table_line", on_or_off(on=now.table_line), (False, True), now.table_line),
        setting_item(room, "braille_hand", on_or_off(on=now.braille_hand), (False, True), now.braille_hand),
    )


def _set_cells(room: Room, cells: int) -> Message | None:
    """Take a number of cells that was typed; why not, if lines cannot be so short or long."""
    if cells and cells not in CELLS:
        return answer("listener.few_cells", least=CELLS.start, most=CELLS[-1])
    room.change_settings(braille=cells)
    return None


HEARING_RATES = (0, 5, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60)
"""The rates of a listener or reader that the list offers, in characters a second; 0 is not known."""


def waiting_menu(room: Room) -> ListPlace:
    """Settings of waiting: whether no announcement is missed, and the listener's speed."""
    return ListPlace(room, Message("listener.waiting_title"), lambda: _waiting_items(room))


def _waiting_items(room: Room) -> tuple[Item, ...]:
    now = room.settings
    hearing = Message("listener.hearing_rate", blanks={"rate": now.hearing})
    return (
        setting_item(room, "waits", on_or_off(on=now.waits), (False, True), now.waits),
        replace(
            setting_item(room, "hearing", hearing, HEARING_RATES, now.hearing),
            choose=lambda: room.places.open(RateCheck(room)),
        ),
    )


REACTION: Final = 0.3
"""Seconds between the last word and the key."""
SHORTEST: Final = 0.1
"""Seconds that the text takes at the least, whenever the key comes."""


class RateCheck:
    """A text at whose end the listener presses a key."""

    bindings = None

    def __init__(self, room: Room) -> None:
        self._room = room
        self._text = room.speech.words(answer("listener.rate_sample"))
        self._began = 0.0

    def tell(self) -> None:
        """Say the text, and take the time."""
        self._began = self._room.voice.now
        self._room.speech.answer(answer("listener.rate_sample"))

    def obey(self, command: Command) -> None:
        """No key stands for a command here."""

    def typed(self, key: str) -> bool:
        """Go back with the rate, with Escape without it; after a key that comes too early, begin anew."""
        if not obey_way_out(self._room, key):
            self._take(self._room.voice.now - self._began - REACTION)
        return True

    def _take(self, seconds: float) -> None:
        """Save the rate at which the text takes *seconds*, or start again if that is too fast to be heard."""
        rate = round(len(self._text) / max(seconds, SHORTEST))
        if rate < CHARACTER_RATES.stop:
            self._room.change(hearing=max(rate, CHARACTER_RATES.start))
            self._room.places.back()
        else:
            self.tell()

    def choices(self) -> tuple[Item, ...]:
        """Nothing but to press a key."""
        return ()
