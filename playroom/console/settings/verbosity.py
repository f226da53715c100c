"""The list of what is said: a level of detail for each urgency and each event."""

from functools import partial

from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace, list_item
from playroom.console.ui.room import Room
from playroom.home.detail import URGENCIES, DetailLevel
from playroom.narration.cues import EventSwitch
from playroom.narration.message import Message


def verbosity_menu(room: Room) -> ListPlace:
    """The level of detail of each urgency; behind the last line, that of each event."""
    return ListPlace(room, Message("listener.told_title"), lambda: _items(room))


def _items(room: Room) -> tuple[Item, ...]:
    def events() -> tuple[Item, ...]:
        return tuple(level_item(room, "events", str(event)) for event in EventSwitch)

    return (
        *(level_item(room, "urgencies", str(urgency)) for urgency in URGENCIES),
        list_item(room, "events", Message("listener.each_event"), events),
    )


def level_item(room: Room, group: str, name: str) -> Item:
    """The item of a level of detail."""
    now = DetailLevel(room.settings.told.get(name, DetailLevel.USUAL))
    label = Message(f"listener.{group}.{name}", blanks={"value": Message(f"listener.levels.{now}")})
    return Item(f"level {name}", label, step=partial(_step, room, name, now))


def _step(room: Room, name: str, now: DetailLevel, by: int) -> None:
    levels = tuple(DetailLevel)
    chosen = levels[(levels.index(now) + by) % len(levels)]
    others = {each: level for each, level in room.settings.told.items() if each != name}
    own = {} if chosen is DetailLevel.USUAL else {name: str(chosen)}
    room.change_settings(told={**others, **own})
