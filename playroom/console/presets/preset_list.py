"""The list of all presets, and the menu of each."""

from functools import partial

from playroom.console.presets.preset_changes import (
    RESTORE,
    Change,
    PresetChanges,
    load_preset,
    preset_key,
    preset_line,
)
from playroom.console.presets.table_preset import Misfit
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.home.presets import DIGITS, preset_of_line, table_of
from playroom.narration.file_errors import reason_message
from playroom.narration.message import Message, answer
from playroom.strict_yaml import PageError


class PresetList(ListPlace):
    """Each preset, the one that can be brought back, and the ways to a new one; *misfit* checks tables."""

    def __init__(self, room: Room, misfit: Misfit) -> None:
        self._presets, self._misfit = room.storage.presets, misfit
        self._preset_changes = PresetChanges(room, self.tell_done, self.turn_to)
        super().__init__(room, Message("presets.title"))

    def items(self) -> tuple[Item, ...]:
        """The preset that can be brought back, all others, and the ways to a new one."""
        presets, changes = self._presets, self._preset_changes

        def restore_item(name: str) -> Item:
            message = answer("presets.restored", name=name)
            restore = partial(changes.make, presets.restore, lambda: message, preset_key(name))
            return Item(RESTORE, Message("presets.restore", blanks={"name": name}), choose=restore)

        def item(name: str) -> Item:
            def open_menu() -> None:
                """Open the preset, unless it was deleted since the list was made."""
                if name in presets.names:
                    self.room.places.open(PresetMenu(self, name, changes))
                else:
                    self.tell_item()

            return Item(preset_key(name), preset_line(name, presets.tables.get(name)), choose=open_menu)

        def ask_name() -> None:
            changes.ask_name(lambda name: presets.save(name, self.room.settings))

        def ask_line() -> None:
            line = TextEntry(
                *(self.room, Message("presets.write_line"), "", self._import),
                take_lines=lambda text: self._import(" ".join(text.split())),  # one line, broken into several
            )
            self.room.places.open(line)

        return (
            *((restore_item(presets.dropped[0]),) if presets.dropped else ()),
            *map(item, presets.names),
            Item("save", Message("presets.save"), choose=ask_name),
            Item("import", Message("presets.import"), choose=ask_line),
        )

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


class PresetMenu(ListPlace):
    """The uses and changes of a preset; after a change one is in the list of presets again."""

    def __init__(self, presets: ListPlace, name: str, changes: PresetChanges) -> None:
        self._list, self._name, self._preset_changes = presets, name, changes
        self._presets = presets.room.storage.presets
        super().__init__(presets.room, Message("presets.menu_title", blanks={"name": name}))

    def items(self) -> tuple[Item, ...]:
        """The digit of a table or the use of settings, and the changes of the preset."""
        table = self._presets.tables.get(self._name)

        def load() -> None:
            self.room.places.drop_to(self._list)
            load_preset(self.room, self._name)

        def ask_name() -> None:
            prompt = Message("presets.write_new_name", blanks={"name": self._name})
            self.room.places.open(TextEntry(self.room, prompt, self._name, rename))

        def rename(name: str) -> None:
            if not name or name == self._name:
                self.tell_item(answer("presets.unnamed") if not name else None)
            elif name in self._presets.names:
                self.tell_item(answer("presets.name_taken", name=name))
            else:
                message = answer("presets.renamed", name=name)
                self._change(partial(self._presets.rename, self._name, name), message, preset_key(name))
                if self.room.settings.preset == self._name:
                    self.room.change(preset=name)

        def export() -> None:
            """Copy the line of the preset, and say it."""
            line = self._presets.line(self._name)
            copied = self.room.display.copy(line)
            self.room.speech.answer(copied, Message("presets.text", blanks={"text": line}))

        def delete() -> None:
            message = answer("presets.deleted", name=self._name)
            self._change(partial(self._presets.delete, self._name), message, RESTORE)

        sure = YesOrNo(self.room, Message("presets.delete_sure", blanks={"name": self._name}), delete)
        digit = Message("presets.digit", blanks={"digit": table.digit if table else 0})
        return (
            Item("digit", digit, choose=self._list_digits)
            if table
            else Item("load", Message("presets.load"), choose=load),
            Item("rename", Message("presets.rename"), choose=ask_name),
            Item("export", Message("presets.export"), choose=export),
            Item("delete", Message("presets.delete"), choose=partial(self.room.places.open, sure)),
        )

    def _list_digits(self) -> None:
        """List the digits, each with the table that has it; that one gets the digit of this table instead."""

        def set_digit(digit: int) -> None:
            tables = self._presets.tables
            others = (each for each, table in tables.items() if digit and table.digit == digit)
            other, before = next(others, self._name), tables[self._name].digit
            message = answer("presets.digit_set", name=self._name, digit=digit)
            if other != self._name:
                message = answer("presets.digit_taken", name=self._name, digit=digit, other=other, its=before)
            change = partial(self._presets.set_digit, self._name, digit)
            self._change(change, message, preset_key(self._name))

        def item(digit: int) -> Item:
            names = {table.digit: name for name, table in self._presets.tables.items()}
            label = Message("presets.digit_free", blanks={"digit": digit})
            if digit in names:
                label = Message("presets.digit_of", blanks={"digit": digit, "name": names[digit]})
            return Item(str(digit), label, choose=partial(set_digit, digit))

        title = Message("presets.digits_title")
        digits = ListPlace(self.room, title, lambda: map(item, (*DIGITS, 0)))
        digits.turn_to(str(self._presets.tables[self._name].digit))
        self.room.places.open(digits)

    def _change(self, change: Change, message: Message, key: str) -> None:
        """Change the preset, and be in the list of presets again."""
        self.room.places.drop_to(self._list)
        self._preset_changes.make(change, lambda: message, key)
