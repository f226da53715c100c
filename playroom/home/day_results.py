"""The results of the deals of the day, from the entries of the index."""

from collections.abc import Iterable
from datetime import date, timedelta

from msgspec import Struct

from playroom.home.match_index import MatchEntry


class DayResult(Struct, frozen=True):
    """The finished first try of a day: the points ahead of the best other side, and those of the expert.

    Less than 0 is behind. *expert* is None until it is computed.
    """

    day: date
    entry: MatchEntry
    lead: int
    expert: int | None


def tries_of(entries: Iterable[MatchEntry], day: date) -> tuple[MatchEntry, ...]:
    """The matches with the deal of this day, practice too, the first one first."""
    found = [each for each in entries if each.day and each.day.date == day.isoformat()]
    return tuple(sorted(found, key=lambda entry: (entry.when, entry.name)))


def day_results(entries: Iterable[MatchEntry]) -> tuple[DayResult, ...]:
    """The result of each day that was played to the end without practice, the newest day first."""
    found: dict[date, DayResult] = {}
    for entry in sorted(entries, key=lambda entry: (entry.when, entry.name)):
        if entry.day and entry.own and not entry.practice:
            day = date.fromisoformat(entry.day.date)
            found.setdefault(day, DayResult(day, entry, sum(entry.own.leads), entry.day.expert))
    return tuple(found[day] for day in sorted(found, reverse=True))


def day_streak(results: Iterable[DayResult], today: date) -> tuple[int, int]:
    """The days in a row that were played up to today or yesterday, and the most that there were."""
    played = sorted({each.day for each in results})
    longest = length = 0
    for index, day in enumerate(played):
        is_next = index > 0 and day - played[index - 1] == timedelta(days=1)
        length = length + 1 if is_next else 1
        longest = max(longest, length)
    is_broken = not played or today - played[-1] > timedelta(days=1)
    return (0 if is_broken else length), longest
