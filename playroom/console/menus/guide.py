"""Pages that help reads aloud, as lists: their headings, and under each the paragraphs."""

from collections.abc import Callable
from functools import partial

from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.guide import GuideSection, guide, news
from playroom.narration.message import Message


def guide_items(room: Room) -> tuple[Item, ...]:
    """The lines of help that open the page on accessibility, and what is new."""
    return _page_item(room, "accessibility", guide), _page_item(room, "news", news)


def _page_item(room: Room, key: str, read: Callable[[str], tuple[GuideSection, ...]]) -> Item:
    return Item(key, Message(f"menus.{key}"), choose=partial(_open_page, room, key, read))


def _open_page(room: Room, key: str, read: Callable[[str], tuple[GuideSection, ...]]) -> None:
    """Open a page in the language of the listener, or say why it cannot be read."""
    try:
        sections = read(room.preferences.book.language.code)
    except OSError as error:
        message = Message(f"menus.no_{key}", blanks={"why": str(error)})
        room.speech.answer(message)
        return
    items = tuple(
        Item(str(number), _text(section.heading), choose=partial(_open_section, room, section))
        for number, section in enumerate(sections)
    )
    room.places.open(ListPlace(room, Message(f"menus.{key}_title"), lambda: items))


def _open_section(room: Room, section: GuideSection) -> None:
    items = tuple(Item(str(number), _text(each)) for number, each in enumerate(section.paragraphs))
    heading = Message("menus.heading", blanks={"heading": section.heading})
    room.places.open(ListPlace(room, heading, lambda: items, sentences=True))


def _text(text: str) -> Message:
    return Message("menus.guide_text", blanks={"text": text})
