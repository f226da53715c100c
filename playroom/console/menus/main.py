"""The main menu, and the ways from it to matches and tables."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from playroom.console.local.local_matches import LocalMatches
from playroom.console.matches.match_transfer import rule_broken
from playroom.console.play.draft import Draft, draft, for_seats, saved_seating
from playroom.console.play.games import Games
from playroom.console.presets.preset_changes import preset_key, preset_line
from playroom.console.presets.table_preset import misfit
from playroom.console.replay.replays import Replays
from playroom.console.settings.setting_item import language_item
from playroom.console.ui.key_help import key_hint, tell_hints
from playroom.console.ui.list import ListPlace, WaitList, list_title
from playroom.console.ui.places import Item
from playroom.console.ui.questions import YesOrNo, ask_to_leave
from playroom.console.ui.room import Room
from playroom.home.match_notes import MatchNotes, possible_people
from playroom.home.presets import TablePreset
from playroom.home.saved_match import SavedMatch
from playroom.keys.commands import PlaceName
from playroom.narration.file_errors import page_error_message
from playroom.narration.message import Blank, Message, Title, Urgency, answer
from playroom.rules.seat import Seat
from playroom.strict_yaml import PageError
from playroom.table.record import Record
from playroom.table.record_parser import RuleBroken

if TYPE_CHECKING:
    from pathlib import Path

    from playroom.console.menus.match_setup import MatchSetup
    from playroom.console.progress.day_list import DayParts
    from playroom.console.shared.club import Club
    from playroom.console.shared.visit import SharedTableController


LONG: Final = 200_000
"""The bytes of a record from which on it is read beside the keys: reading them may take a second."""


class MainMenu(ListPlace):
    """The first list of the room; *settings* makes the list of settings.

    A player who has *languages*, their names by code, chooses among them here too.
    """

    def __init__(
        self,
        room: Room,
        games: Games,
        settings: Callable[[Room], ListPlace],
        languages: Mapping[str, str] | None = None,
    ) -> None:
        self._games, self._settings, self._languages = games, settings, languages or {}
        self._has_said_keys = False
        self._shared: SharedTableController | None = None
        self.called = ""
        """The player's name at shared tables, if they have given one before."""
        self.games_of_club: Collection[str] = ()
        """The games of the club whose tables are the only shared ones; none are all."""
        self._newest: tuple[Path, str, bool] | None = None
        """The file of the match that was played last, its game, and whether it is a lesson."""
        self._reading: SavedMatch | None = None
        """The long match that is being read."""
        self._update: Item | None = None
        """The line on a newer version, if there is one."""
        self._asked: SavedMatch | None = None
        """The match of which it is asked who plays it."""
        self.match: LocalMatches = LocalMatches(room, games, self)
        self.replays: Replays = Replays(room, games, self.match.sit_down, self.list_settings)
        self.finds_clubs: bool = games.reaches_others
        super().__init__(room, Message("menus.title"), back=partial(ask_to_leave, room))

    def tell(self) -> None:
        """Say the title and the item in focus; to a new player, once, the keys too."""
        super().tell()
        if not self._has_said_keys and not self._games.matches.count():
            tell_hints(self.room, key_hint(self.room, PlaceName.MENU))
        self._has_said_keys = True

    def show_update(self, line: Item | None, news: Message | None = None) -> None:
        """Have this line on a newer version, or none; *news* of it are said here, but in no match or list."""
        self._update = line
        self.turn_to(self.content.item.key)  # the focus stays where it is
        if news and self.room.places.current is self:
            self.room.speech.say(news, urgency=Urgency.EVENT)

    def lesson_offer(self) -> YesOrNo:
        """The question at the first start, whether the player wants to learn by playing."""
        return YesOrNo(self.room, Message("menus.offer_lesson"), self.match.learn)

    def resume_newest(self, strengths: Sequence[str] = (), file: str = "") -> None:
        """Go on with the match that was played last, or with that of a file, if it is still there."""
        kept = [each for each in self._games.matches.newest_first() if file in ("", each.file.name)]
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
        elif saved.size < LONG:
            self._go_on(saved, strengths, self._loaded(saved))
        else:
            self._reading = saved

            def take(record: Record | PageError | RuleBroken) -> None:
                self._reading = None
                self.room.places.close(WaitList)
                self._go_on(saved, strengths, record)

            def give_up() -> None:
                job.cancel()
                self._reading = None
                saved.close()
                self.room.places.back()

            job = self.room.background.run(partial(self._loaded, saved), take)
            self.room.places.open(WaitList(self.room, answer("menus.reading_match"), give_up))

    def _loaded(self, saved: SavedMatch) -> Record | PageError | RuleBroken:
        """The match that is saved, or why it cannot be read."""
        try:
            return saved.load(self._games.variants)
        except (PageError, RuleBroken) as error:
            return error

    def _go_on(
        self, saved: SavedMatch, strengths: Sequence[str], record: Record | PageError | RuleBroken
    ) -> None:
        """Go on with a match that was read, or say why it could not be."""
        if not isinstance(record, Record):
            name, book = self.room.file_name, self.room.preferences.book
            why = (
                page_error_message(record, name(record.source))
                if isinstance(record, PageError)
                else rule_broken(record, book)
            )
            blanks: dict[str, Blank] = {"why": why, "file": name(saved.move_unreadable())}
            saved.close()
            self.tell_item(Message("menus.unreadable", blanks=blanks))
            return
        notes, players = saved.notes(), len(record.players)
        people = possible_people(notes, players)
        if len(people) > 1 and notes.own != people:
            self._ask_who_plays(saved, strengths, record)
        else:
            self._sit_down(saved, strengths, record, notes)

    def _ask_who_plays(self, saved: SavedMatch, strengths: Sequence[str], record: Record) -> None:
        """Ask who plays at this keyboard, which the notes have lost, before a hand is said."""
        notes = saved.notes()
        people = possible_people(notes, len(record.players))
        self._asked = saved

        def choose(own: tuple[Seat, ...]) -> None:
            self._asked = None
            self.room.places.close(ListPlace)
            self._sit_down(saved, strengths, record, replace(notes, own=own))

        def give_up() -> None:
            self._asked = None
            saved.close()
            self.room.places.back()

        alone = Message("menus.alone", blanks={"name": record.players[people[0]]})
        items = (
            Item("several", Message("menus.several"), choose=partial(choose, people)),
            Item("alone", alone, choose=partial(choose, people[:1])),
            Item("back", Message("menus.back"), choose=give_up),
        )
        self.room.places.open(ListPlace(self.room, Message("menus.who_plays"), lambda: items, back=give_up))

    def _sit_down(
        self, saved: SavedMatch, strengths: Sequence[str], record: Record, notes: MatchNotes
    ) -> None:
        """Open the table of a saved match, its bots as strong as they were, or in turn as *strengths*."""
        bots = sorted(saved_seating(notes, len(record.players)).bots)
        if strengths and bots:
            notes = replace(notes, bots=dict(zip(bots, for_seats(strengths, len(bots)), strict=True)))
        self.match.sit_down(saved, record, notes)

    def list_settings(self) -> None:
        """Open the list of settings."""
        self.room.places.open(self._settings(self.room))

    def come_back(self) -> None:
        """Return from a match, to the line that continues it."""
        self._newest = None  # a lesson may have ended
        self.turn_to("continue")
        self.room.places.back()

    def close(self) -> None:
        """Save what is not saved yet, and close the tables that are open to others."""
        self.match.finish()
        for saved in filter(None, (self._reading, self._asked)):
            saved.close()
        if self._shared:
            self._shared.close()

    @property
    def is_connecting(self) -> bool:
        """Whether a table was asked for that is not there yet: a shared one, or one that is being read."""
        return self._reading is not None or (self._shared is not None and self._shared.is_connecting)

    @property
    def shared_table(self) -> tuple[str, str] | None:
        """The code of the shared table at which the player is, and their name there; None without one."""
        return self._shared.table if self._shared else None

    @property
    def told(self) -> str:
        """That table and its last event, as CODE:NUMBER, once all of it is told; "" before."""
        return self._shared.told if self._shared else ""

    def host(self, draft: Draft, at: str = "") -> None:
        """Open a table to others, on this machine or *at* a server, and sit down at it."""
        self._visit().open(draft, at)

    def join(self, invite: str, name: str) -> None:
        """Go to the table of an invite; invite and name are asked for where they are empty."""
        self._visit().way_in.begin(invite, name)

    def _visit(self) -> "SharedTableController":
        """The player's stay at shared tables, which is made when it is first needed."""
        from playroom.console.shared.visit import SharedTableController  # noqa: PLC0415 (the menu is there before)

        if self._shared is None:
            self._shared = SharedTableController(self.room, self._games, self)
            self._shared.name = self.called
        return self._shared

    def items(self) -> tuple[Item, ...]:
        """A newer version, what can be gone on with and begun, then lists, settings and the way out."""
        room, games = self.room, self._games
        kept, begun, code = games.matches.newest_first(), games.matches.count(), games.own_table.way_back
        own = Item(
            *("own_table", Message("online.go_back_to", blanks={"code": code})),
            choose=lambda: self._visit().go_back(),
        )
        resume = Item("continue", self._continue_label(kept), choose=self.resume_newest)
        matches = Message("menus.matches", blanks={"count": begun})
        statistics = Item("statistics", Message("statistics.menu"), choose=self._list_statistics)
        to_others = (
            Item(
                *("open", Message("online.open")),
                choose=lambda: self.set_up_for_others(self.host, self.games_of_club),
            ),
            Item("join", Message("online.join"), choose=lambda: self.join("", self.called)),
        )

        def preset_item(name: str, table: TablePreset) -> Item:
            begin = partial(self._begin_preset, name)
            return Item(preset_key(name), preset_line(name, table), choose=begin)

        return (
            *((self._update,) if self._update else ()),
            *((own,) if code and room.reaches_machine else ()),
            *((resume,) if kept else ()),
            Item("new", Message("menus.new"), choose=self._set_up),
            *starmap(preset_item, room.storage.presets.tables.items()),
            Item("matches", matches, choose=self._list_matches),
            Item("learn", Message("menus.learn"), choose=self._list_lessons),
            Item("rules", Message("menus.rules"), choose=self._list_games),
            Item("settings", Message("menus.settings"), choose=self.list_settings),
            Item("day", Message("daily.menu"), choose=self.open_day),
            *((statistics,) if begun else ()),
            *(to_others if games.reaches_others else ()),
            *((language_item(room, self._languages),) if self._languages else ()),
            Item("leave", Message("menus.leave"), choose=partial(ask_to_leave, room)),
        )

    def _continue_label(self, kept: Sequence[SavedMatch]) -> Message:
        """The line that continues the match played last, and which game that is."""
        newest = kept[0] if kept else None
        if newest and (self._newest is None or self._newest[0] != newest.file):
            self._newest = newest.file, newest.game(), newest.notes().lesson is not None
        _, game, is_lesson = self._newest if newest and self._newest else (None, "", False)
        if (variant := self._games.variants.get(game)) is None:
            return Message("menus.continue")
        entry = "menus.continue_lesson" if is_lesson else "menus.continue_game"
        return Message(entry, blanks={"game": Title(variant.name, variant.titles)})

    def typed(self, key: str) -> bool:
        """The digit of a preset begins a match at its table; other keys walk to an item."""
        digit, tables = self.room.keymap.digit(key), self.room.storage.presets.tables
        name = next((name for name, table in tables.items() if digit and table.digit == digit), None)
        if name is None:
            return super().typed(key)
        self._begin_preset(name)
        return True

    def _begin_preset(self, name: str) -> None:
        """Begin a match at the table of a preset, or say why that is not possible."""
        table = self.room.storage.presets.tables[name].table
        variants, bots = self._games.variants, tuple(self._games.bots)
        if why := misfit(table, variants, bots):
            self.tell_item(Message("presets.not_begun", blanks={"name": name, "why": why}))
            return
        self.room.speech.answer(answer("presets.begun", name=name))
        self.match.begin(draft(table, variants, bots))

    def _set_up(self) -> None:
        def accompany(draft: Draft) -> None:
            """Begin a match at a table of wood, with hints or without."""
            begin, question = partial(self.match.accompany, draft), Message("companion.with_hints")
            self.room.places.open(
                YesOrNo(self.room, question, partial(begin, hints=True), partial(begin, hints=False))
            )

        self.room.places.open(self._new_setup(self.match.begin, is_shared=False, accompany=accompany))

    def set_up_for_others(self, begin: Callable[[Draft], None], games: Collection[str] = ()) -> None:
        """Have a table of one of these *games* set up that is open to others; none are all."""
        setup = self._new_setup(begin, is_shared=True, games=games)
        if name := self._shared.name if self._shared else self.called:
            setup.name_host(name)
        self.room.places.open(setup)

    def _new_setup(
        self,
        begin: Callable[[Draft], None],
        *,
        is_shared: bool,
        accompany: Callable[[Draft], None] | None = None,
        games: Collection[str] = (),
    ) -> "MatchSetup":
        from playroom.console.menus.match_setup import MatchSetup  # noqa: PLC0415 (the menu is there before)

        parts = (self.room, self._games.variants, tuple(self._games.bots), begin)
        return MatchSetup(*parts, is_shared=is_shared, accompany=accompany, games=games)

    def _list_matches(self) -> None:
        from playroom.console.matches.all_matches import AllMatches  # noqa: PLC0415 (the menu is there before)

        AllMatches(self.room, self._games, self.resume, self.replays).open()

    def open_day(self) -> None:
        """Open the list of the deal of the day."""
        from playroom.console.progress.day_list import DayList  # noqa: PLC0415 (the menu is there before)

        DayList(self._day_parts(), self).open()

    def compare_day(self) -> None:
        """Compare today's result with the club to which the listener is connected."""
        from playroom.console.progress.day_list import compare_today  # noqa: PLC0415 (the menu is there before)

        if self.club:
            compare_today(self._day_parts(), self.club)

    def _day_parts(self) -> "DayParts":
        from playroom.console.matches.all_matches import open_catalogue  # noqa: PLC0415 (the menu is there before)
        from playroom.console.progress.day_list import DayParts  # noqa: PLC0415 (likewise)
        from playroom.table.deal_of_day import DAY_STRENGTH  # noqa: PLC0415 (likewise)

        games = self._games
        return DayParts(
            self.room,
            open_catalogue(self.room, games),
            games.variants,
            games.now(),
            games.expert,
            games.bots[DAY_STRENGTH],
        )

    def find_club(self) -> None:
        """Ask for the address of a club."""
        self.join("", self.called)

    @property
    def club(self) -> "Club | None":
        """The club with which results of a day are compared; None before any shared table."""
        return self._shared.way_in.club if self._shared else None

    def begin_day(self, day: date, *, is_practice: bool) -> None:
        """Begin a match with the deal of a day."""
        self.match.begin_day(day, is_practice=is_practice)

    def _list_statistics(self) -> None:
        from playroom.console.matches.all_matches import open_catalogue  # noqa: PLC0415 (the menu is there before)
        from playroom.console.progress.statistics_list import StatisticsList  # noqa: PLC0415 (likewise)

        room, games = self.room, self._games
        catalogue, judge = open_catalogue(room, games), games.adviser.round_review
        StatisticsList(room, catalogue, games.variants, games.now(), judge).open()

    def _list_lessons(self) -> None:
        """Open the list of lessons: the first match, and those on what further games have of their own."""
        from playroom.console.lessons.lessons import FIRST_GAME, TABLES, lesson_line  # noqa: PLC0415 (the menu is there before)

        items = tuple(
            Item(game, lesson_line(variant), choose=partial(self._learn, game))
            for game in (FIRST_GAME, *TABLES)
            if (variant := self._games.variants.get(game))
        )
        heading = list_title(Message("menus.learn"))
        self.room.places.open(ListPlace(self.room, heading, lambda: items))

    def _learn(self, game: str) -> None:
        """Leave the lists for the lesson on a game."""
        self.room.places.drop_to(self)
        self.match.learn(game)

    def _list_games(self) -> None:
        from playroom.console.rulebook.rules_reader import Trials, games_menu  # noqa: PLC0415 (the menu is there before)

        trials = Trials(self._games.adviser, self.list_settings, learn=self._learn)
        self.room.places.open(games_menu(self.room, self._games.variants, trials))
