"""The main menu, and the ways from it to a table and back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from playroom.console.match.bot_seats import BotSeats
from playroom.console.match.draft import Draft, for_seats
from playroom.console.match.hints import Adviser
from playroom.console.match.saver import MatchSaver
from playroom.console.match.session import MatchSession
from playroom.console.match.transcript_writer import TranscriptWriter
from playroom.console.menus.match_setup import MatchSetup
from playroom.console.menus.rules import games_menu, sections_menu
from playroom.console.menus.table import table_menu
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.table import TableExits, TablePlace
from playroom.console.places.yes_or_no import YesOrNo, ask_to_leave
from playroom.console.room import Room
from playroom.home.saved_match import SavedMatch
from playroom.narration.message import Blank, Message
from playroom.narration.phrasebook import NOBODY
from playroom.narration.rulebook import rulebook
from playroom.rules.variant import Variant
from playroom.strict_yaml import PageError
from playroom.table.record import Record
from playroom.table.record_parser import RuleBroken
from playroom.table.setup import new_record
from playroom.table.table import Bot

UNKNOWN = ""
"""Stands for the strength of a bot where none was saved."""


@dataclass(frozen=True, slots=True)
class Games:
    """What can be played: rulebooks, bots by the word for their strength, and an adviser.

    *saved* and *transcripts* are where matches are written, *seed* is the seed of the next match.
    """

    variants: Mapping[str, Variant]
    bots: Mapping[str, Bot]
    adviser: Adviser
    saved: SavedMatch
    transcripts: Path
    seed: Callable[[], int]


class MainMenu(ListPlace):
    """The first list of the room; *settings* makes the list of settings."""

    def __init__(self, room: Room, games: Games, settings: Callable[[Room], ListPlace]) -> None:
        self._games, self._settings = games, settings
        self._saver: MatchSaver | None = None
        self._left: Record | None = None
        """The match that the listener has left in this visit, as it stood: the history has all of it."""
        super().__init__(room, Message("menus.title"), self._entries, back=partial(ask_to_leave, room))

    def begin(self, draft: Draft) -> None:
        """Begin a match and open its table; a saved match is moved to the past ones."""
        variant = self._games.variants[draft.setup.game]
        record = new_record(variant, draft.setup, draft.players)
        self._games.saved.archive()
        self._sit_down(record, draft.seated)

    def resume(self, strengths: Sequence[str] = ()) -> None:
        """Go on with the saved match, its bots as strong as they were, or in turn as *strengths*.

        A match that cannot be read is moved out of the way, and that is said.
        """
        saved = self._games.saved
        try:
            record = saved.load(self._games.variants)
        except (PageError, RuleBroken) as error:
            blanks: dict[str, Blank] = {"why": str(error), "file": str(saved.move_unreadable())}
            self.tell_item(Message("menus.unreadable", blanks=blanks))
            return
        seated = saved.seats() or dict.fromkeys(range(1, len(record.players)), UNKNOWN)
        if strengths:
            seated = dict(zip(sorted(seated), for_seats(strengths, len(seated)), strict=True))
        self._sit_down(record, seated)

    def finish(self) -> None:
        """Save what is not saved yet of the match."""
        if self._saver:
            self._saver.finish()

    def _entries(self) -> tuple[Item, ...]:
        resume = (Item("continue", Message("menus.continue"), choose=self.resume),)
        return (
            *(resume if self._games.saved.exists() else ()),
            Item("new", Message("menus.new"), choose=self._set_up),
            Item("rules", Message("menus.rules"), choose=self._list_games),
            Item("settings", Message("menus.settings"), choose=self._list_settings),
            Item("leave", Message("menus.leave"), choose=self.room.close),
        )

    def _set_up(self) -> None:
        setup = MatchSetup(self.room, self._games.variants, tuple(self._games.bots), self._begin_set_up)
        self.room.places.open(setup)

    def _begin_set_up(self, draft: Draft) -> None:
        """Begin what was set up, after a question if that ends a saved match."""
        if self._games.saved.exists():
            question = Message("menus.replace_match")
            self.room.places.open(YesOrNo(self.room, question, partial(self._replace_setup, draft)))
        else:
            self._replace_setup(draft)

    def _replace_setup(self, draft: Draft) -> None:
        self.room.places.drop()
        self.begin(draft)

    def _list_games(self) -> None:
        self.room.places.open(games_menu(self.room, self._games.variants))

    def _list_settings(self) -> None:
        self.room.places.open(self._settings(self.room))

    def _sit_down(self, record: Record, seated: Mapping[int, str]) -> None:
        room = self.room
        persons = [seat for seat in range(len(record.players)) if seat not in seated]
        saver = self._saver = MatchSaver(self._games.saved, room.background, room.speech.say)
        seats = BotSeats(self._games.bots, seated, saver)
        room.transcript = TranscriptWriter(room, self._games.transcripts, record.variant.name)
        table = seats.table(record, self._games.seed())
        session = MatchSession(room, table, persons[0] if persons else None, seats.save)
        exits = TableExits(
            partial(self._open_table_menu, seats), self._list_rules, partial(self._leave_table, session)
        )
        place = TablePlace(room, session, exits, self._games.adviser)
        room.places.open(place, silent=True)
        if record != self._left:
            session.recall()
        session.begin()
        if record.match.round:
            place.tell()

    def _open_table_menu(self, seats: BotSeats, table: TablePlace) -> None:
        self.room.places.open(table_menu(self.room, table, seats, self._list_settings))

    def _list_rules(self, table: TablePlace) -> None:
        session = table.session
        sections = rulebook(session.variant, session.table.match.rules)
        self.room.places.open(sections_menu(self.room, session.title, sections))

    def _leave_table(self, session: MatchSession) -> None:
        session.stop()
        self._left = session.table.record
        self.finish()
        self.room.speech.audience = NOBODY
        if self.room.transcript:
            self.room.transcript.end()
        self.room.transcript = None
        self.turn_to("continue")
        self.room.places.back()
