"""The lists of rules: the games, the sections of a rulebook, the paragraphs of a section."""

from collections.abc import Mapping
from functools import partial

from playroom.console.match.session import MatchSession
from playroom.console.places.lists.items import Item
from playroom.console.places.lists.list import ListPlace
from playroom.console.room import Room
from playroom.narration.message import Message, Title
from playroom.narration.rules.rulebook import Section, rulebook, title
from playroom.rules.rulebook.variant import Variant
from playroom.table.setup import agreed, first_setup


def games_menu(room: Room, variants: Mapping[str, Variant]) -> ListPlace:
    """The games; each opens its rules as they are at its first table."""
    items = tuple(_game(room, variant) for variant in variants.values())
    return ListPlace(room, Message("menus.rules_title"), lambda: items)


def list_rules(session: MatchSession) -> None:
    """Open the rules of a match."""
    sections = rulebook(session.variant, session.table.match.rules)
    session.room.places.open(_sections_menu(session.room, session.telling.title, sections))


def _sections_menu(room: Room, game: Title, sections: tuple[Section, ...]) -> ListPlace:
    """The sections of a rulebook."""
    items = tuple(
        Item(section.heading.entry, section.heading, choose=partial(_open_section, room, section))
        for section in sections
    )
    return ListPlace(room, Message("menus.table_title", blanks={"game": game}), lambda: items)


def _game(room: Room, variant: Variant) -> Item:
    label = Message("menus.game_title", blanks={"game": title(variant)})
    return Item(variant.name, label, choose=partial(_open_game, room, variant))


def _open_game(room: Room, variant: Variant) -> None:
    sections = rulebook(variant, agreed(variant, first_setup(variant)), is_at_table=False)
    room.places.open(_sections_menu(room, title(variant), sections))


def _open_section(room: Room, section: Section) -> None:
    items = tuple(Item(str(number), paragraph) for number, paragraph in enumerate(section.paragraphs))
    heading = Message("menus.heading", blanks={"heading": section.heading})
    room.places.open(ListPlace(room, heading, lambda: items, sentences=True))
