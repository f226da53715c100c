"""The lists of sounds: their settings, the lists by which they are learnt, and where they come from."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from playroom.console.settings.setting_item import setting_item, switch_item
from playroom.console.settings.sound_volumes import SIDES, heard_item, volumes_menu
from playroom.console.ui.list import ListPlace, line_items
from playroom.console.ui.places import Item, ListItem
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
from playroom.sound.cue import TRAITS, Cue, CueLesson, PlacedCue, end_notes, placed_cue
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
    return ListItem(
        "sound", label, choose=partial(open_sound_menu, room), inside=lambda: SoundMenu(room).content.items
    )


def open_sound_menu(room: Room) -> None:
    """Open the settings of sounds; the first time ask what the listener hears them through, if they can."""
    is_asked = not room.settings.sound and not silence_reason(room.sound_options, room.sound.state)
    room.places.open(SoundMenu(room), silent=is_asked)
    if is_asked:
        modes = (SoundMode.HEADPHONES, SoundMode.SPEAKERS, SoundMode.MONO, SoundMode.OFF)
        words = {str(mode): _word("ways", mode) for mode in modes}
        room.places.open(SoundTrial(room, Message("sounds.ask_mode"), "sound", lambda: words))


class SoundMenu(ListPlace):
    """The settings of sounds; what is changed is heard at once."""

    def __init__(self, room: Room) -> None:
        self._players = 4
        super().__init__(room, Message("sounds.title"))

    def tell(self) -> None:
        """Say the title, why no sound can be heard if so, and the item in focus."""
        silence = silence_reason(self.room.sound_options, self.room.sound.state)
        self.tell_item(Message("sounds.title_silent", blanks={"why": silence}) if silence else self.title)

    def items(self) -> tuple[Item, ...]:
        """The settings, and the lists of what this terminal can do."""
        room, mode = self.room, self.room.sound_options.mode
        away = AwaySounds(room.settings.away_sounds)
        away_item = setting_item(room, "away_sounds", _word("away", away), tuple(AwaySounds), away)

        def walk() -> None:
            room.places.open(seat_walk(room, self._players))

        def step_players(by: int) -> None:
            counts = MOST_SEATS - FEWEST_SEATS + 1
            self._players = FEWEST_SEATS + (self._players - FEWEST_SEATS + by) % counts

        # Where there is no table, Left and Right change the number of the seats.
        seats = Item("seats", Message("sounds.seats"), choose=walk)
        if not room.is_at_table:
            label = Message("sounds.seats_of", blanks={"players": self._players})
            seats = Item("seats", label, choose=walk, step=step_players)
        return (
            heard_item(
                room, setting_item(room, "sound", _word("modes", mode), tuple(SoundMode), mode), SIDES
            ),
            switch_item(room, "end_notes"),
            switch_item(room, "sounds_written"),
            *((away_item,) if room.reaches_machine else ()),
            self._opening("volumes", volumes_menu),
            self._opening("learn", lessons_menu),
            seats,
            *((self._opening("output", output_menu),) if room.reaches_machine else ()),
        )

    def _opening(self, key: str, place: Callable[[Room], ListPlace]) -> Item:
        return Item(key, Message(f"sounds.{key}"), choose=lambda: self.room.places.open(place(self.room)))


def _word(group: str, value: str) -> Message:
    return Message(f"sounds.{group}.{value}")


LOW_AND_HIGH: Final = end_notes((0, 6), delay=0.0)
"""The notes of a blank end at the left and of a six at the right."""


def lessons_menu(room: Room) -> ListPlace:
    """The groups of cues, each of which opens a list."""

    def cue_item(cue: Cue) -> Item:
        """A cue, heard in focus and on Enter; Left and Right turn it off and on."""
        play = partial(room.sound.play, LOW_AND_HIGH if cue is Cue.END_NOTE else (PlacedCue(cue),))
        silent = room.settings.silent

        def switch(_by: int) -> None:
            others = [each for each in silent if each != cue]
            room.change_settings(silent=others if cue in silent else [*silent, str(cue)])

        entry = "sounds.cue_off" if cue in silent else "sounds.cue"
        label = Message(entry, blanks={"meaning": cue_meaning(cue), "sound": cue_name(cue)})
        return Item(cue, label, step=switch, focused=play)

    def open_lesson(lesson: CueLesson, word: Message) -> None:
        cues = [cue for cue, traits in TRAITS.items() if traits.lesson is lesson]
        title = Message("sounds.lesson_title", blanks={"lesson": word})
        room.places.open(ListPlace(room, title, lambda: map(cue_item, cues)))

    words = {lesson: Message(f"sounds.lessons.{lesson}") for lesson in CueLesson}
    items = tuple(Item(each, word, choose=partial(open_lesson, each, word)) for each, word in words.items())
    return ListPlace(room, Message("sounds.learn_title"), lambda: items)


def seat_walk(room: Room, players: int) -> ListPlace:
    """The seats of the table, clockwise from the listener's own, or those of a table of that size."""
    names, ear = (room.speech.audience.names, room.speech.audience.ear) if room.is_at_table else ((), 0)
    count, first = len(names) or players, ear or 0

    def item(seat: int) -> Item:
        """A seat with the direction that it is heard from, and a clack from there."""
        placed = placed_cue(Cue.PLAYED, seat, count, ear)
        where = Message("sounds.directions.own") if placed.is_own else cue_direction(placed.angle)
        blanks: dict[str, Blank] = {"where": where, "seat": seat + 1}
        if room.is_at_table:
            blanks["who"] = Players((seat,), opens=True)
        elif placed.is_own:
            blanks["who"] = Message("sounds.own_seat")
        entry = "sounds.seat_named" if "who" in blanks else "sounds.seat"
        return Item(str(seat), Message(entry, blanks=blanks), focused=partial(room.sound.play, (placed,)))

    items = tuple(item((first + after) % count) for after in range(count))
    return ListPlace(room, Message("sounds.seats_title"), lambda: items)


def output_menu(room: Room) -> ListPlace:
    """The output device, the player's own sounds, and the restart of the sound."""

    def devices() -> Mapping[str, Message]:
        """The device of the system, then each other that is known or was chosen."""
        known = {
            name: Message("sounds.named_device", blanks={"device": name}) for name in room.sound.devices()
        }
        chosen = room.settings.device
        lost = {chosen: Message("sounds.lost_device", blanks={"device": chosen})} if chosen else {}
        return {"": Message("sounds.system_device"), **lost, **known}

    def list_devices() -> None:
        room.places.open(SoundTrial(room, Message("sounds.devices_title"), "device", devices))

    def report_own() -> None:
        room.places.open(OwnSoundsReport(room))

    def restart() -> None:
        """Open the device anew, and play a sound once it is open; nothing where sounds are off."""
        if room.sound_options.mode is SoundMode.OFF:
            room.speech.answer(Message("sounds.ways.off"))
            return
        room.sound.restart()
        room.sound.play(SIDES)
        room.speech.answer(Message("sounds.restarted"))

    def items() -> tuple[Item, ...]:
        trouble = sound_trouble(room.sound_options, room.sound.state)
        chosen = room.settings.device or Message("sounds.of_system")
        device = Message("sounds.device", blanks={"device": trouble or chosen})
        return (
            Item("device", device, choose=list_devices),
            Item("own", Message("sounds.own"), choose=report_own),
            Item("restart", Message("sounds.restart"), choose=restart),
        )

    return ListPlace(room, Message("sounds.output_title"), items)


class OwnSoundsReport(ListPlace):
    """The number of own sounds, their folder, and why others are refused; filled in once read."""

    def __init__(self, room: Room) -> None:
        self._lines: tuple[Message, ...] = (Message("doctor.looking"),)
        super().__init__(
            *(room, Message("sounds.own_title"), lambda: line_items(self._lines)), sentences=True
        )

        def fill(found: OwnSounds) -> None:
            """Fill the list, and say its first line if the player is still there."""
            self._lines = own_sounds_messages(found, room.storage.sounds)
            if room.places.current is self:
                self.tell_item()

        room.background.run(partial(own_sounds, room.storage.sounds), fill)


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
        super().__init__(room, title, back=self._leave)
        self.turn_to(getattr(room.settings, setting))

    def items(self) -> tuple[Item, ...]:
        """The values, each heard in focus after a moment."""

        def item(value: str, label: Message) -> Item:
            def rest() -> None:
                """Play a sample of the value soon, unless the focus moves."""
                self._cancel()
                self._cancel = self.room.background.later(REST, sample).cancel

            def sample() -> None:
                """Play by this value, if the player is still there."""
                if self.room.places.current is self:
                    changes: dict[str, Any] = {self._setting: value}
                    options = sound_options(replace(self.room.settings, **changes), self.room.storage.sounds)
                    self.room.sound.apply(options)
                    self.room.sound.play(SIDES)

            def take() -> None:
                self.room.change(**{self._setting: value})
                self._leave()

            return Item(value, label, choose=take, focused=rest)

        back = Item("back", Message("menus.back"), choose=self._leave)
        return (*(item(value, label) for value, label in self._values().items()), back)

    def _leave(self) -> None:
        self._cancel()
        self.room.sound.apply(self.room.sound_options)
        self.room.places.back()
