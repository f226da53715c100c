"""Presets: settings under a name, to be kept, taken and forgotten."""

from collections.abc import Callable
from functools import partial

from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.questions import TextEntry, YesOrNo
from playroom.console.room import Room
from playroom.narration.message import Message, answer


def take(room: Room, name: str) -> None:
    """Settle all that a preset holds, and say which it is."""
    room.settle(**room.presets.settings(name), preset=name)
    room.announce(answer("listener.preset_now", name=name))


def take_next(room: Room) -> None:
    """Take the preset after the one that was taken last, round and round."""
    names = room.presets.names
    if not names:
        room.answer(answer("listener.no_preset"))
        return
    at = names.index(room.settings.preset) + 1 if room.settings.preset in names else 0
    take(room, names[at % len(names)])


class PresetSettings:
    """The list of the presets."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.listing = ListPlace(room, Message("listener.presets_title"), self.items)

    def items(self) -> tuple[Item, ...]:
        """Each preset to be taken, a new one, and each to be forgotten."""
        names = self._room.presets.names
        return (
            *(self._item("preset", name, partial(take, self._room, name)) for name in names),
            Item("keep", Message("listener.keep_preset"), choose=self._ask_name),
            *(self._item("forget_preset", name, partial(self._ask_to_forget, name)) for name in names),
        )

    def _item(self, entry: str, name: str, choose: Callable[[], None]) -> Item:
        return Item(f"{entry} {name}", Message(f"listener.{entry}", blanks={"name": name}), choose=choose)

    def _ask_name(self) -> None:
        prompt = Message("listener.name_preset")
        self._room.open(TextEntry(self._room, prompt, "", self._keep_named))

    def _keep_named(self, name: str) -> None:
        """Keep the settings under a name, after a question if it is taken."""
        if not name:
            self.listing.tell_item(answer("listener.preset_unnamed"))
        elif name in self._room.presets.names:
            question = Message("listener.preset_replaced", blanks={"name": name})
            self._room.open(YesOrNo(self._room, question, partial(self._keep, name)))
        else:
            self._keep(name)

    def _keep(self, name: str) -> None:
        self._change(partial(self._room.presets.keep, name, self._room.settings), "preset_kept", name)

    def _ask_to_forget(self, name: str) -> None:
        question = Message("listener.forget_sure", blanks={"name": name})
        self._room.open(YesOrNo(self._room, question, partial(self._forget, name)))

    def _forget(self, name: str) -> None:
        self._change(partial(self._room.presets.forget, name), "preset_forgotten", name)

    def _change(self, change: Callable[[], None], told: str, name: str) -> None:
        """Change the file and say so, or say why that is not possible."""
        try:
            change()
        except OSError as error:
            why = error.strerror or str(error)
            self.listing.tell_item(answer("listener.presets_unsaved", why=why))
        else:
            self.listing.tell_item(answer(f"listener.{told}", name=name))
