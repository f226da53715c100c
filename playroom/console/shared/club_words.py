"""A club's own words by ear: its greeting when one comes, and its rules of conduct whenever one asks."""

from collections.abc import Iterator

from playroom.console.ui.list import ListPlace, line_items, list_title
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
        rules = line_items(Message("club.rule", blanks={"rule": rule}) for rule in words.rules)
        title = list_title(Message("club.rules"))
        yield Item(
            *("club rules", Message("club.rules")),
            choose=lambda: room.places.open(ListPlace(room, title, lambda: rules)),
        )
