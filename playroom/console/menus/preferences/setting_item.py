"""A setting as an item of a list."""

from collections.abc import Sequence

from playroom.console.places.lists.items import Item
from playroom.console.room import Room
from playroom.narration.message import Blank, Message


def setting_item(room: Room, name: str, value: Blank, choices: Sequence[object], now: object) -> Item:
    """The item of the setting *name*: *value* is what is said; *now* is one of *choices*, or between two."""

    def step(by: int) -> None:
        """Change to the next choice, from the last to the first; a value between two goes to the nearest."""
        at = choices.index(now) if now in choices else _nearest(choices, now)
        chosen = choices[(at + by) % len(choices)]
        room.change_settings(**{name: str(chosen) if isinstance(chosen, str) else chosen})

    return Item(name, Message(f"menus.preferences.{name}", blanks={"value": value}), step=step)


def on_or_off(*, on: bool) -> Message:
    """The word for a switch that is on or off."""
    return Message(f"menus.switch.{'on' if on else 'off'}")


def _nearest(choices: Sequence[object], now: object) -> int:
    return min(range(len(choices)), key=lambda at: abs(float(str(choices[at])) - float(str(now))))
