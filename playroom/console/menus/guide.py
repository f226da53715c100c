"""The page on accessibility as lists: its headings, and under each the paragraphs."""

from functools import partial

from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.guide import GuideSection, guide
from playroom.narration.message import Message


def guide_item(room: Room) -> Item:
    """The line of help that opens the page."""
    return Item("accessibility", Message("menus.accessibility"), choose=partial(_open_guide, room))


def _open_guide(room: Room) -> None:
    """Open the page in the language of the listener, or say why it cannot be read."""
    try:
        sections = guide(room.preferences.book.language.code)
    except OSError as error:
        message = Message("menus.no_accessibility", blanks={"why": str(error)})
        room.speech.answer(message)
        return
    items = tuple(
        Item(str(number), _text(section.heading), choose=partial(_open_section, room, section))
        for number, section in enumerate(sections)
    )
    room.places.open(ListPlace(room, Message("menus.accessibility_title"), lambda: items))


def _open_section(room: Room, section: GuideSection) -> None:
    items = tuple(Item(str(number), _text(each)) for number, each in enumerate(section.paragraphs))
    heading = Message("menus.heading", blanks={"heading": section.heading})
    room.places.open(ListPlace(room, heading, lambda: items, sentences=True))


def _text(text: str) -> Message:
    return Message("menus.guide_text", blanks={"text": text})
