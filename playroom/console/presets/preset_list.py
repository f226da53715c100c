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
        super().__init__(room, Message("presets.title"), self._preset_items)

    def _preset_items(self) -> tuple[Item, ...]:
        names, tables, dropped = self._presets.names, self._presets.tables, self._presets.dropped
        return (
            *((self._restore_item(dropped[0]),) if dropped else ()),
            *(
                Item(preset_key(name), preset_line(name, tables.get(name)), choose=partial(self._open, name))
                for name in names
            ),
            Item("save", Message("presets.save"), choose=self._ask_name),
            Item("import", Message("presets.import"), choose=self._ask_line),
        )

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


class PresetMenu(ListPlace):
    """The uses and changes of a preset; after a change one is in the list of presets again."""

    def __init__(self, presets: ListPlace, name: str, changes: PresetChanges) -> None:
        self._list, self._name, self._preset_changes = presets, name, changes
        self._presets = presets.room.storage.presets
        super().__init__(presets.room, Message("presets.menu_title", blanks={"name": name}), self._entries)

    def _entries(self) -> tuple[Item, ...]:
        table = self._presets.tables.get(self._name)
        digit = Message("presets.digit", blanks={"digit": table.digit if table else 0})
        return (
            Item("digit", digit, choose=self._list_digits)
            if table
            else Item("load", Message("presets.load"), choose=self._load),
            Item("rename", Message("presets.rename"), choose=self._ask_name),
            Item("export", Message("presets.export"), choose=self._export),
            Item("delete", Message("presets.delete"), choose=self._ask_to_delete),
        )

    def _load(self) -> None:
        self._leave()
        load_preset(self.room, self._name)

    def _export(self) -> None:
        """Copy the line of the preset, and say it."""
        line = self._presets.line(self._name)
        copied = self.room.display.copy(line)
        self.room.speech.answer(copied, Message("presets.text", blanks={"text": line}))

    def _ask_name(self) -> None:
        prompt = Message("presets.write_new_name", blanks={"name": self._name})
        self.room.places.open(TextEntry(self.room, prompt, self._name, self._rename))

    def _rename(self, name: str) -> None:
        if not name or name == self._name:
            self.tell_item(answer("presets.unnamed") if not name else None)
        elif name in self._presets.names:
            self.tell_item(answer("presets.name_taken", name=name))
        else:
            message = answer("presets.renamed", name=name)
            self._change(partial(self._presets.rename, self._name, name), message, preset_key(name))
            if self.room.settings.preset == self._name:
                self.room.change(preset=name)

    def _list_digits(self) -> None:
        digits = ListPlace(self.room, Message("presets.digits_title"), self._digit_items)
        digits.turn_to(str(self._presets.tables[self._name].digit))
        self.room.places.open(digits)

    def _digit_items(self) -> tuple[Item, ...]:
        """The digits, each with the table that has it."""
        names = {table.digit: name for name, table in self._presets.tables.items()}
        return tuple(
            Item(
                str(digit),
                Message(
                    "presets.digit_of" if digit in names else "presets.digit_free",
                    blanks={"digit": digit, "name": names.get(digit, "")},
                ),
                choose=partial(self._set_digit, digit),
            )
            for digit in (*DIGITS, 0)
        )

    def _set_digit(self, digit: int) -> None:
        """Give the table this digit; a table that had it gets the one that this table had."""
        tables = self._presets.tables
        others = (each for each, table in tables.items() if digit and table.digit == digit)
        other, before = next(others, self._name), tables[self._name].digit
        message = answer("presets.digit_set", name=self._name, digit=digit)
        if other != self._name:
            message = answer("presets.digit_taken", name=self._name, digit=digit, other=other, its=before)
        self._change(partial(self._presets.set_digit, self._name, digit), message, preset_key(self._name))

    def _ask_to_delete(self) -> None:
        question = Message("presets.delete_sure", blanks={"name": self._name})
        self.room.places.open(YesOrNo(self.room, question, self._delete))

    def _delete(self) -> None:
        message = answer("presets.deleted", name=self._name)
        self._change(partial(self._presets.delete, self._name), message, RESTORE)

    def _change(self, change: Change, message: Message, key: str) -> None:
        self._leave()
        self._preset_changes.make(change, lambda: message, key)

    def _leave(self) -> None:
        """Be in the list of presets again."""
        self.room.places.drop_to(self._list)
