"""The list of the deal of the day: to play it, today's result, the streak and the past days."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from playroom.console.matches.catalogue import Catalogue
from playroom.console.play.draft import NAMES
from playroom.console.progress.statistics_lines import day_message, game_title, lead_message
from playroom.console.replay.replays import replay_of
from playroom.console.ui.list import ListPlace
from playroom.console.ui.places import Item
from playroom.console.ui.room import Room
from playroom.home.match_index import MatchEntry
from playroom.home.saved_match import SavedMatch
from playroom.home.statistics import DayResult, day_results, day_streak, tries_of
from playroom.narration.message import Blank, Message, Urgency
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

    @property
    def club(self) -> DayClub | None:
        """The club with which results are compared; None without shared tables."""

    def begin_day(self, day: date, *, is_practice: bool) -> None:
        """Begin a match with the deal of a day."""

    def resume(self, saved: SavedMatch) -> None:
        """Continue a saved match."""


class DayList(ListPlace):
    """The deal of the day, from which Enter leads into a match or back into one."""

    def __init__(self, parts: DayParts, home: DayHome) -> None:
        self._parts, self._home, self._catalogue = parts, home, parts.catalogue
        self._today = parts.now.date()
        self._job: Job | None = None
        super().__init__(parts.room, Message("daily.title"), self._lines, back=self._leave)

    def open(self) -> None:
        """Open the list once all matches are read; then have the expert play what it has not played."""
        self.room.places.open(self, silent=True)
        self._catalogue.read(self._begin)

    def _begin(self) -> None:
        self.turn_to(self._items()[0].key)
        if self.room.places.current is self:
            self.tell()
        self._compare()

    @property
    def _results(self) -> tuple[DayResult, ...]:
        return day_results(self._catalogue.entries)

    def _compare(self) -> None:
        """Have the expert play the newest deal that it has not played, then the others."""
        missing = next((each for each in self._results if each.expert is None), None)
        if missing is None:
            return
        parts = self._parts
        record = day_record(missing.day, parts.variants, NAMES)
        play = partial(expert_lead, missing.day, record, parts.expert, parts.other)
        self._job = self.room.background.run(play, partial(self._note, missing))

    def _note(self, result: DayResult, lead: int) -> None:
        self._catalogue.note_expert(result.entry, lead, lambda _: self._tell_compared(result, lead))

    def _tell_compared(self, result: DayResult, lead: int) -> None:
        """Say how today's result compares; go on with the next day unless that could not be saved."""
        if result.day == self._today and self.room.places.current is self:
            self.room.speech.say(self._line("today", replace(result, expert=lead)), urgency=Urgency.EVENT)
        if all(each.expert is not None for each in self._results if each.day == result.day):
            self._compare()

    def _lines(self) -> tuple[Item, ...]:
        results = self._results
        now, longest = day_streak(results, self._today)
        blanks: dict[str, Blank] = {"count": now, "longest": longest}
        past = tuple(
            Item(str(each.day), self._line("past", each), choose=partial(self._replay, each.entry))
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
            return (
                Item("today", self._line("today", result)),
                Item("copy", Message("daily.copy"), choose=self._copy),
                *self._club_items(result.entry),
                Item("retry", Message("replay.retry"), choose=partial(self._retry, result.entry)),
                Item("replay", Message("replay.open"), choose=partial(self._replay, result.entry)),
                again,
            )
        begun = next((each for each in tries if not (each.winners or each.practice or each.why)), None)
        if begun:
            return (Item("continue", Message("matches.continue"), choose=partial(self._resume, begun)),)
        if tries:
            return (Item("practised", Message("daily.practised")), again)
        setup = day_table(self._today).setup
        blanks: dict[str, Blank] = {
            "game": game_title(setup.game, self._parts.variants),
            "bots": setup.players - 1,
        }
        return (
            Item("play", Message("daily.play", blanks=blanks), choose=partial(self._play, is_practice=False)),
        )

    def _club_items(self, entry: MatchEntry) -> Iterator[Item]:
        """The line that compares with the club to which the listener is connected, if there is one."""
        club = self._home.club
        if club and club.has_results:
            yield Item("club", Message("daily.club"), choose=partial(self._compare_with, club, entry))

    def _compare_with(self, club: DayClub, entry: MatchEntry) -> None:
        if record := self._record(entry):
            club.compare_day(self._today, moves_of_day(record.match))

    def _line(self, entry: str, result: DayResult) -> Message:
        """A result in words: the points, and how the expert did."""
        blanks: dict[str, Blank] = {
            "day": day_message(datetime.combine(result.day, self._parts.now.timetz()), self._parts.now),
            "game": game_title(result.entry.game, self._parts.variants),
            "lead": lead_message(result.lead),
            "compared": _compared(result),
        }
        return Message(f"daily.{entry}", blanks=blanks)

    def _copy(self) -> None:
        """Copy today's result as a line to paste, and say that line."""
        result = next(each for each in self._results if each.day == self._today)
        line = self._line("shared", result)
        copied = self.room.display.copy(self.room.speech.words(line))
        self.tell_item(Message("daily.copied", blanks={"copied": copied, "line": line}))

    def _play(self, *, is_practice: bool) -> None:
        self._go()
        self._home.begin_day(self._today, is_practice=is_practice)

    def _resume(self, entry: MatchEntry) -> None:
        self._go()
        self._home.resume(self._catalogue.saved(entry))

    def _replay(self, entry: MatchEntry) -> None:
        self._look_back(entry, is_retry=False)

    def _retry(self, entry: MatchEntry) -> None:
        self._look_back(entry, is_retry=True)

    def _look_back(self, entry: MatchEntry, *, is_retry: bool) -> None:
        """Open the match of a day to be gone through again, or its mistakes as exercises."""
        saved, replays = self._catalogue.saved(entry), self._home.replays
        if record := self._record(entry):
            way = replays.retry if is_retry else replays.open
            way(replay_of(record, saved.notes(), saved.file.name))

    def _record(self, entry: MatchEntry) -> Record | None:
        """The record of a match; if it cannot be read any more, that is said."""
        try:
            return self._catalogue.saved(entry).load(self._parts.variants)
        except (PageError, RuleBroken):
            self.tell_item(Message("daily.unreadable"))
            return None

    def _go(self) -> None:
        """Leave the list for a match."""
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


def _compared(result: DayResult) -> Message:
    if result.expert is None:
        return Message("daily.expert_plays")
    more = result.lead - result.expert
    entry = "better" if more > 0 else "worse" if more < 0 else "equal"
    return Message(f"daily.{entry}", blanks={"points": abs(more)})
