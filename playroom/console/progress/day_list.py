"""The list of the deal of the day: to play it, today's result, the streak and the past days."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from playroom.console.matches.catalogue import Catalogue
from playroom.console.play.draft import NAMES
from playroom.console.progress.statistics_list import day_message, lead_message
from playroom.console.replay.replays import replay_of
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.home.match_index import MatchEntry
from playroom.home.saved_match import SavedMatch
from playroom.home.statistics import DayResult, day_results, day_streak, tries_of
from playroom.narration.message import Blank, Message, Urgency, answer, game_title
from playroom.rules.move import Move
from playroom.rules.rulebook.variant import Variant
from playroom.strict_yaml import PageError
from playroom.table.deal_of_day import day_record, day_table, expert_lead, moves_of_day
from playroom.table.record import Record
from playroom.table.record_parser import RuleBroken
from playroom.table.table import Bot

if TYPE_CHECKING:
    from playroom.console.replay.replays import Replays
    from playroom.console.ui.background import Job


class DayParts(Struct, frozen=True):
    """The surroundings of the list: *now* is the local time, *expert* and *other* play without a clock."""

    room: Room
    catalogue: Catalogue
    variants: Mapping[str, Variant]
    now: datetime
    expert: Bot
    other: Bot


class DayClub(Protocol):
    """The club to which the listener is connected."""

    @property
    def has_results(self) -> bool:
        """Whether the listener can compare the deal of the day there: they have signed in."""

    def compare_day(self, day: date, moves: Iterable[Move]) -> None:
        """Compare the deal of a day with the club, and list the results."""


class DayHome(Protocol):
    """The menu from which deals are played."""

    replays: "Replays"
    finds_clubs: bool
    """Whether the listener can go to clubs."""

    @property
    def club(self) -> DayClub | None:
        """The club with which results are compared; None without shared tables."""

    def begin_day(self, day: date, *, is_practice: bool) -> None:
        """Begin a match with the deal of a day."""

    def resume(self, saved: SavedMatch) -> None:
        """Continue a saved match."""

    def find_club(self) -> None:
        """Ask which club to go to; its list compares the deal of the day too."""


def compare_today(parts: DayParts, club: DayClub) -> None:
    """Compare today's result with a club once all matches are read, or say that there is none."""
    today = parts.now.date()

    def compare() -> None:
        result = next((each for each in day_results(parts.catalogue.entries) if each.day == today), None)
        parts.catalogue.close()
        if result is None:
            parts.room.speech.answer(answer("daily.no_result"))
        elif record := _record(parts, result.entry):
            club.compare_day(today, moves_of_day(record.match))

    parts.catalogue.read(compare)


class DayList(ListPlace):
    """The deal of the day, from which Enter leads into a match or back into one."""

    def __init__(self, parts: DayParts, home: DayHome) -> None:
        self._parts, self._home, self._catalogue = parts, home, parts.catalogue
        self._today = parts.now.date()
        self._job: Job | None = None
        super().__init__(parts.room, Message("daily.title"), back=self._leave)

    def open(self) -> None:
        """Open the list once all matches are read; then have the expert play what it has not played."""

        def begin() -> None:
            self.turn_to(self._items()[0].key)
            if self.room.places.current is self:
                self.tell()
            self._compare()

        self.room.places.open(self, silent=True)
        self._catalogue.read(begin)

    @property
    def _results(self) -> tuple[DayResult, ...]:
        return day_results(self._catalogue.entries)

    def _compare(self) -> None:
        """Have the expert play the newest deal that it has not played, then the others."""
        missing = next((each for each in self._results if each.expert is None), None)
        if missing is None:
            return
        parts, day = self._parts, missing.day

        def note(lead: int) -> None:
            self._catalogue.note_expert(missing.entry, lead, lambda _: tell(lead))

        def tell(lead: int) -> None:
            """Say how today's result compares; go on with the next day unless that could not be saved."""
            if day == self._today and self.room.places.current is self:
                line = self._line("today", replace(missing, expert=lead))
                self.room.speech.say(line, urgency=Urgency.EVENT)
            if all(each.expert is not None for each in self._results if each.day == day):
                self._compare()

        record = day_record(day, parts.variants, NAMES)
        play = partial(expert_lead, day, record, parts.expert, parts.other)
        self._job = self.room.background.run(play, note)

    def items(self) -> tuple[Item, ...]:
        """Today's deal or its result, the streak, and the past days."""
        results = self._results
        now, longest = day_streak(results, self._today)
        blanks: dict[str, Blank] = {"count": now, "longest": longest}
        past = tuple(
            Item(str(each.day), self._line("past", each), choose=partial(self._look_back, each.entry))
            for each in results
            if each.day != self._today
        )
        return (
            *self._today_items(next((each for each in results if each.day == self._today), None)),
            *((Item("streak", Message("daily.streak", blanks=blanks)),) if results else ()),
            *past,
            Item("back", Message("menus.back"), choose=self._leave),
        )

    def _today_items(self, result: DayResult | None) -> tuple[Item, ...]:
        """The lines about today: to play, to go on, or the result and what can be done with it."""
        tries = tries_of(self._catalogue.entries, self._today)
        again = Item("again", Message("daily.again"), choose=partial(self._play, is_practice=True))
        if result:

            def copy() -> None:
                """Copy the result as a line to paste, and say that line."""
                line = self._line("shared", result)
                copied = self.room.display.copy(self.room.speech.words(line))
                self.tell_item(Message("daily.copied", blanks={"copied": copied, "line": line}))

            retry = partial(self._look_back, result.entry, retries=True)
            return (
                Item("today", self._line("today", result)),
                Item("copy", Message("daily.copy"), choose=copy),
                *self._club_items(result.entry),
                Item("retry", Message("replay.retry"), choose=retry),
                Item("replay", Message("replay.open"), choose=partial(self._look_back, result.entry)),
                again,
            )
        begun = next((each for each in tries if not (each.winners or each.practice or each.why)), None)
        if begun:

            def resume() -> None:
                self._go()
                self._home.resume(self._catalogue.saved(begun))

            return (Item("continue", Message("matches.continue"), choose=resume),)
        if tries:
            return (Item("practised", Message("daily.practised")), again)
        setup = day_table(self._today).setup
        game = game_title(setup.game, self._parts.variants)
        play = Message("daily.play", blanks={"game": game, "bots": setup.players - 1})
        return (Item("play", play, choose=partial(self._play, is_practice=False)),)

    def _club_items(self, entry: MatchEntry) -> Iterator[Item]:
        """The line that compares with the club to which the listener is connected, or leads to one."""
        club = self._home.club
        if club and club.has_results:

            def compare() -> None:
                if record := _record(self._parts, entry):
                    club.compare_day(self._today, moves_of_day(record.match))

            yield Item("club", Message("daily.club"), choose=compare)
        elif self._home.finds_clubs:

            def find() -> None:
                self._go()
                self._home.find_club()

            yield Item("club", Message("daily.find_club"), choose=find)

    def _line(self, entry: str, result: DayResult) -> Message:
        """A result in words: the points, and how the expert did."""
        if result.expert is None:
            compared = Message("daily.expert_plays")
        else:
            more = result.lead - result.expert
            word = "better" if more > 0 else "worse" if more < 0 else "equal"
            compared = Message(f"daily.{word}", blanks={"points": abs(more)})
        blanks: dict[str, Blank] = {
            "day": day_message(datetime.combine(result.day, self._parts.now.timetz()), self._parts.now),
            "game": game_title(result.entry.game, self._parts.variants),
            "lead": lead_message(result.lead),
            "compared": compared,
        }
        return Message(f"daily.{entry}", blanks=blanks)

    def _play(self, *, is_practice: bool) -> None:
        self._go()
        self._home.begin_day(self._today, is_practice=is_practice)

    def _look_back(self, entry: MatchEntry, *, retries: bool = False) -> None:
        """Open the match of a day to be gone through again, or its mistakes as exercises."""
        saved, replays = self._catalogue.saved(entry), self._home.replays
        if record := _record(self._parts, entry):
            way = replays.retry if retries else replays.open
            way(replay_of(record, saved.notes(), saved.file.name))

    def _go(self) -> None:
        """Leave the list for a match or a club."""
        self._stop()
        self.room.places.drop_to(self)
        self.room.places.drop()

    def _leave(self) -> None:
        self._stop()
        self.room.places.back()

    def _stop(self) -> None:
        if self._job:
            self._job.cancel()
        self._catalogue.close()


def _record(parts: DayParts, entry: MatchEntry) -> Record | None:
    """The record of a match; if it cannot be read any more, that is said."""
    try:
        return parts.catalogue.saved(entry).load(parts.variants)
    except (PageError, RuleBroken):
        parts.room.speech.answer(answer("daily.unreadable"))
        return None
