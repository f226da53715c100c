"""A list of which each line is heard while the focus rests on it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from playroom.console.settings.sound_samples import SIDES
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.room import Room
from playroom.home.settings import sound_options
from playroom.narration.message import Message

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
        self._cancel: Callable[[], object] = _nothing
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


def _nothing() -> None:
    pass
