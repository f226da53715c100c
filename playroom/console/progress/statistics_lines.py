"""The statistics as messages, a line each, with the lines behind it."""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from functools import partial

from playroom.console.matches.match_list import month_name, time_begun
from playroom.console.ui.places import Item
from playroom.home.statistics import BestRound, LeftOut, MatchTotals, Statistics
from playroom.narration.message import Blank, Message, Series, Title
from playroom.rules.rulebook.variant import Variant

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
        points = _points_items(tally) if key.startswith("game") else ()
        inside = (*points, *(() if tally == found.total else _round_items(tally, variants, now)))
        choose = partial(open_details, label, inside) if inside else None
        return Item(key, label, choose=choose, inside=lambda: inside)

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


def game_title(name: str, variants: Mapping[str, Variant]) -> Title:
    """The title of a game, which may have been removed since."""
    return Title(name, variants[name].titles if name in variants else {})


def day_message(when: datetime, now: datetime) -> Message:
    """A day of the year; with the year, unless that is the present one."""
    entry = "day" if when.year == now.year else "day_and_year"
    blanks: dict[str, Blank] = {"day": when.day, "month": month_name(when), "year": str(when.year)}
    return Message(f"statistics.{entry}", blanks=blanks)


def _item(key: str, **blanks: Blank) -> Item:
    return Item(key, Message(f"statistics.{key}", blanks=blanks))


def _points_items(tally: MatchTotals) -> Iterator[Item]:
    """The points a round, which are compared within one game only."""
    yield _item("points", points=tally.a_round(tally.points))
    if tally.reviewed:
        yield _item("luck", lead=lead_message(tally.a_reviewed_round(tally.deals)))
        yield _item("same_tiles", lead=lead_message(tally.a_reviewed_round(tally.leads - tally.deals)))


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
    yield Item("mistakes", mistakes, choose=partial(open_details, mistakes, weeks), inside=lambda: weeks)


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
