"""Changes of presets, made in the background and said where they were asked for."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct

from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo, ask_before_silence
from playroom.console.ui.room import Room
from playroom.console.ui.text_entry import TextEntry
from playroom.console.ui.write_queue import WriteOutcome
from playroom.home.presets import TablePreset
from playroom.narration.message import Message, answer
from playroom.voice.mode import Mode

Change = Callable[[], Path | None]
"""Changes the file of presets; the copy of an old file that could not be read in full."""
Result = Callable[[], Message]
"""The message once a change is made."""

RESTORE: Final = "restore"
"""The key of the line that brings a preset back."""


class PresetChanges(Struct, frozen=True):
    """The changes of presets that are asked for at one place; *tell* says there what came of them.

    *turn_to* puts the focus there on the line of this key, if there is one.
    """

    room: Room
    tell: Callable[[Message], None]
    turn_to: Callable[[str], object]

    def ask_table_name(self, table: Callable[[], Mapping[str, object]]) -> None:
        """Ask for the name of a preset, and save a table, as it stands by then."""
        presets = self.room.storage.presets
        self.ask_name(lambda name: presets.save_table(name, table()))

    def ask_name(self, save: Callable[[str], Path | None]) -> None:
        """Ask for the name of a preset, and save it."""
        self.room.places.open(
            TextEntry(self.room, Message("presets.write_name"), "", partial(self.save_named, save))
        )

    def save_named(self, save: Callable[[str], Path | None], name: str, entry: str = "saved") -> None:
        """Save a preset under a name, after a question if it is taken."""

        def message() -> Message:
            """That it is saved, and which digit begins a match there, if one does."""
            preset = self.room.storage.presets.tables.get(name)
            if preset and preset.digit:
                return answer(f"presets.{entry}_with_digit", name=name, digit=preset.digit)
            return answer(f"presets.{entry}", name=name)

        change = partial(self.make, partial(save, name), message, preset_key(name))
        if not name:
            self.tell(answer("presets.unnamed"))
        elif name in self.room.storage.presets.names:
            question = Message("presets.replace_sure", blanks={"name": name})
            self.room.places.open(YesOrNo(self.room, question, change))
        else:
            change()

    def make(self, change: Change, message: Result, key: str) -> None:
        """Change the file in the background, say so, and turn to a line; or say why that is not possible."""

        def tell(outcome: WriteOutcome) -> None:
            if outcome.why:
                self.tell(answer("presets.unsaved", why=outcome.why))
            else:
                self.turn_to(key)
                self.tell(message())
                self.room.tell_kept(outcome.kept)

        self.room.writes.add(change, tell)


def preset_key(name: str) -> str:
    """The key of the line of a preset."""
    return f"preset {name}"


def preset_line(name: str, table: TablePreset | None) -> Message:
    """The line of a preset: its name, and of a table its digit."""
    if table is None:
        return Message("presets.line", blanks={"name": name})
    if not table.digit:
        return Message("presets.table_line", blanks={"name": name})
    return Message("presets.digit_line", blanks={"name": name, "digit": table.digit})


def save_item(changes: PresetChanges, table: Callable[[], Mapping[str, object]]) -> Item:
    """The line that saves a table as a preset, as it stands by then."""
    return Item("save_preset", Message("presets.save_table"), choose=partial(changes.ask_table_name, table))


def load_preset(room: Room, name: str) -> None:
    """Change to the settings of a preset, after a question if they silence something, and say which it is."""
    settings = room.storage.presets.settings(name)
    mode = Mode(str(settings["mode"])) if settings["mode"] else None

    def change() -> None:
        room.change_settings(**settings, preset=name)
        room.speech.announce(answer("presets.loaded", name=name))

    ask_before_silence(room, mode, change)


def load_next_preset(room: Room) -> None:
    """Load the preset of settings after the one that was loaded last, after the last one the first."""
    names = room.storage.presets.of_settings
    if not names:
        room.speech.answer(answer("presets.none"))
        return
    at = names.index(room.settings.preset) + 1 if room.settings.preset in names else 0
    load_preset(room, names[at % len(names)])
