"""A club's own words by ear: its greeting when one comes, and its rules of conduct whenever one asks."""

from collections.abc import Iterator
from functools import partial

from playroom.console.ui.list import ListPlace, list_title
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.message import Message, Urgency
from playroom.table.shared_table import ClubWords


def tell_greeting(room: Room, words: ClubWords) -> None:
    """Say the name and the greeting of a club."""
    blanks = {"name": words.name, "greeting": words.greeting}
    room.speech.say(Message("club.greeting", blanks=blanks), urgency=Urgency.ALERT)


def rules_items(room: Room, words: ClubWords | None) -> Iterator[Item]:
    """The line that leads to the rules of conduct, if there are any."""
    if words and words.rules:
        yield Item("club rules", Message("club.rules"), choose=partial(_list_rules, room, words))


def _list_rules(room: Room, words: ClubWords) -> None:
    rules = tuple(
        Item(str(number), Message("club.rule", blanks={"rule": rule}))
        for number, rule in enumerate(words.rules)
    )
    room.places.open(ListPlace(room, list_title(Message("club.rules")), lambda: rules))
