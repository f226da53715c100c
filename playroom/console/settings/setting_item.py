"""A setting as an item of a list."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.message import Blank, Message, SeatedCue, answer
from playroom.sound.cue import Cue


def setting_item(room: Room, name: str, value: Blank, choices: Sequence[object], now: object) -> Item:
    """The item of the setting *name*: *value* is what is said; *now* is one of *choices*, or between two."""

    def step(by: int) -> Message | None:
        """Change to the next choice, of words from the last to the first; a value between two to the nearest.

        Numbers end at the lowest and the highest, which is said.
        """
        if now in choices:
            at = choices.index(now)
        else:
            at = min(range(len(choices)), key=lambda at: abs(float(str(choices[at])) - float(str(now))))
        are_numbers = all(isinstance(each, int | float) and not isinstance(each, bool) for each in choices)
        if are_numbers and not 0 <= at + by < len(choices):
            end = answer("menus.highest" if by > 0 else "menus.lowest")
            return replace(end, sound=SeatedCue(Cue.LIST_END))
        chosen = choices[(at + by) % len(choices)]
        room.change_settings(**{name: str(chosen) if isinstance(chosen, str) else chosen})
        return None

    label = Message(f"menus.preferences.{name}", blanks={"value": value})
    return Item(name, label, step=step, about=Message(f"menus.about_settings.{name}"))


def switch_item(room: Room, name: str) -> Item:
    """The item of the setting *name*, which is on or off."""
    now = getattr(room.settings, name)
    return setting_item(room, name, on_or_off(on=now), (False, True), now)


def language_item(room: Room, languages: Mapping[str, str]) -> Item:
    """The item of the language; *languages* are their names by code."""
    code = room.book.language.code
    return setting_item(room, "language", languages[code], tuple(languages), code)


def on_or_off(*, on: bool) -> Message:
    """The word for a switch that is on or off."""
    return Message(f"menus.switch.{'on' if on else 'off'}")
