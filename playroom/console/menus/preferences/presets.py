"""Presets: settings under a name, to be saved, taken and deleted."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from playroom.console.places.lists.items import Item
from playroom.console.places.lists.list import ListPlace
from playroom.console.places.mode_change import ask_before_silence
from playroom.console.places.questions import TextEntry
from playroom.console.places.yes_or_no import YesOrNo
from playroom.console.room import Room
from playroom.console.write_queue import WriteOutcome
from playroom.narration.message import Message, Urgency, answer
from playroom.voice.mode import Mode


def take_preset(room: Room, name: str) -> None:
    """Change to the settings of a preset, after a question if they silence something, and say which it is."""
    settings = room.storage.presets.settings(name)
    mode = Mode(str(settings["mode"])) if settings["mode"] else None
    ask_before_silence(room, mode, partial(_settle, room, name, settings))


def _settle(room: Room, name: str, settings: Mapping[str, object]) -> None:
    room.settle(**settings, preset=name)
    room.speech.announce(answer("listener.preset_now", name=name))


def take_next_preset(room: Room) -> None:
    """Take the preset after the one that was taken last, after the last one the first."""
    names = room.storage.presets.names
    if not names:
        room.speech.answer(answer("listener.no_preset"))
        return
    at = names.index(room.settings.preset) + 1 if room.settings.preset in names else 0
    take_preset(room, names[at % len(names)])


class PresetsMenu(ListPlace):
    """Each preset to be taken, a new one, and each to be deleted."""

    def __init__(self, room: Room) -> None:
        self._presets = room.storage.presets
        super().__init__(room, Message("listener.presets_title"), self._preset_items)

    def _preset_items(self) -> tuple[Item, ...]:
        names, dropped = self._presets.names, self._presets.dropped
        return (
            *((_item("restore_preset", dropped[0], partial(self._restore, dropped[0])),) if dropped else ()),
            *(_item("preset", name, partial(self._take_preset, name)) for name in names),
            Item("keep", Message("listener.keep_preset"), choose=self._ask_name),
            *(_item("forget_preset", name, partial(self._ask_to_delete, name)) for name in names),
        )

    def _take_preset(self, name: str) -> None:
        """Take a preset, unless it was deleted since the list was made."""
        if name in self._presets.names:
            take_preset(self.room, name)
        else:
            self.tell_item()

    def _ask_name(self) -> None:
        prompt = Message("listener.name_preset")
        self.room.places.open(TextEntry(self.room, prompt, "", self._save_named))

    def _save_named(self, name: str) -> None:
        """Save the settings under a name, after a question if it is taken."""
        if not name:
            self.tell_item(answer("listener.preset_unnamed"))
        elif name in self._presets.names:
            question = Message("listener.preset_replaced", blanks={"name": name})
            self.room.places.open(YesOrNo(self.room, question, partial(self._save, name)))
        else:
            self._save(name)

    def _save(self, name: str) -> None:
        self._change(partial(self._presets.save, name, self.room.settings), "preset_kept", name)

    def _ask_to_delete(self, name: str) -> None:
        question = Message("listener.forget_sure", blanks={"name": name})
        self.room.places.open(YesOrNo(self.room, question, partial(self._delete, name)))

    def _delete(self, name: str) -> None:
        self._change(partial(self._presets.delete, name), "preset_forgotten", name)

    def _restore(self, name: str) -> None:
        self._change(self._presets.restore, "preset_restored", name)

    def _change(self, change: Callable[[], Path | None], entry: str, name: str) -> None:
        """Change the file in the background and say so, or say why that is not possible."""
        self.room.writes.add(change, partial(self._tell_changed, entry, name))

    def _tell_changed(self, entry: str, name: str, outcome: WriteOutcome) -> None:
        if outcome.why:
            self._tell(answer("listener.presets_unsaved", why=outcome.why))
            return
        self.turn_to(f"restore_preset {name}")
        self._tell(answer(f"listener.{entry}", name=name))
        self.room.tell_kept(outcome.kept)

    def _tell(self, message: Message) -> None:
        """Say what has happened, and the item in focus if the player is still in the list."""
        if self.room.places.current is self:
            self.tell_item(message)
        else:
            self.room.speech.say(message, urgency=Urgency.EVENT)


def _item(entry: str, name: str, choose: Callable[[], None]) -> Item:
    return Item(f"{entry} {name}", Message(f"listener.{entry}", blanks={"name": name}), choose=choose)
