"""The main menu, and the ways from it to a table and back."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from playroom.console.key_hint import tell_keys
from playroom.console.match.bot_seats import BotSeats
from playroom.console.match.draft import Draft, for_seats
from playroom.console.match.hints import Adviser
from playroom.console.match.key_answer import Then
from playroom.console.match.log import has_moved
from playroom.console.match.record_errors import rule_broken
from playroom.console.match.saver import MatchSaver
from playroom.console.match.seating import Seating, saved_seating, seating_of
from playroom.console.match.session import MatchSession
from playroom.console.match.transcript_writer import TranscriptWriter
from playroom.console.menus.match_setup import MatchSetup
from playroom.console.menus.matches import MatchesMenu
from playroom.console.menus.rules import games_menu, list_rules
from playroom.console.menus.table import table_menu
from playroom.console.places.items import Item
from playroom.console.places.list import ListPlace
from playroom.console.places.shared_keyboard import SharedKeyboard
from playroom.console.places.table import TableExits, TablePlace
from playroom.console.places.yes_or_no import ask_to_leave
from playroom.console.room import Room
from playroom.console.shared.protocols import SharedTables
from playroom.console.shared.visit import SharedVisit
from playroom.console.shared.visit_parts import VisitParts
from playroom.home.own_table import OwnTable
from playroom.home.saved_match import SavedMatch, SavedMatches
from playroom.keys.commands import Command, PlaceName
from playroom.narration.file_errors import page_error_told
from playroom.narration.message import Blank, Message, Urgency, answer
from playroom.narration.phrasebook import NOBODY
from playroom.rules.match import new_match
from playroom.rules.seat import Seat
from playroom.rules.variant import Variant
from playroom.rules.view import View
from playroom.strict_yaml import PageError
from playroom.table.record import Record
from playroom.table.record_parser import RuleBroken
from playroom.table.setup import new_record
from playroom.table.table import Bot, Table
from playroom.voice.history import History

MATCHES_WITH_KEYS = 3
"""The matches at whose beginning the keys that matter are said."""


@dataclass(frozen=True, slots=True)
class Games:
    """What can be played: rulebooks, bots by the word for their strength, and an adviser.

    *matches* and *transcripts* are where matches are written, *seed* is the seed of the next match, *shared*
    leads to tables that people share, *own_table* is the player's own, to which they can go back.
    """

    variants: Mapping[str, Variant]
    bots: Mapping[str, Bot]
    adviser: Adviser
    matches: SavedMatches
    transcripts: Path
    seed: Callable[[], int]
    shared: SharedTables
    own_table: OwnTable


class MainMenu(ListPlace):
    """The first list of the room; *settings* makes the list of settings."""

    def __init__(self, room: Room, games: Games, settings: Callable[[Room], ListPlace]) -> None:
        self._games, self._settings = games, settings
        self._saver: MatchSaver | None = None
        self._open: SavedMatch | None = None
        self._begun: tuple[Table, Seating] | None = None
        """The match under way, if it was begun in this visit."""
        self._has_told_keys = False
        self._has_warned = False
        """Whether people were asked for headphones."""
        self._left: list[Record] = []
        """The matches that were left in this visit, as they stood: the history has all of them."""
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
        super().__init__(room, Message("menus.title"), self._entries, back=partial(ask_to_leave, room))

    def tell(self) -> None:
        """Say the title and the item in focus; once, to somebody who has played no match yet, the keys."""
        super().tell()
        if not self._has_told_keys and not self._games.matches.count():
            tell_keys(self.room, PlaceName.MENU)
        self._has_told_keys = True

    def begin(self, draft: Draft) -> None:
        """Begin a match and open its table; other matches stay, and how many they are is said."""
        variant = self._games.variants[draft.setup.game]
        record = new_record(variant, draft.setup, draft.players)
        others = len(self._games.matches.newest_first())
        self._open = self._games.matches.create()
        self._sit_down(self._open, record, seating_of(draft.seated, len(draft.players)), others)

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
        self._open = saved
        seating = saved_seating(saved.seats(), len(record.players))
        if strengths:
            bots = sorted(seating.bots)
            seating = replace(seating, bots=dict(zip(bots, for_seats(strengths, len(bots)), strict=True)))
        self._sit_down(saved, record, seating)

    def finish(self) -> None:
        """Save what is not saved yet of the match, and let other programs play it."""
        self.room.clear_away()
        if self._saver:
            self._saver.finish()
        if self._open:
            self._open.close()

    def close(self) -> None:
        """Save what is not saved yet, and close the tables that are open to others."""
        self.finish()
        self._games.shared.close()

    def drop_unplayed(self) -> None:
        """Keep no match that was begun in this visit and in which no person has moved."""
        if not self._begun or not self._saver or not self._open:
            return
        table, seating = self._begun
        if not has_moved(table.match, seating.people):
            self._saver.finish()
            self._open.remove()

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
        self.room.places.open(self._new_setup(self.begin))

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

    def _sit_down(self, saved: SavedMatch, record: Record, seating: Seating, others: int = 0) -> None:
        room = self.room
        self._visit.give_up()
        saver = self._saver = MatchSaver(saved, room.background, room.speech.say)
        seats = BotSeats(self._games.bots, seating, saver)
        table = seats.table(record, self._games.seed())
        self._begun = None if record.match.rounds else (table, seating)
        is_early = not record.match.rounds and self._games.matches.count() < MATCHES_WITH_KEYS
        sit = partial(self._sit, seats, table)
        then = partial(self._tell_more, others, with_keys=is_early)
        if seating.is_shared:
            self._share_keyboard(seats, table, sit, then)
        else:
            self._sit_alone(sit(next(iter(seating.people), None)), then)

    def _sit(self, seats: BotSeats, table: Table, seat: Seat | None) -> TablePlace:
        """The place of the person in this seat; None if nobody plays."""
        session = MatchSession(self.room, table, seat, seats.save)
        exits = TableExits(
            menu=partial(self._open_table_menu, partial(seats.items, table), title=seats.title),
            rules=list_rules,
            again=partial(self._play_again, session, seats),
            leave=partial(self._leave_table, session),
            talk=self._tell_alone,
        )
        place = TablePlace(self.room, session, exits, self._games.adviser)
        session.listen(lambda *_: place.scan())
        return place

    def _sit_alone(self, place: TablePlace, then: Then) -> None:
        """Let one person play to the end."""
        record = place.session.table.record
        self._write_transcript(record, self.room.voice.history)
        self.room.places.open(place, silent=True)
        self.room.name_window(place.session.window)
        if record not in self._left:
            place.session.telling.recall()
        place.session.begin(then)
        if record.match.round:
            place.tell()

    def _share_keyboard(
        self, seats: BotSeats, table: Table, sit: Callable[[Seat], TablePlace], then: Then
    ) -> None:
        """Let several people play in turn."""
        keyboard = SharedKeyboard(self.room, table, seats, sit)
        self._write_transcript(table.record, keyboard.public)
        keyboard.begin(then, with_warning=not self._has_warned)
        self._has_warned = True

    def _write_transcript(self, record: Record, history: History) -> None:
        """Let a transcript be written of what this history records from now on."""
        folder = self._games.transcripts
        self.room.transcript = TranscriptWriter(self.room, folder, record.variant.name, history)

    def _tell_alone(self, command: Command) -> None:
        self.room.speech.answer(
            answer("online.no_limit" if command is Command.EXTEND else "online.no_people")
        )

    def _tell_more(self, others: int, known: View, *, with_keys: bool) -> None:
        """Say how many matches are kept besides the one that begins, and in the first ones the keys."""
        if with_keys:
            tell_keys(self.room, PlaceName.HAND, draws=known.drawable > 0)
        if others:
            self.room.speech.say(
                Message("menus.others_kept", blanks={"count": others}), urgency=Urgency.EVENT
            )

    def _open_table_menu(
        self, list_seats: Callable[[], tuple[Item, ...]], table: TablePlace, title: str = "menus.bots_title"
    ) -> None:
        self.room.places.open(table_menu(self.room, table, list_seats, self._list_settings, title))

    def _play_again(self, session: MatchSession, seats: BotSeats) -> None:
        """Begin another match at the table of one that is over."""
        record = session.table.record
        self._end(session)
        self.room.places.drop()
        self._open = self._games.matches.create()
        again = replace(record, match=new_match(record.match.rules))
        self._sit_down(self._open, again, seats.seating)

    def _leave_table(self, session: MatchSession) -> None:
        self._end(session)
        self.turn_to("continue")
        self.room.places.back()

    def _end(self, session: MatchSession) -> None:
        """Let the match rest, saved as it stands."""
        session.stop()
        self.room.clear_away()
        self._left.append(session.table.record)
        self._begun = None
        self.finish()
        self.room.speech.talk_to(NOBODY)
        self.room.name_window(Message("menus.window"))
        if self.room.transcript:
            self.room.transcript.end()
        self.room.transcript = None
