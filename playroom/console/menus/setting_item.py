"""One setting as a line of a list: its value, and the values that it can be changed to."""

from collections.abc import Sequence

from playroom.console.places.items import Item
from playroom.console.room import Room
from playroom.narration.message import Blank, Message


def setting_item(room: Room, name: str, value: Blank, choices: Sequence[object], now: object) -> Item:
    """The line of the setting *name*, whose *value* is said and is *now* one of *choices*, or between two."""

    def step(by: int) -> None:
        """Go to the next choice, round the end; from a value between two, to the nearer one that way."""
        at = choices.index(now) if now in choices else _nearest(choices, now)
        chosen = choices[(at + by) % len(choices)]
        room.settle(**{name: str(chosen) if isinstance(chosen, str) else chosen})

    return Item(name, Message(f"menus.preferences.{name}", blanks={"value": value}), step=step)


def on_or_off(*, on: bool) -> Message:
    """A switch in words."""
    return Message(f"menus.switch.{'on' if on else 'off'}")


def _nearest(choices: Sequence[object], now: object) -> int:
    return min(range(len(choices)), key=lambda at: abs(float(str(choices[at])) - float(str(now))))
