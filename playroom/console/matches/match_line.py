"""A match of the list in one line: what it is called, who played, how it stands, how long it is, and when."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from playroom.home.match_index import MatchEntry
from playroom.narration.message import Blank, Message, Series, Title
from playroom.rules.rulebook.variant import Variant

MOST_NAMED: Final = 3
"""The most other players who are named."""


def match_line(entry: MatchEntry, variants: Mapping[str, Variant], now: datetime) -> Message:
    """The line of a match; its date is relative to *now*."""
    if entry.why:
        return Message("matches.damaged", blanks={"why": entry.why})
    parts = (
        match_name(entry, variants),
        _players(entry),
        *(_result(entry) if entry.winners else (Message("matches.unfinished"),)),
        Message("matches.rounds" if entry.winners else "matches.round", blanks={"count": entry.rounds}),
        *((Message("matches.practice"),) if entry.practice else ()),
        date_message(time_begun(entry, now), now),
    )
    return Message("matches.line", blanks={"parts": Series(parts)})


def match_name(entry: MatchEntry, variants: Mapping[str, Variant]) -> Message:
    """The name of a match: its title, if it has one, and its game; its file if it cannot be read."""
    if entry.why:
        return Message("matches.file", blanks={"file": entry.name})
    variant = variants.get(entry.game)
    blanks: dict[str, Blank] = {"game": Title(entry.game, variant.titles if variant else {})}
    if entry.title:
        return Message("matches.titled", blanks={"title": entry.title, **blanks})
    return Message("menus.game_title", blanks=blanks)


def time_begun(entry: MatchEntry, now: datetime) -> datetime:
    """The time at which a match was begun, in the time zone of *now*."""
    return datetime.fromtimestamp(entry.when, now.tzinfo)


def month_name(when: datetime) -> Message:
    """The name of a month."""
    return Message(f"matches.months.month_{when.month}")


def date_message(when: datetime, now: datetime) -> Message:
    """A date and a time of the day; the year is left out where it is the present one."""
    hour: dict[str, Blank] = {"hour": when.hour, "minute": f"{when:%M}"}
    time: dict[str, Blank] = {"time": Message("matches.time", blanks=hour)}
    if when.date() == now.date():
        return Message("matches.today", blanks=time)
    if when.date() == now.date() - timedelta(days=1):
        return Message("matches.yesterday", blanks=time)
    date: dict[str, Blank] = {"day": when.day, "month": month_name(when), "year": str(when.year)}
    return Message("matches.this_year" if when.year == now.year else "matches.date", blanks=date | time)


def _players(entry: MatchEntry) -> Message:
    """The other players, or all if it is not known which the listener was; how many, if they are many."""
    own = _own(entry)
    named = tuple(name for seat, name in enumerate(entry.players) if seat != own)
    if len(named) > MOST_NAMED:
        return Message("matches.many" if own is None else "matches.with_many", blanks={"count": len(named)})
    return Message("matches.players" if own is None else "matches.with", blanks={"players": named})


def _own(entry: MatchEntry) -> int | None:
    """The seat of the one person at this keyboard; None if there were several, or it is not known."""
    return entry.people[0] if len(entry.people) == 1 else None


def _result(entry: MatchEntry) -> tuple[Message, ...]:
    """The winner, and the points."""
    own = _own(entry)
    winners = tuple(
        name for name, side in zip(entry.players, entry.sides, strict=True) if side in entry.winners
    )
    blanks: dict[str, Blank] = {
        "who": winners,
        "count": len(winners),
        "points": entry.totals[entry.winners[0]],
    }
    others = [total for side, total in enumerate(entry.totals) if side not in entry.winners]
    if len(entry.totals) == 2 and others:  # noqa: PLR2004 (two sides)
        blanks["other"] = others[0]
    who = "you" if own is not None and entry.sides[own] in entry.winners else "they"
    score = "to" if "other" in blanks else "with"
    return (Message(f"matches.won.{who}_{score}", blanks=blanks),)
