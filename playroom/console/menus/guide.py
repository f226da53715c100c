"""Pages that help reads aloud, as lists: their headings, and under each the paragraphs."""

from collections.abc import Callable
from functools import partial

from playroom.console.ui.list import ListPlace, line_items
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.guide import GuideSection, guide, news
from playroom.narration.message import Message


def guide_items(room: Room) -> tuple[Item, ...]:
    """The lines of help that open the page on accessibility, and what is new."""

    def page_item(key: str, read: Callable[[str], tuple[GuideSection, ...]]) -> Item:
        return Item(key, Message(f"menus.{key}"), choose=partial(_open_page, room, key, read))

    return page_item("accessibility", guide), page_item("news", news)


def _open_page(room: Room, key: str, read: Callable[[str], tuple[GuideSection, ...]]) -> None:
    """Open a page in the language of the listener, or say why it cannot be read."""
    try:
        sections = read(room.preferences.book.language.code)
    except OSError as error:
        room.speech.answer(Message(f"menus.no_{key}", blanks={"why": str(error)}))
        return

    def open_section(section: GuideSection) -> None:
        items = line_items(map(_text, section.paragraphs))
        heading = Message("menus.heading", blanks={"heading": section.heading})
        room.places.open(ListPlace(room, heading, lambda: items, sentences=True))

    items = tuple(
        Item(str(number), _text(section.heading), choose=partial(open_section, section))
        for number, section in enumerate(sections)
    )
    room.places.open(ListPlace(room, Message(f"menus.{key}_title"), lambda: items))


def _text(text: str) -> Message:
    return Message("menus.guide_text", blanks={"text": text})
