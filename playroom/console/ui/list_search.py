"""A search through a list and the lists that open from it: what is found is used where it was found."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from playroom.console.ui.items import Item
from playroom.console.ui.list import ListPlace
from playroom.console.ui.questions import TextEntry
from playroom.console.ui.room import Room
from playroom.narration.message import Message, answer
from playroom.voice.history import folded

Lines = Callable[[], tuple[Item, ...]]
"""The lines of a list as they stand."""


def search_item(room: Room, lines: Lines) -> Item:
    """The line that asks for words, and lists the lines with all of them, each with its list."""
    prompt = Message("menus.write_search")
    ask = TextEntry(room, prompt, "", partial(_find, room, lines))
    return Item("search", Message("menus.search"), choose=lambda: room.places.open(ask))


def _find(room: Room, lines: Lines, text: str) -> None:
    """List what is found, or say that nothing is; without words, that the list shows all."""
    wanted = folded(text).split()

    def found() -> tuple[Item, ...]:
        hits = (each for each in _every_line(lines(), None) if _has(_words(room, each.label), wanted))
        # What is only found by the name of its list comes last: "braille" is first of all the braille lines.
        return tuple(sorted(hits, key=lambda hit: not _has(_words(room, _own_label(hit)), wanted)))

    place = room.places.current
    if not wanted and isinstance(place, ListPlace):
        place.tell_item(answer("menus.all_again"))
    elif found():
        title = Message("menus.found", blanks={"words": text})
        room.places.open(ListPlace(room, title, found))
    elif isinstance(place, ListPlace):
        place.tell_item(answer("menus.none_found", words=text))


def _every_line(lines: tuple[Item, ...], heading: Item | None) -> Iterator[Item]:
    """The lines that do something, of a list and of those that open from it, each with its list."""
    for item in lines:
        if heading is None:
            yield item
        elif item.key != "back":
            blanks = {"item": item.label, "list": heading.label}
            yield replace(
                item, key=f"{heading.key} {item.key}", label=Message("menus.found_in", blanks=blanks)
            )
        if item.inside:
            yield from _every_line(item.inside(), item)


def _own_label(item: Item) -> Message:
    """What a line says without the list that it is in."""
    own = item.label.blanks.get("item")
    return own if item.label.entry == "menus.found_in" and isinstance(own, Message) else item.label


def _words(room: Room, label: Message) -> str:
    return folded(room.speech.words(label))


def _has(words: str, wanted: list[str]) -> bool:
    return all(word in words for word in wanted)
