"""The main menu, and the ways from it to matches and tables."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from playroom.console.key_hint import tell_keys
from playroom.console.match.draft import Draft, for_seats
from playroom.console.match.record_errors import rule_broken
from playroom.console.match.seating import saved_seating
from playroom.console.menus.games import Games
from playroom.console.menus.local_match import LocalExits, LocalMatch
from playroom.console.menus.match_setup import MatchSetup
from playroom.console.menus.matches import MatchesMenu
from playroom.console.menus.rules import games_menu
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.yes_or_no import ask_to_leave
from playroom.console.room import Room
from playroom.console.shared.visit import SharedVisit
from playroom.console.shared.visit_parts import VisitParts
from playroom.home.saved_match import SavedMatch
from playroom.keys.commands import PlaceName
from playroom.narration.file_errors import page_error_told
from playroom.narration.message import Blank, Message
from playroom.strict_yaml import PageError
from playroom.table.record_parser import RuleBroken


class MainMenu(ListPlace):
    """The first list of the room; *settings* makes the list of settings."""

    def __init__(self, room: Room, games: Games, settings: Callable[[Room], ListPlace]) -> None:
        self._games, self._settings = games, settings
        self._has_told_keys = False
        parts = VisitParts(
            room=room,
            tables=games.shared,
            variants=games.variants,
            adviser=games.adviser,
            transcripts=games.transcripts,
            list_settings=self._list_settings,
            set_up=self._set_up_for_others,
            own=games.own_table,
            matches=games.matches,
        )
        self._visit = SharedVisit(parts, self)
        exits = LocalExits(self._list_settings, self._come_back)
        self.match = LocalMatch(room, games, exits)
        super().__init__(room, Message("menus.title"), self._entries, back=partial(ask_to_leave, room))

    def tell(self) -> None:
        """Say the title and the item in focus; once, to somebody who has played no match yet, the keys."""
        super().tell()
        if not self._has_told_keys and not self._games.matches.count():
            tell_keys(self.room, PlaceName.MENU)
        self._has_told_keys = True

    def resume_newest(self, strengths: Sequence[str] = ()) -> None:
        """Go on with the match that was played last."""
        kept = self._games.matches.newest_first()
        if kept:
            self.resume(kept[0], strengths)
        else:
            self.tell_item()

    def resume(self, saved: SavedMatch, strengths: Sequence[str] = ()) -> None:
        """Go on with a match, its bots as strong as they were, or in turn as *strengths*.

        It is said if the match is open elsewhere, and if it cannot be read, which moves it out of the way.
        """
        if not saved.open():
            self.tell_item(Message("menus.open_elsewhere"))
            return
        try:
            record = saved.load(self._games.variants)
        except (PageError, RuleBroken) as error:
            book = self.room.preferences.book
            why = page_error_told(error) if isinstance(error, PageError) else rule_broken(error, book)
            blanks: dict[str, Blank] = {"why": why, "file": str(saved.move_unreadable())}
            saved.close()
            self.tell_item(Message("menus.unreadable", blanks=blanks))
            return
        seating = saved_seating(saved.seats(), len(record.players))
        if strengths:
            bots = sorted(seating.bots)
            seating = replace(seating, bots=dict(zip(bots, for_seats(strengths, len(bots)), strict=True)))
        self.match.sit_down(saved, record, seating)

    def close(self) -> None:
        """Save what is not saved yet, and close the tables that are open to others."""
        self.match.finish()
        self._games.shared.close()

    @property
    def is_connecting(self) -> bool:
        """Whether a shared table was asked for that has not answered yet."""
        return self._visit.is_connecting

    def host(self, draft: Draft, at: str = "") -> None:
        """Open a table to others, on this machine or *at* a server, and sit down at it."""
        self._visit.open(draft, at)

    def join(self, invite: str, name: str) -> None:
        """Go to the table of an invite; invite and name are asked for where they are empty."""
        self._visit.way_in.begin(invite, name)

    def _entries(self) -> tuple[Item, ...]:
        kept = len(self._games.matches.newest_first())
        resume = Item("continue", Message("menus.continue"), choose=self.resume_newest)
        matches = Item("matches", Message("menus.matches"), choose=self._list_matches)
        blanks: dict[str, Blank] = {"code": self._games.own_table.way_back}
        own = Item("own_table", Message("online.go_back_to", blanks=blanks), choose=self._visit.go_back)
        return (
            *((own,) if self._games.own_table.way_back else ()),
            *((resume,) if kept else ()),
            *((matches,) if kept > 1 else ()),
            Item("new", Message("menus.new"), choose=self._set_up),
            Item("rules", Message("menus.rules"), choose=self._list_games),
            Item("settings", Message("menus.settings"), choose=self._list_settings),
            Item("open", Message("online.open"), choose=self._set_up_shared),
            Item("join", Message("online.join"), choose=self._visit.way_in.ask_for_invite),
            Item("leave", Message("menus.leave"), choose=self.room.close),
        )

    def _set_up(self) -> None:
        self.room.places.open(self._new_setup(self.match.begin))

    def _set_up_shared(self) -> None:
        self._set_up_for_others(self.host)

    def _set_up_for_others(self, begin: Callable[[Draft], None]) -> None:
        """Have a table set up that is open to others."""
        setup = self._new_setup(begin)
        if self._visit.name:
            setup.draft = setup.draft.for_people([self._visit.name])
        self.room.places.open(setup)

    def _new_setup(self, begin: Callable[[Draft], None]) -> MatchSetup:
        return MatchSetup(self.room, self._games.variants, tuple(self._games.bots), begin)

    def _list_matches(self) -> None:
        matches = MatchesMenu(self.room, self._games.matches, self._games.variants, self.resume)
        self.room.places.open(matches)

    def _list_games(self) -> None:
        self.room.places.open(games_menu(self.room, self._games.variants))

    def _list_settings(self) -> None:
        self.room.places.open(self._settings(self.room))

    def _come_back(self) -> None:
        """Be back from a match, at the line that goes on with it."""
        self.turn_to("continue")
        self.room.places.back()
