"""The list of the settings of sounds, with the lists that open from it."""

from collections.abc import Callable, Mapping
from functools import partial

from playroom.console.menus.own_sounds import OwnSoundsReport
from playroom.console.menus.setting_item import on_or_off, setting_item
from playroom.console.menus.sound_learning import lessons_menu, seat_walk
from playroom.console.menus.sound_samples import GROUP_SAMPLES, SIDES, heard_item
from playroom.console.menus.sound_trial import SoundTrial
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.room import Room
from playroom.narration.message import Blank, Message
from playroom.narration.sound_words import sound_trouble
from playroom.sound.cue import CueGroup
from playroom.sound.output import Ducking, SoundMode

VOLUMES = tuple(range(0, 101, 10))
"""The volumes that the list offers, in percent."""
MOST_SEATS = 10
"""The players of the largest table."""
FEWEST_SEATS = 2


def sound_setting(room: Room) -> Item:
    """The item that opens the settings of sounds; it says why none can be heard, if so."""
    trouble = sound_trouble(room.sound_options, room.sound.state)
    entry = "sounds.setting_but" if trouble else "sounds.setting"
    label = Message(entry, blanks={"why": trouble} if trouble else {})
    return Item("sound", label, choose=partial(open_sound_menu, room))


def open_sound_menu(room: Room) -> None:
    """Open the settings of sounds; the first time ask what the listener hears them through."""
    room.places.open(SoundMenu(room), silent=not room.settings.sound)
    if not room.settings.sound:
        room.places.open(SoundTrial(room, Message("sounds.ask_mode"), "sound", _modes))


def _modes() -> Mapping[str, Message]:
    modes = (SoundMode.HEADPHONES, SoundMode.SPEAKERS, SoundMode.MONO, SoundMode.OFF)
    return {str(mode): _word("ways", mode) for mode in modes}


class SoundMenu(ListPlace):
    """The settings of sounds; what is changed is heard at once."""

    def __init__(self, room: Room) -> None:
        self._players = 4
        super().__init__(room, Message("sounds.title"), self._entries)

    def _entries(self) -> tuple[Item, ...]:
        return (
            self._mode(),
            self._switch("end_notes", on=self.room.settings.end_notes),
            self._switch("sounds_written", on=self.room.settings.sounds_written),
            self._opening("volumes", volumes_menu),
            self._opening("learn", lessons_menu),
            self._seats(),
            self._opening("output", output_menu),
        )

    def _mode(self) -> Item:
        now = self.room.sound_options.mode
        item = setting_item(self.room, "sound", _word("modes", now), tuple(SoundMode), now)
        return heard_item(self.room, item, SIDES)

    def _switch(self, name: str, *, on: bool) -> Item:
        return setting_item(self.room, name, on_or_off(on=on), (False, True), on)

    def _opening(self, key: str, place: Callable[[Room], ListPlace]) -> Item:
        return Item(key, Message(f"sounds.{key}"), choose=lambda: self.room.places.open(place(self.room)))

    def _seats(self) -> Item:
        """The walk round the seats; where there is no table, Left and Right change their number."""
        choose = lambda: self.room.places.open(seat_walk(self.room, self._players))  # noqa: E731
        if self.room.is_at_table:
            return Item("seats", Message("sounds.seats"), choose=choose)
        label = Message("sounds.seats_of", blanks={"players": self._players})
        return Item("seats", label, choose=choose, step=self._step_players)

    def _step_players(self, by: int) -> None:
        counts = MOST_SEATS - FEWEST_SEATS + 1
        self._players = FEWEST_SEATS + (self._players - FEWEST_SEATS + by) % counts


def volumes_menu(room: Room) -> ListPlace:
    """The volume of all sounds, that of each group, and how much softer they are under words."""
    return ListPlace(room, Message("sounds.volumes_title"), lambda: _volumes(room))


def _volumes(room: Room) -> tuple[Item, ...]:
    now = room.settings
    all_sounds = setting_item(room, "volume", _percent(now.volume), VOLUMES, now.volume)
    ducking = setting_item(room, "ducking", _word("ducking", now.ducking), tuple(Ducking), now.ducking)
    return (
        heard_item(room, all_sounds, SIDES),
        *(_group_volume(room, group) for group in CueGroup),
        heard_item(room, ducking, SIDES),
    )


def _group_volume(room: Room, group: CueGroup) -> Item:
    """The volume of a group of sounds."""
    now = room.settings.volumes.get(group, 100)

    def step(by: int) -> None:
        nearest = min(VOLUMES, key=lambda each: abs(each - now))
        chosen = VOLUMES[(VOLUMES.index(nearest) + by) % len(VOLUMES)]
        room.settle(volumes={**room.settings.volumes, str(group): chosen})

    label = Message(f"sounds.groups.{group}", blanks={"value": _percent(now)})
    return heard_item(room, Item(group, label, step=step), GROUP_SAMPLES[group])


def _percent(volume: int) -> Message:
    return Message("sounds.percent", blanks={"volume": volume})


def output_menu(room: Room) -> ListPlace:
    """The output device, the player's own sounds, and the restart of the sound."""
    return ListPlace(room, Message("sounds.output_title"), lambda: _outputs(room))


def _outputs(room: Room) -> tuple[Item, ...]:
    trouble = sound_trouble(room.sound_options, room.sound.state)
    chosen = room.settings.device or Message("sounds.of_system")
    blanks: dict[str, Blank] = {"device": trouble or chosen}
    own = lambda: room.places.open(OwnSoundsReport(room))  # noqa: E731
    return (
        Item("device", Message("sounds.device", blanks=blanks), choose=partial(_list_devices, room)),
        Item("own", Message("sounds.own"), choose=own),
        Item("restart", Message("sounds.restart"), choose=partial(_restart, room)),
    )


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
    """Open the device anew, and play a sound once it is open."""
    room.sound.restart()
    room.sound.play(SIDES)
    room.speech.answer(Message("sounds.restarted"))


def _word(group: str, value: str) -> Message:
    return Message(f"sounds.{group}.{value}")
