"""The switches of what is told: of each urgency, and of each event."""

from functools import partial

from playroom.console.detail import SWITCHES, Level
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.room import Room
from playroom.narration.message import Message, Urgency

URGENCIES = (Urgency.ALERT, Urgency.EVENT, Urgency.HINT)
"""The urgencies that have a switch; an answer is always said."""


class ToldSettings:
    """The list of the switches."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.listing = ListPlace(room, Message("listener.told_title"), self.items)

    def items(self) -> tuple[Item, ...]:
        """The switches of the urgencies, then those of the events."""
        events = dict.fromkeys(SWITCHES.values())
        return (
            *(self._item("urgencies", str(urgency)) for urgency in URGENCIES),
            *(self._item("events", event) for event in events),
        )

    def _item(self, group: str, name: str) -> Item:
        now = Level(self._room.settings.told.get(name, Level.USUAL))
        blanks = {"value": Message(f"listener.levels.{now}")}
        label = Message(f"listener.{group}.{name}", blanks=blanks)
        return Item(name, label, step=partial(self._step, name, now))

    def _step(self, name: str, now: Level, by: int) -> None:
        levels = tuple(Level)
        chosen = levels[(levels.index(now) + by) % len(levels)]
        others = {each: level for each, level in self._room.settings.told.items() if each != name}
        own = {} if chosen is Level.USUAL else {name: str(chosen)}
        self._room.settle(told={**others, **own})
