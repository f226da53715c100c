"""The list of a player's settings, and the short lists behind it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from playroom.console.presets.preset_list import PresetList
from playroom.console.presets.table_preset import Misfit
from playroom.console.settings.keys import KeysMenu
from playroom.console.settings.setting_item import language_item, on_or_off, setting_item, switch_item
from playroom.console.settings.sounds import sound_setting
from playroom.console.settings.speech import RATES, Report, SpeechMenu, SystemReport
from playroom.console.settings.verbosity import chat_menu, verbosity_menu
from playroom.console.ui.list import ListPlace, list_item, search_item
from playroom.console.ui.places import Item, ListItem, Place, TypedNumber
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

    def group(name: str, items: Callable[[], tuple[Item, ...]]) -> Item:
        return list_item(room, name, Message(f"menus.setting_groups.{name}"), items)

    def lines() -> tuple[Item, ...]:
        now, modes, mode = room.settings, tuple(Mode), room.voice.mode

        def step_mode(by: int) -> None:
            change_mode(room, modes[(modes.index(mode) + by) % len(modes)])

        verbosity = _word("verbosities", now.verbosity)
        pace = Message("menus.pace", blanks={"seconds": now.pace})
        spoken = Message("menus.preferences.mode", blanks={"value": _word("modes", mode)})
        return (
            setting_item(room, "verbosity", verbosity, tuple(Verbosity), now.verbosity),
            setting_item(room, "pace", pace, PACES, now.pace),
            # Not first: a player who tries the first setting would turn speech off.
            Item("mode", spoken, step=step_mode, about=Message("menus.about_settings.mode")),
            sound_setting(room),
            _listing(room, "keys", "menus.key_settings", KeysMenu),
            group("speaking", partial(_speaking, room, languages)),
            group("playing", partial(_playing, room)),
            group("saved", partial(_saved, room, report, misfit)),
        )

    def searched_lines() -> tuple[Item, ...]:
        *first, last = lines()
        return (*first, search_item(room, lines), last)

    person = room.preferences.person
    own = Message("hotseat.settings_title", blanks={"name": person})
    return ListPlace(room, own if person else Message("menus.settings_title"), searched_lines)


def _speaking(room: Room, languages: Mapping[str, str]) -> tuple[Item, ...]:
    """Which words are said, and by what; a browser chooses that in the sound check, its voice has a rate."""
    now = room.settings
    if room.reaches_machine:
        speaker = [_opening(room, "speaker", "speech.setting", SpeechMenu)]
    else:
        speaker = [_opening(room, "check", "listener.check_again", SoundCheck)]
        if now.speaker == BROWSER_SPEECH:
            rate = Message("speech.rate", blanks={"rate": now.rate})
            speaker.append(setting_item(room, "rate", rate, RATES, now.rate))
    return (
        language_item(room, languages),
        *speaker,
        _listing(room, "told", "listener.told", verbosity_menu),
        _listing(room, "braille", "listener.braille", braille_menu),
        _listing(room, "chat", "listener.chat", chat_menu),
        setting_item(room, "tiles", _word("tiles", now.tiles), ("digits", "words"), now.tiles),
        switch_item(room, "position"),
    )


def _playing(room: Room) -> tuple[Item, ...]:
    """How a match goes on."""
    everything = [str(each) for each in FirstTime]
    explains = not {*everything} <= {*room.settings.explained}

    def step_explains(_by: int) -> Message | None:
        """Switched on, all that is new is explained once more."""
        room.change_settings(explained=everything if explains else [])
        return None if explains else answer("menus.explained_again")

    label = Message("menus.preferences.explains", blanks={"value": on_or_off(on=explains)})
    return (
        _listing(room, "waiting", "listener.waiting", waiting_menu),
        switch_item(room, "draws"),
        Item("explains", label, step=step_explains),
        switch_item(room, "tips"),
    )


def _saved(room: Room, report: Report, misfit: Misfit) -> tuple[Item, ...]:
    """Settings under names, and what shows whether they suit."""
    presets = _opening(room, "presets", "presets.setting", partial(PresetList, misfit=misfit))
    if not room.reaches_machine:
        return (presets,)
    return (
        presets,
        *((switch_item(room, "updates"),) if ADDRESS else ()),
        _opening(room, "check", "listener.check_again", SoundCheck),
        _opening(room, "found", "doctor.setting", partial(SystemReport, report=report)),
    )


def _opening(room: Room, key: str, entry: str, place: Callable[[Room], Place]) -> Item:
    """The item that opens a place."""
    return Item(key, Message(entry), choose=lambda: room.places.open(place(room)))


def _listing(room: Room, key: str, entry: str, place: Callable[[Room], ListPlace]) -> Item:
    """The item that opens a list, which a search looks through too."""
    return ListItem(
        *(key, Message(entry)),
        choose=lambda: room.places.open(place(room)),
        inside=lambda: place(room).content.items,
    )


def _word(group: str, value: str) -> Message:
    return Message(f"menus.{group}.{value}")


DISPLAYS: Final = (0, 12, 14, 16, 20, 32, 40, 64, 80)
"""The cells of usual displays, which a step leads to; 0 is no display."""


def braille_menu(room: Room) -> ListPlace:
    """The length of the lines, whether the table follows every event, and whether the hand is spoken."""

    def set_cells(cells: int) -> Message | None:
        """Take a number of cells that was typed; why not, if lines cannot be so short or long."""
        if cells and cells not in CELLS:
            return answer("listener.few_cells", least=CELLS.start, most=CELLS[-1])
        room.change_settings(braille=cells)
        return None

    def items() -> tuple[Item, ...]:
        now = room.settings.braille
        cells = setting_item(room, "braille", Message("listener.cells", blanks={"cells": now}), DISPLAYS, now)
        return (
            replace(cells, number=TypedNumber(set_cells, CELLS[-1])),
            switch_item(room, "table_line"),
            switch_item(room, "braille_hand"),
        )

    return ListPlace(room, Message("listener.braille_title"), items)


HEARING_RATES = (0, 5, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60)
"""The rates of a listener or reader that the list offers, in characters a second; 0 is not known."""


def waiting_menu(room: Room) -> ListPlace:
    """Settings of waiting: whether no announcement is missed, and the listener's speed."""

    def items() -> tuple[Item, ...]:
        now = room.settings.hearing
        hearing = Message("listener.hearing_rate", blanks={"rate": now})
        rate = setting_item(room, "hearing", hearing, HEARING_RATES, now)
        return (
            switch_item(room, "waits"),
            replace(rate, choose=lambda: room.places.open(RateCheck(room))),
        )

    return ListPlace(room, Message("listener.waiting_title"), items)


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
        if obey_way_out(self._room, key):
            return True
        seconds = self._room.voice.now - self._began - REACTION
        rate = round(len(self._text) / max(seconds, SHORTEST))
        if rate < CHARACTER_RATES.stop:
            self._room.change(hearing=max(rate, CHARACTER_RATES.start))
            self._room.places.back()
        else:
            self.tell()
        return True

    def choices(self) -> tuple[Item, ...]:
        """Nothing but to press a key."""
        return ()
