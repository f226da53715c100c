"""The tables of honour of a club: one's own place, what a match has made of it, and the first people."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from playroom.console.settings.setting_item import on_or_off
from playroom.console.shared.words import member_blank
from playroom.console.ui.list import ListPlace, list_title
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.narration.message import Blank, Message, Series, Urgency
from playroom.online.wire.messages import AllHonours, Honours

if TYPE_CHECKING:
    from playroom.console.shared.club import Club


class HonourLists:
    """The games in which matches were rated, and the table of honour of each."""

    def __init__(self, room: Room, club: "Club") -> None:
        self._room, self._club = room, club
        self._honours = AllHonours([], hidden=False)
        self._is_opening = False
        """Whether the list is opened once the server has answered."""
        self._rated_game = ""
        """The game of which the listener has just ended a rated match."""

    def open(self) -> None:
        """Ask for the tables; the answer opens the list of games."""
        if self._club.lobby:
            self._is_opening = True
            self._club.lobby.ask_honours()

    def look(self) -> None:
        """Learn what the places are before a rated match."""
        if self._club.lobby:
            self._club.lobby.ask_honours()

    def tell_change(self, game: str) -> None:
        """Say what a rated match of a game that is over has made of the listener's place."""
        self._rated_game = game
        self.look()

    def take(self, honours: AllHonours) -> None:
        """Take the tables as they are now."""
        before, self._honours = self._honours, honours
        game, self._rated_game = self._rated_game, ""
        own, former = _of_game(honours, game), _of_game(before, game)
        if own and own.matches > (former.matches if former else 0):
            line = self._line(own, former.place if former else 0)
            self._room.speech.say(list_title(line), urgency=Urgency.EVENT)
        is_opening, self._is_opening = self._is_opening, False
        if is_opening:
            self._room.places.open(ListPlace(self._room, Message("club.honours_title"), self._games))

    def _games(self) -> Iterator[Item]:
        def step_hiding(_by: int) -> None:
            self._honours = replace(self._honours, hidden=not self._honours.hidden)
            if self._club.lobby:
                self._club.lobby.hide_rating(wanted=self._honours.hidden)

        for each in self._honours.games:
            yield Item(each.game, self._line(each), choose=partial(self._open_table, each))
        if not self._honours.games:
            yield Item("none", Message("club.no_honours"))
        value = on_or_off(on=self._honours.hidden)
        yield Item("hide", Message("club.hide_rating", blanks={"value": value}), step=step_hiding)

    def _line(self, honours: Honours, former_place: int = 0) -> Message:
        """A game, and what the listener's rating means there; 0 for no place before."""
        facts = []
        if honours.place:
            facts.append(Message("club.place", blanks={"place": honours.place, "people": honours.people}))
            if former_place not in (0, honours.place):
                facts.append(Message("club.former_place", blanks={"place": former_place}))
        elif honours.matches:
            blanks: dict[str, Blank] = {"matches": honours.matches, "needed": honours.needed}
            facts.append(Message("club.provisional", blanks=blanks))
        else:
            facts.append(Message("club.unplayed"))
        if honours.near:  # who is about as strong
            facts.append(Message("club.near", blanks={"name": member_blank(honours.near)}))
        game = self._club.game(honours.game)
        return Message("club.honours_of", blanks={"game": game, "facts": Series(tuple(facts))})

    def _open_table(self, honours: Honours) -> None:
        """List the first people, and the listener at their own place, whom others may not see there."""
        me, names, items = self._club.me, [*honours.names], []
        if honours.place and me not in names:
            names.insert(honours.place - 1, me)
        for at, name in enumerate(names, 1):
            place = honours.place if name == me else at
            blanks: dict[str, Blank] = {"place": place, "name": member_blank(name)}
            own = "_hidden" if self._honours.hidden else "_own"
            word = f"honoured{own if name == me else ''}"
            items.append(Item(f"{place} {name}", Message(f"club.{word}", blanks=blanks)))
        nobody = Message("club.nobody_honoured", blanks={"needed": honours.needed})
        lines = tuple(items) or (Item("none", nobody),)
        title = Message("club.honour_title", blanks={"game": self._club.game(honours.game)})
        self._room.places.open(ListPlace(self._room, title, lambda: lines))


def _of_game(honours: AllHonours, game: str) -> Honours | None:
    return next((each for each in honours.games if each.game == game), None)
