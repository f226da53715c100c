"""The volumes of sounds, in a list and by keys, and samples by which a choice is heard."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from msgspec.structs import replace

from playroom.console.settings.setting_item import setting_item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.message import Message
from playroom.sound.cue import Cue, CueGroup, PlacedCue
from playroom.sound.output import Ducking

VOLUMES = tuple(range(0, 101, 10))
"""The volumes that the list offers, in percent."""


def volumes_menu(room: Room) -> ListPlace:
    """The list of the volumes."""
    return ListPlace(room, Message("sounds.volumes_title"), lambda: _volumes(room))


def choose_volume(room: Room) -> None:
    """Choose the next volume for the keys that change one, and say it."""
    names = ("all", *CueGroup)
    room.volume_group = names[(names.index(room.volume_group) + 1) % len(names)]
    _tell_volume(room)


def change_volume(room: Room, by: int) -> None:
    """Make the chosen volume softer or louder, and say it."""
    if (item := _chosen(room)).step:
        item.step(by)
    _tell_volume(room)


def _tell_volume(room: Room) -> None:
    item = _chosen(room)
    room.speech.answer(item.label)
    if item.focused:
        item.focused()


def _chosen(room: Room) -> Item:
    """The item of the volume that the keys change."""
    return next(item for item in _volumes(room) if item.key == room.volume_group)


def _volumes(room: Room) -> tuple[Item, ...]:
    """The volume of all sounds, that of each group as a share of it, and how soft they are under words."""
    now = room.settings

    def group_volume(group: CueGroup) -> Item:
        def change(chosen: int) -> None:
            room.change_settings(volumes={**now.volumes, str(group): chosen})

        return _volume(room, group, now.volumes.get(group, 100), change, GROUP_SAMPLES[group])

    ducked = Message(f"sounds.ducking.{now.ducking}")
    ducking = setting_item(room, "ducking", ducked, tuple(Ducking), now.ducking)
    return (
        _volume(room, "all", now.volume, lambda chosen: room.change_settings(volume=chosen), SIDES),
        *map(group_volume, CueGroup),
        heard_item(room, ducking, SIDES),
    )


def _volume(
    room: Room, name: str, now: int, change: Callable[[int], None], sample: tuple[PlacedCue, ...]
) -> Item:
    """The item of a volume, which stops at both ends: a step never leads from the loudest to silence."""
    nearest = min(range(len(VOLUMES)), key=lambda at: abs(VOLUMES[at] - now))

    def step(by: int) -> None:
        change(VOLUMES[max(0, min(nearest + by, len(VOLUMES) - 1))])

    value = Message("sounds.percent", blanks={"volume": now})
    item = Item(name, Message(f"sounds.groups.{name}", blanks={"value": value}), step=step)
    return heard_item(room, item, sample)


SIDES: Final = tuple(
    PlacedCue(Cue.PLAYED, angle, is_own=False, delay=0.3 * at) for at, angle in enumerate((-90, 0, 90))
)
"""A clack from the left, one from the front and one from the right."""

GROUP_SAMPLES: Final[Mapping[CueGroup, tuple[PlacedCue, ...]]] = {
    CueGroup.TABLE: (PlacedCue(Cue.PLAYED, -45, is_own=False),),
    CueGroup.TURN: (PlacedCue(Cue.YOUR_TURN),),
    CueGroup.INTERFACE: (PlacedCue(Cue.IMPOSSIBLE),),
    CueGroup.PEOPLE: (PlacedCue(Cue.JOINED, 45, is_own=False),),
}
"""A sound of each group."""


def heard_item(room: Room, item: Item, sample: tuple[PlacedCue, ...]) -> Item:
    """A setting whose present value is heard by *sample* whenever it is said."""
    return replace(item, focused=partial(room.sound.play, sample))
