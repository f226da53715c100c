"""An index of the records in the folder of matches, and what it counts of each; rebuilt if lost or stale."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from playroom.home.match_notes import RECORD_SUFFIX, DayNotes, NotesFile, possible_people
from playroom.home.saved_match import read_record
from playroom.rules.event import Drew, Passed
from playroom.rules.match import Match
from playroom.rules.rewind import before_round
from playroom.rules.rulebook.variant import Variant
from playroom.rules.score import lead, round_winners
from playroom.rules.seat import Seat
from playroom.strict_yaml import PageError, unreadable
from playroom.table.record_parser import RuleBroken

FOLDERS: Final = ("", "past", "unreadable")
"""The folders of records, below that of the unfinished matches."""

_VERSION: Final = 4
"""The version of the table and of its entries; a file of another version is written anew."""
_TABLE: Final = "CREATE TABLE matches (name TEXT PRIMARY KEY, stamp TEXT, entry BLOB) WITHOUT ROWID"
_NOTES_SUFFIX: Final = ".notes.yaml"
_WAIT: Final = 0.2
"""Timeout for a file that another program writes, in seconds."""


class MatchSummary(msgspec.Struct, frozen=True, array_like=True):
    """The numbers of one player's match: rounds in which the player was, and how many their side has won.

    *points* are those of the side, *drawn* and *passed* the player's own draws and passes. *leads* has for
    each round the points that the side was ahead of the best other side; less than 0 is behind.
    """

    won: bool
    rounds: int
    rounds_won: int
    points: int
    drawn: int
    passed: int
    leads: tuple[int, ...]


def match_summary(match: Match, seat: Seat) -> MatchSummary:
    """The summary of a match that is over, for the player of this seat."""
    side = match.rules.side(seat)
    played = [now for now in match.rounds if seat in now.seats]
    return MatchSummary(
        won=side in match.winners,
        rounds=len(played),
        rounds_won=sum(side in round_winners(match.rules, now) for now in played),
        points=sum(now.scores[side] for now in played),
        drawn=sum(isinstance(each, Drew) and each.seat == seat for now in played for each in now.log),
        passed=sum(isinstance(each, Passed) and each.seat == seat for now in played for each in now.log),
        leads=tuple(lead(match.rules, now, side) for now in played),
    )


class RoundReview(msgspec.Struct, frozen=True, array_like=True):
    """What the deal of a round was worth, and whether the player's side gave away a win.

    *deal* are the points that the side is ahead if bots play all its tiles. *given_away* is None if the side
    won, or it is not known.
    """

    deal: int
    given_away: bool | None


Judge = Callable[[Match, Seat], tuple[int, bool | None]]
"""Looks through the last round of a match for a seat; slow. The results are those of a `RoundReview`."""


def round_reviews(match: Match, seat: Seat, judge: Judge) -> tuple[RoundReview, ...]:
    """The reviews of the rounds of a match that is over, in which this player was."""
    last = len(match.rounds) - 1
    ended = (match if number == last else before_round(match, number + 1) for number in range(last + 1))
    return tuple(RoundReview(*judge(each, seat)) for each in ended if seat in each.now.seats)


class MatchEntry(msgspec.Struct, frozen=True, array_like=True):
    """One record: its path below the folder of matches, and a summary of its content.

    *when* is the start of the match, else the time of its file, in seconds since 1970. *winners* are sides,
    none while the match is not finished; *totals* are by side. *people* are the seats of the people at this
    keyboard, or those that they may have. *own* is what one person at this keyboard did in a finished match.
    *why* is the error of an unreadable record.
    """

    name: str
    when: float
    title: str = ""
    practice: bool = False
    people: tuple[int, ...] = ()
    game: str = ""
    players: tuple[str, ...] = ()
    rounds: int = 0
    sides: tuple[int, ...] = ()
    """The side of each player."""
    winners: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    why: str = ""
    bots: tuple[tuple[int, str], ...] = ()
    """The strength of the bot in each seat that has one."""
    lesson: bool = False
    """Whether it is a lesson that was not ended."""
    day: DayNotes | None = None
    own: MatchSummary | None = None
    reviews: tuple[RoundReview, ...] = ()
    """Of each round of *own*; none before the match was looked through."""


class Survey(NamedTuple):
    """The known entries, newest first, and the names of the records that must be read."""

    known: tuple[MatchEntry, ...]
    unread: tuple[str, ...]


Explain = Callable[[PageError | RuleBroken], str]
"""A function from a record's error to its text."""


class MatchIndex:
    """The index of the records in *folder*, played by rulebooks that are *known*.

    An entry holds as long as size and time of record and notes do. Records that cannot be read have none.
    Where its file cannot be read or written, everything is read from the records.
    """

    def __init__(self, folder: Path, known: Mapping[str, Variant], explain: Explain) -> None:
        self._folder, self._known, self._explain = folder, known, explain
        self._file = folder / "index.sqlite"

    def survey(self) -> Survey:
        """The entries known without reading a record."""
        stamps = {name: stamp for folder in FOLDERS for name, stamp in _stamps_in(self._folder, folder)}
        kept: dict[str, tuple[str, bytes]] = {}
        with suppress(sqlite3.Error), closing(self._open()) as file:  # none where the index cannot be read
            rows = file.execute("SELECT name, stamp, entry FROM matches")
            kept = {name: (stamp, entry) for name, stamp, entry in rows}
        known = (entry for name, (stamp, entry) in kept.items() if stamps.get(name) == stamp)
        entries = newest_first(map(_DECODER.decode, known))
        read = {entry.name for entry in entries}
        unread = sorted(({*stamps} | {*kept}) - read, reverse=True)
        return Survey(entries, tuple(unread))

    def read(self, names: Iterable[str]) -> tuple[MatchEntry, ...]:
        """The entries of these records, which are added to the index; missing records are left out."""
        stamps = {name: _stamp(self._folder / name) for name in names}
        entries = {name: entry for name, stamp in stamps.items() if stamp and (entry := self._entry(name))}
        readable = {name: (stamps[name], entry) for name, entry in entries.items() if not entry.why}
        self._keep(readable, stamps.keys() - readable.keys())
        return tuple(entries.values())

    def review(self, entry: MatchEntry, judge: Judge) -> MatchEntry:
        """The entry with the reviews of its rounds, which are added to the index; slow.

        It is without reviews if the record has changed or cannot be read any more.
        """
        stamp, found = _stamp(self._folder / entry.name), entry
        with suppress(OSError, PageError, RuleBroken):
            match = read_record(self._folder / entry.name, self._known).match
            found = msgspec.structs.replace(entry, reviews=round_reviews(match, entry.people[0], judge))
            self._keep({entry.name: (stamp, found)}, ())
        return found

    def _entry(self, name: str) -> MatchEntry | None:
        """The entry of a record and its notes; None if there is no such record."""
        file = self._folder / name
        notes = NotesFile(file).load()
        try:
            when = notes.begun.timestamp() if notes.begun else file.stat().st_mtime
            entry = MatchEntry(name, when, notes.title or "", notes.practice)
            record = read_record(file, self._known)
        except FileNotFoundError:
            return None
        except OSError as error:
            return MatchEntry(name, 0.0, why=self._explain(unreadable(file, error)))
        except (PageError, RuleBroken) as error:
            return msgspec.structs.replace(entry, why=self._explain(error))
        match, people = record.match, possible_people(notes, len(record.players))
        is_own = len(people) == 1 and bool(match.winners)
        return msgspec.structs.replace(
            entry,
            people=people,
            bots=tuple(sorted(notes.bots.items())),
            lesson=notes.lesson is not None,
            day=notes.day,
            own=match_summary(match, people[0]) if is_own else None,
            game=record.game,
            players=record.players,
            rounds=len(match.rounds),
            sides=tuple(map(match.rules.side, range(match.rules.players))),
            winners=tuple(match.winners),
            totals=tuple(match.totals),
        )

    def _keep(self, entries: Mapping[str, tuple[str, MatchEntry]], gone: Iterable[str]) -> None:
        """Write entries, and remove others, if the file can be written."""
        rows = [(name, stamp, msgspec.json.encode(entry)) for name, (stamp, entry) in entries.items()]
        with suppress(sqlite3.Error), closing(self._open()) as file, file:
            file.executemany("INSERT OR REPLACE INTO matches VALUES (?, ?, ?)", rows)
            file.executemany("DELETE FROM matches WHERE name = ?", ((name,) for name in gone))

    def _open(self) -> sqlite3.Connection:
        """The database, created again if it is damaged or of another version."""
        try:
            return self._open_file()
        except sqlite3.OperationalError:  # another program writes it, or the disk refuses
            raise
        except sqlite3.DatabaseError:
            with suppress(OSError):
                self._file.unlink()
            return self._open_file()

    def _open_file(self) -> sqlite3.Connection:
        file = sqlite3.connect(self._file, timeout=_WAIT)
        try:
            file.execute("PRAGMA synchronous = OFF")  # what is lost is read again
            (version,) = file.execute("PRAGMA user_version").fetchone()
            if version != _VERSION:
                with file:
                    file.execute("BEGIN IMMEDIATE")
                    file.execute("DROP TABLE IF EXISTS matches")
                    file.execute(_TABLE)
                    file.execute(f"PRAGMA user_version = {_VERSION}")
        except BaseException:
            file.close()
            raise
        return file


def newest_first(entries: Iterable[MatchEntry]) -> tuple[MatchEntry, ...]:
    """The entries, that of the match begun last first."""
    return tuple(sorted(entries, key=lambda entry: (entry.when, entry.name), reverse=True))


_DECODER: Final = msgspec.json.Decoder(MatchEntry)


def _stamps_in(folder: Path, below: str) -> Iterator[tuple[str, str]]:
    """The name and the stamp of each record in a folder."""
    files: dict[str, os.stat_result] = {}
    with suppress(OSError), os.scandir(folder / below) as found:
        for each in found:
            if each.name.endswith((RECORD_SUFFIX, _NOTES_SUFFIX)):
                try:
                    files[each.name] = each.stat()
                except OSError:  # it is gone; suppress takes a third longer here
                    continue
    for name, stat in files.items():
        if name.endswith(RECORD_SUFFIX):
            notes = files.get(name.removesuffix(RECORD_SUFFIX) + _NOTES_SUFFIX)
            yield f"{below}/{name}" if below else name, _stamp_text(stat, notes)


def _stamp(file: Path) -> str:
    """The stamp of one record; "" if it is gone."""
    try:
        stat = file.stat()
    except OSError:
        return ""
    notes = None
    with suppress(OSError):
        notes = NotesFile(file).file.stat()
    return _stamp_text(stat, notes)


def _stamp_text(record: os.stat_result, notes: os.stat_result | None) -> str:
    beside = f"{notes.st_size} {notes.st_mtime_ns}" if notes else ""
    return f"{record.st_size} {record.st_mtime_ns} {beside}"
