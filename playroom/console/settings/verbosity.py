"""The lists of what is said: a level of detail for each urgency, each event and chat, and who is muted."""

from playroom.console.ui.list import ListPlace, list_item
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.cues import CHAT, URGENCIES, DetailLevel, EventSwitch
from playroom.narration.message import Message


def verbosity_menu(room: Room) -> ListPlace:
    """The level of detail of each urgency; behind the last line, that of each event."""

    def events() -> tuple[Item, ...]:
        return tuple(level_item(room, "events", str(event)) for event in EventSwitch)

    def items() -> tuple[Item, ...]:
        urgencies = (level_item(room, "urgencies", str(urgency)) for urgency in URGENCIES)
        return (*urgencies, list_item(room, "events", Message("listener.each_event"), events))

    return ListPlace(room, Message("listener.told_title"), items)


def level_item(room: Room, group: str, name: str) -> Item:
    """The item of a level of detail."""
    levels, told = tuple(DetailLevel), room.settings.told
    now = DetailLevel(told.get(name, DetailLevel.USUAL))

    def step(by: int) -> None:
        chosen = levels[(levels.index(now) + by) % len(levels)]
        others = {each: level for each, level in told.items() if each != name}
        own = {} if chosen is DetailLevel.USUAL else {name: str(chosen)}
        room.change_settings(told={**others, **own})

    label = Message(f"listener.{group}.{name}", blanks={"value": Message(f"listener.levels.{now}")})
    return Item(f"level {name}", label, step=step)


def chat_menu(room: Room) -> ListPlace:
    """At what length chat is said, if at all, and those who are muted."""

    def unblock_item(name: str) -> Item:
        def unblock() -> None:
            toggle_blocked(room, name)
            if place := room.places.current:
                place.tell()

        label = Message("listener.unblock", blanks={"name": name})
        return Item(f"blocked {name}", label, choose=unblock)

    def items() -> tuple[Item, ...]:
        return (level_item(room, "events", CHAT), *map(unblock_item, room.settings.blocked))

    return ListPlace(room, Message("listener.chat_title"), items)


def toggle_blocked(room: Room, name: str) -> None:
    """Mute a person for the listener, or hear them again."""
    others = [each for each in room.settings.blocked if each != name]
    room.change_settings(blocked=others if name in room.settings.blocked else [*others, name])
