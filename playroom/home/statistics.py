"""Statistics of the matches of the person at this keyboard, and of the deals of the day, from the index."""

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from typing import NamedTuple

from msgspec import Struct, field

from playroom.home.match_index import MatchEntry, MatchSummary

Summarized = tuple[MatchEntry, MatchSummary]
"""A match that counts, with the numbers of the player in it."""


class BestRound(NamedTuple):
    """A round by its match, and the points by which the player's side was ahead of the best other one."""

    match: MatchEntry
    lead: int


class MatchTotals(Struct, frozen=True):
    """The sums over some matches; *best* and *worst* are the rounds with the largest and smallest lead.

    In the *reviewed* rounds, *deals* are the points that bots with the same tiles are ahead, *leads* those
    that the player was. *judged* are the lost rounds that the coach could judge; in *given_away* of
    them the player's side gave away a win.
    """

    matches: int
    won: int
    rounds: int
    rounds_won: int
    points: int
    drawn: int
    passed: int
    best: BestRound | None
    worst: BestRound | None
    reviewed: int = 0
    deals: int = 0
    leads: int = 0
    judged: int = 0
    given_away: int = 0

    def a_round(self, count: int) -> float:
        """A count per round, with one decimal."""
        return round(count / max(1, self.rounds), 1)

    def a_reviewed_round(self, points: int) -> float:
        """Points per reviewed round, with one decimal."""
        return round(points / max(1, self.reviewed), 1)


class LeftOut(Struct, frozen=True):
    """The numbers of matches that do not count: practice, lessons, of several people, records in pieces."""

    practice: int = 0
    lessons: int = 0
    several: int = 0
    unreadable: int = 0


class Statistics(Struct, frozen=True):
    """The tallies of all finished matches, by game, by strength of bots, by the name of people, and by week.

    A week is the ISO date of its Monday, the newest one first. *unreviewed* matches are not looked through.
    *streak* counts the matches won in a row up to the last one, *longest* those of the longest such row.
    """

    total: MatchTotals
    streak: int
    longest: int
    unreviewed: int = 0
    games: Mapping[str, MatchTotals] = field(default_factory=dict)
    strengths: Mapping[str, MatchTotals] = field(default_factory=dict)
    people: Mapping[str, MatchTotals] = field(default_factory=dict)
    weeks: Mapping[str, MatchTotals] = field(default_factory=dict)
    left_out: LeftOut = LeftOut()


def statistics(entries: Iterable[MatchEntry]) -> Statistics:
    """The statistics of these matches, in any order; only finished ones count, no practice and no lesson."""
    every = tuple(entries)
    plain = [each for each in every if not (each.why or each.practice or each.lesson)]
    counted = [(each, each.own) for each in every if each.own and is_counted(each)]
    counted.sort(key=lambda each: (each[0].when, each[0].name))
    streak = longest = 0
    for _, own in counted:
        streak = streak + 1 if own.won else 0
        longest = max(longest, streak)

    def opponents(entry: MatchEntry) -> Iterable[str]:
        """The names of the people on other sides."""
        own, bots = entry.people[0], dict(entry.bots)
        return (
            name
            for seat, name in enumerate(entry.players)
            if seat not in bots and entry.sides[seat] != entry.sides[own]
        )

    return Statistics(
        _tally(counted),
        streak,
        longest,
        sum(is_unreviewed(each) for each in every),
        _by(counted, lambda entry: (entry.game,)),
        _by(counted, lambda entry: dict(entry.bots).values()),
        _by(counted, opponents),
        dict(sorted(_by(counted, lambda entry: (_monday(entry),)).items(), reverse=True)),
        LeftOut(
            practice=sum(each.practice and not each.lesson for each in every),
            lessons=sum(each.lesson for each in every),
            several=sum(len(each.people) > 1 for each in plain),
            unreadable=sum(bool(each.why) for each in every),
        ),
    )


def is_counted(entry: MatchEntry) -> bool:
    """Whether a match counts: one person has finished it, and it was neither practice nor a lesson."""
    return entry.own is not None and not (entry.why or entry.practice or entry.lesson)


def is_unreviewed(entry: MatchEntry) -> bool:
    """Whether a match counts, and its rounds have not been looked through."""
    return is_counted(entry) and entry.own is not None and len(entry.reviews) != entry.own.rounds


def statistics_csv(found: Statistics) -> str:
    """The tallies as comma-separated values below a line of column names, one group and name a line."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("group", "name", *_COLUMNS))
    groups = {
        "all": {"": found.total},
        "game": found.games,
        "bots": found.strengths,
        "person": found.people,
        "week": found.weeks,
    }
    for group, tallies in groups.items():
        for name, tally in tallies.items():
            writer.writerow((group, name, *(read(tally) for read in _COLUMNS.values())))
    return text.getvalue()


_COLUMNS: Mapping[str, Callable[[MatchTotals], object]] = {
    "matches": lambda tally: tally.matches,
    "won": lambda tally: tally.won,
    "rounds": lambda tally: tally.rounds,
    "rounds_won": lambda tally: tally.rounds_won,
    "points": lambda tally: tally.points,
    "drawn": lambda tally: tally.drawn,
    "passed": lambda tally: tally.passed,
    "best_round": lambda tally: tally.best and tally.best.lead,
    "best_round_on": lambda tally: tally.best and _day(tally.best.match),
    "worst_round": lambda tally: tally.worst and tally.worst.lead,
    "worst_round_on": lambda tally: tally.worst and _day(tally.worst.match),
    "reviewed_rounds": lambda tally: tally.reviewed,
    "points_of_the_deals": lambda tally: tally.deals,
    "points_in_reviewed_rounds": lambda tally: tally.leads,
    "lost_rounds_judged": lambda tally: tally.judged,
    "wins_given_away": lambda tally: tally.given_away,
}
"""The columns after the name; those without a value are empty."""


def _day(entry: MatchEntry) -> str:
    return datetime.fromtimestamp(entry.when, UTC).date().isoformat()


def _monday(entry: MatchEntry) -> str:
    day = datetime.fromtimestamp(entry.when, UTC).date()
    return (day - timedelta(days=day.weekday())).isoformat()


def _tally(counted: Sequence[Summarized]) -> MatchTotals:
    owns = [own for _, own in counted]
    best = [BestRound(entry, max(own.leads)) for entry, own in counted if own.leads]
    worst = [BestRound(entry, min(own.leads)) for entry, own in counted if own.leads]
    reviewed = [(entry.reviews, own.leads) for entry, own in counted if entry.reviews]
    reviews = [each for found, _ in reviewed for each in found]
    return MatchTotals(
        matches=len(owns),
        won=sum(own.won for own in owns),
        rounds=sum(own.rounds for own in owns),
        rounds_won=sum(own.rounds_won for own in owns),
        points=sum(own.points for own in owns),
        drawn=sum(own.drawn for own in owns),
        passed=sum(own.passed for own in owns),
        best=max(best, key=lambda each: each.lead, default=None),
        worst=min(worst, key=lambda each: each.lead, default=None),
        reviewed=len(reviews),
        deals=sum(each.deal for each in reviews),
        leads=sum(sum(leads) for _, leads in reviewed),
        judged=sum(each.given_away is not None for each in reviews),
        given_away=sum(bool(each.given_away) for each in reviews),
    )


def _by(
    counted: Sequence[Summarized], names: Callable[[MatchEntry], Iterable[str]]
) -> Mapping[str, MatchTotals]:
    """The tally of each name that matches have, those with most matches first."""
    found: dict[str, list[Summarized]] = {}
    for entry, own in counted:
        for name in {*names(entry)}:
            found.setdefault(name, []).append((entry, own))
    return {name: _tally(found[name]) for name in sorted(found, key=lambda name: (-len(found[name]), name))}


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
