"""The list of statistics, which grows while records are read that the index does not have, and its lines."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from playroom.console.matches.catalogue import Catalogue
from playroom.console.matches.match_list import month_name, time_begun
from playroom.console.ui.list import ListPlace, list_title
from playroom.console.ui.places import Item, ListItem
from playroom.console.ui.room import Room
from playroom.home.match_index import Judge
from playroom.home.statistics import BestRound, LeftOut, MatchTotals, Statistics, statistics
from playroom.narration.message import Blank, Message, Series, game_title
from playroom.rules.rulebook.variant import Variant

if TYPE_CHECKING:
    from playroom.console.ui.background import Job
    from playroom.home.match_index import MatchEntry

FEW: Final = 5
"""The most records that are read before the list is said, or looked through without a line about them."""

PAUSE: Final = 1.0
"""Seconds before the reviews begin, so that a list that is left at once starts none."""


class StatisticsList(ListPlace):
    """The statistics of all matches of a catalogue; Enter opens the lines of a game or an opponent."""

    def __init__(
        self, room: Room, catalogue: Catalogue, variants: Mapping[str, Variant], now: datetime, judge: Judge
    ) -> None:
        self._catalogue, self._variants, self._now, self._judge = catalogue, variants, now, judge
        self._counted: tuple[MatchEntry, ...] | None = None
        self._lines: tuple[Item, ...] = ()
        self._waiting: Job | None = None
        super().__init__(room, Message("statistics.title"), back=self._leave)

    def open(self) -> None:
        """Open the list; it is said once a few new records are read, or else at once, and that it grows."""
        is_said_at_once = self._catalogue.unread > FEW

        def end() -> None:
            if is_said_at_once:
                self.tell_done(Message("matches.read"))
            else:
                self.turn_to(self._items()[0].key)
                if self.room.places.current is self:
                    self.tell()
            # The coach looks through the matches without a word: its lines come, and change, meanwhile.
            self._waiting = self.room.background.later(PAUSE, partial(self._catalogue.review, self._judge))

        self.room.places.open(self, silent=not is_said_at_once)
        self._catalogue.read(end)

    def items(self) -> tuple[Item, ...]:
        """The lines, counted again once other records are known, below how many are not read yet."""

        def open_lines(label: Message, lines: tuple[Item, ...]) -> None:
            title = list_title(label)
            self.room.places.open(ListPlace(self.room, title, lambda: lines))

        if self._catalogue.entries is not self._counted:
            self._counted = self._catalogue.entries
            found = statistics(self._counted)
            items = statistics_items(found, self._variants, self._now, open_lines)
            self._lines = (*items, *unreviewed_item(found, FEW))
            opens = any(item.choose for item in items)
            heading = list_title(Message("statistics.menu"))
            self.title = Message("statistics.title") if opens else heading
        unread = self._catalogue.unread
        reading = Item("reading", Message("matches.reading_line", blanks={"count": unread}))
        back = Item("back", Message("menus.back"), choose=self._leave)
        return (*((reading,) if unread else ()), *self._lines, back)

    def _leave(self) -> None:
        if self._waiting:
            self._waiting.cancel()
        self._catalogue.close()
        self.room.places.back()


Details = Callable[[Message, tuple[Item, ...]], None]
"""Opens the lines behind a line of the list."""


def statistics_items(
    found: Statistics, variants: Mapping[str, Variant], now: datetime, open_details: Details
) -> tuple[Item, ...]:
    """The lines of the list; one of a game or an opponent opens its own, unless it is all there is.

    Dates are relative to *now*.
    """
    if not found.total.matches:
        return (Item("none", Message("statistics.none")), *_left_out_item(found.left_out))

    def line(key: str, label: Message, tally: MatchTotals) -> Item:
        inside: tuple[Item, ...] = ()
        if key.startswith("game"):  # the points a round, which are compared within one game only
            inside = (_item("points", points=tally.a_round(tally.points)),)
            if tally.reviewed:
                luck, lead = tally.a_reviewed_round(tally.deals), tally.leads - tally.deals
                same_tiles = lead_message(tally.a_reviewed_round(lead))
                inside += (_item("luck", lead=lead_message(luck)), _item("same_tiles", lead=same_tiles))
        inside += () if tally == found.total else tuple(_round_items(tally, variants, now))
        choose = partial(open_details, label, inside) if inside else None
        return ListItem(key, label, choose=choose, inside=lambda: inside)

    def counted(entry: str, tally: MatchTotals, who: Blank) -> Message:
        return Message(f"statistics.{entry}", blanks={"who": who, "matches": tally.matches, "won": tally.won})

    matches: dict[str, Blank] = {"count": found.total.matches, "won": found.total.won}
    streak: dict[str, Blank] = {"count": found.streak, "longest": found.longest}
    return (
        Item("matches", Message("statistics.matches", blanks=matches)),
        *_round_items(found.total, variants, now),
        Item("streak", Message("statistics.streak", blanks=streak)),
        *_mistakes_item(found, now, open_details),
        *(
            line(f"game {name}", counted("game", tally, game_title(name, variants)), tally)
            for name, tally in found.games.items()
        ),
        *(
            line(f"bots {word}", counted("bots", tally, Message(f"menus.bots.{word}")), tally)
            for word, tally in found.strengths.items()
        ),
        *(
            line(f"person {name}", counted("person", tally, name), tally)
            for name, tally in found.people.items()
        ),
        *_left_out_item(found.left_out),
    )


def unreviewed_item(found: Statistics, most: int) -> tuple[Item, ...]:
    """The line with the number of matches without a review; none if there are at most *most*."""
    return (_item("unreviewed", count=found.unreviewed),) if found.unreviewed > most else ()


def day_message(when: datetime, now: datetime) -> Message:
    """A day of the year; with the year, unless that is the present one."""
    entry = "day" if when.year == now.year else "day_and_year"
    blanks: dict[str, Blank] = {"day": when.day, "month": month_name(when), "year": str(when.year)}
    return Message(f"statistics.{entry}", blanks=blanks)


def _item(key: str, **blanks: Blank) -> Item:
    return Item(key, Message(f"statistics.{key}", blanks=blanks))


def _mistakes_item(found: Statistics, now: datetime, open_details: Details) -> Iterator[Item]:
    """The line of the wins that were given away, which opens that of each week; none before any is known."""
    if not found.total.judged:
        return

    def label(entry: str, tally: MatchTotals, **blanks: Blank) -> Message:
        counts: dict[str, Blank] = {"count": tally.given_away, "rounds": tally.judged}
        return Message(f"statistics.{entry}", blanks={**counts, **blanks})

    mistakes = label("mistakes", found.total)

    def week_item(monday: str, tally: MatchTotals) -> Item:
        begins = datetime.combine(date.fromisoformat(monday), now.timetz())
        return Item(f"week {monday}", label("week", tally, day=day_message(begins, now)))

    weeks = tuple(week_item(monday, tally) for monday, tally in found.weeks.items() if tally.judged)
    choose = partial(open_details, mistakes, weeks)
    yield ListItem("mistakes", mistakes, choose=choose, inside=lambda: weeks)


def lead_message(points: float) -> Message:
    """By how many points a side is ahead, or behind if they are less than 0."""
    return Message(f"statistics.{'ahead' if points >= 0 else 'behind'}", blanks={"points": abs(points)})


def _round_items(tally: MatchTotals, variants: Mapping[str, Variant], now: datetime) -> Iterator[Item]:
    """The lines about the rounds of a tally; neither a round that was won nor the only one is a worst."""

    def best(key: str, found: BestRound) -> Item:
        day = day_message(time_begun(found.match, now), now)
        return _item(key, lead=lead_message(found.lead), game=game_title(found.match.game, variants), day=day)

    yield _item("rounds", count=tally.rounds, won=tally.rounds_won)
    yield _item("drawn", count=tally.a_round(tally.drawn))
    yield _item("passed", count=tally.a_round(tally.passed))
    if tally.best:
        yield best("best", tally.best)
    if tally.worst and tally.worst.lead < 0 and tally.worst != tally.best:
        yield best("worst", tally.worst)


def _left_out_item(left: LeftOut) -> tuple[Item, ...]:
    """The line that says which matches do not count; none if all do."""
    counts = {
        "practice": left.practice,
        "lessons": left.lessons,
        "several": left.several,
        "unreadable": left.unreadable,
    }
    parts = tuple(
        Message(f"statistics.{name}", blanks={"count": count}) for name, count in counts.items() if count
    )
    label = Message("statistics.left_out", blanks={"parts": Series(parts)})
    return (Item("left_out", label),) if parts else ()
