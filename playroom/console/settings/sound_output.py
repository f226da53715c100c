"""The list of where sounds come from: the output device, chosen by ear, and the player's own files."""

from collections.abc import Mapping
from functools import partial

from playroom.console.settings.sound_samples import SIDES
from playroom.console.settings.sound_trial import SoundTrial
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.narration.message import Blank, Message
from playroom.narration.sound_words import own_sounds_messages, sound_trouble
from playroom.sound.cue_sounds import OwnSounds, own_sounds
from playroom.sound.output import SoundMode


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
