"""The lists of sounds: their settings, the lists by which they are learnt, and where they come from."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from playroom.console.settings.setting_item import on_or_off, setting_item
from playroom.console.settings.sound_volumes import SIDES, heard_item, volumes_menu
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.home.settings import sound_options
from playroom.narration.message import Blank, Message, Players
from playroom.narration.sound_words import (
    cue_direction,
    cue_meaning,
    cue_name,
    own_sounds_messages,
    silence_reason,
    sound_trouble,
)
from playroom.sound.cue import Cue, PlacedCue, end_notes, placed_cue
from playroom.sound.cue_sounds import OwnSounds, own_sounds
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


LESSONS: Final[Mapping[str, tuple[Cue, ...]]] = {
    "turns": (Cue.YOUR_TURN, Cue.AGAIN, Cue.SKIPPED, Cue.TURNED_ROUND, Cue.TO_COVER, Cue.OUT),
    "tiles": (
        *(Cue.PLAYED, Cue.DOUBLE, Cue.SPINNER, Cue.DRAWN, Cue.PASSED),
        *(Cue.TRAIN_OPENED, Cue.TRAIN_CLOSED, Cue.END_NOTE),
    ),
    "rounds": (
        *(Cue.DEAL, Cue.SCORED, Cue.BLOCKED, Cue.ROUND_OVER),
        *(Cue.ROUND_WON, Cue.ROUND_LOST, Cue.MATCH_WON, Cue.MATCH_LOST),
    ),
    "lists": (Cue.IMPOSSIBLE, Cue.LIST_END, Cue.CURSOR, Cue.CHAT, Cue.JOINED, Cue.LEFT, Cue.INVITED),
}
"""All cues, in lists of nine lines at most with Back."""

LOW_AND_HIGH: Final = end_notes((0, 6), delay=0.0)
"""The notes of a blank end at the left and of a six at the right."""


def lessons_menu(room: Room) -> ListPlace:
    """The groups of cues, each of which opens a list."""
    items = tuple(Item(name, _lesson(name), choose=partial(_open_lesson, room, name)) for name in LESSONS)
    return ListPlace(room, Message("sounds.learn_title"), lambda: items)


def _lesson(name: str) -> Message:
    return Message(f"sounds.lessons.{name}")


def _open_lesson(room: Room, name: str) -> None:
    title = Message("sounds.lesson_title", blanks={"lesson": _lesson(name)})
    room.places.open(ListPlace(room, title, lambda: tuple(_cue_item(room, cue) for cue in LESSONS[name])))


def _cue_item(room: Room, cue: Cue) -> Item:
    """A cue, heard in focus and on Enter; Left and Right turn it off and on."""
    play = partial(room.sound.play, LOW_AND_HIGH if cue is Cue.END_NOTE else (PlacedCue(cue),))
    entry = "sounds.cue_off" if cue in room.settings.silent else "sounds.cue"
    label = Message(entry, blanks={"meaning": cue_meaning(cue), "sound": cue_name(cue)})
    return Item(cue, label, step=lambda _: _switch(room, cue), focused=play)


def _switch(room: Room, cue: Cue) -> None:
    now = room.settings.silent
    room.change_settings(silent=[each for each in now if each != cue] if cue in now else [*now, str(cue)])


def seat_walk(room: Room, players: int) -> ListPlace:
    """The seats of the table, clockwise from the listener's own, or those of a table of that size."""
    names, ear = (room.speech.audience.names, room.speech.audience.ear) if room.is_at_table else ((), 0)
    count, first = len(names) or players, ear or 0
    items = tuple(_seat_item(room, (first + after) % count, count, ear) for after in range(count))
    return ListPlace(room, Message("sounds.seats_title"), lambda: items)


def _seat_item(room: Room, seat: int, players: int, ear: int | None) -> Item:
    """A seat with the direction that it is heard from, and a clack from there."""
    placed = placed_cue(Cue.PLAYED, seat, players, ear)
    play = partial(room.sound.play, (placed,))
    where = Message("sounds.directions.own") if placed.is_own else cue_direction(placed.angle)
    blanks: dict[str, Blank] = {"where": where, "seat": seat + 1}
    if room.is_at_table or placed.is_own:
        named = Message("sounds.seat_named", blanks={**blanks, "who": _player(room, seat)})
    else:
        named = Message("sounds.seat", blanks=blanks)
    return Item(str(seat), named, focused=play)


def _player(room: Room, seat: int) -> Blank:
    return Players((seat,), opens=True) if room.is_at_table else Message("sounds.own_seat")


def output_menu(room: Room) -> ListPlace:
    """The output device, the player's own sounds, and the restart of the sound."""
    return ListPlace(room, Message("sounds.output_title"), lambda: _outputs(room))


def _outputs(room: Room) -> tuple[Item, ...]:
    trouble = sound_trouble(room.sound_options, room.sound.state)
    chosen = room.settings.device or Message("sounds.of_system")
    blanks: dict[str, Blank] = {"device": trouble or chosen}
    return (
        Item("device", Message("sounds.device", blanks=blanks), choose=partial(_list_devices, room)),
        Item("own", Message("sounds.own"), choose=partial(_report_own, room)),
        Item("restart", Message("sounds.restart"), choose=partial(_restart, room)),
    )


def _report_own(room: Room) -> None:
    room.places.open(OwnSoundsReport(room))


def _list_devices(room: Room) -> None:
    title = Message("sounds.devices_title")
    room.places.open(SoundTrial(room, title, "device", partial(_devices, room)))


def _devices(room: Room) -> Mapping[str, Message]:
    """The device of the system, then each other that is known or was chosen."""
    known = {name: Message("sounds.named_device", blanks={"device": name}) for name in room.sound.devices()}
    chosen = room.settings.device
    lost = {chosen: Message("sounds.lost_device", blanks={"device": chosen})} if chosen else {}
    return {"": Message("sounds.system_device"), **lost, **known}


def _restart(room: Room) -> None:
    """Open the device anew, and play a sound once it is open; nothing where sounds are off."""
    if room.sound_options.mode is SoundMode.OFF:
        room.speech.answer(Message("sounds.ways.off"))
        return
    room.sound.restart()
    room.sound.play(SIDES)
    room.speech.answer(Message("sounds.restarted"))


class OwnSoundsReport(ListPlace):
    """The number of own sounds, their folder, and why others are refused; filled in once read."""

    def __init__(self, room: Room) -> None:
        self._lines: tuple[Message, ...] = (Message("doctor.looking"),)
        super().__init__(room, Message("sounds.own_title"), self._report_lines, sentences=True)
        room.background.run(partial(own_sounds, room.storage.sounds), self._fill)

    def _report_lines(self) -> tuple[Item, ...]:
        return tuple(Item(str(number), line) for number, line in enumerate(self._lines))

    def _fill(self, found: OwnSounds) -> None:
        """Fill the list, and say its first line if the player is still there."""
        self._lines = own_sounds_messages(found, self.room.storage.sounds)
        if self.room.places.current is self:
            self.tell_item()


REST: Final = 0.4
"""Seconds for which the focus rests on a line before it is heard; a device takes a moment to open."""


class SoundTrial(ListPlace):
    """The values of a setting of sounds, heard in focus; Enter takes one, Escape goes back to the old one."""

    def __init__(
        self,
        room: Room,
        title: Message,
        setting: str,
        values: Callable[[], Mapping[str, Message]],
    ) -> None:
        """The list called *title* of the *values* of *setting*."""
        self._setting, self._values = setting, values
        self._cancel: Callable[[], object] = lambda: None
        super().__init__(room, title, self._entries, back=self._leave)
        self.turn_to(getattr(room.settings, setting))

    def _entries(self) -> tuple[Item, ...]:
        back = Item("back", Message("menus.back"), choose=self._leave)
        return (*(self._entry(value, label) for value, label in self._values().items()), back)

    def _entry(self, value: str, label: Message) -> Item:
        return Item(value, label, choose=lambda: self._take_value(value), focused=lambda: self._rest(value))

    def _rest(self, value: str) -> None:
        """Play a sample of the value soon, unless the focus moves."""
        self._cancel()
        self._cancel = self.room.background.later(REST, lambda: self._try(value)).cancel

    def _try(self, value: str) -> None:
        """Play by this value, if the player is still there."""
        if self.room.places.current is self:
            changes: dict[str, Any] = {self._setting: value}
            options = sound_options(replace(self.room.settings, **changes), self.room.storage.sounds)
            self.room.sound.apply(options)
            self.room.sound.play(SIDES)

    def _take_value(self, value: str) -> None:
        self.room.change(**{self._setting: value})
        self._leave()

    def _leave(self) -> None:
        self._cancel()
        self.room.sound.apply(self.room.sound_options)
        self.room.places.back()
