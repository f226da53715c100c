"""The settings of keys: whose hands they are for, how patient they are, and every key by itself."""

from functools import partial

from playroom.console.menus.key_bindings import SECTIONS, Remap, place_told
from playroom.console.menus.setting_item import on_or_off, setting
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.questions import YesOrNo
from playroom.console.room import Room
from playroom.keys.profile import Profile
from playroom.narration.message import Blank, Message

BRAKES = (0, 100, 200, 300, 400, 500, 750, 1000, 1250, 1500)
"""The times of the brake that the list offers, in milliseconds."""
SCANS = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 10.0)
"""The times between two choices that the list offers, in seconds; 0 waits for the key."""


class KeySettings:
    """The list of what concerns the keys."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.listing = ListPlace(room, Message("menus.keys_title"), self.items)

    def items(self) -> tuple[Item, ...]:
        """The settings, the places with keys of their own, and the way back to ours."""
        now = self._room.settings
        profile = Message(f"menus.profiles.{now.keys}")
        brake = Message("menus.brake", blanks={"milliseconds": now.brake})
        pace: dict[str, Blank] = {"tenths": round(10 * now.scan), "seconds": f"{now.scan:g}"}
        return (
            setting(self._room, "keys", profile, tuple(Profile), now.keys),
            setting(self._room, "brake", brake, BRAKES, now.brake),
            setting(self._room, "confirm", on_or_off(on=now.confirm), (False, True), now.confirm),
            setting(self._room, "scan", Message("menus.scan", blanks=pace), SCANS, now.scan),
            *(
                Item(section, place_told(section), choose=partial(self._remap, section))
                for section in SECTIONS
            ),
            Item("defaults", Message("menus.default_keys"), choose=self._ask_for_defaults),
        )

    def _remap(self, section: str) -> None:
        self._room.open(Remap(self._room, section).listing)

    def _ask_for_defaults(self) -> None:
        self._room.open(YesOrNo(self._room, Message("menus.default_keys_sure"), self._go_back_to_defaults))

    def _go_back_to_defaults(self) -> None:
        forget = partial(self._room.own_keys.forget, self._room.settings.keys)
        self.listing.tell_item(self._room.rekey(forget) or Message("menus.keys_are_ours"))
