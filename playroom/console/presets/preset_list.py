"""The list of all presets."""

from functools import partial

from playroom.console.presets.preset_changes import RESTORE, PresetChanges, preset_key, preset_line
from playroom.console.presets.preset_menu import PresetMenu
from playroom.console.presets.table_preset import Misfit
from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.questions import TextEntry
from playroom.console.ui.room import Room
from playroom.home.presets import TablePreset, preset_of_line, table_of
from playroom.narration.file_errors import reason_message
from playroom.narration.message import Message, answer
from playroom.strict_yaml import PageError


class PresetList(ListPlace):
    """Each preset, the one that can be brought back, and the ways to a new one; *misfit* checks tables."""

    def __init__(self, room: Room, misfit: Misfit) -> None:
        self._presets, self._misfit = room.storage.presets, misfit
        self._preset_changes = PresetChanges(room, self.tell_done, self.turn_to)
        super().__init__(room, Message("presets.title"), self._preset_items)

    def _preset_items(self) -> tuple[Item, ...]:
        names, tables, dropped = self._presets.names, self._presets.tables, self._presets.dropped
        return (
            *((self._restore_item(dropped[0]),) if dropped else ()),
            *(self._preset_item(name, tables.get(name)) for name in names),
            Item("save", Message("presets.save"), choose=self._ask_name),
            Item("import", Message("presets.import"), choose=self._ask_line),
        )

    def _preset_item(self, name: str, table: TablePreset | None) -> Item:
        return Item(preset_key(name), preset_line(name, table), choose=partial(self._open, name))

    def _restore_item(self, name: str) -> Item:
        label = Message("presets.restore", blanks={"name": name})
        return Item(RESTORE, label, choose=partial(self._restore, name))

    def _open(self, name: str) -> None:
        """Open a preset, unless it was deleted since the list was made."""
        if name in self._presets.names:
            self.room.places.open(PresetMenu(self, name, self._preset_changes))
        else:
            self.tell_item()

    def _ask_name(self) -> None:
        self._preset_changes.ask_name(lambda name: self._presets.save(name, self.room.settings))

    def _restore(self, name: str) -> None:
        message = answer("presets.restored", name=name)
        self._preset_changes.make(self._presets.restore, lambda: message, preset_key(name))

    def _ask_line(self) -> None:
        self.room.places.open(
            TextEntry(
                self.room, Message("presets.write_line"), "", self._import, take_lines=self._import_lines
            )
        )

    def _import_lines(self, text: str) -> None:
        """Save a preset whose one line was broken into several."""
        self._import(" ".join(text.split()))

    def _import(self, line: str) -> None:
        """Save the preset of a line, or say why it is none."""
        try:
            name, plain = preset_of_line(line)
        except PageError as error:
            self._refuse(reason_message(error.why))
            return
        if "table" in plain and (why := self._misfit(table_of(plain))):
            self._refuse(why)
        else:
            self._preset_changes.save_named(lambda name: self._presets.put(name, plain), name, "imported")

    def _refuse(self, why: Message) -> None:
        self.tell_item(Message("presets.not_imported", blanks={"why": why}))
