"""The list of a player's settings, with the lists that open from it."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from playroom.console.presets.preset_list import PresetList
from playroom.console.presets.table_preset import Misfit
from playroom.console.settings.braille import braille_menu
from playroom.console.settings.chat import chat_menu
from playroom.console.settings.keys import KeysMenu
from playroom.console.settings.setting_item import on_or_off, setting_item
from playroom.console.settings.sound_settings import sound_setting
from playroom.console.settings.speech import RATES, SpeechMenu
from playroom.console.settings.system_report import Report, SystemReport
from playroom.console.settings.verbosity import verbosity_menu
from playroom.console.settings.waiting import waiting_menu
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace, list_item
from playroom.console.ui.list_search import search_item
from playroom.console.ui.mode_change import change_mode
from playroom.console.ui.place import Place
from playroom.console.ui.room import Room
from playroom.console.ui.sound_check import SoundCheck
from playroom.narration.message import Message, answer
from playroom.narration.phrases.phrasebook import Verbosity
from playroom.narration.preferences import FirstTime
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

    return ListPlace(room, _title(room.preferences.person), found)


def _title(person: str) -> Message:
    """The title, with the name of the person who has settings of their own."""
    if not person:
        return Message("menus.settings_title")
    return Message("hotseat.settings_title", blanks={"name": person})


def _values(room: Room) -> tuple[Item, ...]:
    now = room.settings
    verbosity = _word("verbosities", now.verbosity)
    return (
        _mode_item(room),
        setting_item(room, "verbosity", verbosity, tuple(Verbosity), now.verbosity),
        setting_item(room, "pace", _pace(now.pace), PACES, now.pace),
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
    now, code = room.settings, room.book.language.code
    return (
        setting_item(room, "language", languages[code], tuple(languages), code),
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
    return (
        presets,
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


def _pace(seconds: float) -> Message:
    return Message("menus.pace", blanks={"seconds": seconds})
