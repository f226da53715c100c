"""The list of the settings of sounds, with the lists that open from it."""

from collections.abc import Callable, Mapping
from functools import partial

from playroom.console.settings.setting_item import on_or_off, setting_item
from playroom.console.settings.sound_learning import lessons_menu, seat_walk
from playroom.console.settings.sound_output import output_menu
from playroom.console.settings.sound_samples import SIDES, heard_item
from playroom.console.settings.sound_trial import SoundTrial
from playroom.console.settings.sound_volumes import volumes_menu
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.narration.message import Message
from playroom.narration.sound_words import silence_reason, sound_trouble
from playroom.sound.output import AwaySounds, SoundMode

MOST_SEATS = 10
"""The players of the largest table."""
FEWEST_SEATS = 2


def sound_setting(room: Room) -> Item:
    """The item that opens the settings of sounds; it says why none can be heard, if so."""
    trouble = sound_trouble(room.sound_options, room.sound.state)
    entry = "sounds.setting_but" if trouble else "sounds.setting"
    label = Message(entry, blanks={"why": trouble} if trouble else {})
    return Item(
        "sound", label, choose=partial(open_sound_menu, room), inside=lambda: SoundMenu(room).content.items
    )


def open_sound_menu(room: Room) -> None:
    """Open the settings of sounds; the first time ask what the listener hears them through, if they can."""
    is_asked = not room.settings.sound and not silence_reason(room.sound_options, room.sound.state)
    room.places.open(SoundMenu(room), silent=is_asked)
    if is_asked:
        room.places.open(SoundTrial(room, Message("sounds.ask_mode"), "sound", _modes))


def _modes() -> Mapping[str, Message]:
    modes = (SoundMode.HEADPHONES, SoundMode.SPEAKERS, SoundMode.MONO, SoundMode.OFF)
    return {str(mode): _word("ways", mode) for mode in modes}


class SoundMenu(ListPlace):
    """The settings of sounds; what is changed is heard at once."""

    def __init__(self, room: Room) -> None:
        self._players = 4
        super().__init__(room, Message("sounds.title"), self._entries)

    def tell(self) -> None:
        """Say the title, why no sound can be heard if so, and the item in focus."""
        silence = silence_reason(self.room.sound_options, self.room.sound.state)
        self.tell_item(Message("sounds.title_silent", blanks={"why": silence}) if silence else self.title)

    def _entries(self) -> tuple[Item, ...]:
        return (
            self._mode(),
            self._switch("end_notes", on=self.room.settings.end_notes),
            self._switch("sounds_written", on=self.room.settings.sounds_written),
            *((self._away(),) if self.room.reaches_machine else ()),
            self._opening("volumes", volumes_menu),
            self._opening("learn", lessons_menu),
            self._seats(),
            *((self._opening("output", output_menu),) if self.room.reaches_machine else ()),
        )

    def _mode(self) -> Item:
        now = self.room.sound_options.mode
        item = setting_item(self.room, "sound", _word("modes", now), tuple(SoundMode), now)
        return heard_item(self.room, item, SIDES)

    def _away(self) -> Item:
        now = AwaySounds(self.room.settings.away_sounds)
        return setting_item(self.room, "away_sounds", _word("away", now), tuple(AwaySounds), now)

    def _switch(self, name: str, *, on: bool) -> Item:
        return setting_item(self.room, name, on_or_off(on=on), (False, True), on)

    def _opening(self, key: str, place: Callable[[Room], ListPlace]) -> Item:
        return Item(key, Message(f"sounds.{key}"), choose=lambda: self.room.places.open(place(self.room)))

    def _seats(self) -> Item:
        """The walk round the seats; where there is no table, Left and Right change their number."""
        if self.room.is_at_table:
            return Item("seats", Message("sounds.seats"), choose=self._walk_seats)
        label = Message("sounds.seats_of", blanks={"players": self._players})
        return Item("seats", label, choose=self._walk_seats, step=self._step_players)

    def _walk_seats(self) -> None:
        self.room.places.open(seat_walk(self.room, self._players))

    def _step_players(self, by: int) -> None:
        counts = MOST_SEATS - FEWEST_SEATS + 1
        self._players = FEWEST_SEATS + (self._players - FEWEST_SEATS + by) % counts


def _word(group: str, value: str) -> Message:
    return Message(f"sounds.{group}.{value}")
