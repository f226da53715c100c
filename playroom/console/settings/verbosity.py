"""The lists of what is said: a level of detail for each urgency, each event and chat, and who is muted."""

from functools import partial

from playroom.console.ui.list import ListPlace, list_item
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.home.detail import CHAT, URGENCIES, DetailLevel
from playroom.narration.cues import EventSwitch
from playroom.narration.message import Message


def verbosity_menu(room: Room) -> ListPlace:
    """The level of detail of each urgency; behind the last line, that of each event."""
    return ListPlace(room, Message("listener.told_title"), lambda: _detail_items(room))


def _detail_items(room: Room) -> tuple[Item, ...]:
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


def chat_menu(room: Room) -> ListPlace:
    """At what length chat is said, if at all, and those who are muted."""
    return ListPlace(room, Message("listener.chat_title"), lambda: _chat_items(room))


def _chat_items(room: Room) -> tuple[Item, ...]:
    return (
        level_item(room, "events", CHAT),
        *(_blocked(room, name) for name in room.settings.blocked),
    )


def _blocked(room: Room, name: str) -> Item:
    return Item(
        f"blocked {name}",
        Message("listener.unblock", blanks={"name": name}),
        choose=partial(_unblock, room, name),
    )


def _unblock(room: Room, name: str) -> None:
    toggle_blocked(room, name)
    if place := room.places.current:
        place.tell()


def toggle_blocked(room: Room, name: str) -> None:
    """Mute a person for the listener, or hear them again."""
    others = [each for each in room.settings.blocked if each != name]
    room.change_settings(blocked=others if name in room.settings.blocked else [*others, name])
